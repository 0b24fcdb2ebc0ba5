import { useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages } from '~/messages';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { readResignation, resign } from '../operations/permissions.server';
import { listPath } from '../view';

export const meta = titled('Berechtigungen');
export const loader = page(readResignation);
export const action = form(resign, {
  success: messages.permissionSaved,
  failure: messages.permissionSaveFailed,
  next: '/app/',
});

/** Asks before one's own administration ends, for one cannot take that back oneself (C4). */
export default function Resign() {
  const { search } = useLocation();
  const [resigning] = useActionForm({ id: 'resign' });
  return (
    <RouteDialog title="Eigene Berechtigung entfernen" closeTo={listPath(search)}>
      <p>Eigene Berechtigung zur Administration der Organisation wirklich entfernen?</p>
      <p>Erneut erteilen kann sie Ihnen nur jemand anderes mit dieser Berechtigung.</p>
      <ActionForm form={resigning}>
        <DialogActions>
          <Button variant="danger">Berechtigung entfernen</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
