import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { PasswordField } from '~/ui/password-field';
import { titled } from '~/ui/title';
import { NewPasswordFields } from '../components/new-password-fields';
import { changePassword, readPasswordRules } from '../operations/passwords.server';
import { passwordChangeForm } from '../schema';
import { messages } from '../wording';

export const meta = titled('Passwort ändern');
export const loader = page(readPasswordRules);
export const action = form(changePassword, {
  fields: passwordChangeForm,
  success: messages.passwordChanged,
  failure: messages.accountSaveFailed,
  next: accountPath,
});

/** Asks for the old password and ends the other sessions (A12). */
export default function AccountPasswordDialog() {
  const { passwordMinLength } = useLoaderData<typeof loader>();
  const [changing, fields] = useActionForm<z.input<typeof passwordChangeForm>>({
    id: 'account-password',
  });
  return (
    <RouteDialog title="Passwort ändern" closeTo={accountPath}>
      <p>Auf anderen Geräten werden Sie ausgeloggt, auf diesem nicht.</p>
      <ActionForm
        form={changing}
        labels={{
          currentPassword: 'Bisheriges Passwort',
          password: 'Neues Passwort',
          passwordRepeat: 'Neues Passwort wiederholen',
        }}
        summary="heard"
      >
        <PasswordField
          field={fields.currentPassword}
          label="Bisheriges Passwort"
          autoComplete="current-password"
        />
        <NewPasswordFields fields={fields} label="Neues Passwort" minLength={passwordMinLength} />
        <DialogActions>
          <Button variant="primary">Passwort ändern</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
