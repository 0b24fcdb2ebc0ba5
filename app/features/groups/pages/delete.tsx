import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { groupPath, groupsPath } from '~/paths/groups';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { deleteGroup, readGroupForEdit } from '../operations.server';
import { messages } from '../wording';

const TITLE = 'Gruppe löschen';

export const meta = titled(TITLE);
export const loader = page(readGroupForEdit, {
  gone: { to: () => groupsPath, message: messages.groupLoadFailed },
});
export const action = form(deleteGroup, {
  success: messages.groupDeleted,
  failure: messages.groupDeleteFailed,
  next: groupsPath,
  gone: groupsPath,
});

/** Asks before a group is deleted, and says what happens to its events (U11). */
export default function DeleteGroup() {
  const { uuid, name } = useLoaderData<typeof loader>();
  return (
    <QuestionDialog title={TITLE} closeTo={groupPath(uuid)} id="delete-group" button="Löschen">
      <p className="wrap-anywhere">
        Möchten Sie <strong>{name}</strong> wirklich löschen? Mitglieder und Termine bleiben. Für
        Termine, die nur dieser Gruppe galten, fragen wir dann niemanden mehr.
      </p>
    </QuestionDialog>
  );
}
