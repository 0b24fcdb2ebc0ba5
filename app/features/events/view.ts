import type { EventType } from './schema';
import { EVENT_FULL, EVENT_OPEN, NO_LINKED_MEMBER } from './wording';

/** What the screens say about an event; no I/O, so that every case can be tested. */

/** The places of a limited event. */
export interface Places {
  readonly max: number;
  readonly taken: number;
}

export interface Capacity {
  readonly tone: 'green' | 'orange' | 'red';
  readonly text: string;
}

const SCARCE_ABOVE = 0.75;

/** Whether nobody can register any more (E3). */
export function isFull({ max, taken }: Places): boolean {
  return taken >= max;
}

/** How full an event is, in words (E2). */
export function capacityOf(places: Places): Capacity {
  if (isFull(places)) return { tone: 'red', text: 'Keine freien Plätze mehr.' };
  if (places.taken / places.max > SCARCE_ABOVE)
    return { tone: 'orange', text: 'Nur noch wenige freie Plätze.' };
  return { tone: 'green', text: 'Freie Plätze.' };
}

/** '(3 von 10 belegt)' (E2). */
export function occupancyOf({ max, taken }: Places): string {
  return `(${taken} von ${max} belegt)`;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Whether there are rows before the first, and after the last. */
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
}

/**
 * Cuts a page out of what lies around a position: as many rows as there are in the direction of
 * travel, filled up from the other side, so that a page is short only when the whole list is.
 * @param earlier rows before the position, nearest first; up to one more than fit on a page
 * @param later rows after it, nearest first; likewise
 */
export function pageAround<Row>(
  { earlier, later }: { earlier: readonly Row[]; later: readonly Row[] },
  towards: 'earlier' | 'later',
  size: number,
): Page<Row> {
  const takenFirst = Math.min(size, (towards === 'later' ? later : earlier).length);
  const takenThen = Math.min(size - takenFirst, (towards === 'later' ? earlier : later).length);
  const [before, after] = towards === 'later' ? [takenThen, takenFirst] : [takenFirst, takenThen];
  return {
    rows: [...earlier.slice(0, before).reverse(), ...later.slice(0, after)],
    hasEarlier: earlier.length > before,
    hasLater: later.length > after,
  };
}

/**
 * Why the current user cannot sign up for an event, said before they try; null if they can, or are
 * signed up.
 */
export function obstacleTo(
  event: { eventType: EventType; maxParticipants: number; registeredParticipants: number },
  { registered, linked }: { registered: boolean; linked: boolean },
): string | null {
  if (registered) return null;
  if (event.eventType === 'OPEN_EVENT') return EVENT_OPEN;
  if (!linked) return NO_LINKED_MEMBER;
  return isFull({ max: event.maxParticipants, taken: event.registeredParticipants })
    ? EVENT_FULL
    : null;
}
