import type { SubmissionResult } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import type { z } from 'zod';
import { OrganizationField } from '~/features/organizations/pages/shell';
import type { Permission } from '~/kernel/actor';
import { Badge } from '~/ui/badge';
import { Button, ButtonLink } from '~/ui/button';
import { ActionForm, useActionForm } from '~/ui/form';
import { Setting } from '~/ui/settings';
import type { permissionChange } from '../schema';
import { permissionLabels, resignPath } from '../view';

type PermissionSettingProps = {
  permission: Permission;
  user: { permissions: readonly Permission[]; own: boolean };
  /** The server's answer, if it refused to change this permission. */
  refused: SubmissionResult | null;
};

/** Whether a user holds a permission, and the button that changes it. */
export function PermissionSetting({ permission, user, refused }: PermissionSettingProps) {
  const { search } = useLocation();
  const held = user.permissions.includes(permission);
  const label = permissionLabels[permission];
  const [changing] = useActionForm<z.input<typeof permissionChange>>({ id: permission, lastResult: refused });
  return (
    <Setting
      label={label}
      state={held ? <Badge tone="green">Aktiviert</Badge> : <Badge>Nicht aktiviert</Badge>}
    >
      {held && user.own && permission === 'ORGANIZATION_ADMIN' ? (
        <ButtonLink to={resignPath(search)} aria-label={`Deaktivieren: ${label}`} preventScrollReset>
          Deaktivieren
        </ButtonLink>
      ) : (
        <ActionForm form={changing}>
          <OrganizationField />
          <input type="hidden" name="permission" value={permission} />
          <Button
            name="state"
            value={held ? 'revoked' : 'granted'}
            aria-label={`${held ? 'Deaktivieren' : 'Aktivieren'}: ${label}`}
          >
            {held ? 'Deaktivieren' : 'Aktivieren'}
          </Button>
        </ActionForm>
      )}
    </Setting>
  );
}
