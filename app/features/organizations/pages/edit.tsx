import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/kernel/form.server';
import { page } from '~/kernel/page.server';
import { messages } from '~/messages';
import { Button, ButtonRow } from '~/ui/button';
import { TextArea } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { administerOrganization, saveMessageOfTheDay } from '../operations.server';
import type { messageOfTheDay } from '../schema';

export const meta = titled('Meine Organisation');
export const loader = page(administerOrganization);
export const action = form(saveMessageOfTheDay, {
  success: messages.organizationSaved,
  failure: messages.organizationSaveFailed,
  next: '/app/admin/organization',
});

/** The message of the day (C2). */
export default function EditOrganization() {
  const organization = useLoaderData<typeof loader>();
  const [editing, fields] = useActionForm<z.input<typeof messageOfTheDay>>({
    id: 'message-of-the-day',
    defaultValue: { motd: organization.motd },
  });
  return (
    <>
      <PageHeader title="Meine Organisation" />
      <ActionForm form={editing} labels={{ motd: 'Nachricht des Tages' }}>
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
    </>
  );
}
