import { dayToText, weekdayToText } from '~/dates';
import { daysFrom } from '~/dates.server';
import { takesAnswers } from '~/features/answers/policy';
import { edit } from '~/features/events/policy';
import { groupsInShort } from '~/features/events/wording';
import type { Powers } from '~/kernel/actor';
import { eventPagePath } from '~/paths/events';
import { messagePath } from '~/paths/messages';
import { instantInShort, placeInShort, shortTime } from '~/times';
import { linked } from '~/ui/links';
import type { readBoard } from './operations.server';
import { type ComingEvent, OWN_SHOWN, type WaitingPoll } from './queries.server';
import {
  type BoardEvent,
  type BoardPoll,
  type ForYou,
  firstSteps,
  isLong,
  leavesRoom,
  placesLeft,
} from './view';

type Board = Awaited<ReturnType<typeof readBoard.perform>>['output'];

/** What the board shows, and no more: it travels to the browser twice. */
export function boardOf(board: Board) {
  const { organization, scope, day, whose, events, polls, progress } = board;
  const { name, motd } = organization;
  const hasMessage = motd.trim() !== '';
  return {
    name,
    message: hasMessage ? { lines: motd.split(/\r?\n/).map(linked), long: isLong(motd) } : null,
    linked: scope.member !== null,
    ...(whose && scope.member && { whose }),
    steps: firstSteps({ ...progress, hasMessage }, scope),
    events: events.filter(({ isNext }) => isNext).map((event) => toBoardEvent(event, day, scope)),
    own: events
      .filter(({ answer }) => answer === 'yes')
      .slice(0, OWN_SHOWN)
      .map(({ uuid, name, date, startTime, cancelledAt }) => ({
        uuid,
        name,
        day: whenInShort({ date, startTime }),
        ...(cancelledAt && { cancelled: true }),
      })),
    polls: polls.map(toBoardPoll),
    forYou: { items: forYouOf(board), hasRoom: leavesRoom(motd) },
  };
}

function toBoardEvent(event: ComingEvent, day: string, scope: Powers): BoardEvent {
  const limited = event.eventType === 'LIMITED_EVENT';
  const places = { max: event.maxParticipants, taken: event.registeredParticipants };
  const told = [shortTime(event), groupsInShort(event.groupNames), placeInShort(event.place)]
    .filter(Boolean)
    .join(', ');
  const answer = event.answer ?? undefined;
  return {
    uuid: event.uuid,
    name: event.name,
    date: event.date,
    ...nearness(event.date, day),
    ...(told && { told }),
    ...(answer && { answer }),
    ...(limited && { places: placesLeft(places) }),
    ...(event.asksAnswer && { asks: places.taken }),
    ...(event.cancelledAt && { cancelled: true }),
    ...whatToDo(event, answer, scope),
    ...(isOpenQuestion(event, answer, scope) && { canDecline: true }),
  };
}

/** What waits for the user, and what they were told lately, the most urgent first (N14). */
function forYouOf({ organization, events, tidings, letters }: Board): ForYou[] {
  const offers = events.filter(({ isOffered }) => isOffered);
  // A leaf of the board says that it is cancelled; that it was moved, nothing else does.
  const leaves = new Set(events.filter(({ isNext }) => isNext).map(({ uuid }) => uuid));
  const news = tidings.filter(({ event, cancelled }) => !(cancelled && leaves.has(event)));
  const asked = events
    .filter(({ isAsked }) => isAsked)
    .sort((one, other) => one.closesAt.getTime() - other.closesAt.getTime());
  return [
    ...offers.map(
      (event): ForYou => ({
        kind: 'offer',
        key: event.uuid,
        to: eventPagePath(event.uuid),
        title: event.name,
        about: whenInShort(event),
      }),
    ),
    ...asked.map(
      (event): ForYou => ({
        kind: 'ask',
        key: event.uuid,
        to: eventPagePath(event.uuid),
        title: event.name,
        about: whenInShort(event),
        ...(event.signUpUntil && { until: instantInShort(event.signUpUntil, event.timeZone) }),
        ...sayingYes(event),
      }),
    ),
    ...news.map(
      ({ event, name, cancelled, several, ...when }): ForYou => ({
        kind: 'news',
        key: `news ${event}`,
        to: eventPagePath(event),
        title: `${cancelled ? 'Fällt aus' : 'Geändert'}: ${name}`,
        about: whenInShort(when) + (several ? ' und weitere Termine' : ''),
      }),
    ),
    ...letters.map(
      ({ uuid, subject, sentAt }): ForYou => ({
        kind: 'news',
        key: uuid,
        to: messagePath(uuid),
        title: subject,
        about: `Nachricht, ${instantInShort(new Date(sentAt), organization.timeZone)}`,
      }),
    ),
  ];
}

const whenInShort = (event: { date: string; startTime: string | null }) =>
  [dayInShort(event.date), shortTime(event)].filter(Boolean).join(', ');

/** A full event may have a waiting list, which its page leads to. */
function sayingYes(event: ComingEvent): Pick<ForYou, 'yes'> {
  const limited = event.eventType === 'LIMITED_EVENT';
  if (!limited) return { yes: 'Zusagen' };
  if (event.registeredParticipants < event.maxParticipants) return { yes: 'Anmelden' };
  return event.waitingList ? { yes: 'Auf die Warteliste' } : {};
}

/** The one thing to do about an event; none past a deadline, which its page explains (J6). */
function whatToDo(
  event: ComingEvent,
  answer: BoardEvent['answer'],
  scope: Powers,
): Pick<BoardEvent, 'does'> {
  const late = edit({ scope, event });
  const { eventType, maxParticipants, registeredParticipants } = event;
  if (!scope.member || answer === 'waiting' || event.cancelledAt) return {};
  if (answer === 'yes') return event.signOffClosed && !late ? {} : { does: 'signOff' };
  if (!takesAnswers(event) || (event.signUpClosed && !late)) return {};
  if (eventType === 'OPEN_EVENT' || registeredParticipants < maxParticipants)
    return { does: 'signUp' };
  return event.waitingList ? { does: 'wait' } : {};
}

/** Where answers are asked for, a no is one as well. */
const isOpenQuestion = (event: ComingEvent, answer: BoardEvent['answer'], { member }: Powers) =>
  event.asksAnswer && !answer && member !== null && !event.cancelledAt && !event.signUpClosed;

function toBoardPoll({ uuid, name, event, eventName, date }: WaitingPoll): BoardPoll {
  return { uuid, name, event, about: `${dayInShort(date)}: ${eventName}` };
}

/** 'Sa, 21. November' */
const dayInShort = (date: string) => `${weekdayToText(date).slice(0, 2)}, ${dayToText(date)}`;

function nearness(date: string, day: string): Pick<BoardEvent, 'when'> {
  if (date === day) return { when: 'Heute' };
  return date === daysFrom(day, 1) ? { when: 'Morgen' } : {};
}
