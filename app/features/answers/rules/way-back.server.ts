import type { ActionFunctionArgs } from '@remix-run/node';
import type { Message } from '~/doors/notice.server';
import { type Answer, obstacles } from '~/features/events/rules/answering';
import {
  declineAction,
  fromBoard,
  fromList,
  fromPage,
  signUpAction,
  takeBackAction,
} from '~/paths/board';
import { openedOver } from '~/paths/events';
import type { Answered } from '../place.server';
import { messages } from '../wording';

export type { Answered };

/** Leaving the waiting list loses the turn, so it cannot be undone. */
const BACK: Readonly<Record<Answer | 'none', string | null>> = {
  yes: signUpAction,
  no: declineAction,
  none: takeBackAction,
  waiting: null,
};

/**
 * What a button can give back of the answer before, and would not be refused for; null if nothing:
 * no button knows of companions, a note or an absence, and of what was told along, only those may
 * have changed.
 */
function backTo({ event, ownAnswer, former }: Answered): Answer | 'none' | null {
  if (!former) return null;
  const { own, late } = former;
  if (own && (own.answer === ownAnswer || own.places > 1 || own.note || own.absence)) return null;
  const now = { answer: ownAnswer, places: 1, passesOn: false };
  const found = obstacles(event, { own: now, linked: true, late });
  const before = own?.answer ?? 'none';
  return found[before === 'yes' ? 'yes' : 'no'] === null ? before : null;
}

/** How a notification takes an answer back to what was before, at `at` (Y7); nothing where it cannot. */
export function wayBack(answered: Answered, at = fromBoard) {
  const { uuid } = answered.event;
  const before = backTo(answered);
  const action = before && BACK[before];
  return {
    about: uuid,
    ...(action && { undo: { action: at(action), field: 'event', value: uuid } }),
  };
}

/**
 * How it takes back what one tap has answered for another member (J8). Not a yes: the dialog asked.
 * @param at the list's own action
 */
export function wayBackFor(
  answered: Answered,
  at: (says: 'no' | 'open') => string,
): Pick<Message, 'undo'> {
  const { other } = answered;
  const before = backTo(answered);
  if (!other || (before !== 'none' && before !== 'no')) return {};
  const says = before === 'no' ? 'no' : 'open';
  return { undo: { action: at(says), field: 'member', value: other.uuid } };
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
