import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateToText } from '~/dates';
import { page } from '~/doors/page.server';
import { EVENT_OVER, messages, type Places } from '~/features/events/wording';
import { nameOf } from '~/features/members/wording';
import { eventsPath } from '~/paths/events';
import { isPast } from './event-rows.server';
import { readOwnAnswer } from './operations/answers.server';
import { hasDetails, type Obstacles, obstacles } from './view';
import { turnOf } from './wording';

const read = page(readOwnAnswer, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});

/** Calls and leaders still take an answer to what is over, but nobody is invited to give one. */
const OVER: Obstacles = { yes: EVENT_OVER, no: EVENT_OVER, canWait: false, over: true };

/** Loads what the dialogs of answering show (E3, J5). */
export async function readAnswerDialog(args: LoaderFunctionArgs) {
  const { event, other, own, linked, late } = await read(args);
  const { name, date, eventType, maxParticipants: max, registeredParticipants: taken } = event;
  const places: Places | null = eventType === 'LIMITED_EVENT' ? { max, taken } : null;
  const past = isPast(event);
  const isOver = past && !other && !event.cancelledAt;
  return {
    name,
    date: dateToText(date),
    past,
    /** True where one says yes or no; elsewhere one signs up for a place, or off. */
    asks: event.asksAnswer,
    places,
    /** Whose answer it is, unless it is the user's own. */
    other: other && { uuid: other.uuid, name: nameOf(other) },
    own: own.answer,
    turn: own.position === undefined || isOver ? null : turnOf(own.position, event.waiting),
    /** Who comes along, and whether to ask for that and a note; no more than in the specification. */
    company: hasDetails(event) ? { companions: event.companions, places: own.places } : null,
    note: own.answer === 'no' ? '' : own.note,
    /** Of a no. */
    reason: own.answer === 'no' ? own.note : '',
    obstacles: isOver ? OVER : obstacles(event, { own, linked, late }),
  };
}

export type AnswerDialog = Awaited<ReturnType<typeof readAnswerDialog>>;
