import { form } from '~/doors/form.server';
import { guardLoggedIn } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { endOtherSessions } from '../operations/own-sessions.server';
import { messages } from '../wording';

const TITLE = 'Auf anderen Geräten ausloggen';

export const meta = titled(TITLE);
export const loader = guardLoggedIn;
export const action = form(endOtherSessions, {
  success: messages.otherSessionsEnded,
  failure: messages.sessionEndFailed,
  next: accountPath,
});

/** Confirms ending all sessions but this one (A12). */
export default function AccountOtherSessionsDialog() {
  return (
    <QuestionDialog
      title={TITLE}
      closeTo={accountPath}
      id="account-other-sessions"
      button="Ausloggen"
    >
      <p>
        Überall sonst muss man sich danach neu einloggen. Auf diesem Gerät bleiben Sie eingeloggt.
      </p>
    </QuestionDialog>
  );
}
