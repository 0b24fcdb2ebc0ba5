import { leaveOpen } from '~/features/absences/queries.server';
import { obstacleAtOnce } from '~/features/events/rules/answering';
import { EVENT_CANCELLED, named, quoted } from '~/features/events/wording';
import { named as memberNamed } from '~/features/members/wording';
import { operation } from '~/kernel/operation.server';
import { conflict } from '~/kernel/problem';
import {
  decideNo,
  decideYes,
  isAllowed,
  requireAllowed,
  requireLeave,
  type Yes,
} from '../decisions.server';
import { type Answered, type Answering, holdPlace, putAnswer } from '../place.server';
import * as policy from '../policy';
import { eventToAnswer } from '../queries.server';
import * as schema from '../schema';
import { obstacleInWords } from '../view';

/** Answering an event: yes, a place on its waiting list, no, or no answer at all (J5, K5). */

/** What every answer has in common. */
const answering = { subject: eventToAnswer, may: policy.answer, audit: auditOf };

export const sayYes = operation({
  summary: 'Sign a member up for an event, by default the one linked to the current user',
  description:
    'With `waitingList` they join the waiting list if there is no room. Signing up twice changes nothing and is no ' +
    'error; `places` and `note` change what was there. 409: the event is full, cancelled or open to all, sign-up is ' +
    'over, no member is linked, or it is after their last day (422 at `member` for another member). 422 at `places`: ' +
    'more companions than are allowed, or a wait for more places than the event has.',
  input: schema.yes,
  ...answering,
  run: (work) => giveYes(work, work.input),
});

export const sayNo = operation({
  summary: 'Decline an event, for the member linked to the current user or another one',
  input: schema.no,
  ...answering,
  run: (work) => giveNo(work, work.input),
});

export const answerEvent = operation({
  summary: 'Answer an event with yes or no',
  description: 'As register-user and unregister-user do. A no has no places.',
  input: schema.answer,
  ...answering,
  run: (work) => (work.input.answer === 'yes' ? giveYes : giveNo)(work, work.input),
});

export const takeBack = operation({
  summary: 'Take an answer back, so that there is none',
  description:
    'Where there is none, nothing changes, and that is no error. 409: sign-off is over, or the event is cancelled.',
  input: schema.answerOf,
  ...answering,
  async run(work) {
    const place = await holdPlace(work);
    const { own, event } = place;
    // Its answers are kept (J9), but those who wait may go at any time (K6).
    if (own && own.answer !== 'waiting' && event.cancelledAt) throw conflict(EVENT_CANCELLED);
    if (own?.answer === 'yes') await requireLeave(work.db, place, own.places);
    // Whatever they, or an absence for them, had answered.
    await leaveOpen(work.db, place);
    return putAnswer(work, place, null);
  },
});

export const unregisterFromEvent = operation({
  summary: 'Take back the sign-up of the current user for an event',
  description:
    'Their answer is then no. Where there is neither a sign-up nor a place on the waiting list, nothing changes, and ' +
    'that is no error. 409: sign-off is over.',
  input: schema.withdrawal,
  ...answering,
  async run(work): Promise<Answered> {
    const { event, registered, scope } = work.subject;
    const none = { event, ownAnswer: null, other: null, changed: false };
    if (!registered && (event.waiting === 0 || scope.member === null)) return none;
    const place = await holdPlace(work);
    if (place.own === null || place.own.answer === 'no') return { ...none, event: place.event };
    return putAnswer(work, place, await decideNo(work.db, place, work.input));
  },
});

/** A yes, or a place on the waiting list. @throws Problem 409 or 422 */
export async function giveYes(work: Answering, input: Yes): Promise<Answered> {
  const { event, registered, scope, other } = work.subject;
  const { places, note, waitingList } = input;
  if (!other) {
    if (registered && places === undefined && note === undefined)
      return { event, ownAnswer: 'yes', other, changed: false };
    const linked = scope.member !== null;
    if (!linked) requireAllowed(event, places);
    // Refuses most of a crowd without waiting for the lock; the database decides the rest. Too many
    // places are the caller's mistake, unless they are kept, which only shows under the lock.
    const obstacle = isAllowed(event, places)
      ? obstacleAtOnce(event, { registered, linked, waits: waitingList })
      : null;
    if (obstacle) throw conflict(obstacleInWords(obstacle, event));
  }
  const place = await holdPlace(work);
  return putAnswer(work, place, await decideYes(work.db, place, input));
}

/** A no. @throws Problem 409 */
export async function giveNo(work: Answering, input: { note?: string }): Promise<Answered> {
  const place = await holdPlace(work);
  return putAnswer(work, place, await decideNo(work.db, place, input));
}

/** The log's entry; it never holds a note (X6). */
export function auditOf({
  subject: { event },
  output: { ownAnswer, other, changed },
}: Pick<Answering, 'subject'> & { output: Answered }): string | null {
  if (!changed) return null;
  // Not just the event: 'abgesagt' would be its cancellation.
  const at = `bei ${quoted(event)}`;
  const done = {
    yes: `${at} ${event.asksAnswer ? 'zugesagt' : 'angemeldet'}`,
    waiting: `auf die Warteliste der ${named(event)} gesetzt`,
    no: `${at} ${event.asksAnswer ? 'abgesagt' : 'abgemeldet'}`,
    none: `Antwort ${at} zurückgenommen`,
  }[ownAnswer ?? 'none'];
  if (other) return `${memberNamed(other)}: ${done}`;
  return done.charAt(0).toUpperCase() + done.slice(1);
}
