import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages } from '~/messages';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { prepareRemoveAnswer, removeAnswer } from '../operations/answers.server';
import { editPath, optionPath } from '../paths';
import { answeredBy } from '../view';

export const meta = titled('Antwort entfernen');
export const loader = page(prepareRemoveAnswer, {
  gone: { to: ({ params }) => optionPath(params), message: messages.answerRemoveFailed },
});
export const action = form(removeAnswer, {
  success: messages.answerRemoved,
  failure: messages.answerRemoveFailed,
  next: (_poll, { request, params }) => editPath(params) + new URL(request.url).search,
  gone: ({ params }) => optionPath(params),
});

/** Asks before a member's answer goes; the member may then answer again (F3, F5). */
export default function RemoveAnswer() {
  const { name, option, firstName, lastName } = useLoaderData<typeof loader>();
  const closeTo = editPath(useParams()) + useLocation().search;
  const [removing] = useActionForm({ id: 'remove-answer' });
  return (
    <RouteDialog title="Antwort entfernen" closeTo={closeTo}>
      <ActionForm form={removing}>
        <p>
          Soll die Antwort <strong>{option}</strong> von{' '}
          <strong>{answeredBy({ firstName, lastName })}</strong> aus der Umfrage{' '}
          <strong>{name}</strong> entfernt werden?
        </p>
        <DialogActions>
          <Button variant="danger">Antwort entfernen</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
