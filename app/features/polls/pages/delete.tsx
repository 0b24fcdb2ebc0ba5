import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages } from '~/messages';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { deletePoll, prepareDeletePoll } from '../operations/polls.server';
import { pollsPath } from '../paths';

export const meta = titled('Umfrage löschen');
export const loader = page(prepareDeletePoll, {
  gone: { to: ({ params }) => pollsPath(params), message: messages.pollLoadFailed },
});
export const action = form(deletePoll, {
  success: messages.pollDeleted,
  failure: messages.pollDeleteFailed,
  next: (_nothing, { request, params }) => pollsPath(params) + new URL(request.url).search,
  gone: ({ params }) => pollsPath(params),
});

/** Asks before a poll goes, with all its answers (F1). */
export default function DeletePoll() {
  const { name } = useLoaderData<typeof loader>();
  const closeTo = pollsPath(useParams()) + useLocation().search;
  const [deleting] = useActionForm({ id: 'delete-poll' });
  return (
    <RouteDialog title="Umfrage löschen" closeTo={closeTo}>
      <ActionForm form={deleting}>
        <p>
          Soll die Umfrage <strong>{name}</strong> mit allen Antworten gelöscht werden?
        </p>
        <DialogActions>
          <Button variant="danger">Löschen</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
