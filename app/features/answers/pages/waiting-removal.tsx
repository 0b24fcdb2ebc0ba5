import { form } from '~/doors/form.server';
import { backFromDialog } from '~/paths/event-dialogs.server';
import { titled } from '~/ui/title';
import { WaitingMemberDialog } from '../components/waiting-member-dialog';
import { removeWaiting } from '../operations/waiting-list.server';
import { readWaitingDialog } from '../waiting-dialog.server';
import { messages } from '../wording';

const TITLE = 'Entfernen';

export const meta = titled(TITLE);
export const loader = readWaitingDialog;
export const action = form(removeWaiting, {
  success: messages.removedFromWaitingList,
  failure: messages.waitingListFailed,
  ...backFromDialog,
});

/** Asks before an event editor takes a member off the waiting list (K8). */
export default function Removal() {
  return (
    <WaitingMemberDialog title={TITLE} variant="danger">
      verliert den Platz auf der Warteliste von
    </WaitingMemberDialog>
  );
}
