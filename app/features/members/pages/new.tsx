import { useLocation } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages } from '~/messages';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { listBehind, listSearch } from '../address';
import { MemberFields, memberLabels } from '../components/member-fields';
import { createMember, readCreation } from '../operations.server';
import type { newMember } from '../schema';

export const meta = titled('Mitglied erstellen');
export const loader = page(readCreation);
export const action = form(createMember, {
  success: messages.memberCreated,
  failure: messages.memberCreateFailed,
  next: (_member, { request }) => listBehind(request),
});

export default function NewMember() {
  const search = listSearch(useLocation().search);
  const [creating, fields] = useActionForm<z.input<typeof newMember>>({ id: 'create-member' });
  return (
    <RouteDialog title="Mitglied erstellen" closeTo={`/app/members${search}`}>
      <ActionForm form={creating} labels={memberLabels}>
        <MemberFields fields={fields} />
        <DialogActions>
          <Button variant="primary">Mitglied erstellen</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
