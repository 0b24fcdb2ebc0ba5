import { Form, useLocation } from '@remix-run/react';
import type { Permission } from '~/kernel/actor';
import { resignationPath } from '~/paths/permissions';
import { Badge } from '~/ui/badge';
import { Button, ButtonLink } from '~/ui/button';
import { OrganizationField } from '~/ui/hidden-fields';
import { Setting } from '~/ui/settings';
import { permissionHints, permissionLabels } from '../wording';

type PermissionSettingProps = {
  permission: Permission;
  user: { permissions: readonly Permission[]; own: boolean };
};

/** Shows whether a user holds a permission, with the button that changes it. */
export function PermissionSetting({ permission, user }: PermissionSettingProps) {
  const { search } = useLocation();
  const held = user.permissions.includes(permission);
  const label = permissionLabels[permission];
  return (
    <Setting
      label={label}
      hint={permissionHints[permission]}
      state={held ? <Badge tone="green">Aktiviert</Badge> : <Badge>Nicht aktiviert</Badge>}
    >
      {held && user.own && permission === 'ORGANIZATION_ADMIN' ? (
        <ButtonLink
          size="small"
          to={resignationPath(search)}
          aria-label={`Deaktivieren: ${label}`}
          preventScrollReset
        >
          Deaktivieren
        </ButtonLink>
      ) : (
        // No key against repetition: the same page of the history may switch a permission on and off
        // repeatedly.
        <Form method="post" preventScrollReset>
          <OrganizationField />
          <input type="hidden" name="permission" value={permission} />
          <Button
            size="small"
            name="state"
            value={held ? 'revoked' : 'granted'}
            aria-label={`${held ? 'Deaktivieren' : 'Aktivieren'}: ${label}`}
          >
            {held ? 'Deaktivieren' : 'Aktivieren'}
          </Button>
        </Form>
      )}
    </Setting>
  );
}
