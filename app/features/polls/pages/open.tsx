import { useActionData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { administrationPath } from '~/paths/polls';
import { FormRefusal } from '~/ui/form-refusal';
import { openPoll } from '../operations/polls.server';
import { messages } from '../wording';

/** The button of the administration posts here; a refusal is shown inside it (F3). */
export const action = form(openPoll, {
  success: ({ poll }) => messages.pollOpened(poll),
  failure: messages.pollOpenFailed,
  next: (_poll, { params }) => administrationPath(params),
});

export default function OpenPoll() {
  return <FormRefusal response={useActionData<typeof action>()} />;
}
