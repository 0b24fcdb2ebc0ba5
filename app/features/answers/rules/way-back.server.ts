import type { ActionFunctionArgs } from '@remix-run/node';
import type { Message } from '~/doors/notice.server';
import { declineAction, fromList, fromPage, signUpAction, takeBackAction } from '~/paths/board';
import { openedOver } from '~/paths/events';
import type { Answered } from '../place.server';
import type { Answer } from '../schema';
import { messages } from '../wording';

export type { Answered };

/** Leaving the waiting list loses the turn, so it cannot be undone. */
const BACK: Readonly<Record<Answer | 'none', string | null>> = {
  yes: signUpAction,
  no: declineAction,
  none: takeBackAction,
  waiting: null,
};

/** How a notification takes an answer back to what was before, at `at` (Y7); nothing where it cannot. */
export function wayBack(answered: Answered, at = (action: string) => action) {
  const { before, ownAnswer } = answered;
  const { uuid } = answered.event;
  // Of what was told along, only the note has changed: no button takes that back.
  const action = before === undefined || before === ownAnswer ? null : BACK[before ?? 'none'];
  return {
    about: uuid,
    ...(action && { undo: { action: at(action), field: 'event', value: uuid } }),
  };
}

/**
 * The same for another member, for whom one tap has answered (J8). Not for a yes, which may have
 * had more places.
 * @param at the list's own action
 */
export function wayBackFor(
  { before, ownAnswer, other }: Answered,
  at: (says: 'no' | 'open') => string,
): Pick<Message, 'undo'> {
  if (!other || before === ownAnswer || (before !== null && before !== 'no')) return {};
  return { undo: { action: at(before ?? 'open'), field: 'member', value: other.uuid } };
}

/** What a dialog has answered; with an undo if it is the user's own (Y7). */
export const saidInDialog =
  (says: (answered: Answered) => Message) =>
  (answered: Answered, _fields: unknown, { request }: ActionFunctionArgs): Message => {
    const at = new URL(request.url);
    const from = { '': fromList(at.search), '/page': fromPage, '/answers': null }[openedOver(at)];
    return { ...says(answered), ...(from && !answered.other && wayBack(answered, from)) };
  };

/** A yes that was taken back, which for an event that asks is a no. */
export const signedOff = (answered: Answered): Message =>
  answered.event.asksAnswer
    ? messages.answered({ ...answered, ownAnswer: 'no' })
    : messages.eventUnregistered(answered.event);
