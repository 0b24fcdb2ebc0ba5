import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages } from '~/messages';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { foundOrganization, readFounding } from '../operations.server';
import type { founding } from '../schema';

export const meta = titled('Organisation erstellen');
export const loader = page(readFounding);
export const action = form(foundOrganization, {
  success: messages.organizationFounded,
  failure: messages.organizationFoundFailed,
  next: '/app/',
});

/** Founding an organisation (B4). */
export default function NewOrganization() {
  const [creating, fields] = useActionForm<z.input<typeof founding>>({ id: 'found-organization' });
  return (
    <>
      <PageHeader title="Organisation erstellen" back={{ to: '/app/' }} />
      <p>Sie werden Administrator der neuen Organisation und können danach Mitglieder einladen.</p>
      <ActionForm form={creating} labels={{ name: 'Name' }}>
        <TextField field={fields.name} label="Name" autoComplete="organization" />
        <Button variant="primary">Organisation erstellen</Button>
      </ActionForm>
    </>
  );
}
