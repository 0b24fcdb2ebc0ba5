import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { useMemo } from 'react';
import type { z } from 'zod';
import { dateToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Checklist } from '~/ui/checklist';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { MemberPageButtons, MemberSearch } from '../components/member-pages';
import { readParticipationPage, recordParticipation } from '../operations/participation.server';
import { eventsBehind, eventsPath, participantsPath } from '../paths';
import { participationForm } from '../schema';
import { messages } from '../wording';

export const meta = titled('Teilnehmer');

const read = page(readParticipationPage, {
  gone: { to: eventsPath(), message: messages.participantsLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const { event, members, pages } = await read(args);
  return { name: event.name, date: dateToText(event.date), members, pages };
}

export const action = form(recordParticipation, {
  fields: participationForm,
  success: ({ event }) => messages.participantsSaved(event),
  failure: messages.participantsSaveFailed,
  next: shownNext,
  gone: eventsPath(),
});

/** The target of the pressed button: another part of a long list, or the list of events. */
function shownNext(_output: unknown, args: ActionFunctionArgs, fields: Record<string, unknown>) {
  const { search, searchParams } = new URL(args.request.url);
  const {
    q,
    membersAfter,
    membersBefore,
    search: searched,
  } = fields as z.output<typeof participationForm>;
  const event = args.params.event ?? '';
  if (searched) return participantsPath(event, search, { q });
  if (!membersAfter && !membersBefore) return eventsBehind(args);
  return participantsPath(event, search, {
    q: searchParams.get('q') ?? '',
    membersAfter,
    membersBefore,
  });
}

/**
 * Records who took part: every member in one form, those who registered marked (E6); page by page
 * in a club of over 1,000. Prints as an attendance list.
 */
export default function Participants() {
  const { name, date, members, pages } = useLoaderData<typeof loader>();
  const { search, key } = useLocation();
  const present = useMemo(
    () => members.filter(({ participated }) => participated).map(({ uuid }) => uuid),
    [members],
  );
  const [recording, fields] = useActionForm<{ inQuestion: string[]; participated: string[] }>({
    id: 'participants',
    defaultValue: { inQuestion: [], participated: [] },
  });
  const found = members.length > 0;
  return (
    <RouteDialog
      key={pages ? search : undefined}
      title={`Teilnehmer: ${name}`}
      closeTo={eventsPath(search)}
      size="large"
    >
      <ActionForm
        key={pages ? key : undefined}
        form={recording}
        labels={{ participated: 'Teilnehmer' }}
      >
        {pages && <MemberSearch q={pages.q} />}
        {!found && (
          <p>{pages?.q ? `Zu „${pages.q}“ gibt es hier niemanden.` : 'Noch keine Mitglieder.'}</p>
        )}
        <Checklist
          field={fields.participated}
          label={`Wer war dabei am ${date}?`}
          tick="war dabei"
          before={present}
          beforeField={fields.inQuestion}
          options={members.map(({ uuid, firstName, lastName, registered }) => ({
            value: uuid,
            label: `${lastName}, ${firstName}`,
            mark: registered && <Badge tone="green">Angemeldet</Badge>,
          }))}
        />
        {pages && <MemberPageButtons {...pages} />}
        <DialogActions sticky>
          <Button variant="primary">Speichern</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
