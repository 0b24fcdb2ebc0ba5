import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { administrationPath, pollsPath } from '~/paths/polls';
import { RouteDialog } from '~/ui/dialog';
import { titled } from '~/ui/title';
import { PollForm } from '../components/poll-form';
import { readPollForEdit, updatePoll } from '../operations/editing.server';
import { optionsHint } from '../view';
import { CHANGE_POLL, messages } from '../wording';

export const meta = titled(CHANGE_POLL);
export const loader = page(readPollForEdit, {
  gone: { to: ({ params }) => pollsPath(params), message: messages.pollLoadFailed },
});
export const action = form(updatePoll, {
  success: ({ poll, options }) => messages.pollSaved(poll, optionsHint(options)),
  failure: messages.pollSaveFailed,
  next: (_poll, { request, params }) => administrationPath(params, new URL(request.url).search),
  gone: ({ params }) => pollsPath(params),
});

/** Changing a poll's texts, and those of its options that nobody has answered (beyond F3). */
export default function ChangePoll() {
  const closeTo = administrationPath(useParams(), useLocation().search);
  return (
    <RouteDialog title={CHANGE_POLL} closeTo={closeTo}>
      <PollForm id="change-poll" poll={useLoaderData<typeof loader>()} submit="Speichern" />
    </RouteDialog>
  );
}
