import { useLoaderData, useLocation } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { membersBehind, membersPath } from '~/paths/members';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { MemberFields, NEEDS } from '../components/member-fields';
import { memberLabels, NO_GENDER } from '../fields';
import { createMemberInGroups, readGroupsToChoose } from '../operations/members.server';
import { newMemberForm } from '../schema';
import { CREATE_MEMBER, messages } from '../wording';

export const meta = titled(CREATE_MEMBER);
export const loader = page(readGroupsToChoose);
export const action = form(createMemberInGroups, {
  fields: newMemberForm,
  success: messages.memberCreated,
  failure: messages.memberCreateFailed,
  next: (_member, args) => membersBehind(args),
});

export default function NewMember() {
  const groups = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [creating, fields] = useActionForm<z.input<typeof newMemberForm>>({
    id: 'create-member',
    defaultValue: { gender: NO_GENDER },
  });
  return (
    <RouteDialog title={CREATE_MEMBER} closeTo={membersPath(search)}>
      <ActionForm form={creating} labels={memberLabels} needs={NEEDS}>
        <MemberFields fields={fields} groups={groups} />
        <DialogActions>
          <Button variant="primary">{CREATE_MEMBER}</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
