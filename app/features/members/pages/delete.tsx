import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { deleteMember, readMemberForDeletion } from '../operations.server';
import { membersBehind, membersPath } from '../paths';
import { losses } from '../view';
import { messages } from '../wording';

export const meta = titled('Mitglied löschen');
export const loader = page(readMemberForDeletion, {
  gone: { to: membersBehind, message: messages.memberLoadFailed },
});
export const action = form(deleteMember, {
  success: messages.memberDeleted,
  failure: messages.memberDeleteFailed,
  next: (_output, args) => membersBehind(args),
  gone: membersBehind,
});

/** Asks before a member is deleted and names what goes with it (D2). */
export default function DeleteMember() {
  const { firstName, lastName, belongings } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const lost = losses(belongings);
  return (
    <RouteDialog title="Mitglied löschen" closeTo={membersPath(search)}>
      <QuestionForm id="delete-member">
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
      </QuestionForm>
    </RouteDialog>
  );
}
