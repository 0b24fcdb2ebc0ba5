import { useActionData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { messages } from '~/messages';
import { FormRefusal } from '~/ui/form-refusal';
import { closePoll } from '../operations/polls.server';
import { editPath } from '../paths';

/** Posted to by the button of the administration, which it is shown in (F3). */
export const action = form(closePoll, {
  success: messages.pollClosed,
  failure: messages.pollCloseFailed,
  next: (_poll, { params }) => editPath(params),
});

export default function ClosePoll() {
  return <FormRefusal answer={useActionData<typeof action>()} />;
}
