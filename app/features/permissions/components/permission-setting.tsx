import { Form, useLocation } from '@remix-run/react';
import type { Permission } from '~/kernel/actor';
import { resignationPath } from '~/paths/permissions';
import { Button, ButtonLink } from '~/ui/button';
import { OrganizationField } from '~/ui/hidden-fields';
import { Setting } from '~/ui/settings';
import { permissionHints, permissionLabels } from '../wording';

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
        <span className={`size-4.5 rounded ${held ? '' : 'border-2 border-line-strong'}`} />
        <span className={`size-4.5 rounded ${held ? 'bg-card' : ''}`} />
      </span>
    </>
  );
}

/** Shows whether a user holds a permission, with the button that changes it. */
export function PermissionSetting({ permission, user }: PermissionSettingProps) {
  const { search } = useLocation();
  const held = user.permissions.includes(permission);
  const label = permissionLabels[permission];
  return (
    <Setting
      label={label}
      hint={permissionHints[permission]}
      state={
        <span className={`text-md font-normal ${held ? 'text-green' : 'text-muted'}`}>
          {held ? 'Aktiviert' : 'Nicht aktiviert'}
        </span>
      }
    >
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
        // Without a key against repetition, as one page of the history may switch a permission on
        // and off repeatedly.
        <Form method="post" preventScrollReset>
          <OrganizationField />
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
    </Setting>
  );
}
