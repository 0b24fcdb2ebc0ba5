import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { groupBehind, groupDialogPath, groupPath, groupsPath } from '~/paths/groups';
import { Button, ButtonLink } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ErrorText, Hint } from '~/ui/field-frame';
import { ActionForm, useActionForm } from '~/ui/form';
import { Tick } from '~/ui/tick';
import { titled } from '~/ui/title';
import { GroupFields } from '../components/group-fields';
import { labels } from '../fields';
import { readGroupForEdit, updateGroup } from '../operations.server';
import { changedGroupForm } from '../schema';
import { messages } from '../wording';

const TITLE = 'Gruppe bearbeiten';

export const meta = titled(TITLE);
export const loader = page(readGroupForEdit, {
  gone: { to: () => groupsPath, message: messages.groupLoadFailed },
});
export const action = form(updateGroup, {
  fields: changedGroupForm,
  success: messages.groupSaved,
  failure: messages.groupSaveFailed,
  next: (_group, args) => groupBehind(args),
  gone: groupsPath,
});

/** The name and the colour of a group, and whether it is still in use (U2). */
export default function EditGroup() {
  const { uuid, name, color, archivedAt, version } = useLoaderData<typeof loader>();
  const [editing, fields] = useActionForm<{ name: string; color: string; archived?: string }>({
    id: 'edit-group',
    defaultValue: { name, color, ...(archivedAt && { archived: 'on' }) },
  });
  const { archived } = editing.initialValue as { archived?: string };
  const { id, errors, errorId } = fields.archived;
  return (
    <RouteDialog title={TITLE} closeTo={groupPath(uuid)}>
      <ActionForm form={editing} labels={labels} version={version}>
        <GroupFields fields={fields} />
        {errors && <ErrorText id={errorId}>{errors.join(' ')}</ErrorText>}
        <Tick
          id={id}
          name="archived"
          aria-describedby={errors && errorId}
          aria-invalid={errors && true}
          defaultChecked={archived !== undefined}
        >
          {labels.archived}
          <Hint>Für ihre Termine wird niemand mehr gefragt; sie bleiben stehen.</Hint>
        </Tick>
        <p>
          <ButtonLink variant="caution" to={groupDialogPath(uuid, 'delete')} dialog>
            Gruppe löschen
          </ButtonLink>
        </p>
        <DialogActions>
          <Button variant="primary">Speichern</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
