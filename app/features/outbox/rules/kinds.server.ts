import type { Kind, Topic, Way } from '../schema';

/** What holds for the mails of one kind. */
interface KindOfMail {
  /** What its receiver chooses a way for (N2); null for what is always sent. */
  readonly topic: Exclude<Topic, 'series_soon'> | null;
  /** What they choose a way for instead, where the event is a date of a series. */
  readonly ofSeries?: 'series_soon';
  /**
   * Goes to very many at once: how each is told is decided while it is put into the outbox, and not
   * only when it is due. Who wants none of it is not noted at all, as nothing else shows it (X9).
   */
  readonly early?: true;
  /** What is too late for it, if that is not the start of its event. */
  readonly until?: 'closes_at';
  /** Whether it is told in quiet hours, too: somebody waits for it or may be on their way (N8). */
  readonly atAnyHour?: true;
  /**
   * How many mails about one event, of whatever kind, a user may have got within a day before this
   * one is too many: neither places that change hands nor changes may use up what a cancellation
   * needs.
   */
  readonly aDay: number;
  /** About places that somebody got or lost, which are counted apart from other mails about events. */
  readonly place?: true;
  /** One that is too many is told once the day has room again, instead of never. */
  readonly putOff?: true;
  /** Says whether an event takes place: those told the one must be told the other, if only later. */
  readonly takesPlace?: true;
  /** Gathers what changes meanwhile; once sent, the next change is another cause (J10). */
  readonly collects?: true;
  /** Goes into one mail with other news of these minutes. */
  readonly announced?: true;
}

const A_DAY = 6;
const answer = { aDay: A_DAY, topic: null, atAnyHour: true, place: true } as const;
const freed = { aDay: A_DAY, topic: 'place_free' } as const;
const change = { aDay: 5, topic: 'event_changed', putOff: true, collects: true } as const;
const cancellation = {
  aDay: A_DAY,
  topic: 'event_cancelled',
  atAnyHour: true,
  putOff: true,
} as const;
const announcement = { aDay: A_DAY, announced: true, early: true } as const;
const reminder = { aDay: A_DAY, early: true } as const;

/** Everything that members are told by mail, and what decides when and whether each is sent. */
export const KINDS: Readonly<Record<Kind, KindOfMail>> = {
  promoted: answer,
  removed: answer,
  place_free: { ...freed, aDay: 4, atAnyHour: true },
  opened: freed,
  event_new: { ...announcement, topic: 'event_new' },
  series_new: { ...announcement, topic: 'event_new' },
  event_changed: change,
  series_changed: change,
  event_cancelled: { ...cancellation, takesPlace: true },
  event_restored: { ...cancellation, takesPlace: true },
  series_cancelled: cancellation,
  answer_missing: { ...reminder, topic: 'answer_missing', until: 'closes_at' },
  event_soon: { ...reminder, topic: 'event_soon', ofSeries: 'series_soon' },
  poll_new: { ...announcement, topic: 'poll_new' },
  poll_missing: { ...reminder, topic: 'poll_missing' },
  message: { aDay: A_DAY, topic: 'message' },
  contact_changed: { aDay: A_DAY, topic: 'contact_changed', collects: true },
};

/** What a mail of a kind is ended by. @param series that its event is a date of */
export const topicOf = (kind: Kind, series: string | null): Topic | null =>
  (series && KINDS[kind].ofSeries) || KINDS[kind].topic;

const ALL = Object.keys(KINDS) as Kind[];

/** The kinds of which something holds, for a query. */
export const kindsThat = (what: 'takesPlace' | 'collects' | 'announced' | 'until'): Kind[] =>
  ALL.filter((kind) => KINDS[kind][what]);

/** The kinds of mails that are ended by a topic. */
export const kindsOf = (topic: Topic): Kind[] => ALL.filter((kind) => KINDS[kind].topic === topic);

/** What is announced to a whole club or group: of several things at once there is one mail. */
export const NEWS: readonly Topic[] = [
  ...new Set(kindsThat('announced').flatMap((kind) => KINDS[kind].topic ?? [])),
];

/** What a mail counts as on its receiver's day. */
export type CountedAs = 'club' | 'events' | 'places' | 'digest';

/** Null for messages, which have limits of their own (N12). */
export function countsAs(mail: { kind: Kind; bulk: boolean; way: Way }): CountedAs | null {
  if (mail.way === 'digest') return 'digest';
  if (mail.bulk) return mail.kind === 'message' ? null : 'club';
  return KINDS[mail.kind].place ? 'places' : 'events';
}

/** In minutes: more changes are one mail (N5), and what was created is often corrected at once. */
const WAITS = 5;

/** How long it waits for more of the same, or for what is corrected. */
export const minutesOf = (kind: Kind): number =>
  KINDS[kind].collects || KINDS[kind].announced ? WAITS : 0;
