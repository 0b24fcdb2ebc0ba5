import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages } from '~/messages';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { listBehind, listSearch } from '../address';
import { deleteMember, readDeletion } from '../operations.server';
import { losses } from '../view';

export const meta = titled('Mitglied löschen');
export const loader = page(readDeletion, {
  gone: { to: ({ request }) => listBehind(request), message: messages.memberLoadFailed },
});
export const action = form(deleteMember, {
  success: messages.memberDeleted,
  failure: messages.memberDeleteFailed,
  next: (_output, { request }) => listBehind(request),
  gone: ({ request }) => listBehind(request),
});

/** Asks before a member is deleted and names what goes with it (D2). */
export default function DeleteMember() {
  const { firstName, lastName, belongings } = useLoaderData<typeof loader>();
  const search = listSearch(useLocation().search);
  const [deleting] = useActionForm({ id: 'delete-member' });
  const lost = losses(belongings);
  return (
    <RouteDialog title="Mitglied löschen" closeTo={`/app/members${search}`}>
      <ActionForm form={deleting}>
        <p>
          Möchten Sie{' '}
          <strong>
            {firstName} {lastName}
          </strong>{' '}
          wirklich löschen? Das lässt sich nicht rückgängig machen.
        </p>
        {lost.length > 0 && (
          <div>
            <p>Damit gehen auch verloren:</p>
            <ul className="list-disc pl-6">
              {lost.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </div>
        )}
        {belongings.linked && (
          <p>Der verknüpfte Benutzer bleibt in der Organisation, dann ohne verknüpftes Mitglied.</p>
        )}
        <DialogActions>
          <Button variant="danger">Löschen</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
