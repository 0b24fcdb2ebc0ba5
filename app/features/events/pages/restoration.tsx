import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { eventBehind, eventPath, eventsPath, openedOver, pageBehind } from '~/paths/events';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { readCancellationDialog } from '../cancellation-dialog.server';
import { restoreEvent } from '../operations/cancellation.server';
import { messages, RESTORE_EVENT } from '../wording';

export const meta = titled(RESTORE_EVENT);

export async function loader(args: LoaderFunctionArgs) {
  const dialog = await readCancellationDialog(args);
  const at = new URL(args.request.url);
  // Restored since the page was shown; a form that comes too late says so itself.
  if (!dialog.isCancelled && !args.context.refused)
    throw redirect(eventPath(args.params.event ?? '', 'cancellation', at.search, openedOver(at)));
  return dialog;
}

export const action = form(restoreEvent, {
  success: ({ event, count }) => messages.eventRestored({ ...event, count }),
  failure: messages.eventRestoreFailed,
  next: (_done, args) => eventBehind(args),
  gone: eventsPath(),
});

/** Asks before the cancellation of an event is taken back (J9). */
export default function RestoreEvent() {
  const { name, date, yeses, toldBoth } = useLoaderData<typeof loader>();
  const { event = '' } = useParams();
  return (
    <QuestionDialog
      title={RESTORE_EVENT}
      closeTo={pageBehind(event, useLocation())}
      id="restore-event"
      button={RESTORE_EVENT}
      variant="primary"
    >
      <p>
        Soll <strong>{name}</strong> am {date} doch stattfinden? Alle {yeses} gelten dann wieder,
        und neue sind möglich.
      </p>
      <p>{toldBoth}</p>
    </QuestionDialog>
  );
}
