import type { LoaderFunctionArgs } from '@remix-run/node';
import { dayInWords } from '~/dates';
import { page } from '~/doors/page.server';
import { isFull, messages } from '~/features/events/wording';
import { nameOf } from '~/features/members/wording';
import { eventsPath } from '~/paths/events';
import { readWaitingMember } from './operations/waiting-list.server';
import { allTaken } from './wording';

const read = page(readWaitingMember, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});

/** Loads the dialogs about a member on the waiting list (K8). */
export async function readWaitingDialog(args: LoaderFunctionArgs) {
  const { event, member } = await read(args);
  const { name, date, maxParticipants: max, registeredParticipants: taken } = event;
  const isTaken = isFull({ max, taken });
  return {
    name,
    date: dayInWords(date),
    member: nameOf(member),
    allTaken: isTaken ? allTaken(max) : '',
  };
}
