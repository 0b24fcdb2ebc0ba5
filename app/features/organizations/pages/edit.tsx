import { Outlet, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { ActiveErrorScreen } from '~/features/shell/error-screen';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { UnsavedGuard } from '~/ui/discard-guard';
import { TextArea, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { readOrganizationForEdit, updateOrganization } from '../operations.server';
import { organizationDeletionPath, organizationPath } from '../paths';
import { organizationForm } from '../schema';
import { messages } from '../wording';

export const meta = titled('Meine Organisation');
export const loader = page(readOrganizationForEdit);
export const shouldRevalidate = keepBehindDialog;
export const action = form(updateOrganization, {
  fields: organizationForm,
  success: messages.organizationSaved,
  failure: messages.organizationSaveFailed,
  next: organizationPath,
});

/** Name and message of the day, and deletion (C2). */
export default function EditOrganization() {
  const organization = useLoaderData<typeof loader>();
  const [editing, fields] = useActionForm<z.input<typeof organizationForm>>({
    id: 'organization',
    defaultValue: { name: organization.name, motd: organization.motd },
  });
  return (
    <>
      <PageHeader title="Meine Organisation" />
      <UnsavedGuard home={organizationPath} version={organization.version}>
        <ActionForm
          form={editing}
          labels={{ name: 'Name', motd: 'Nachricht des Tages' }}
          version={organization.version}
        >
          <TextField field={fields.name} label="Name" autoComplete="organization" />
          <TextArea
            field={fields.motd}
            label="Nachricht des Tages"
            hint="Steht für alle auf der Übersicht. Leer lassen, um nichts anzuzeigen."
            rows={5}
            required={false}
          />
          <ButtonRow>
            <Button variant="primary">Speichern</Button>
          </ButtonRow>
        </ActionForm>
      </UnsavedGuard>
      <div className="max-w-160">
        <Card title="Organisation löschen">
          <Stack>
            <p>Löscht auch alle Mitglieder, Veranstaltungen und Umfragen, und zwar endgültig.</p>
            <ButtonRow>
              <ButtonLink to={organizationDeletionPath} variant="caution" dialog>
                Organisation löschen
              </ButtonLink>
            </ButtonRow>
          </Stack>
        </Card>
      </div>
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.organizationLoadFailed} />;
}
