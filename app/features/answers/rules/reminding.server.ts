import type { ClubEvent } from '~/features/events/queries.server';
import { EVENT_CANCELLED, EVENT_OPEN } from '~/features/events/wording';
import { EVENT_BEGUN } from '../wording';

/** Why nobody can be reminded any more; null if those who have not answered can. */
export function obstacleToReminding(event: ClubEvent): string | null {
  if (event.cancelledAt) return EVENT_CANCELLED;
  if (!event.takesAnswers) return EVENT_OPEN;
  if (!event.toCome) return EVENT_BEGUN;
  return event.signUpClosed ? 'Die Frist ist schon vorbei.' : null;
}
