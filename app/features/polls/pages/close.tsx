import { form } from '~/doors/form.server';
import { administrationPath, pollsPath } from '~/paths/polls';
import { closePoll } from '../operations/polls.server';
import { messages } from '../wording';

/** The button of the administration posts here; a refusal is shown inside it (F3). */
export const action = form(closePoll, {
  success: ({ poll }) => messages.pollClosed(poll),
  failure: messages.pollCloseFailed,
  next: (_poll, { params }) => administrationPath(params),
  gone: ({ params }) => pollsPath(params),
});

export { FormRefusal as default } from '~/ui/form-refusal';
