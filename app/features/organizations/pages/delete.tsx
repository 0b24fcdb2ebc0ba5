import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { organizationPath } from '~/paths/organizations';
import { homePath } from '~/paths/shell';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { Facts } from '~/ui/facts';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { deleteOrganization, readOrganizationForDeletion } from '../operations.server';
import { deletionForm } from '../schema';
import { messages } from '../wording';

export const meta = titled('Verein löschen');
export const loader = page(readOrganizationForDeletion);
export const action = form(deleteOrganization, {
  fields: deletionForm,
  success: messages.organizationDeleted,
  failure: messages.organizationDeleteFailed,
  next: homePath,
});

/** Confirms by having the name typed (C2). */
export default function DeleteOrganization() {
  const { name, contents } = useLoaderData<typeof loader>();
  const [deleting, fields] = useActionForm<z.input<typeof deletionForm>>({
    id: 'delete-organization',
  });
  return (
    <RouteDialog title="Verein löschen" closeTo={organizationPath}>
      <p>
        Mit <strong>{name}</strong> wird alles gelöscht, was dazugehört, samt Anmeldungen,
        Teilnahmen, Antworten und Einladungen. Das lässt sich nicht rückgängig machen.
      </p>
      <Facts
        items={[
          { label: 'Mitglieder', value: contents.members },
          { label: 'Veranstaltungen', value: contents.events },
          { label: 'Umfragen', value: contents.polls },
          { label: 'Benutzer mit Zugang', value: contents.users },
        ]}
      />
      <ActionForm form={deleting} labels={{ name: 'Name des Vereins' }} summary="heard">
        <TextField
          field={fields.name}
          label="Name des Vereins"
          hint="Zur Bestätigung genau so, wie er oben steht."
          autoComplete="off"
        />
        <DialogActions>
          <Button variant="danger">Verein löschen</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
