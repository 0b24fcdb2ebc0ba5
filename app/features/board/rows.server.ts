import { dayToText, weekdayToText } from '~/dates';
import { daysFrom } from '~/dates.server';
import { linked } from '~/ui/links';
import type { readBoard } from './operations.server';
import { type comingEvents, EVENTS_SHOWN, type WaitingPoll } from './queries.server';
import { type BoardEvent, type BoardPoll, firstSteps, isLong, placesLeft } from './view';

type Board = Awaited<ReturnType<typeof readBoard.perform>>['output'];
type ComingEvent = Awaited<ReturnType<typeof comingEvents>>[number];

/** What the board shows, and no more: it travels to the browser twice. */
export function boardOf({ organization, scope, day, events, polls, progress }: Board) {
  const { name, motd } = organization;
  const hasMessage = motd.trim() !== '';
  return {
    name,
    message: hasMessage ? { lines: motd.split(/\r?\n/).map(linked), long: isLong(motd) } : null,
    linked: scope.member !== null,
    steps: firstSteps({ ...progress, hasMessage }, scope),
    events: events.slice(0, EVENTS_SHOWN).map((event) => toBoardEvent(event, day)),
    own: events
      .filter(({ registered }) => registered)
      .map(({ uuid, name, date }) => ({ uuid, name, day: dayInShort(date) })),
    polls: polls.map(toBoardPoll),
  };
}

function toBoardEvent(event: ComingEvent, day: string): BoardEvent {
  return {
    uuid: event.uuid,
    name: event.name,
    date: event.date,
    ...nearness(event.date, day),
    ...(event.registered && { registered: true }),
    ...(event.eventType === 'LIMITED_EVENT' && {
      places: placesLeft({ max: event.maxParticipants, taken: event.registeredParticipants }),
    }),
  };
}

function toBoardPoll({ uuid, name, event, eventName, date }: WaitingPoll): BoardPoll {
  return { uuid, name, event, about: `${dayInShort(date)}: ${eventName}` };
}

/** 'Sa, 21. November' */
const dayInShort = (date: string) => `${weekdayToText(date).slice(0, 2)}, ${dayToText(date)}`;

function nearness(date: string, day: string): Pick<BoardEvent, 'when'> {
  if (date === day) return { when: 'Heute' };
  return date === daysFrom(day, 1) ? { when: 'Morgen' } : {};
}
