import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { dayInWords, daysToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { NO_LINKED_MEMBER } from '~/features/events/wording';
import { activeErrorScreen } from '~/frame/error-screen';
import { absencesPath, withdrawalPath } from '~/paths/absences';
import { eventPagePath } from '~/paths/events';
import { homePath } from '~/paths/shell';
import { Banner } from '~/ui/banner';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card } from '~/ui/card';
import { DateField } from '~/ui/date-field';
import { ActionForm, useActionForm } from '~/ui/form';
import { hyphenated } from '~/ui/hyphenation';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { createAbsence, listAbsences } from '../operations.server';
import { absenceForm } from '../schema';
import { ABSENCE, declinesToText, messages, stillComing } from '../wording';

export const meta = titled(ABSENCE);

const read = page(listAbsences);

export async function loader(args: LoaderFunctionArgs) {
  const { linked, absences } = await read(args);
  return {
    linked,
    absences: absences.map(({ uuid, declined, coming, events, ...days }) => {
      const more = coming - events.length;
      return {
        uuid,
        days: daysToText(days),
        declined: `${declinesToText(declined)}.`,
        still: stillComing(coming).replace(/\.$/, ':'),
        events: events.map(({ uuid, name, date, waiting }) => ({
          uuid,
          name,
          when: `${dayInWords(date)}${waiting ? ', auf der Warteliste' : ''}`,
        })),
        more: more > 0 ? `und ${more} weitere` : '',
      };
    }),
  };
}

export const shouldRevalidate = keepBehindDialog;
export const action = form(createAbsence, {
  fields: absenceForm,
  success: messages.absenceCreated,
  failure: messages.absenceCreateFailed,
  next: absencesPath,
});

type Screen = ReturnType<typeof useLoaderData<typeof loader>>;

/** When the member is away, and what it declined (L8). */
export default function Absences() {
  const { linked, absences } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={ABSENCE} back={{ to: homePath, label: 'Übersicht' }} />
      <div className="grid max-w-160 grid-cols-1 content-start gap-4 sm:gap-5">
        {linked ? <NewAbsence key={absences.length} /> : <Banner>{NO_LINKED_MEMBER}</Banner>}
        {absences.map((absence) => (
          <AbsenceCard key={absence.uuid} {...absence} />
        ))}
      </div>
      <Outlet />
    </>
  );
}

const labels = { from: 'Von', until: 'Bis' };

function NewAbsence() {
  const [entering, fields] = useActionForm<z.input<typeof absenceForm>>({ id: 'absence' });
  return (
    <Card>
      <p className="mb-3">
        Wir sagen für Sie alles ab, wofür in dieser Zeit Ihre Antwort gefragt ist, auch später
        Geplantes. Ihre bisherigen Antworten bleiben.
      </p>
      <ActionForm form={entering} labels={labels}>
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <DateField field={fields.from} label={labels.from} hint="Erster Tag" />
          <DateField
            field={fields.until}
            label={labels.until}
            hint="Leer bei einem einzigen Tag"
            required={false}
          />
        </div>
        <ButtonRow>
          <Button variant="primary">Eintragen</Button>
        </ButtonRow>
      </ActionForm>
    </Card>
  );
}

function AbsenceCard({ uuid, days, declined, still, events, more }: Screen['absences'][number]) {
  return (
    <Card
      title={days}
      aside={
        <ButtonLink to={withdrawalPath(uuid)} size="small" dialog>
          Zurücknehmen
        </ButtonLink>
      }
    >
      <p className="text-muted">{declined}</p>
      {still && (
        <>
          <p className="mt-3">{still}</p>
          <ul className="mt-1">
            {events.map((event) => (
              <li key={event.uuid} className="border-t border-line py-2 first:border-t-0">
                <p className="font-semibold wrap-anywhere">
                  <Link className="text-ink decoration-line" to={eventPagePath(event.uuid)}>
                    {hyphenated(event.name)}
                  </Link>
                </p>
                <p className="text-md text-muted">{event.when}</p>
              </li>
            ))}
          </ul>
          {more && <p className="text-md text-muted">{more}</p>}
        </>
      )}
    </Card>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.absencesLoadFailed);
