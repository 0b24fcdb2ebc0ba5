import type { Powers } from '~/kernel/actor';
import { placeInShort } from '~/times';
import { edit } from './policy';
import type { ListedEvent } from './queries.server';
import type { EventRow } from './view';
import { groupsInShort } from './wording';

/** @param today 'YYYY-MM-DD'; an event of this day is not past */
export function toRow(event: ListedEvent, today: string, scope: Powers): EventRow {
  const limited = event.eventType === 'LIMITED_EVENT';
  const asks = event.asksAnswer;
  return {
    uuid: event.uuid,
    name: event.name,
    date: event.date,
    past: event.date < today,
    registered: event.answer === 'yes',
    waits: event.answer === 'waiting',
    cancelled: event.cancelledAt !== null,
    begun: event.begun,
    closed: event.signUpClosed,
    asks,
    series: event.series !== null,
    led: scope.leads.length > 0 && edit({ scope, event }),
    polls: event.polls,
    unanswered: event.unanswered,
    ...(limited && { max: event.maxParticipants }),
    ...((limited || asks) && { taken: event.registeredParticipants }),
    startTime: event.startTime,
    place: [groupsInShort(event.groupNames), placeInShort(event.place)].filter(Boolean).join(', '),
  };
}
