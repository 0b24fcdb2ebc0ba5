import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { accountPath, loginPath } from '~/paths/accounts';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { PasswordField } from '~/ui/password-field';
import { QuestionTick } from '~/ui/question-field';
import { titled } from '~/ui/title';
import { deleteAccount, readAccountForDeletion } from '../operations.server';
import type { accountDeletion } from '../schema';
import { messages, WITHDRAW, withdrawHint } from '../wording';

export const meta = titled('Konto löschen');
export const loader = page(readAccountForDeletion);
export const action = form(deleteAccount, {
  success: messages.accountDeleted,
  failure: messages.accountDeleteFailed,
  next: loginPath,
});

/** Confirms with the password (A12). */
export default function AccountDeletionDialog() {
  const { promised } = useLoaderData<typeof loader>();
  const [deleting, fields] = useActionForm<z.input<typeof accountDeletion>>({
    id: 'account-deletion',
  });
  return (
    <RouteDialog title="Konto löschen" closeTo={accountPath}>
      <p>
        Ihr Konto und Ihre Berechtigungen werden gelöscht, und alle Geräte ausgeloggt. Das lässt
        sich nicht rückgängig machen. Was Ihre Vereine über Sie als Mitglied führen, bleibt dort,
        auch an welchen Veranstaltungen Sie teilgenommen haben.
      </p>
      <ActionForm form={deleting} labels={{ password: 'Passwort' }}>
        <PasswordField
          field={fields.password}
          label="Passwort"
          autoComplete="current-password"
          hint="Zur Bestätigung."
        />
        {promised > 0 && (
          <QuestionTick name="withdraw" label={WITHDRAW} hint={withdrawHint(promised)} />
        )}
        <DialogActions>
          <Button variant="danger">Konto löschen</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
