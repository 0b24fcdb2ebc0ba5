import { dayToText, weekdayToText } from '~/dates';
import { daysFrom } from '~/dates.server';
import { edit } from '~/features/events/policy';
import type { Powers } from '~/kernel/actor';
import { placeInShort, shortTime } from '~/times';
import { linked } from '~/ui/links';
import type { readBoard } from './operations.server';
import { type ComingEvent, OWN_SHOWN, type WaitingPoll } from './queries.server';
import { type BoardEvent, type BoardPoll, firstSteps, isLong, placesLeft } from './view';

type Board = Awaited<ReturnType<typeof readBoard.perform>>['output'];

/** What the board shows, and no more: it travels to the browser twice. */
export function boardOf({ organization, scope, day, events, polls, progress }: Board) {
  const { name, motd } = organization;
  const hasMessage = motd.trim() !== '';
  return {
    name,
    message: hasMessage ? { lines: motd.split(/\r?\n/).map(linked), long: isLong(motd) } : null,
    linked: scope.member !== null,
    steps: firstSteps({ ...progress, hasMessage }, scope),
    events: events.filter(({ isNext }) => isNext).map((event) => toBoardEvent(event, day, scope)),
    own: events
      .filter(({ registered }) => registered)
      .slice(0, OWN_SHOWN)
      .map(({ uuid, name, date, startTime, cancelledAt }) => ({
        uuid,
        name,
        day: [dayInShort(date), shortTime({ startTime })].filter(Boolean).join(', '),
        ...(cancelledAt && { cancelled: true }),
      })),
    polls: polls.map(toBoardPoll),
  };
}

function toBoardEvent(event: ComingEvent, day: string, scope: Powers): BoardEvent {
  const limited = event.eventType === 'LIMITED_EVENT';
  const places = { max: event.maxParticipants, taken: event.registeredParticipants };
  const told = [shortTime(event), placeInShort(event.place)].filter(Boolean).join(', ');
  const answer = answerOf(event);
  return {
    uuid: event.uuid,
    name: event.name,
    date: event.date,
    ...nearness(event.date, day),
    ...(told && { told }),
    ...(answer && { answer }),
    ...(limited && { places: placesLeft(places) }),
    ...(event.asksAnswer && !limited && { asks: places.taken }),
    ...(event.cancelledAt && { cancelled: true }),
    ...whatToDo(event, answer, scope),
  };
}

function answerOf({ registered, waits, declined }: ComingEvent): BoardEvent['answer'] {
  if (registered) return 'yes';
  if (waits) return 'waiting';
  return declined ? 'no' : undefined;
}

/** The one thing to do about an event; none past a deadline, which its page explains (J6). */
function whatToDo(
  event: ComingEvent,
  answer: BoardEvent['answer'],
  scope: Powers,
): Pick<BoardEvent, 'does'> {
  const late = edit({ scope });
  const { eventType, asksAnswer, maxParticipants, registeredParticipants } = event;
  const limited = eventType === 'LIMITED_EVENT';
  if (!scope.member || answer === 'waiting') return {};
  if (answer === 'yes') return event.signOffClosed && !late ? {} : { does: 'signOff' };
  if (event.cancelledAt || !(limited || asksAnswer) || (event.signUpClosed && !late)) return {};
  if (!limited || registeredParticipants < maxParticipants) return { does: 'signUp' };
  return event.waitingList ? { does: 'wait' } : {};
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
