import { Form } from '@remix-run/react';
import { useId } from 'react';
import { Button } from '~/ui/button';
import { DateControl } from '~/ui/date-field';
import { IconSearch } from '~/ui/icons';
import type { LogFilter } from '../schema';

const fields = [
  { name: 'q', label: 'Text', isDay: false },
  { name: 'person', label: 'Person', isDay: false },
  { name: 'from', label: 'Von', isDay: true },
  { name: 'until', label: 'Bis', isDay: true },
] as const;

/** A GET form: the filter is part of the URL and needs no script. */
export function LogFilterForm({ action, filter }: { action: string; filter: LogFilter }) {
  const prefix = useId();
  return (
    <Form className="filter-form" method="get" action={action}>
      {fields.map(({ name, label, isDay }) => {
        const id = prefix + name;
        const value = filter[name];
        return (
          <div className="field" key={name}>
            <label htmlFor={id}>{label}</label>
            {isDay ? (
              <DateControl key={value} id={id} name={name} initial={value} />
            ) : (
              <input
                key={value}
                className="input"
                id={id}
                type="search"
                name={name}
                defaultValue={value}
                autoComplete="off"
              />
            )}
          </div>
        );
      })}
      <Button>
        <IconSearch />
        Filtern
      </Button>
    </Form>
  );
}
