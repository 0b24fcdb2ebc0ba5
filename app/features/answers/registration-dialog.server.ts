import type { LoaderFunctionArgs } from '@remix-run/node';
import { dayInWords } from '~/dates';
import { page } from '~/doors/page.server';
import { mostCompanions, obstacles } from '~/features/events/rules/answering';
import { messages, type Places, yesWords } from '~/features/events/wording';
import { nameOf } from '~/features/members/wording';
import { eventsPath } from '~/paths/events';
import { readOwnAnswer } from './operations/answers.server';
import { hasDetails, obstacleInWords, promotionInWords } from './view';
import { nextInLine, turnOf } from './wording';

const read = page(readOwnAnswer, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});

/** Loads what the dialogs of answering show (E3, J5). */
export async function readAnswerDialog(args: LoaderFunctionArgs) {
  const { event, other, own, linked, late } = await read(args);
  const found = obstacles(event, { own, linked, late });
  const inWords = (obstacle: typeof found.yes) =>
    obstacle && obstacleInWords(obstacle, event, other);
  const { name, date, eventType, maxParticipants: max, registeredParticipants: taken } = event;
  const places: Places | null = eventType === 'LIMITED_EVENT' ? { max, taken } : null;
  return {
    name,
    date: dayInWords(date),
    past: event.over,
    /** True if the answer is yes or no; else members sign up for a place, or off. */
    asks: event.asksAnswer,
    /** What such a yes is called. */
    yes: yesWords(event.asksAnswer).yes,
    places,
    /** Whose answer it is, unless it is the user's own. */
    other: other && { uuid: other.uuid, name: nameOf(other) },
    own: own.answer,
    turn: own.position ? turnOf(own.position, event.waiting) : null,
    /** What a member who joins the waiting list can expect. */
    waiting: [
      nextInLine(other && nameOf(other), event.waiting + 1),
      !other && promotionInWords(event, { places: 1 }),
    ]
      .filter(Boolean)
      .join(' '),
    /** Companions, if the event has more details than the specification's question. */
    company: hasDetails(event) ? { companions: mostCompanions(event), places: own.places } : null,
    note: own.answer === 'no' ? '' : own.note,
    reason: own.answer === 'no' ? own.note : '',
    obstacles: { ...found, yes: inWords(found.yes), no: inWords(found.no) },
  };
}

export type AnswerDialog = Awaited<ReturnType<typeof readAnswerDialog>>;
