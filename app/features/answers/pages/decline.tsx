import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { backFromDialog } from '~/paths/event-dialogs.server';
import { Button } from '~/ui/button';
import { titled } from '~/ui/title';
import { Note } from '../components/answer-fields';
import { EventNamed, RegistrationDialog } from '../components/registration-dialog';
import { sayNo } from '../operations/answering.server';
import { readAnswerDialog } from '../registration-dialog.server';
import { saidInDialog } from '../rules/way-back.server';
import { declineForm } from '../schema';
import { messages } from '../wording';

const TITLE = 'Absagen';

export const meta = titled(TITLE);
export const loader = readAnswerDialog;
export const action = form(sayNo, {
  fields: declineForm,
  success: saidInDialog(messages.answered),
  failure: messages.declineFailed,
  ...backFromDialog,
});

/** Asks before a member declines an event, with an optional reason (J5). */
export default function Decline() {
  const dialog = useLoaderData<typeof loader>();
  const { name, date, other, reason, obstacles } = dialog;
  return (
    <RegistrationDialog
      {...dialog}
      title={TITLE}
      obstacle={obstacles.no}
      fields={!obstacles.no && <Note note={reason} reason />}
      buttons={!obstacles.no && <Button variant="primary">Absagen</Button>}
    >
      {obstacles.no ? (
        <EventNamed {...dialog} />
      ) : (
        <>
          {other ? `Ist ${other.name}` : 'Sind Sie'} bei <strong>{name}</strong> am {date} nicht
          dabei?
        </>
      )}
    </RegistrationDialog>
  );
}
