import { form } from '~/doors/form.server';
import { pollPath, pollsPath } from '~/paths/polls';
import { undoAnswer } from '../operations/answers.server';
import { messages } from '../wording';

/** The notification of a new answer posts here, to take it back (P4). */
export const action = form(undoAnswer, {
  success: ({ poll }) => ({ ...messages.answerUndone(poll), about: poll.uuid }),
  failure: messages.answerUndoFailed,
  next: (_undone, { params }) => pollPath(params, ''),
  gone: ({ params }) => pollsPath(params),
});

export { FormRefusal as default } from '~/ui/form-refusal';
