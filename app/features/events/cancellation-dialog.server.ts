import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { dayInWords } from '~/dates';
import { page } from '~/doors/page.server';
import { eventPath, eventsPath, openedOver } from '~/paths/events';
import { readEventForCancellation } from './operations/cancellation.server';
import { toldView } from './view';
import { both, messages, reachInWords, yesWords } from './wording';

const read = page(readEventForCancellation, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});

/** Loads the dialog for cancelling an event, or for undoing that (J9). */
export async function readCancellationDialog(
  args: LoaderFunctionArgs,
  { undoes }: { undoes: boolean },
) {
  const { event, isCancelled, told } = await read(args);
  const at = new URL(args.request.url);
  // Somebody has done it since the page was shown; a form that comes too late says so itself.
  if (isCancelled !== undoes && !args.context.refused) {
    const other = undoes ? 'cancellation' : 'cancellation/withdrawal';
    throw redirect(eventPath(event.uuid, other, at.search, openedOver(at)));
  }
  const { name, date, startTime, asksAnswer, over } = event;
  const time = startTime ? `, um ${startTime} Uhr` : '';
  return {
    name,
    date: `${dayInWords(date)}${time}`,
    yeses: yesWords(asksAnswer).yeses,
    told: toldView({ only: told }, event),
    /** How many get a mail, by the choice. */
    counts: { no: over ? 0 : told.answered.reached, yes: over ? 0 : both(told).reached },
    /** Where a mail says it, too. */
    isMailed: !over && both(told).reached > 0,
    toldBoth: reachInWords(both(told), { over }),
  };
}
