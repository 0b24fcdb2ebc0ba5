import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { dateToText, daysToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { eventPagePath } from '~/paths/events';
import { behindBreaks, breakDeletionPath, breaksBehind, statePath } from '~/paths/series';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { DateField } from '~/ui/date-field';
import { Disclosure } from '~/ui/disclosure';
import { optionsOf, SelectField, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { createBreak, readBreaks } from '../operations/breaks.server';
import { BREAKS, FIRST_UNKNOWN_YEAR, messages } from '../wording';

export const meta = titled(BREAKS);

const read = page(readBreaks);

export async function loader(args: LoaderFunctionArgs) {
  const { own, school, ...club } = await read(args);
  const inWords = <Break extends (typeof school)[number]>(each: Break) => ({
    ...each,
    days: daysToText(each),
  });
  return { ...club, own: own.map(inWords), school: school.map(inWords) };
}

export const shouldRevalidate = keepBehindDialog;
export const action = form(createBreak, {
  success: messages.breakCreated,
  failure: messages.breakCreateFailed,
  next: (_days, args) => breaksBehind(args),
});

type Breaks = ReturnType<typeof useLoaderData<typeof loader>>;

const labels = { name: 'Name', from: 'Erster Tag', until: 'Letzter Tag' };

/** When the club pauses: its own breaks, and the school holidays of its state (L1). */
export default function BreaksScreen() {
  const { own, school, state, where } = useLoaderData<typeof loader>();
  const { search, key } = useLocation();
  return (
    <>
      <PageHeader title={BREAKS} back={behindBreaks(search)} />
      <div className="max-w-160">
        <Stack>
          <p>
            In dieser Zeit fallen Serientermine aus, wenn die Serie es so vorsieht. Termine mit
            Antworten finden trotzdem statt.
          </p>
          <Card title={where ? `Schulferien ${where}` : 'Schulferien'}>
            <Stack>
              <SchoolHolidays school={school} />
              {state ? (
                <Disclosure summary="Bundesland ändern">
                  <StateForm key={state} state={state} search={search} />
                </Disclosure>
              ) : (
                <StateForm state="" search={search} />
              )}
            </Stack>
          </Card>
          <Card title="Eigene Pausen">
            <Stack>
              {own.length > 0 && (
                <ul>
                  {own.map(({ uuid, ...each }) => (
                    <BreakRow key={uuid} {...each}>
                      <ButtonLink
                        to={breakDeletionPath(uuid, search)}
                        size="small"
                        variant="quiet"
                        aria-label={`Löschen: ${each.name}`}
                        dialog
                      >
                        Löschen
                      </ButtonLink>
                    </BreakRow>
                  ))}
                </ul>
              )}
              <NewBreak key={key} folded={own.length > 0} />
            </Stack>
          </Card>
        </Stack>
      </div>
      <Outlet />
    </>
  );
}

/** How many holidays of three school years are shown at first. */
const NEXT = 4;

function SchoolHolidays({ school }: Pick<Breaks, 'school'>) {
  const rows = school.map((each) => <BreakRow key={each.from} {...each} />);
  if (rows.length === 0) return null;
  return (
    <>
      <ul>{rows.slice(0, NEXT)}</ul>
      <Disclosure summary="Alle weiteren">
        <ul>{rows.slice(NEXT)}</ul>
        <p className="text-muted">
          Nach Angaben der Kultusministerkonferenz. Ferien ab {FIRST_UNKNOWN_YEAR} liegen noch nicht
          vor.
        </p>
      </Disclosure>
    </>
  );
}

type BreakRowProps = Omit<Breaks['school'][number], 'uuid'> & { children?: ReactNode };

function BreakRow({ name, past, events, days, children }: BreakRowProps) {
  return (
    <li className="not-first:border-t not-first:border-line py-2">
      <div className="flex items-center justify-between gap-4">
        <div className={past ? 'min-w-0 text-muted' : 'min-w-0'}>
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p>{days}</p>
        </div>
        {children}
      </div>
      {events.length > 0 && (
        <div>
          <p>Findet trotzdem statt, weil jemand geantwortet oder etwas geändert hat:</p>
          <ul className="list-disc pl-6">
            {events.map((event) => (
              <li key={event.uuid} className="wrap-anywhere">
                <Link to={eventPagePath(event.uuid)}>
                  {event.name} am {dateToText(event.date)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

/** The club's state, which determines its school holidays. */
function StateForm({ state, search }: { state: string; search: string }) {
  const { choices } = useLoaderData<typeof loader>();
  const [form, { state: field }] = useActionForm<{ state: string }>({
    id: 'state',
    lastResult: null,
    defaultValue: { state },
  });
  return (
    <ActionForm
      form={form}
      action={statePath(search)}
      failure={messages.stateChooseFailed}
      summary={false}
    >
      <SelectField field={field} label="Bundesland" options={optionsOf(choices)} />
      <ButtonRow>
        <Button>Speichern</Button>
      </ButtonRow>
    </ActionForm>
  );
}

/** Folded below the breaks that there are, unless it was refused. */
function NewBreak({ folded }: { folded: boolean }) {
  const [form, fields] = useActionForm<Record<keyof typeof labels, string>>({ id: 'new-break' });
  const newBreak = (
    <ActionForm form={form} labels={labels}>
      <TextField field={fields.name} label={labels.name} autoComplete="off" maxLength={100} />
      <div className="grid items-end gap-6 sm:grid-cols-2">
        <DateField field={fields.from} label={labels.from} />
        <DateField field={fields.until} label={labels.until} />
      </div>
      <ButtonRow>
        <Button variant="primary">Eintragen</Button>
      </ButtonRow>
    </ActionForm>
  );
  return folded ? (
    <Disclosure summary="Pause eintragen" open={!form.valid}>
      {newBreak}
    </Disclosure>
  ) : (
    newBreak
  );
}

export const ErrorBoundary = activeErrorScreen(messages.breaksLoadFailed);
