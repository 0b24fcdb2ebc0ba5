import type { EventType } from '../fields';

/** Whether an event can be answered, and why not: pure, so that lists, pages and operations agree. */

/** What a member has answered; those waiting have said yes, but have no place yet. */
export const ANSWERS = ['yes', 'waiting', 'no'] as const;
export type Answer = (typeof ANSWERS)[number];

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
  readonly signUpClosed: boolean;
  readonly signOffClosed: boolean;
}

/** The person who answers. */
interface Standing {
  readonly own: { readonly answer: Answer } | null;
  /** May answer past deadlines (J7). */
  readonly late: boolean;
}

export type Obstacle =
  | 'cancelled'
  | 'open to all'
  | 'begun'
  | 'sign-up over'
  | 'sign-off over'
  | 'after leaving'
  | 'not linked'
  | 'no room';

/** Free places; negative once the maximum was lowered; infinite without a limit. */
export const freePlaces = (event: EventPlaces): number =>
  event.eventType === 'LIMITED_EVENT'
    ? event.maxParticipants - event.registeredParticipants
    : Number.POSITIVE_INFINITY;

/** How many can come with a member: no more than there is room for at all. */
export const mostCompanions = ({
  companions,
  maxParticipants: max,
}: Pick<EventPlaces, 'maxParticipants'> & { readonly companions: number }): number =>
  max > 0 ? Math.min(companions, max - 1) : companions;

const obstacleToAll = (event: EventPlaces) =>
  event.cancelledAt ? 'cancelled' : event.takesAnswers ? null : 'open to all';

/** Why the event takes no yes of this member now, whether or not there is room; null if it does. */
export function obstacleToYes(event: AnswerableEvent, { own, late }: Standing): Obstacle | null {
  const shut = obstacleToAll(event);
  if (shut || late) return shut;
  if (event.begun) return 'begun';
  // Waiting members may take a place that came free late, even after the deadline (K4).
  return event.signUpClosed && own?.answer !== 'waiting' ? 'sign-up over' : null;
}

/**
 * Why a yes cannot be taken back now, as a whole or in part; null if it can.
 * @param passesOn true if somebody on the waiting list would take the places that come free
 */
export function obstacleToLeaving(
  event: AnswerableEvent,
  { late, passesOn }: Omit<Standing, 'own'> & { passesOn: boolean },
): Obstacle | null {
  if (late || event.cancelledAt) return null;
  if (event.begun) return 'begun';
  return event.signOffClosed && !passesOn ? 'sign-off over' : null;
}

/** Why a member who has not said yes cannot say no; null if they can. */
export function obstacleToNo(event: AnswerableEvent, { own, late }: Standing): Obstacle | null {
  if (own?.answer === 'waiting' || own?.answer === 'no') return null;
  return obstacleToAll(event) ?? (event.begun && !late ? 'begun' : null);
}

/** Why a sign-up is refused whatever deadlines say; null if it may succeed. */
export function obstacleAtOnce(
  event: EventPlaces,
  { registered, linked, waits }: { registered: boolean; linked: boolean; waits: boolean },
): Obstacle | null {
  if (registered) return null;
  const shut = obstacleToAll(event) ?? (linked ? null : 'not linked');
  return shut ?? (freePlaces(event) <= 0 && !(waits && event.waitingList) ? 'no room' : null);
}

/** What a user can do with an event now. */
export interface Obstacles {
  /** Why they cannot say yes; null if they can, or have. */
  readonly yes: Obstacle | null;
  /** Why they cannot say no; null if they can, or have. */
  readonly no: Obstacle | null;
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
  readonly linked: boolean;
  readonly late: boolean;
}

/** What a user can do, and why not where they cannot (J6). */
export function obstacles(event: AnswerableEvent, { own, linked, late }: Person): Obstacles {
  const { answer, places, passesOn } = own;
  if (answer === 'yes') {
    const no = obstacleToLeaving(event, { late, passesOn });
    return { yes: null, no, canWait: false, over: false };
  }
  const standing = { own: answer && { answer }, late };
  // That is refused by the database, to editors, too.
  const shut = obstacleToYes(event, standing) ?? (own.afterLeaving ? 'after leaving' : null);
  const full = freePlaces(event) < (answer === 'waiting' ? places : 1);
  const unlinked = linked ? null : 'not linked';
  return {
    // As ever, what the event says comes before what the account lacks, and that before the room.
    yes: shut ?? unlinked ?? (full ? 'no room' : null),
    no: obstacleToNo(event, standing) ?? unlinked,
    canWait: full && event.waitingList && answer !== 'waiting' && !shut && linked,
    over: shut !== null,
  };
}
