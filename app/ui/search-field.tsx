import { Form } from '@remix-run/react';
import { type ComponentProps, type FormEvent, useEffect, useId } from 'react';
import { Button } from './button';
import { IconSearch } from './icons';
import { Input } from './input';

type SearchInputProps = Omit<ComponentProps<typeof Input>, 'id' | 'type' | 'autoComplete'> & {
  id: string;
  label: string;
  /** Names the button, for a form that has several. */
  button?: { name: string; value: string };
  /** Filters while typing, so it needs no button if scripts run, and is as wide as the list. */
  instant?: true;
};

/** A search as part of a form: a field, with its label inside, and a submit button. */
export function SearchInput({ label, button, instant, ...input }: SearchInputProps) {
  return (
    <div className={`flex min-w-0 flex-1 gap-2 print:hidden ${instant ? '' : 'max-w-160'}`}>
      <search className="min-w-0 flex-1">
        <label className="visually-hidden" htmlFor={input.id}>
          {label}
        </label>
        <Input placeholder={label} {...input} type="search" autoComplete="off" />
      </search>
      <div className={instant && 'hidden noscript:block'}>
        <Button {...button}>
          <IconSearch />
          <span className="visually-hidden">Suchen</span>
        </Button>
      </div>
    </div>
  );
}

type SearchFieldProps = {
  label: string;
  defaultValue?: string;
  action?: string;
  /** Other parameters that the address keeps. */
  hidden?: Readonly<Record<string, string>>;
  /** With scripts, it searches as one types; not where that would ask about other input. */
  live?: true;
};

/** How long somebody has stopped typing before it searches, in ms. */
const PAUSE = 300;
let typing = 0;

/** A search as a GET form, which puts the words in the address under `q`. */
export function SearchField({
  label,
  defaultValue = '',
  action,
  hidden = {},
  live,
}: SearchFieldProps) {
  const id = useId();
  // What is being typed stays, whatever was found for the letters before.
  useEffect(() => {
    const field = document.getElementById(id) as HTMLInputElement;
    if (field !== document.activeElement) field.value = defaultValue;
  }, [id, defaultValue]);

  const searchSoon = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    clearTimeout(typing);
    typing = window.setTimeout(
      // Not over what somebody has opened meanwhile.
      () => currentTarget.contains(document.activeElement) && currentTarget.requestSubmit(),
      PAUSE,
    );
  };

  return (
    <Form
      className="contents"
      method="get"
      action={action}
      replace={live}
      onInput={live && searchSoon}
    >
      {Object.entries(hidden).map(([kept, value]) => (
        <input key={kept} type="hidden" name={kept} value={value} />
      ))}
      <SearchInput label={label} id={id} name="q" defaultValue={defaultValue} instant={live} />
    </Form>
  );
}
