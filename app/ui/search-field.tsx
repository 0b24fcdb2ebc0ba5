import { Form } from '@remix-run/react';
import { useId } from 'react';
import { Button } from './button';
import { IconSearch } from './icons';

/** A search as a GET form: the words stand in the address, under `name` (q). */
export function SearchField({
  label,
  name = 'q',
  defaultValue,
  action,
}: {
  label: string;
  name?: string;
  defaultValue?: string;
  action?: string;
}) {
  const id = useId();
  return (
    <Form className="search-field" method="get" action={action}>
      <search className="field">
        <label htmlFor={id}>{label}</label>
        <input
          className="input"
          type="search"
          id={id}
          name={name}
          defaultValue={defaultValue}
          key={defaultValue}
          autoComplete="off"
        />
      </search>
      <Button>
        <IconSearch />
        Suchen
      </Button>
    </Form>
  );
}
