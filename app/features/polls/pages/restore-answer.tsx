import { useActionData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { optionPath } from '~/paths/polls';
import { FormRefusal } from '~/ui/form-refusal';
import { restoreAnswer } from '../operations/answers.server';
import { messages } from '../wording';

/** The notification of a removed answer posts here, to undo that. */
export const action = form(restoreAnswer, {
  success: ({ poll }) => messages.answerRestored(poll),
  failure: messages.answerRestoreFailed,
  next: (_poll, { params }) => optionPath(params),
  gone: ({ params }) => optionPath(params),
});

export default function RestoreAnswer() {
  return <FormRefusal response={useActionData<typeof action>()} />;
}
