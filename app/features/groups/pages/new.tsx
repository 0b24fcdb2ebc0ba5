import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { guard } from '~/doors/page.server';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { groupMembersPath, groupsPath } from '~/paths/groups';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { GroupFields } from '../components/group-fields';
import { labels } from '../fields';
import { createGroup } from '../operations.server';
import * as policy from '../policy';
import type { newGroup } from '../schema';
import { CREATE_GROUP, messages } from '../wording';

export const meta = titled(CREATE_GROUP);
export const loader = guard({
  input: organizationId,
  subject: scopeInOrganization,
  may: policy.edit,
});
export const action = form(createGroup, {
  success: messages.groupCreated,
  failure: messages.groupCreateFailed,
  // The next step after creating a group is adding people.
  next: ({ uuid }) => groupMembersPath(uuid),
});

/** A new group (U2). */
export default function NewGroup() {
  const [creating, fields] = useActionForm<z.input<typeof newGroup>>({
    id: 'new-group',
    defaultValue: { color: 'gray' },
  });
  return (
    <RouteDialog title={CREATE_GROUP} closeTo={groupsPath}>
      <ActionForm form={creating} labels={labels}>
        <GroupFields fields={fields} />
        <DialogActions>
          <Button variant="primary">Anlegen</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
