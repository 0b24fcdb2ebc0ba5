import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { readAccountForEdit, requestEmailChange } from '../operations/account.server';
import type { ownEmail } from '../schema';
import { messages } from '../wording';

export const meta = titled('E-Mail ändern');
export const loader = page(readAccountForEdit);
export const action = form(requestEmailChange, {
  success: messages.emailChangeRequested,
  failure: messages.accountSaveFailed,
  next: accountPath,
});

/** The new address counts once the code mailed to it is confirmed (A12). */
export default function AccountEmailDialog() {
  const { email } = useLoaderData<typeof loader>();
  const [changing, fields] = useActionForm<z.input<typeof ownEmail>>({ id: 'account-email' });
  return (
    <RouteDialog title="E-Mail ändern" closeTo={accountPath}>
      <p>
        Bisher loggen Sie sich mit {email} ein. Das bleibt so, bis Sie die neue Adresse mit dem Link
        bestätigen, den wir dorthin schicken.
      </p>
      <ActionForm form={changing} labels={{ email: 'Neue E-Mail' }} summary="heard">
        <TextField field={fields.email} label="Neue E-Mail" type="email" autoComplete="email" />
        <DialogActions>
          <Button variant="primary">Bestätigung senden</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
