import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateToText } from '~/dates';
import { page } from '~/doors/page.server';
import { eventsPath } from '~/paths/events';
import { readEventForCancellation } from './operations/cancellation.server';
import { messages, reachInWords } from './wording';

const read = page(readEventForCancellation, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});

/** Loads what the dialogs of cancelling and of taking that back show (J9). */
export async function readCancellationDialog(args: LoaderFunctionArgs) {
  const { name, date, isCancelled, over, told } = await read(args);
  return { name, date: dateToText(date), isCancelled, told: reachInWords(told, { over }) };
}
