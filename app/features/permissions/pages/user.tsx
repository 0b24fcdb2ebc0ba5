import { Form, useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import type { Permission } from '~/kernel/actor';
import { PERMISSIONS } from '~/kernel/actor';
import { permissionLabels } from '~/kernel/permissions';
import { groupsPath } from '~/paths/groups';
import { resignationPath, userPath, usersPath } from '~/paths/permissions';
import { homePath } from '~/paths/shell';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { Hint } from '~/ui/field-frame';
import { FormRefusal } from '~/ui/form-refusal';
import { HiddenFields } from '~/ui/hidden-fields';
import { Link } from '~/ui/link';
import { titled } from '~/ui/title';
import { changePermission } from '../operations/permissions.server';
import { readUser } from '../operations/users.server';
import { messages, permissionHints } from '../wording';

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
  return (
    <RouteDialog
      title={`Berechtigungen von ${user.firstName} ${user.lastName}`}
      closeTo={usersPath(search)}
    >
      <FormRefusal />
      {user.resting && (
        <Banner tone="warning" title="Die Berechtigungen ruhen.">
          Sie gelten wieder, sobald {user.firstName} einen Handy-Code eingerichtet hat.
        </Banner>
      )}
      <div>
        <p className="text-muted">Gilt sofort.</p>
        <ul>
          {PERMISSIONS.map((permission) => (
            <PermissionSetting key={permission} permission={permission} user={user} />
          ))}
        </ul>
        {user.leads.length > 0 && (
          <div className="border-t border-line py-3">
            <p className="font-semibold wrap-anywhere">Leitet {user.leads.join(', ')}</p>
            <Hint>
              Darf deshalb auch deren Veranstaltungen bearbeiten und ihnen schreiben. Das ändern Sie
              unter <Link to={groupsPath}>Gruppen</Link>.
            </Hint>
          </div>
        )}
      </div>
      <DialogActions cancel="Schließen" />
    </RouteDialog>
  );
}

type PermissionSettingProps = {
  permission: Permission;
  user: { permissions: readonly Permission[]; own: boolean };
};

/** Drawn as a switch; its word is there for screen readers. */
function Track({ held }: { held: boolean }) {
  return (
    <>
      <span className="visually-hidden">{held ? 'Deaktivieren' : 'Aktivieren'}</span>
      <span
        aria-hidden="true"
        className={`flex flex-none rounded border px-1 py-0.5 ${held ? 'border-green bg-green' : 'border-line-strong bg-card'}`}
      >
        <span className={`size-5 rounded ${held ? '' : 'border-2 border-line-strong'}`} />
        <span className={`size-5 rounded ${held ? 'bg-card' : ''}`} />
      </span>
    </>
  );
}

/** Shows whether a user holds a permission, with the button that changes it. */
function PermissionSetting({ permission, user }: PermissionSettingProps) {
  const { search } = useLocation();
  const held = user.permissions.includes(permission);
  const label = permissionLabels[permission];
  return (
    <li className="border-line py-3 not-first:border-t">
      <div className="flex flex-wrap items-center gap-3">
        <p className="flex-1 font-semibold">{label}</p>
        <div className="ml-auto flex items-center gap-3">
          <span className={`text-md ${held ? 'text-green' : 'text-muted'}`}>
            {held ? 'Aktiviert' : 'Nicht aktiviert'}
          </span>
          {/* The switch ends where the lines do. */}
          <div className="-mx-3">
            {held && user.own && permission === 'ORGANIZATION_ADMIN' ? (
              <ButtonLink
                size="small"
                to={resignationPath(search)}
                aria-label={`Deaktivieren: ${label}`}
                variant="quiet"
                preventScrollReset
              >
                <Track held />
              </ButtonLink>
            ) : (
              // Its key only names the user, as one page of the history may switch a permission on
              // and off repeatedly.
              <Form method="post" preventScrollReset>
                <HiddenFields />
                <input type="hidden" name="permission" value={permission} />
                <Button
                  size="small"
                  variant="quiet"
                  name="state"
                  value={held ? 'revoked' : 'granted'}
                  aria-label={`${held ? 'Deaktivieren' : 'Aktivieren'}: ${label}`}
                >
                  <Track held={held} />
                </Button>
              </Form>
            )}
          </div>
        </div>
      </div>
      <Hint>{permissionHints[permission]}</Hint>
    </li>
  );
}
