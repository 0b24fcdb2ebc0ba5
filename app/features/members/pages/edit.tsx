import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages } from '~/messages';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { listBehind, listSearch, memberDialog } from '../address';
import { LinkedUser } from '../components/linked-user';
import { MemberFields, memberLabels } from '../components/member-fields';
import { linkedUser } from '../linked-user.server';
import { editMember, saveMember } from '../operations.server';
import type { fullMember } from '../schema';

export const meta = titled('Mitglied bearbeiten');

const read = page(editMember, {
  gone: { to: ({ request }) => listBehind(request), message: messages.memberLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const [member, link] = await Promise.all([read(args), linkedUser(args)]);
  return { member, link };
}

export const action = form(saveMember, {
  success: messages.memberSaved,
  failure: messages.memberSaveFailed,
  next: (_member, { request }) => listBehind(request),
  gone: ({ request }) => listBehind(request),
});

/** A member's fields and, for admins, which user it is linked to (D2, D3). */
export default function EditMember() {
  const { member, link } = useLoaderData<typeof loader>();
  const search = listSearch(useLocation().search);
  const { firstName, lastName, customMemberIdentifier, description } = member;
  const [editing, fields] = useActionForm<z.input<typeof fullMember>>({
    id: 'edit-member',
    defaultValue: { firstName, lastName, customMemberIdentifier, description },
  });
  return (
    <RouteDialog title="Mitglied bearbeiten" closeTo={`/app/members${search}`}>
      <ActionForm form={editing} labels={memberLabels} version={member.version}>
        <MemberFields fields={fields} />
      </ActionForm>
      <p>
        <Link to={memberDialog(member.uuid, '', search)} preventScrollReset>
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
