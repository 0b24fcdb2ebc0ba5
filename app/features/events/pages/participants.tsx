import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import type { z } from 'zod';
import { longDay } from '~/kernel/day.server';
import { form } from '~/kernel/form.server';
import { page } from '~/kernel/page.server';
import { messages } from '~/messages';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Checklist } from '~/ui/checklist';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { readParticipation, saveParticipation } from '../operations/participation.server';
import { listBehind, listPath } from '../paths';
import type { participations } from '../schema';

export const meta = titled('Teilnehmer');

const read = page(readParticipation, {
  gone: { to: listPath(), message: messages.participantsLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const { event, members } = await read(args);
  return { name: event.name, date: longDay(event.date), members };
}

export const action = form(saveParticipation, {
  // Every member can be ticked, and have been before.
  maxFields: 8000,
  success: messages.participantsSaved,
  failure: messages.participantsSaveFailed,
  next: listBehind,
  gone: '/app/events',
});

/** Who was there: every member, those who registered marked, saved together (E6). Prints as an attendance list. */
export default function Participants() {
  const { name, date, members } = useLoaderData<typeof loader>();
  const present = members.filter(({ participated }) => participated).map(({ uuid }) => uuid);
  const [recording, fields] = useActionForm<Omit<z.input<typeof participations>, 'event'>>({
    id: 'participants',
    defaultValue: { participated: present },
  });
  return (
    <RouteDialog title={`Teilnehmer: ${name}`} closeTo={listPath(useLocation().search)} size="large">
      <ActionForm form={recording} labels={{ participated: 'Teilnehmer' }}>
        {/* Whoever is ticked now and no longer ticked when saved was not there; all others stay as they are. */}
        {present.map((uuid) => (
          <input key={uuid} type="hidden" name={fields.inQuestion.name} value={uuid} />
        ))}
        <Checklist
          field={fields.participated}
          label={`Wer war dabei am ${date}?`}
          tick="war dabei"
          options={members.map(({ uuid, firstName, lastName, registered }) => ({
            value: uuid,
            label: `${lastName}, ${firstName}`,
            mark: registered && <Badge tone="green">Angemeldet</Badge>,
          }))}
        />
        <DialogActions>
          <Button variant="primary">Speichern</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
