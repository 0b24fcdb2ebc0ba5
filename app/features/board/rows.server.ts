import { daysBetween, dayToText, weekdayToText } from '~/dates';
import { daysFrom } from '~/dates.server';
import { countsInWords, whyNotRemind } from '~/features/answers/wording';
import { edit } from '~/features/events/policy';
import { obstacles } from '~/features/events/rules/answering';
import { nearness } from '~/features/events/rules/nearness';
import { groupsInShort } from '~/features/events/wording';
import type { Powers } from '~/kernel/actor';
import type { OutputOf } from '~/kernel/operation';
import { eventPagePath } from '~/paths/events';
import { messagePath } from '~/paths/messages';
import { greetingAt, instantInShort, placeInShort, shortTime } from '~/times';
import { linked } from '~/ui/links';
import type { readBoard } from './operations.server';
import { CALLED_OFF_DAYS, type ComingEvent, OWN_SHOWN, QUESTIONS_SHOWN } from './queries.server';
import { type BoardEvent, firstSteps, isLong, placesLeft } from './view';

type Board = OutputOf<typeof readBoard>;

/** Only what the board shows, as it is sent to the browser twice. */
export function boardOf(board: Board) {
  const { organization, scope, firstName, day, whose, events, polls, progress, leading } = board;
  const { name, motd, timeZone } = organization;
  const now = new Date();
  const hasMessage = motd.trim() !== '';
  const shown = events.filter((event) => isLeaf(event) || event.isAsked);
  const part = (name: BoardEvent['part']) => shown.filter((event) => partOf(event) === name);
  const [asked, rest] = [part('asked'), part('rest')];
  const allOwn = part('own');
  const own = allOwn.slice(0, OWN_SHOWN);
  return {
    name,
    greeting: `${greetingAt(now, timeZone)}, ${firstName}.`,
    message: hasMessage ? { lines: motd.split(/\r?\n/).map(linked), long: isLong(motd) } : null,
    linked: scope.member !== null,
    ...(whose && { whose }),
    steps: firstSteps({ ...progress, hasMessage }, scope),
    cancelled: events.filter(isCalledOff(day)).map(({ uuid, name, date, cancelReason }) => ({
      uuid,
      text: `${name} am ${dayInShort(date)}`,
      ...(cancelReason && { reason: cancelReason }),
    })),
    missing: events[0]?.missing ?? 0,
    ...(allOwn.length > own.length && { moreOwn: true }),
    events: [
      ...asked
        .toSorted((one, other) => one.closesAt.getTime() - other.closesAt.getTime())
        .slice(0, QUESTIONS_SHOWN),
      ...own,
      ...part('declined'),
      ...rest,
    ].map((event) => toBoardEvent(event, day, scope)),
    polls: polls.map(({ eventName, date, ...poll }) => ({
      ...poll,
      about: `${dayInShort(date)}: ${eventName}`,
    })),
    forYou: forYouOf(board),
    leading: leading.map(({ reach, ...date }) => {
      const hint = reach && whyNotRemind(reach, { inShort: true });
      return {
        uuid: date.uuid,
        title: date.name,
        when: whenInShort(date),
        counts: countsInWords(date),
        ...(hint && { hint }),
        canRemind: !hint && date.isOpen && date.open !== 0,
      };
    }),
  };
}

/** Whether members might turn up for nothing in the next days. */
const isCalledOff =
  (day: string) =>
  ({ cancelledAt, date, isTheirs, answer }: ComingEvent) =>
    cancelledAt !== null &&
    date < daysFrom(day, CALLED_OFF_DAYS) &&
    answer !== 'no' &&
    (isTheirs || answer !== null);

const isLeaf = ({ cancelledAt, isNext, answer }: ComingEvent) =>
  cancelledAt === null && (isNext || answer !== null);

function partOf({ isAsked, isNext, answer }: ComingEvent): BoardEvent['part'] {
  if (isAsked) return 'asked';
  if (answer === 'no' && !isNext) return 'declined';
  return answer === 'yes' || answer === 'waiting' ? 'own' : 'rest';
}

function toBoardEvent(event: ComingEvent, day: string, scope: Powers): BoardEvent {
  const limited = event.eventType === 'LIMITED_EVENT';
  const places = { max: event.maxParticipants, taken: event.registeredParticipants };
  const { name, groupNames, place } = event;
  const { when, startTime } = nearness({ ...event, ahead: daysBetween(day, event.date) });
  const told = [startTime, groupsInShort(groupNames, name), placeInShort(place)]
    .filter(Boolean)
    .join(' · ');
  const answer = event.answer ?? undefined;
  return {
    uuid: event.uuid,
    name: event.name,
    date: event.date,
    part: partOf(event),
    ...(when && { when }),
    ...(told && { told }),
    ...(answer && { answer }),
    ...(event.position !== null && { position: event.position }),
    ...(event.isAsked &&
      event.signUpUntil && { until: instantInShort(event.signUpUntil, event.timeZone) }),
    ...(limited && { places: placesLeft(places) }),
    ...(event.asksAnswer && { asks: places.taken }),
    ...whatToDo(event, answer, scope),
  };
}

/** A place that came free, and the user's recent news (N14). */
function forYouOf({ organization, day, events, news: { tidings, letters } }: Board) {
  // Cancelled events have their own line on the board; moved ones are only mentioned here.
  const lines = new Set(events.filter(isCalledOff(day)).map(({ uuid }) => uuid));
  return [
    ...events
      .filter(({ isOffered }) => isOffered)
      .map((event) => ({
        kind: 'offer' as const,
        key: event.uuid,
        to: eventPagePath(event.uuid),
        title: event.name,
        about: whenInShort(event),
      })),
    ...tidings
      .filter(({ event, cancelled }) => !(cancelled && lines.has(event)))
      .map(({ event, name, cancelled, several, ...when }) => ({
        kind: 'news' as const,
        key: `news ${event}`,
        to: eventPagePath(event),
        title: `${cancelled ? 'Fällt aus' : 'Geändert'}: ${name}`,
        about: whenInShort(when) + (several ? ' und weitere Termine' : ''),
      })),
    ...letters.map(({ uuid, subject, sentAt }) => ({
      kind: 'news' as const,
      key: uuid,
      to: messagePath(uuid),
      title: subject,
      about: `Rundmail, ${instantInShort(new Date(sentAt), organization.timeZone)}`,
    })),
  ];
}

const whenInShort = (event: { date: string; startTime: string | null }) =>
  [dayInShort(event.date), shortTime(event)].filter(Boolean).join(', ');

/** The main action for an event, and whether a no is another; none past a deadline, which its page explains (J6). */
function whatToDo(
  event: ComingEvent,
  answer: BoardEvent['answer'],
  scope: Powers,
): Pick<BoardEvent, 'does' | 'canDecline'> {
  if (!scope.member || event.cancelledAt) return {};
  // Of what came free late, also past the deadline (K4).
  if (answer === 'waiting') return { does: event.isOffered ? 'signUp' : 'leave' };
  const { afterLeaving, asksAnswer, isTheirs, signUpClosed } = event;
  const own = { answer: answer ?? null, places: 1, passesOn: false, afterLeaving };
  const found = obstacles(event, { own, linked: true, late: edit({ scope, event }) });
  if (answer === 'yes') return found.no ? {} : { does: 'signOff' };
  return {
    ...(found.yes ? found.canWait && { does: 'wait' } : { does: 'signUp' }),
    ...(isTheirs && asksAnswer && !answer && !signUpClosed && { canDecline: true }),
  };
}

/** 'Sa, 21. November' */
const dayInShort = (date: string) => `${weekdayToText(date).slice(0, 2)}, ${dayToText(date)}`;
