import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { pollsBehind, pollsPath } from '~/paths/polls';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { deletePoll, readPollForDeletion } from '../operations/polls.server';
import { messages } from '../wording';

const TITLE = 'Umfrage löschen';

export const meta = titled(TITLE);
export const loader = page(readPollForDeletion, {
  gone: { to: ({ params }) => pollsPath(params), message: messages.pollLoadFailed },
});
export const action = form(deletePoll, {
  success: messages.pollDeleted,
  failure: messages.pollDeleteFailed,
  next: (_nothing, args) => pollsBehind(args),
  gone: ({ params }) => pollsPath(params),
});

/** Asks before a poll is deleted with all its answers (F1). */
export default function DeletePoll() {
  const { name } = useLoaderData<typeof loader>();
  const closeTo = pollsPath(useParams(), useLocation().search);
  return (
    <QuestionDialog title={TITLE} closeTo={closeTo} id="delete-poll" button="Löschen">
      <p>
        Soll die Umfrage <strong>{name}</strong> mit allen Antworten gelöscht werden?
      </p>
    </QuestionDialog>
  );
}
