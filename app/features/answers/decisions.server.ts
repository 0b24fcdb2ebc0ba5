import type { Database } from '#db/connection';
import {
  freePlaces,
  mostCompanions,
  type Obstacle,
  obstacleToLeaving,
  obstacleToNo,
  obstacleToYes,
} from '~/features/events/rules/answering';
import { conflict, invalid } from '~/kernel/problem';
import type { HeldPlace } from './place.server';
import { passesOn } from './queries.server';
import type { GivenAnswer } from './schema';
import { obstacleInWords } from './view';
import { tooMany } from './wording';

/** Decides what an answer becomes, by the event and its deadlines under the lock. */

export interface Yes {
  readonly places?: number;
  readonly note?: string;
  readonly waitingList: boolean;
}

const NEW = { places: 1, note: '' };

/**
 * A yes, or a place on the waiting list if there is no room and the member would wait.
 * @throws Problem 409, or 422 at the places
 */
export async function decideYes(
  db: Database,
  place: HeldPlace,
  { waitingList, ...given }: Yes,
): Promise<GivenAnswer> {
  const { event, own } = place;
  const kept = own && own.answer !== 'no' ? own : NEW;
  const { places = kept.places, note = kept.note } = given;
  requireAllowed(event, places, kept.places);
  const more = places - (own?.answer === 'yes' ? own.places : 0);
  if (more < 0) await requireLeave(db, place, -more);
  else if (more > 0) refuse(event, obstacleToYes(event, place));
  const fits = more <= 0 || more <= freePlaces(event);
  if (fits) return { answer: 'yes', places, note };
  if (own?.answer === 'yes' || !waitingList || !event.waitingList)
    throw conflict(obstacleInWords('no room', event));
  // They would wait for ever.
  requireAllowed({ companions: mostCompanions(event) }, places, kept.places);
  return { answer: 'waiting', places, note };
}

type Companions = Pick<HeldPlace['event'], 'companions'>;

/** True if the event allows so many places: the member's own and those of its companions. */
export const isAllowed = ({ companions }: Companions, places = 1): boolean =>
  places <= companions + 1;

/**
 * @param kept how many the member already has and may keep, even if fewer are allowed now
 * @throws Problem 422 at the places
 */
export function requireAllowed(event: Companions, places = 1, kept = 1): void {
  if (!isAllowed(event, places) && places > kept)
    throw invalid({ places: [tooMany(event.companions)] });
}

/** A no. @throws Problem 409 */
export async function decideNo(
  db: Database,
  place: HeldPlace,
  { note }: { note?: string },
): Promise<GivenAnswer> {
  const { event, own } = place;
  if (own?.answer === 'yes') await requireLeave(db, place, own.places);
  else refuse(event, obstacleToNo(event, place));
  return { answer: 'no', places: 1, note: note ?? (own?.answer === 'no' ? own.note : '') };
}

/**
 * Makes sure that places can be given back now.
 * @throws Problem 409 past the deadline, unless somebody on the waiting list would take them (K7)
 */
export async function requireLeave(db: Database, place: HeldPlace, places: number): Promise<void> {
  const { event } = place;
  if (obstacleToLeaving(event, { ...place, passesOn: false }) === null) return;
  const passed = { ...place, passesOn: await passesOn(db, event, places) };
  refuse(event, obstacleToLeaving(event, passed));
}

function refuse(event: HeldPlace['event'], obstacle: Obstacle | null): void {
  if (obstacle) throw conflict(obstacleInWords(obstacle, event));
}
