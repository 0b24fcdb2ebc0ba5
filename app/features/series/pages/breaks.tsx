import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { dateToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { ActiveErrorScreen } from '~/frame/error-screen';
import { eventPagePath } from '~/paths/events';
import { behindBreaks, breakDeletionPath, breaksBehind } from '~/paths/series';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { DateField } from '~/ui/date-field';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { createBreak, readBreaks } from '../operations/breaks.server';
import { BREAKS, breakDays, messages } from '../wording';

export const meta = titled(BREAKS);
export const loader = page(readBreaks);
export const shouldRevalidate = keepBehindDialog;
export const action = form(createBreak, {
  success: messages.breakCreated,
  failure: messages.breakCreateFailed,
  next: (_days, args) => breaksBehind(args),
});

type Break = ReturnType<typeof useLoaderData<typeof loader>>[number];

const labels = { name: 'Name', from: 'Erster Tag', until: 'Letzter Tag' };

/** When the club pauses: a series can leave these days out (L1). */
export default function Breaks() {
  const breaks = useLoaderData<typeof loader>();
  const { search, key } = useLocation();
  return (
    <>
      <PageHeader
        title={BREAKS}
        back={{
          to: behindBreaks(search),
          label: search ? 'Wiederholung' : 'Veranstaltungen',
        }}
      />
      <div className="max-w-160">
        <Stack>
          <p>
            Was sich wiederholt, kann in diesen Tagen ausfallen: Das wählen Sie bei der
            Wiederholung. Schulferien tragen Sie hier selbst ein.
          </p>
          {breaks.length > 0 && (
            <Card>
              <ul>
                {breaks.map((each) => (
                  <BreakRow key={each.uuid} {...each} search={search} />
                ))}
              </ul>
            </Card>
          )}
          <Card title="Eintragen">
            <NewBreak key={key} />
          </Card>
        </Stack>
      </div>
      <Outlet />
    </>
  );
}

function BreakRow({ uuid, name, past, events, search, ...days }: Break & { search: string }) {
  return (
    <li className="not-first:border-t not-first:border-line py-2">
      <div className="flex items-center justify-between gap-4">
        <div className={past ? 'min-w-0 text-muted' : 'min-w-0'}>
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p>{breakDays(days)}</p>
        </div>
        <ButtonLink
          to={breakDeletionPath(uuid, search)}
          variant="caution"
          size="small"
          aria-label={`Löschen: ${name}`}
          dialog
        >
          Löschen
        </ButtonLink>
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

function NewBreak() {
  const [form, fields] = useActionForm<Record<keyof typeof labels, string>>({ id: 'new-break' });
  return (
    <ActionForm form={form} labels={labels}>
      <TextField field={fields.name} label={labels.name} autoComplete="off" maxLength={100} />
      <DateField field={fields.from} label={labels.from} />
      <DateField field={fields.until} label={labels.until} />
      <ButtonRow>
        <Button variant="primary">Eintragen</Button>
      </ButtonRow>
    </ActionForm>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.breaksLoadFailed} />;
}
