import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { memberPath, membersBehind, membersPath } from '~/paths/members';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { Link } from '~/ui/link';
import { titled } from '~/ui/title';
import { LinkedUser } from '../components/linked-user';
import { MemberFields, NEEDS } from '../components/member-fields';
import { memberLabels, NO_GENDER } from '../fields';
import { linkedUser } from '../linked-user.server';
import { readMemberForEdit, updateMemberInGroups } from '../operations/members.server';
import { fullMemberForm } from '../schema';
import { messages } from '../wording';

export const meta = titled('Mitglied bearbeiten');

const read = page(readMemberForEdit, {
  gone: { to: membersBehind, message: messages.memberLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const [member, link] = await Promise.all([read(args), linkedUser(args)]);
  return { member, link };
}

export const action = form(updateMemberInGroups, {
  fields: fullMemberForm,
  success: messages.memberSaved,
  failure: messages.memberSaveFailed,
  next: (_member, args) => membersBehind(args),
  gone: membersBehind,
});

/** A member's fields and, for admins, the linked user (D2, D3). */
export default function EditMember() {
  const { member, link } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const groups = member.groups.flatMap(({ uuid, belongs }) => (belongs ? uuid : []));
  const [editing, fields] = useActionForm<z.input<typeof fullMemberForm>>({
    id: 'edit-member',
    defaultValue: { ...member, gender: member.gender ?? NO_GENDER, groups, groupsBefore: groups },
  });
  return (
    <RouteDialog
      title="Mitglied bearbeiten"
      subject={`${member.firstName} ${member.lastName}`}
      closeTo={membersPath(search)}
    >
      <ActionForm form={editing} labels={memberLabels} needs={NEEDS} version={member.version}>
        <MemberFields fields={fields} groups={member.groups} />
      </ActionForm>
      <p>
        <Link to={memberPath(member.uuid, '', search)} preventScrollReset>
          Teilnahmen der letzten zwölf Monate
        </Link>
      </p>
      {link && <LinkedUser link={link} />}
      <DialogActions>
        <Button variant="primary" form={editing.id}>
          Speichern
        </Button>
      </DialogActions>
    </RouteDialog>
  );
}
