import { useActionData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { messages } from '~/messages';
import { FormRefusal } from '~/ui/form-refusal';
import { openPoll } from '../operations/polls.server';
import { editPath } from '../paths';

/** Posted to by the button of the administration, which it is shown in (F3). */
export const action = form(openPoll, {
  success: messages.pollOpened,
  failure: messages.pollOpenFailed,
  next: (_poll, { params }) => editPath(params),
});

export default function OpenPoll() {
  return <FormRefusal answer={useActionData<typeof action>()} />;
}
