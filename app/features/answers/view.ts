import { type EventDetails, hasText } from '~/features/events/fields';
import type { ClubEvent } from '~/features/events/queries.server';
import { freePlaces, type Obstacle } from '~/features/events/rules/answering';
import {
  EVENT_CANCELLED,
  EVENT_FULL,
  EVENT_OPEN,
  NO_LINKED_MEMBER,
} from '~/features/events/wording';
import { instantInShort, instantToText } from '~/times';
import { afterLeaving, EVENT_BEGUN, onlyFree, wasUntil } from './wording';

/**
 * Why something is not possible: the screen says it before, the operation after the attempt.
 * @param other whose answer it is, unless it is the user's own
 */
export function obstacleInWords(
  obstacle: Obstacle,
  event: ClubEvent,
  other: Parameters<typeof afterLeaving>[0] = null,
): string {
  const { eventType, timeZone, signUpUntil, signOffUntil } = event;
  // In the words of its buttons (Y2).
  const [yes, no] =
    eventType === 'LIMITED_EVENT' ? ['Anmeldung', 'Abmeldung'] : ['Zusage', 'Absage'];
  switch (obstacle) {
    case 'cancelled':
      return EVENT_CANCELLED;
    case 'open to all':
      return EVENT_OPEN;
    case 'begun':
      return EVENT_BEGUN;
    case 'sign-up over':
      return signUpUntil ? wasUntil(yes, instantToText(signUpUntil, timeZone)) : EVENT_BEGUN;
    case 'sign-off over':
      return signOffUntil ? wasUntil(no, instantToText(signOffUntil, timeZone)) : EVENT_BEGUN;
    case 'after leaving':
      return afterLeaving(other);
    case 'not linked':
      return NO_LINKED_MEMBER;
    case 'no room': {
      const free = freePlaces(event);
      return free > 0 ? onlyFree(free) : EVENT_FULL;
    }
  }
}

const HOUR_MS = 3_600_000;

/** How those who wait get a place, and until when without being asked (K3, K4). */
export function promotionInWords(event: ClubEvent, { places }: { places: number }): string {
  const { promotes, startsAt, promotionHours, timeZone } = event;
  if (!promotes)
    return 'Wird ein Platz frei, bekommen alle, die warten, eine E-Mail. Wer zuerst zugreift, ist dabei.';
  const until = new Date(startsAt.getTime() - promotionHours * HOUR_MS);
  const next = `Werden bis ${instantInShort(until, timeZone)} Plätze frei, rücken Sie nach und bekommen eine E-Mail.`;
  return `${next} ${places > 1 ? 'Wer weniger braucht, ist oft früher dran.' : 'Danach gilt: Wer zuerst zugreift, ist dabei.'}`;
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
