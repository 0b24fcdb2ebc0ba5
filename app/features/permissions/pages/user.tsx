import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { PERMISSIONS } from '~/kernel/actor';
import { userPath, usersPath } from '~/paths/permissions';
import { homePath } from '~/paths/shell';
import { Banner } from '~/ui/banner';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { FormRefusal } from '~/ui/form-refusal';
import { Settings } from '~/ui/settings';
import { titled } from '~/ui/title';
import { PermissionSetting } from '../components/permission-setting';
import { changePermission } from '../operations/permissions.server';
import { readUser } from '../operations/users.server';
import { messages } from '../wording';

export const meta = titled('Berechtigungen');
export const loader = page(readUser, {
  gone: { to: usersPath(), message: messages.permissionLoadFailed },
});
export const action = form(changePermission, {
  success: ({ person }) => messages.permissionSaved(person),
  failure: messages.permissionSaveFailed,
  // Leads home after users drop one of their own permissions (specification, section 6; C4).
  next: ({ permission, ownRevoked }, { request }) =>
    ownRevoked ? homePath : userPath(permission.user, '', new URL(request.url).search),
  gone: () => usersPath(),
});

/** The permissions of a user, each with a small form (C3). */
export default function UserPermissions() {
  const user = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const refused = useActionData<typeof action>();
  return (
    <RouteDialog
      title={`Berechtigungen von ${user.firstName} ${user.lastName}`}
      closeTo={usersPath(search)}
    >
      <FormRefusal response={refused} />
      {user.resting && (
        <Banner tone="warning" title="Die Berechtigungen ruhen.">
          Sie gelten wieder, sobald {user.firstName} einen Handy-Code eingerichtet hat.
        </Banner>
      )}
      <Settings>
        {PERMISSIONS.map((permission) => (
          <PermissionSetting key={permission} permission={permission} user={user} />
        ))}
      </Settings>
      <DialogActions cancel="Schließen" />
    </RouteDialog>
  );
}
