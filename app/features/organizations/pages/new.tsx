import type { LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { guard } from '~/doors/page.server';
import { nothing } from '~/kernel/fields';
import { homePath } from '~/paths/shell';
import { Button, ButtonRow } from '~/ui/button';
import { Card } from '~/ui/card';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { foundOrganization } from '../operations.server';
import { found } from '../policy';
import type { founding } from '../schema';
import { messages } from '../wording';

export const meta = titled('Organisation erstellen');
export function loader(args: LoaderFunctionArgs) {
  const { config } = args.context.services;
  return guard({ input: nothing, may: (_subject, actor) => found(actor, config) })(args);
}

export const action = form(foundOrganization, {
  success: messages.organizationFounded,
  failure: messages.organizationFoundFailed,
  next: homePath,
});

/** Founding an organisation (B4). */
export default function NewOrganization() {
  const [creating, fields] = useActionForm<z.input<typeof founding>>({ id: 'found-organization' });
  return (
    <>
      <PageHeader title="Organisation erstellen" back={{ to: homePath }} />
      <p>Sie werden Administrator des neuen Vereins und können danach Mitglieder einladen.</p>
      <div className="max-w-160">
        <Card>
          <ActionForm form={creating} labels={{ name: 'Name' }} summary="heard">
            <TextField field={fields.name} label="Name" autoComplete="organization" />
            <ButtonRow>
              <Button variant="primary">Organisation erstellen</Button>
            </ButtonRow>
          </ActionForm>
        </Card>
      </div>
    </>
  );
}
