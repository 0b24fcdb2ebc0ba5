import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { backFromDialog } from '~/paths/event-dialogs.server';
import { titled } from '~/ui/title';
import { WaitingMemberDialog } from '../components/waiting-member-dialog';
import { moveUp } from '../operations/waiting-list.server';
import { readWaitingDialog } from '../waiting-dialog.server';
import { messages } from '../wording';

const TITLE = 'Vorziehen';

export const meta = titled(TITLE);
export const loader = readWaitingDialog;
export const action = form(moveUp, {
  success: messages.movedUp,
  failure: messages.waitingListFailed,
  ...backFromDialog,
});

/** Asks before an event editor gives a member on the waiting list a place out of turn (K8). */
export default function Promotion() {
  const { allTaken } = useLoaderData<typeof loader>();
  return (
    <WaitingMemberDialog title={TITLE} variant="primary" hint={allTaken}>
      bekommt {allTaken ? '' : 'sofort '}einen Platz bei
    </WaitingMemberDialog>
  );
}
