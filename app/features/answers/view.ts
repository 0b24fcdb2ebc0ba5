import { type EventDetails, type EventType, hasText } from '~/features/events/fields';
import {
  EVENT_CANCELLED,
  EVENT_FULL,
  EVENT_OPEN,
  NO_LINKED_MEMBER,
} from '~/features/events/wording';
import { instantToText } from '~/times';
import type { Answer, GivenAnswer } from './schema';
import { afterLeaving, EVENT_BEGUN, onlyFree, signOffWasUntil, signUpWasUntil } from './wording';

/** What can be answered, and why not: pure, so that screens and operations agree. */

/** What an event accepts, regardless of the time. */
interface EventPlaces {
  readonly eventType: EventType;
  readonly maxParticipants: number;
  readonly registeredParticipants: number;
  readonly takesAnswers: boolean;
  readonly cancelledAt: Date | null;
  readonly waitingList: boolean;
}

/** An event as it was read: what is true of it then is a column of its row. */
export interface AnswerableEvent extends EventPlaces {
  readonly begun: boolean;
  readonly toCome: boolean;
  readonly signUpClosed: boolean;
  readonly signOffClosed: boolean;
  readonly timeZone: string;
  readonly signUpUntil: Date | null;
  readonly signOffUntil: Date | null;
}

/** The person who answers. */
interface Standing {
  readonly own: Pick<GivenAnswer, 'answer' | 'places'> | null;
  /** May answer past deadlines (J7). */
  readonly late: boolean;
}

/** Free places; negative once the maximum was lowered; infinite without a limit. */
export const freePlaces = (event: EventPlaces): number =>
  event.eventType === 'LIMITED_EVENT'
    ? event.maxParticipants - event.registeredParticipants
    : Number.POSITIVE_INFINITY;

/** Why there is no room for this many. */
export function noRoom(event: EventPlaces): string {
  const free = freePlaces(event);
  return free > 0 ? onlyFree(free) : EVENT_FULL;
}

/** Why the event takes no yes of this member now, whether or not there is room; null if it does. */
export function obstacleToYes(event: AnswerableEvent, standing: Standing): string | null {
  const { own, late } = standing;
  if (event.cancelledAt) return EVENT_CANCELLED;
  if (!event.takesAnswers) return EVENT_OPEN;
  if (late) return null;
  if (event.begun) return EVENT_BEGUN;
  // Waiting members may take a place that came free late, even after the deadline (K4).
  return event.signUpClosed && own?.answer !== 'waiting' ? signUpWasOver(event) : null;
}

/**
 * Why a yes cannot be taken back now, as a whole or in part; null if it can.
 * @param passesOn true if somebody on the waiting list would take the places that come free
 */
export function obstacleToLeaving(
  event: AnswerableEvent,
  { late, passesOn }: Omit<Standing, 'own'> & { passesOn: boolean },
): string | null {
  if (late || event.cancelledAt) return null;
  if (event.begun) return EVENT_BEGUN;
  return event.signOffClosed && !passesOn ? signOffWasOver(event) : null;
}

/** Why a member who has not said yes cannot say no; null if they can. */
export function obstacleToNo(event: AnswerableEvent, { own, late }: Standing) {
  if (own?.answer === 'waiting' || own?.answer === 'no') return null;
  if (event.cancelledAt) return EVENT_CANCELLED;
  if (!event.takesAnswers) return EVENT_OPEN;
  return event.begun && !late ? EVENT_BEGUN : null;
}

function signUpWasOver({ signUpUntil, timeZone }: AnswerableEvent): string {
  return signUpUntil ? signUpWasUntil(instantToText(signUpUntil, timeZone)) : EVENT_BEGUN;
}

function signOffWasOver({ signOffUntil, timeZone }: AnswerableEvent): string {
  return signOffUntil ? signOffWasUntil(instantToText(signOffUntil, timeZone)) : EVENT_BEGUN;
}

/** Why a sign-up is refused whatever deadlines say; null if it may succeed. */
export function obstacleAtOnce(
  event: EventPlaces,
  { registered, linked, waits }: { registered: boolean; linked: boolean; waits: boolean },
): string | null {
  if (registered) return null;
  if (event.cancelledAt) return EVENT_CANCELLED;
  if (!event.takesAnswers) return EVENT_OPEN;
  if (!linked) return NO_LINKED_MEMBER;
  return freePlaces(event) <= 0 && !(waits && event.waitingList) ? EVENT_FULL : null;
}

/** What a user can do with an event now. */
export interface Obstacles {
  /** Why they cannot say yes; null if they can, or have. */
  readonly yes: string | null;
  /** Why they cannot say no; null if they can, or have. */
  readonly no: string | null;
  /** True if there is no room, but a waiting list that they can join. */
  readonly canWait: boolean;
  /** True if it takes no sign-up, whatever room there is: then no disabled button. */
  readonly over: boolean;
}

interface Person {
  readonly own: {
    readonly answer: Answer | null;
    readonly places: number;
    readonly passesOn: boolean;
    readonly afterLeaving?: boolean;
  };
  /** Whose answer it is, unless it is the user's own. */
  readonly other?: Parameters<typeof afterLeaving>[0];
  readonly linked: boolean;
  readonly late: boolean;
}

/** What a screen offers a user, and the reasons to show instead of a disabled button (J6). */
export function obstacles(
  event: AnswerableEvent,
  { own, other = null, linked, late }: Person,
): Obstacles {
  const { answer, places, passesOn } = own;
  const given = answer === null ? null : { answer, places };
  if (answer === 'yes') {
    const no = obstacleToLeaving(event, { late, passesOn });
    return { yes: null, no, canWait: false, over: false };
  }
  const standing = { own: given, late };
  // That is refused by the database, to editors, too.
  const shut = obstacleToYes(event, standing) ?? (own.afterLeaving ? afterLeaving(other) : null);
  const full = freePlaces(event) < (answer === 'waiting' ? places : 1);
  const unlinked = linked ? null : NO_LINKED_MEMBER;
  return {
    // As ever, what the event says comes before what the account lacks, and that before the room.
    yes: shut ?? unlinked ?? (full ? noRoom(event) : null),
    no: obstacleToNo(event, standing) ?? unlinked,
    canWait: full && event.waitingList && answer !== 'waiting' && !shut && linked,
    over: shut !== null,
  };
}

/**
 * True if an event has more details than the specification knows. Only then do
 * the dialogs have more than a question.
 */
export function hasDetails(event: EventDetails): boolean {
  const { startTime, signUpUntil, signOffUntil, asksAnswer, companions } = event;
  const told = startTime ?? signUpUntil ?? signOffUntil;
  return told !== null || hasText(event) || asksAnswer || companions > 0;
}
