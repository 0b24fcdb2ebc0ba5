import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { readAnswerForRemoval, removeAnswer } from '../operations/answers.server';
import { administrationPath, optionPath } from '../paths';
import { answeredBy } from '../view';
import { messages, REMOVE_ANSWER } from '../wording';

export const meta = titled(REMOVE_ANSWER);
export const loader = page(readAnswerForRemoval, {
  gone: { to: ({ params }) => optionPath(params), message: messages.answerRemoveFailed },
});
export const action = form(removeAnswer, {
  success: ({ poll }) => messages.answerRemoved(poll),
  failure: messages.answerRemoveFailed,
  next: (_poll, { request, params }) => administrationPath(params, new URL(request.url).search),
  gone: ({ params }) => optionPath(params),
});

/** Asks before a member's answer is removed; the member may then answer again (F3, F5). */
export default function RemoveAnswer() {
  const { name, option, firstName, lastName } = useLoaderData<typeof loader>();
  const closeTo = administrationPath(useParams(), useLocation().search);
  return (
    <RouteDialog title={REMOVE_ANSWER} closeTo={closeTo}>
      <QuestionForm id="remove-answer">
        <p>
          Soll die Antwort <strong>{option}</strong> von{' '}
          <strong>{answeredBy({ firstName, lastName })}</strong> aus der Umfrage{' '}
          <strong>{name}</strong> entfernt werden?
        </p>
        <DialogActions>
          <Button variant="danger">{REMOVE_ANSWER}</Button>
        </DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
