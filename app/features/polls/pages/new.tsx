import { useLocation, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { guard } from '~/doors/page.server';
import * as policy from '~/features/events/policy';
import { eventInScope } from '~/features/events/queries.server';
import { eventId } from '~/features/events/schema';
import { pollsPath } from '~/paths/polls';
import { RouteDialog } from '~/ui/dialog';
import { titled } from '~/ui/title';
import { PollForm } from '../components/poll-form';
import { createPoll } from '../operations/polls.server';
import { optionsHint } from '../view';
import { CREATE_POLL, messages } from '../wording';

export const meta = titled(CREATE_POLL);
export const loader = guard({ input: eventId, subject: eventInScope, may: policy.edit });
export const action = form(createPoll, {
  success: ({ poll, options }) => messages.pollCreated(poll, optionsHint(options)),
  failure: messages.pollCreateFailed,
  next: ({ poll }) => pollsPath({ event: poll.event }),
});

/** A new poll with its options (F2). */
export default function NewPoll() {
  const closeTo = pollsPath(useParams(), useLocation().search);
  return (
    <RouteDialog title={CREATE_POLL} closeTo={closeTo}>
      <PollForm id="new-poll" submit={CREATE_POLL} />
    </RouteDialog>
  );
}
