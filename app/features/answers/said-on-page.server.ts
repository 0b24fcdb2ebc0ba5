import type { ActionFunctionArgs } from '@remix-run/node';
import type { Message } from '~/doors/notice.server';
import { declineAction, fromPage, signUpAction, takeBackAction } from '~/paths/board';
import { openedOver } from '~/paths/events';
import type { Answered } from './place.server';
import type { Answer } from './schema';
import { messages } from './wording';

/** A turn on the waiting list is gone with it. */
const BACK: Readonly<Record<Answer | 'none', string | null>> = {
  yes: signUpAction,
  no: declineAction,
  none: takeBackAction,
  waiting: null,
};

/** What one has answered; on the event's page with the way back to what it was (Y7). */
export function saidOnPage(
  answered: Answered,
  _fields: unknown,
  args: ActionFunctionArgs,
): Message {
  const { event, before, other } = answered;
  const said = messages.answered(answered);
  if (other || openedOver(new URL(args.request.url)) !== '/page') return said;
  const back = before === undefined ? null : BACK[before ?? 'none'];
  return {
    ...said,
    about: event.uuid,
    ...(back && { undo: { action: fromPage(back), field: 'event', value: event.uuid } }),
  };
}
