import { Form, useLoaderData } from '@remix-run/react';
import { useId } from 'react';
import { page } from '~/doors/page.server';
import { logPagePath, logPath } from '~/paths/audit';
import { organizationPath } from '~/paths/organizations';
import { Button, ButtonLink } from '~/ui/button';
import { DateControl } from '~/ui/date-field';
import { Disclosure } from '~/ui/disclosure';
import { EmptyState } from '~/ui/empty-state';
import { ErrorText, Labelled } from '~/ui/field-frame';
import { Hits } from '~/ui/hits';
import { hyphenated } from '~/ui/hyphenation';
import { IconSearch } from '~/ui/icons';
import { Input } from '~/ui/input';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { titled } from '~/ui/title';
import { readLogPage } from '../operations.server';
import type { LogFilter } from '../schema';

export const meta = titled('Protokoll');
export const loader = page(readLogPage);

export default function Log() {
  const { days, filter, errors, previous, next } = useLoaderData<typeof loader>();
  const count = days.reduce((sum, { rows }) => sum + rows.length, 0);
  const filtered = Object.values(filter).some((value) => value !== '');
  return (
    <>
      <PageHeader title="Protokoll" back={{ to: organizationPath, label: 'Meine Organisation' }} />
      {(filtered || count > 0) && (
        <div className="flex">
          <div className="has-[[open]]:basis-full print:hidden">
            <Disclosure summary="Filter" open={filtered}>
              <LogFilterForm action={logPath} filter={filter} errors={errors} />
            </Disclosure>
          </div>
        </div>
      )}
      <Hits count={filtered ? count : null} previous={previous} next={next} />
      {count > 0 ? (
        days.map(({ day, rows }) => (
          <section key={day} className="grid grid-cols-1 gap-2">
            <h2 className="text-base">{day}</h2>
            <ul className="rounded border border-line bg-card leaf">
              {rows.map(({ id, time, who, to, action }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-baseline gap-x-4 border-line px-4 py-2 not-first:border-t wrap-anywhere"
                >
                  <p className="basis-44 text-sm text-muted max-sm:basis-full">
                    {time} ·{' '}
                    {to ? (
                      <Link className="text-muted decoration-line" to={to}>
                        {who}
                      </Link>
                    ) : (
                      who
                    )}
                  </p>
                  <p className="min-w-0 flex-1">{hyphenated(action)}</p>
                </li>
              ))}
            </ul>
          </section>
        ))
      ) : (
        <EmptyState
          title={filtered ? 'Keine Einträge gefunden.' : 'Noch hat niemand etwas geändert.'}
          drawing={!filtered}
          action={filtered && <ButtonLink to={logPath}>Alle Einträge anzeigen</ButtonLink>}
        >
          {!filtered && 'Hier steht dann, wer wann was geändert hat.'}
        </EmptyState>
      )}
      <PageLinks
        previous={logPagePath(filter, 'before', previous)}
        next={logPagePath(filter, 'after', next)}
      />
    </>
  );
}

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
function LogFilterForm({ action, filter, errors }: LogFilterProps) {
  const prefix = useId();
  return (
    <Form
      className="grid grid-cols-2 items-end gap-4 max-sm:grid-cols-1"
      method="get"
      action={action}
    >
      {fields.map(({ name, label, isDay }) => {
        const id = prefix + name;
        const value = filter[name];
        const error = isDay ? errors[name] : undefined;
        return (
          <Labelled key={name} label={label} htmlFor={id} data-invalid={error && ''}>
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
                ahead={0}
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
        );
      })}
      <div className="flex">
        <Button>
          <IconSearch />
          Filtern
        </Button>
      </div>
    </Form>
  );
}
