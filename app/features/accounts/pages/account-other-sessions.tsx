import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages } from '~/messages';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { readOwnName } from '../operations/account.server';
import { endOtherSessions } from '../operations/own-sessions.server';

export const meta = titled('Andere Sitzungen beenden');
export const loader = page(readOwnName);
export const action = form(endOtherSessions, {
  success: messages.otherSessionsEnded,
  failure: messages.sessionEndFailed,
  next: '/app/account',
});

/** Asks before all sessions but this one are ended (A12). */
export default function AccountOtherSessionsDialog() {
  const [ending] = useActionForm<Record<string, never>>({ id: 'account-other-sessions' });
  return (
    <RouteDialog title="Andere Sitzungen beenden" closeTo="/app/account">
      <p>
        Überall sonst muss man sich danach neu anmelden. In dieser Sitzung bleiben Sie angemeldet.
      </p>
      <ActionForm form={ending}>
        <DialogActions>
          <Button variant="danger">Alle anderen beenden</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
