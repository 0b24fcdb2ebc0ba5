import { form } from '~/doors/form.server';
import { administrationPath, optionPath, restorationPath } from '~/paths/polls';
import { removeAnswer } from '../operations/answers.server';
import { messages } from '../wording';

/** The button beside an answer posts here, and the notification takes it back (F3, F5). */
export const action = form(removeAnswer, {
  success: ({ poll, ...ids }) => ({
    ...messages.answerRemoved(poll),
    undo: {
      action: restorationPath({
        event: poll.event,
        poll: poll.uuid,
        option: ids.option,
        answer: ids.member,
      }),
      field: 'removal',
      value: ids.removal,
    },
  }),
  failure: messages.answerRemoveFailed,
  next: (_poll, { request, params }) => administrationPath(params, new URL(request.url).search),
  gone: ({ params }) => optionPath(params),
});

export { FormRefusal as default } from '~/ui/form-refusal';
