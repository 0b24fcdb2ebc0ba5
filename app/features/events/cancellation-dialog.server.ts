import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateToText } from '~/dates';
import { page } from '~/doors/page.server';
import { eventsPath } from '~/paths/events';
import { readEventForCancellation } from './operations/cancellation.server';
import { toldView } from './view';
import { messages, reachInWords } from './wording';

const read = page(readEventForCancellation, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});

/** Loads the dialogs for cancelling an event and for undoing that (J9). */
export async function readCancellationDialog(args: LoaderFunctionArgs) {
  const { name, date, isCancelled, over, groups, told } = await read(args);
  const { answered, open } = told;
  const reached = answered.reached + open.reached;
  const both = { reached, unreached: answered.unreached + open.unreached };
  return {
    ...{ name, date: dateToText(date), isCancelled },
    told: toldView({ only: told }, { over, groups }),
    toldBoth: reachInWords(both, { over }),
  };
}
