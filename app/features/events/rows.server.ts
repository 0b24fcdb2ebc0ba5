import { dateToText } from '~/dates';
import type { ListedEvent } from './queries.server';
import type { Places } from './view';

/** A row of the list, flat and no more than it shows: each travels to the browser twice. */
export interface EventRow extends Partial<Places> {
  readonly uuid: string;
  readonly name: string;
  /** '05. März 2030' */
  readonly date: string;
  readonly past?: true;
  readonly registered?: true;
  readonly polls?: number;
  /** One of the polls waits for an answer. */
  readonly unanswered?: true;
}

/** @param today 'YYYY-MM-DD'; an event of this day is not past */
export function toRow(event: ListedEvent, today: string): EventRow {
  return {
    uuid: event.uuid,
    name: event.name,
    date: dateToText(event.date),
    ...(event.date < today && { past: true }),
    ...(event.registered && { registered: true }),
    ...(event.polls > 0 && { polls: event.polls }),
    ...(event.unanswered && { unanswered: true }),
    ...(event.eventType === 'LIMITED_EVENT' && {
      max: event.maxParticipants,
      taken: event.registeredParticipants,
    }),
  };
}
