import { Form } from '@remix-run/react';
import { useId } from 'react';
import { Button } from '~/ui/button';
import { IconSearch } from '~/ui/icons';
import type { LogFilter } from '../schema';

const fields = [
  { name: 'q', label: 'Text', type: 'search' },
  { name: 'person', label: 'Person', type: 'search' },
  { name: 'from', label: 'Von', type: 'date' },
  { name: 'until', label: 'Bis', type: 'date' },
] as const;

/** What to look for in the log, as a GET form: it stands in the address, and needs no script. */
export function LogFilterForm({ action, filter }: { action: string; filter: LogFilter }) {
  const id = useId();
  return (
    <Form className="filter-form" method="get" action={action}>
      {fields.map(({ name, label, type }) => (
        <div className="field" key={name}>
          <label htmlFor={`${id}${name}`}>{label}</label>
          <input
            className="input"
            id={`${id}${name}`}
            type={type}
            name={name}
            defaultValue={filter[name]}
            key={filter[name]}
            autoComplete="off"
          />
        </div>
      ))}
      <Button>
        <IconSearch />
        Filtern
      </Button>
    </Form>
  );
}
