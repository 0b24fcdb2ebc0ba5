import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { backFromDialog } from '~/paths/event-dialogs.server';
import { pageBehind } from '~/paths/events';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { readCancellationDialog } from '../cancellation-dialog.server';
import { restoreEvent } from '../operations/cancellation.server';
import { messages, RESTORE_EVENT } from '../wording';

export const meta = titled(RESTORE_EVENT);

export const loader = (args: LoaderFunctionArgs) => readCancellationDialog(args, { undoes: true });

export const action = form(restoreEvent, {
  success: ({ event, count }) => messages.eventRestored({ ...event, count }),
  failure: messages.eventRestoreFailed,
  ...backFromDialog,
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
