import { form } from '~/doors/form.server';
import { optionPath } from '~/paths/polls';
import { restoreAnswer } from '../operations/answers.server';
import { messages } from '../wording';

/** The notification of a removed answer posts here, to undo that. */
export const action = form(restoreAnswer, {
  success: ({ poll }) => messages.answerRestored(poll),
  failure: messages.answerRestoreFailed,
  next: (_poll, { params }) => optionPath(params),
  gone: ({ params }) => optionPath(params),
});

export { FormRefusal as default } from '~/ui/form-refusal';
