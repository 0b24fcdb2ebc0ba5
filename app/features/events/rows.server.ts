import { dateToText } from '~/dates';
import type { ListedEvent } from './queries.server';
import type { EventRow } from './view';

/** @param today 'YYYY-MM-DD'; an event of this day is not past */
export function toRow(event: ListedEvent, today: string): EventRow {
  return {
    uuid: event.uuid,
    name: event.name,
    date: dateToText(event.date),
    past: event.date < today,
    registered: event.registered,
    polls: event.polls,
    unanswered: event.unanswered,
    ...(event.eventType === 'LIMITED_EVENT' && {
      max: event.maxParticipants,
      taken: event.registeredParticipants,
    }),
  };
}
