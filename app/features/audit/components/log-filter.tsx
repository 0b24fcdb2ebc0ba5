import { Form } from '@remix-run/react';
import { useId } from 'react';
import { Button } from '~/ui/button';
import { DateControl } from '~/ui/date-field';
import { ErrorText, Labelled } from '~/ui/field-frame';
import { IconSearch } from '~/ui/icons';
import { Input } from '~/ui/input';
import type { LogFilter } from '../schema';

const fields = [
  { name: 'q', label: 'Text', isDay: false },
  { name: 'person', label: 'Person', isDay: false },
  { name: 'from', label: 'Von', isDay: true },
  { name: 'until', label: 'Bis', isDay: true },
] as const;

type LogFilterProps = {
  action: string;
  filter: LogFilter;
  /** The messages for unreadable days, which filter nothing. */
  errors: { from?: string; until?: string };
};

/** A GET form: the filter is part of the URL and needs no script. */
export function LogFilterForm({ action, filter, errors }: LogFilterProps) {
  const prefix = useId();
  return (
    <Form
      className="grid grid-cols-2 items-end gap-3 xl:grid-cols-[repeat(2,minmax(0,1fr))_repeat(2,14.5rem)_auto] print:hidden"
      method="get"
      action={action}
    >
      {fields.map(({ name, label, isDay }) => {
        const id = prefix + name;
        const value = filter[name];
        const error = isDay ? errors[name] : undefined;
        return (
          // A day with its month spelled out needs more room than a word.
          <div className={isDay ? 'max-[50rem]:col-span-2' : undefined} key={name}>
            <Labelled label={label} htmlFor={id} data-invalid={error && ''}>
              {error && (
                <ErrorText id={`${id}-error`}>
                  „{value}“: {error}
                </ErrorText>
              )}
              {isDay ? (
                <DateControl
                  key={value}
                  id={id}
                  name={name}
                  initial={value}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error && `${id}-error`}
                  compact
                />
              ) : (
                <Input
                  key={value}
                  id={id}
                  type="search"
                  name={name}
                  defaultValue={value}
                  autoComplete="off"
                />
              )}
            </Labelled>
          </div>
        );
      })}
      <div className="flex justify-self-start">
        <Button>
          <IconSearch />
          Filtern
        </Button>
      </div>
    </Form>
  );
}
