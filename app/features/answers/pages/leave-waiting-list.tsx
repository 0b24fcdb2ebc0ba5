import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { backFromDialog, eventBehind } from '~/paths/event-dialogs.server';
import { Button } from '~/ui/button';
import { DateText } from '~/ui/date-text';
import { titled } from '~/ui/title';
import { RegistrationDialog } from '../components/registration-dialog';
import { leaveWaitingList } from '../operations/waiting-list.server';
import { readAnswerDialog } from '../registration-dialog.server';
import { LEAVE_WAITING_LIST, messages } from '../wording';

export const meta = titled(LEAVE_WAITING_LIST);

export async function loader(args: LoaderFunctionArgs) {
  const dialog = await readAnswerDialog(args);
  // Left already, or moved up: going back in the browser asks nothing again.
  if (!dialog.turn && !args.context.refused) throw redirect(eventBehind(args));
  return dialog;
}

export const action = form(leaveWaitingList, {
  success: (left) => ({ ...messages.leftWaitingList(left), about: left.event.uuid }),
  failure: messages.waitingListFailed,
  ...backFromDialog,
});

/** Asks before a member leaves an event's waiting list, which is possible at any time (K6). */
export default function LeaveWaitingList() {
  const dialog = useLoaderData<typeof loader>();
  const { name, date, turn } = dialog;
  return (
    <RegistrationDialog
      {...dialog}
      title={LEAVE_WAITING_LIST}
      places={null}
      buttons={<Button variant="danger">{LEAVE_WAITING_LIST}</Button>}
    >
      Möchten Sie die Warteliste von <strong>{name}</strong> am <DateText>{date}</DateText>{' '}
      verlassen?
      {turn && (
        <>
          <br />
          {turn}. Dieser Platz geht dabei verloren.
        </>
      )}
    </RegistrationDialog>
  );
}
