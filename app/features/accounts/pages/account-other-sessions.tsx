import { form } from '~/doors/form.server';
import { guardLoggedIn } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
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
  const [ending] = useActionForm<Record<string, never>>({ id: 'account-other-sessions' });
  return (
    <RouteDialog title={TITLE} closeTo={accountPath}>
      <p>
        Überall sonst muss man sich danach neu einloggen. Auf diesem Gerät bleiben Sie eingeloggt.
      </p>
      <ActionForm form={ending}>
        <DialogActions>
          <Button variant="danger">Ausloggen</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
