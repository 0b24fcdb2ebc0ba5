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
import { readAccountForEdit, updateOwnName } from '../operations/account.server';
import type { ownName } from '../schema';
import { messages } from '../wording';

export const meta = titled('Namen ändern');
export const loader = page(readAccountForEdit);
export const action = form(updateOwnName, {
  success: messages.accountSaved,
  failure: messages.accountSaveFailed,
  next: accountPath,
});

/** Changes the account only (A12): member records belong to the organisation. */
export default function AccountNameDialog() {
  const { firstName, lastName } = useLoaderData<typeof loader>();
  const [saving, fields] = useActionForm<z.input<typeof ownName>>({
    id: 'account-name',
    defaultValue: { firstName, lastName },
  });
  return (
    <RouteDialog title="Namen ändern" closeTo={accountPath}>
      <ActionForm
        form={saving}
        labels={{ firstName: 'Vorname', lastName: 'Nachname' }}
        summary="heard"
      >
        <TextField field={fields.firstName} label="Vorname" autoComplete="given-name" />
        <TextField field={fields.lastName} label="Nachname" autoComplete="family-name" />
        <DialogActions>
          <Button variant="primary">Speichern</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
