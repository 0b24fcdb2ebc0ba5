import type { EventType } from './schema';
import { EVENT_FULL, EVENT_OPEN, NO_LINKED_MEMBER } from './wording';

/** The view model of an event: pure, so that every case can be tested. */

/** The places of a limited event. */
export interface Places {
  readonly max: number;
  readonly taken: number;
}

interface Capacity {
  readonly tone: 'green' | 'orange' | 'red';
  readonly text: string;
}

const SCARCE_ABOVE = 0.75;

/** True if nobody can register any more (E3). */
export function isFull({ max, taken }: Places): boolean {
  return taken >= max;
}

/** How full an event is, in words (E2). */
export function capacityOf(places: Places): Capacity {
  if (isFull(places)) return { tone: 'red', text: EVENT_FULL };
  if (places.taken / places.max > SCARCE_ABOVE)
    return { tone: 'orange', text: 'Nur noch wenige freie Plätze.' };
  return { tone: 'green', text: 'Freie Plätze.' };
}

/** '(3 von 10 belegt)' (E2). */
export function occupancyOf({ max, taken }: Places): string {
  return `(${taken} von ${max} belegt)`;
}

/** Why the current user cannot sign up for an event; null if they can, or are signed up. */
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
