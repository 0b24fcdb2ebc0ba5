import type { Database } from '#db/connection';
import type { ClubEvent } from '~/features/events/queries.server';
import type { Answer } from '~/features/events/rules/answering';
import {
  EVENT_CANCELLED,
  EVENT_FULL,
  EVENT_OPEN,
  NO_LINKED_MEMBER,
} from '~/features/events/wording';
import type { Actor, Scope } from '~/kernel/actor';
import { conflict, invalid, notFound, type Problem } from '~/kernel/problem';
import { sqlState } from '~/kernel/transaction.server';
import * as policy from './policy';
import {
  eventNow,
  type LockedPlace,
  lockPlace,
  type OtherMember,
  removeAnswer,
  storeAnswer,
} from './queries.server';
import type { GivenAnswer } from './schema';
import { afterLeaving } from './wording';

/** Giving and taking back an answer, under the locks of the member and the event. */

/** Who answers which event, and for whom. */
export interface Answering {
  readonly db: Database;
  readonly actor: Pick<Actor, 'uuid'>;
  readonly subject: {
    readonly scope: Scope;
    readonly event: ClubEvent;
    readonly registered: boolean;
    /** Null for the actor's own member. */
    readonly other: OtherMember | null;
  };
}

export interface Answered {
  readonly event: ClubEvent;
  readonly ownAnswer: Answer | null;
  /** The place as it was before; left out if nothing changed. */
  readonly former?: HeldPlace;
  /** Whose answer it is; null for the actor's own. */
  readonly other: OtherMember | null;
  /** False if it was so before: the audit log has no entry then. */
  readonly changed: boolean;
}

/** A member's answer under the locks, and whether the actor may answer past deadlines. */
export interface HeldPlace extends LockedPlace {
  readonly late: boolean;
}

/**
 * Locks the place of the member in question.
 * @throws Problem 409 without a linked member, 404 without the event or the other member
 */
export async function holdPlace({ db, actor, subject }: Answering): Promise<HeldPlace> {
  const { scope, event, other } = subject;
  const member = other?.uuid ?? scope.member;
  if (member === null) throw conflict(NO_LINKED_MEMBER);
  const place = await lockPlace(db, { member, event, linkedTo: other ? null : actor });
  if (place === 'no event' || (place === 'no member' && other)) throw notFound();
  if (place === 'no member') throw conflict(NO_LINKED_MEMBER);
  return { ...place, late: policy.lead(subject) };
}

/**
 * Replaces the member's answer.
 * @param next null for no answer at all
 * @throws Problem 409 if the database refuses, 422 at `member` for another member who will have
 *   left
 */
export async function putAnswer(
  { db, actor, subject: { other } }: Answering,
  place: HeldPlace,
  next: GivenAnswer | null,
): Promise<Answered> {
  const { own } = place;
  const ownAnswer = next?.answer ?? null;
  if (isSame(own, next)) return { event: place.event, ownAnswer, other, changed: false };
  try {
    await (next
      ? storeAnswer(db, place, { ...next, actedBy: other ? actor.uuid : null })
      : removeAnswer(db, place));
  } catch (error) {
    if (other && sqlState(error) === 'VH011') throw invalid({ member: [afterLeaving(other)] });
    throw refusalOf(error) ?? error;
  }
  const event = await counted(db, place, next);
  return { event, ownAnswer, former: place, other, changed: true };
}

function isSame(own: GivenAnswer | null, next: GivenAnswer | null): boolean {
  if (!own || !next) return own === next;
  const same = own.answer === next.answer && own.places === next.places && own.note === next.note;
  // A no that the member gives during an absence stays when the absence is deleted.
  return same && !own.absence;
}

/** The database holds the rules; this words its refusals. */
export function refusalOf(error: unknown): Problem | null {
  const text = {
    VH001: EVENT_FULL,
    VH002: EVENT_OPEN,
    VH006: 'Inzwischen ist ein Platz frei. Bitte melden Sie sich einfach an.',
    VH008: EVENT_CANCELLED,
    VH009: 'Diese Veranstaltung hat keine Warteliste.',
    VH011: afterLeaving(null),
  }[sqlState(error)];
  return text ? conflict(text) : null;
}

/** The event with its new numbers, which nobody else can change under the lock. */
async function counted(
  db: Database,
  { event, own }: HeldPlace,
  next: GivenAnswer | null,
): Promise<ClubEvent> {
  const more = (answer: Answer, of: (each: GivenAnswer) => number) =>
    (next?.answer === answer ? of(next) : 0) - (own?.answer === answer ? of(own) : 0);
  const places = more('yes', (each) => each.places);
  // Others may have been promoted to what came free.
  if (places < 0 && event.waiting > 0) return eventNow(db, event);
  return {
    ...event,
    registeredParticipants: event.registeredParticipants + places,
    waiting: event.waiting + more('waiting', () => 1),
  };
}
