import { daysFrom, weekdayToText } from '~/dates';
import { A_MONDAY } from '~/features/series/rule';
import type { Powers, Scope } from '~/kernel/actor';
import { placeInShort } from '~/times';
import type { EventRow } from './list-view';
import { edit } from './policy';
import type { ListedEvent } from './queries.server';
import { obstacles } from './rules/answering';
import { nearness } from './rules/nearness';
import { groupsInShort } from './wording';

export function toRow(event: ListedEvent, scope: Powers & Pick<Scope, 'member'>): EventRow {
  const limited = event.eventType === 'LIMITED_EVENT';
  const asks = event.asksAnswer;
  const [max, taken] = [event.maxParticipants, event.registeredParticipants];
  const cancelled = event.cancelledAt !== null;
  const { afterLeaving, signUpClosed, over: past } = event;
  const registered = event.answer === 'yes';
  const { when, startTime } = nearness(event);
  const found = obstacles(event, {
    // Past the deadline the dialog says whether somebody would take the place.
    own: { answer: registered ? 'yes' : null, places: 1, passesOn: true, afterLeaving },
    linked: scope.member !== null,
    late: edit({ scope, event }),
  });
  // A limited event without a time takes answers at any time, and so keeps the specification's actions.
  const takes = !cancelled && (limited || !past);
  return {
    uuid: event.uuid,
    name: event.name,
    date: event.date,
    past,
    registered,
    position: event.position ?? 0,
    declined: event.answer === 'no',
    cancelled,
    begun: event.begun,
    closed: signUpClosed,
    signsUp: takes && !registered && !found.over,
    signsOff: takes && registered && !found.no,
    afterLeaving: afterLeaving && event.takesAnswers,
    asks,
    series: event.series !== null,
    others: !event.concerned,
    today: when === 'Heute',
    tomorrow: when === 'Morgen',
    led: scope.leads.length > 0 && edit({ scope, event }),
    polls: event.polls,
    unanswered: event.unanswered,
    joins: found.canWait && event.answer !== 'waiting' && !past && !signUpClosed,
    ...(limited && { max }),
    ...((limited || (asks && !cancelled)) && { taken }),
    startTime,
    place: [groupsInShort(event.groupNames, event.name), placeInShort(event.place)]
      .filter(Boolean)
      .join(', '),
    further: event.further ? furtherDates(...event.further) : '',
  };
}

/** 'und 24 weitere Dienstage' */
function furtherDates(count: number, weekday: number | null): string {
  const date = weekday === null ? 'Termin' : weekdayToText(daysFrom(A_MONDAY, weekday - 1));
  return count === 1 ? `und 1 weiterer ${date}` : `und ${count} weitere ${date}e`;
}
