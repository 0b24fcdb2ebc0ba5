import { labels, textsOf } from '~/features/events/fields';
import * as events from '~/features/events/policy';
import type { ClubEvent } from '~/features/events/queries.server';
import {
  comingInWords,
  EVENT_OVER,
  eventTypeTexts,
  GONE_GROUP,
  occupancyOf,
  yesWords,
} from '~/features/events/wording';
import type { StoredRepetition } from '~/features/series/queries.server';
import { readRule } from '~/features/series/rule';
import { notMineInWords, ruleInWords, storedFrequencyOf } from '~/features/series/wording';
import type { OutputOf } from '~/kernel/operation';
import { counted, inFull } from '~/numbers';
import { dayAt, instantToText, whenOf } from '~/times';
import { linked } from '~/ui/links';
import { POLLS } from './around-event.server';
import type { readEventPage } from './operations/answers.server';
import { ownAnswerView } from './own-answer.server';
import { lead } from './policy';
import type { OwnAnswer } from './queries.server';
import type { Counts } from './sections.server';
import { countsInWords, upTo } from './wording';

/** Only what an event's page shows, as it is sent to the browser twice. */
export function eventPageOf({ event, scope, ...around }: OutputOf<typeof readEventPage>) {
  const { own, counts, members, polls, repeats, groups, isForNobody, optedOut, isTheirs } = around;
  const mayEdit = events.edit({ scope, event });
  const taken = event.registeredParticipants;
  const asks = event.takesAnswers;
  // Where nobody can say it, and nobody has, 'Noch niemand' would be no news.
  const tellsWhoComes = asks || taken > 0;
  const past = event.over;
  const view = ownAnswerView({
    event,
    own,
    linked: scope.member !== null,
    late: lead({ scope, event }),
    past,
  });
  // Nobody comes to what is called off.
  const coming = tellsWhoComes && !event.cancelledAt ? around.coming : null;
  return {
    uuid: event.uuid,
    name: event.name,
    date: event.date,
    when: whenOf(event),
    repeats: repeats && repetitionOf(repeats, event),
    // Its groups; for editors also why nobody is asked.
    groups: event.groups.length > 0 ? groups.join(', ') || GONE_GROUP : null,
    forNobody: mayEdit && isForNobody,
    places: placesOf(event),
    texts: textsOf('lines').flatMap((name) => told(labels[name], linked(event[name]))),
    past,
    cancelled: event.cancelledAt ? { reason: event.cancelReason } : null,
    size: sizeOf(event, coming === null),
    deadlines: event.cancelledAt || past ? [] : deadlinesOf(event, own.answer),
    own: view,
    series:
      event.series &&
      // Those who come need not be asked.
      (optedOut || (isTheirs && (own.answer === null || own.answer === 'no'))) &&
      !event.cancelledAt &&
      !past
        ? {
            series: event.series,
            optedOut,
            says: notMineInWords({ optedOut, asks, endsOn: around.optOutEndsOn }),
          }
        : null,
    // Those who wait are told with their place.
    waiting: view?.answer === 'waiting' ? 0 : event.waiting,
    tellsWhoComes,
    coming: coming && {
      title: past ? yesWords(event.asksAnswer).given : 'Wer kommt',
      count: inFull(members ?? 0),
      ...(members !== taken && { withOthers: inFull(taken) }),
      names: coming.map(({ uuid, firstName, lastName, distinction }) => ({
        seed: uuid.slice(-1),
        firstName,
        lastName,
        ...(distinction && { distinction }),
      })),
      more: (members ?? 0) - coming.length,
    },
    polls: polls.slice(0, POLLS),
    morePolls: polls.length > POLLS,
    mayEdit,
    counts: counts && countsFor(event, counts),
    /** Whether nobody has answered; to delete answers, too, is for the list. */
    deletable:
      taken === 0 && (!counts || [counts.yes, counts.waiting, counts.no].every((of) => of === 0)),
    /** From the day on: '9 da', or '' if nobody is recorded yet; null before, and if it is called off. */
    attendance:
      event.date > dayAt(new Date(), event.timeZone) || event.cancelledAt
        ? null
        : counts?.present
          ? `${inFull(counts.present)} da`
          : '',
  };
}

/** How it repeats: in short, and in full where there is more to say. */
function repetitionOf(stored: StoredRepetition, { date, seriesDate }: ClubEvent) {
  const rule = readRule(stored.rule);
  const short = storedFrequencyOf(stored.rule);
  if (!rule) return { short };
  const long = ruleInWords({ ...stored, rule });
  // A date that was moved is not on the day of its series.
  const usual =
    date === seriesDate ? short : `Sonst ${short.charAt(0).toLowerCase()}${short.slice(1)}`;
  return { short: usual, ...(long !== short && { long }) };
}

/** The lines of text of an event that are filled in, such as where it is, with their labels. */
export const placesOf = (event: ClubEvent) =>
  textsOf('line').flatMap((name) => told(labels[name], event[name]));

/** A text with its label; nothing if it is empty. */
const told = <Text extends { readonly length: number }>(label: string, text: Text) =>
  text.length > 0 ? [{ label, text }] : [];

export type EventPage = ReturnType<typeof eventPageOf>;

/** How full an event is. @param counts false if who comes is counted elsewhere on the page */
function sizeOf(event: ClubEvent, counts: boolean) {
  const { eventType, maxParticipants: max, registeredParticipants: taken, cancelledAt } = event;
  const isOpen = eventType === 'OPEN_EVENT';
  const places = isOpen || cancelledAt ? null : { max, taken };
  const tells = counts && !cancelledAt && (event.takesAnswers || taken > 0);
  return {
    ...(isOpen && { kind: eventTypeTexts.OPEN_EVENT.label }),
    ...(isOpen && tells && { yes: comingInWords(taken) }),
    ...(event.over && { over: places ? `${EVENT_OVER} ${occupancyOf(places)}` : EVENT_OVER }),
    ...(!event.over && places && { places }),
  };
}

/** How members have answered, for those who lead the event. */
function countsFor(event: ClubEvent, counts: Counts): string {
  const { asksAnswer, groups, waiting, cancelledAt } = event;
  const { yes } = counts;
  if (cancelledAt) {
    const had = yes === 1 ? (asksAnswer ? 'hatte' : 'war') : asksAnswer ? 'hatten' : 'waren';
    return `${upTo(yes)} ${had} ${yesWords(asksAnswer).given.toLowerCase()}`;
  }
  // Where all may sign up, nobody's answer is missing.
  if (!asksAnswer && groups.length === 0)
    return [
      `${upTo(yes)} angemeldet`,
      waiting > 0 && !event.over && counted(waiting, 'wartet', 'warten'),
    ]
      .filter(Boolean)
      .join(' · ');
  return countsInWords(event.over ? { ...counts, open: undefined } : counts);
}

/** Members who have signed up need not know the deadline for it. */
function deadlinesOf(event: ClubEvent, answer: OwnAnswer['answer']) {
  const { eventType, signUpUntil, signOffUntil, timeZone } = event;
  const [up, off] =
    eventType === 'LIMITED_EVENT'
      ? ['Anmelden bis', 'Abmelden bis']
      : ['Zusagen bis', 'Absagen bis'];
  const line = (label: string, at: Date | null) =>
    at ? [{ label, value: instantToText(at, timeZone) }] : [];
  return event.takesAnswers
    ? [...(answer === 'yes' ? [] : line(up, signUpUntil)), ...line(off, signOffUntil)]
    : [];
}
