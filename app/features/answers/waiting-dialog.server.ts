import type { LoaderFunctionArgs } from '@remix-run/node';
import { dayInWords } from '~/dates';
import { page } from '~/doors/page.server';
import { messages } from '~/features/events/wording';
import { nameOf } from '~/features/members/wording';
import { eventsPath } from '~/paths/events';
import { readWaitingMember } from './operations/waiting-list.server';

const read = page(readWaitingMember, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});

/** Loads the dialogs about a member on the waiting list (K8). */
export async function readWaitingDialog(args: LoaderFunctionArgs) {
  const { event, member } = await read(args);
  return { name: event.name, date: dayInWords(event.date), member: nameOf(member) };
}
