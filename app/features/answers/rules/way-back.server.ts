import type { ActionFunctionArgs } from '@remix-run/node';
import type { Message } from '~/doors/notice.server';
import { declineAction, fromPage, signUpAction, takeBackAction } from '~/paths/board';
import { openedOver } from '~/paths/events';
import type { Answered } from '../place.server';
import type { Answer } from '../schema';
import { messages } from '../wording';

export type { Answered };

/** A turn on the waiting list is gone with it. */
const BACK: Readonly<Record<Answer | 'none', string | null>> = {
  yes: signUpAction,
  no: declineAction,
  none: takeBackAction,
  waiting: null,
};

/** How a notification takes an answer back to what was before, at `at` (Y7); nothing where it cannot. */
export function wayBack({ event: { uuid }, before }: Answered, at = (action: string) => action) {
  const action = before === undefined ? null : BACK[before ?? 'none'];
  return {
    about: uuid,
    ...(action && { undo: { action: at(action), field: 'event', value: uuid } }),
  };
}

/** What one has answered; on the event's page with the way back to what it was (Y7). */
export function saidOnPage(
  answered: Answered,
  _fields: unknown,
  args: ActionFunctionArgs,
): Message {
  const said = messages.answered(answered);
  const isOnPage = !answered.other && openedOver(new URL(args.request.url)) === '/page';
  return isOnPage ? { ...said, ...wayBack(answered, fromPage) } : said;
}
