import type { Config } from '~/config.server';
import { daysToText } from '~/dates';
import { datesInWords, newDates } from '~/features/events/wording';
import { RELEASABLE } from '~/features/members/fields';
import { partsInWords } from '~/features/members/rules/field-words';
import { nameOf } from '~/features/members/wording';
import { audienceInWords } from '~/features/messages/wording';
import { isMoved } from '~/features/outbox/rules/former.server';
import { KINDS } from '~/features/outbox/rules/kinds.server';
import type { Topic } from '~/features/outbox/schema';
import { eventPagePath, eventsPath } from '~/paths/events';
import { memberPath } from '~/paths/members';
import { messagePath } from '~/paths/messages';
import { pollPath } from '~/paths/polls';
import { whenOf } from '~/times';
import * as dates from './dates-of-series.server';
import { answerLinksOf, NO_CHOICE, type OptOut } from './mail-links.server';
import type { ContactForMail, MessageForMail, NotificationForMail } from './state.server';
import * as wording from './wording-of-mails.server';

/** The content of a digest (N9): first what needs an answer, then news. */

/** Entries in one mail, so that no mail program cuts it off; the others are only counted. */
const SHOWN = 30;

const TITLES: Readonly<Record<Exclude<Topic, 'series_soon'>, string>> = {
  answer_missing: 'Bitte noch antworten',
  event_soon: 'Bald ist es so weit',
  event_cancelled: 'Was ausfällt oder doch stattfindet',
  event_changed: 'Was sich geändert hat',
  place_free: 'Freie Plätze',
  poll_missing: 'Umfragen, zu denen Ihre Antwort fehlt',
  event_new: 'Neue Veranstaltungen',
  poll_new: 'Neue Umfragen',
  message: 'Rundmails',
  contact_changed: 'Geänderte Kontaktdaten',
};
type Titled = keyof typeof TITLES;
const ORDER = Object.keys(TITLES) as Titled[];

type Counted = 'series' | 'event' | 'poll' | 'message' | 'contact';

interface Entry {
  readonly topic: Titled;
  readonly counted: Counted;
  /** The event, poll, message or member. */
  readonly about: string;
  readonly item: DigestItem;
}

export interface ToldInMail {
  readonly events: readonly NotificationForMail[];
  readonly messages: readonly MessageForMail[];
  readonly contacts: readonly ContactForMail[];
}

/** The values of a digest. @param receiver any row of what is told */
export function digestValues(
  receiver: ToldInMail[keyof ToldInMail][number],
  told: ToldInMail,
  optOut: OptOut,
  config: Config,
) {
  const entries = once(
    [
      ...eventEntries(told.events, config),
      ...told.messages.map(messageEntry(config)),
      ...told.contacts.map(contactEntry(config)),
    ].sort((a, b) => rankOf(a) - rankOf(b)),
  );
  const shown = entries.slice(0, SHOWN);
  const rest = entries.length - shown.length;
  return {
    appName: config.appName,
    organization: receiver.organization,
    name: receiver.firstName,
    /** '3 Veranstaltungen, 1 Umfrage'; '' for a single thing, which has a name. */
    summary: entries.length === 1 ? '' : summaryOf(entries),
    groups: ORDER.map((topic) => ({
      title: TITLES[topic],
      items: shown.filter((entry) => entry.topic === topic).map(({ item }) => item),
    })).filter(({ items }) => items.length > 0),
    more: rest > 0 ? `Und noch ${rest} mehr, zu viele für eine E-Mail.` : '',
    /** How often it comes, or ''. */
    rhythm: receiver.collected ? rhythmOf(receiver.rhythm) : '',
    link: `${config.origin}${eventsPath()}?organization=${receiver.organizationId}`,
    ...optOut,
  };
}

export type DigestValues = ReturnType<typeof digestValues>;

/** Series stand before single events. */
const rankOf = ({ topic, counted }: Entry) =>
  2 * ORDER.indexOf(topic) + (counted === 'series' ? 0 : 1);

/** What is mentioned anyway is not announced as new, too; and no title appears twice. */
function once(entries: readonly Entry[]): Entry[] {
  const told = new Set<string>();
  return entries.filter(({ topic, about }) => {
    const isNews = topic === 'event_new' || topic === 'poll_new';
    const known = told.has(isNews ? about : `${topic} ${about}`);
    told.add(about).add(`${topic} ${about}`);
    return !known;
  });
}

const NOUNS: Readonly<Record<Counted, readonly [one: string, many: string]>> = {
  series: ['Serie', 'Serien'],
  event: ['Veranstaltung', 'Veranstaltungen'],
  poll: ['Umfrage', 'Umfragen'],
  message: ['Rundmail', 'Rundmails'],
  contact: ['Kontaktänderung', 'Kontaktänderungen'],
};

/** '2 Serien, 3 Veranstaltungen, 1 Umfrage' */
function summaryOf(entries: readonly Entry[]): string {
  const parts = (Object.keys(NOUNS) as Counted[]).flatMap((noun) => {
    const count = new Set(entries.filter(({ counted }) => counted === noun).map((e) => e.about))
      .size;
    return count > 0 ? [`${count} ${NOUNS[noun][count === 1 ? 0 : 1]}`] : [];
  });
  return parts.join(', ');
}

const rhythmOf = (rhythm: string) =>
  `Neues bekommen Sie gesammelt, ${rhythm === 'weekly' ? 'sonntags' : 'täglich'} um 18 Uhr.`;

/** What entries may have beyond a name and a link. */
const EMPTY = {
  ...NO_CHOICE,
  /** When it is, a line for each date. */
  when: '',
  /** Where it is; of a message, the event that it is about. */
  place: '',
  /** The names of its groups; '' for everyone. */
  groups: '',
  /** Who wrote it, before the note. */
  writer: '',
  /** What happened to it: a sentence. */
  note: '',
  /** What its author wrote about it, after our words. */
  label: '',
  said: '',
};

/** `what` is the name of the event or poll, or the subject of the message. */
export type DigestItem = typeof EMPTY & { what: string; link: string; button: string };

/** One for each notification; those about a series have several rows. */
function eventEntries(rows: readonly NotificationForMail[], config: Config): Entry[] {
  const byId = new Map<number, NotificationForMail[]>();
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  return [...byId.values()].flatMap((all) => {
    const [first] = all;
    const topic = first && KINDS[first.kind].topic;
    if (!first || !topic) return [];
    if (dates.isSeries(first.kind)) return [seriesEntry(topic, first, all, config)];
    return [first.poll ? pollEntry(topic, first, config) : eventEntry(topic, first, config)];
  });
}

function eventEntry(topic: Titled, now: NotificationForMail, config: Config): Entry {
  const choice = ANSWERABLE.includes(topic) ? answerLinksOf(now, config) : EMPTY;
  return {
    topic,
    counted: 'event',
    about: now.event,
    item: {
      ...EMPTY,
      ...choice,
      ...noteOf(now),
      what: now.name,
      when: whenOf(now),
      place: now.place,
      groups: wording.forWhom(now),
      link: config.origin + eventPagePath(now.event),
      button: 'Zur Veranstaltung',
    },
  };
}

/** The buttons for answering directly from a digest. */
const ANSWERABLE: readonly Topic[] = ['event_new', 'answer_missing', 'event_soon'];

/** 'Bisher: Samstag, 19. Dezember 2026.' */
function formerly(now: NotificationForMail): string {
  const when = wording.formerWhenOf(now);
  return when && `${now.kind === 'event_cancelled' ? wording.alsoOff(when) : `Bisher: ${when}`}.`;
}

function noteOf(now: NotificationForMail): Partial<DigestItem> {
  switch (now.kind) {
    case 'event_new':
      return { note: wording.whatIsAsked(now) };
    case 'answer_missing':
      return { note: wording.untilOf(now) };
    case 'event_soon':
      return { note: wording.stateOf(now) };
    case 'event_cancelled':
      return {
        note: ['Findet nicht statt.', formerly(now)].filter(Boolean).join(' '),
        label: 'Grund: ',
        said: now.cancelReason,
      };
    case 'event_restored':
      return {
        note: ['Findet doch statt.', formerly(now), wording.stateOf(now)].filter(Boolean).join(' '),
      };
    case 'place_free':
      return { note: 'Ein Platz ist frei. Wer ihn zuerst nimmt, ist dabei.' };
    case 'opened':
      return { note: 'Ist jetzt offen: Sie können einfach kommen.' };
    case 'event_changed': {
      const { former } = now;
      const note = isMoved(former, now) ? `Bisher: ${whenOf(former)}` : '';
      if (former.place === now.place) return { note };
      return { note, label: 'Bisheriger Ort: ', said: former.place || 'keiner' };
    }
    default:
      return {};
  }
}

function seriesEntry(
  topic: Titled,
  first: NotificationForMail,
  all: readonly NotificationForMail[],
  config: Config,
): Entry {
  const isNew = first.kind === 'series_new';
  const count = isNew ? newDates(all.length + first.unnamed) : datesInWords(all.length);
  const isCancelled = first.kind === 'series_cancelled';
  const happened = isCancelled
    ? cancelledNote(count, all)
    : [count, dates.scheduleOf(all)].filter(Boolean).join(', ');
  const reason = dates.common(all.map(({ cancelReason }) => cancelReason)) ?? '';
  return {
    topic,
    counted: 'series',
    about: first.event,
    item: {
      ...EMPTY,
      what: first.name,
      when: `${happened}\n${datesOf(first, all)}`,
      place: dates.placeOf(all),
      groups: dates.groupsOf(all),
      ...(isCancelled && { label: 'Grund: ', said: reason }),
      ...(first.kind === 'series_changed' && {
        label: 'Bisheriger Ort: ',
        said: dates.formerPlaceOf(all.map(changed)),
      }),
      link: config.origin + eventPagePath(first.event),
      button: dates.buttonTo(count),
    },
  };
}

/** The first of new dates if they are weekly, which says the rest, else as many as mails list. */
function datesOf(first: NotificationForMail, all: readonly NotificationForMail[]): string {
  if (first.kind === 'series_changed') return dates.linesOf(all.map(changed), dates.changeOf);
  const total = all.length + first.unnamed;
  return first.kind === 'series_new' && total > 1 && dates.areWeekly(all)
    ? `Zuerst am ${dates.believedOf(first)}`
    : dates.linesOf(all, dates.believedOf, total);
}

const changed = (now: NotificationForMail) => ({ now, former: now.former });

/** '9 Termine (dienstags 18:00) finden nicht statt.' */
function cancelledNote(count: string, all: readonly NotificationForMail[]): string {
  const schedule = dates.scheduleOf(all);
  const which = schedule ? `${count} (${schedule})` : count;
  return `${which} ${all.length === 1 ? 'findet' : 'finden'} nicht statt.`;
}

function pollEntry(topic: Titled, now: NotificationForMail, config: Config): Entry {
  return {
    topic,
    counted: 'poll',
    about: now.poll ?? '',
    item: {
      ...EMPTY,
      what: now.pollName ?? '',
      label: `Zur Veranstaltung am ${daysToText({ from: now.date, until: now.date })}: `,
      said: now.name,
      groups: wording.forWhom(now),
      link: config.origin + pollPath({ event: now.event, poll: now.poll ?? '' }, ''),
      button: 'Zur Umfrage',
    },
  };
}

const messageEntry =
  (config: Config) =>
  (message: MessageForMail): Entry => ({
    topic: 'message',
    counted: 'message',
    about: message.message,
    item: {
      ...EMPTY,
      what: message.subject,
      place: message.eventName ?? '',
      writer: wording.writerOf(message) || 'Jemand',
      note: `schreibt an ${audienceInWords(message)}:`,
      groups: wording.forWhom(message),
      said: message.body,
      link: config.origin + messagePath(message.message),
      button: 'Rundmail lesen',
    },
  });

const contactEntry =
  (config: Config) =>
  ({ contact, contactFirstName, contactLastName, parts }: ContactForMail): Entry => ({
    topic: 'contact_changed',
    counted: 'contact',
    about: contact,
    item: {
      ...EMPTY,
      what: nameOf({ firstName: contactFirstName, lastName: contactLastName }),
      note: `Hat geändert: ${partsInWords(RELEASABLE.filter((part) => parts.includes(part)))}.`,
      link: config.origin + memberPath(contact, '', ''),
      button: 'Zum Mitglied',
    },
  });
