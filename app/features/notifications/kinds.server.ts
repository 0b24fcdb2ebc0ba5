import type { Kind, Topic } from '~/features/outbox/schema';

/** What holds for the mails of one kind. */
interface KindOfMail {
  /** What its receiver chooses a way for (N2); null for what is always sent. */
  readonly topic: Exclude<Topic, 'series_soon'> | null;
  /** What they choose a way for instead, where the event is a date of a series. */
  readonly ofSeries?: 'series_soon';
  /** Whether it is told in quiet hours, too: somebody waits for it or may be on their way (N8). */
  readonly atAnyHour?: true;
  /**
   * How many mails about one event, of whatever kind, a user may have got within a day before this
   * one is too many: neither places that change hands nor changes may use up what a cancellation
   * needs.
   */
  readonly aDay: number;
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
const answer = { aDay: A_DAY, topic: null, atAnyHour: true } as const;
const freed = { aDay: A_DAY, topic: 'place_free' } as const;
const change = { aDay: 5, topic: 'event_changed', putOff: true, collects: true } as const;
const cancellation = {
  aDay: A_DAY,
  topic: 'event_cancelled',
  atAnyHour: true,
  putOff: true,
} as const;
const announcement = { aDay: A_DAY, announced: true } as const;

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
  answer_missing: { aDay: A_DAY, topic: 'answer_missing' },
  event_soon: { aDay: A_DAY, topic: 'event_soon', ofSeries: 'series_soon' },
  poll_new: { ...announcement, topic: 'poll_new' },
  poll_missing: { aDay: A_DAY, topic: 'poll_missing' },
  message: { aDay: A_DAY, topic: 'message' },
  contact_changed: { aDay: A_DAY, topic: 'contact_changed', collects: true },
};

/** What a mail of a kind is ended by. @param series that its event is a date of */
export const topicOf = (kind: Kind, series: string | null): Topic | null =>
  (series && KINDS[kind].ofSeries) || KINDS[kind].topic;

const ALL = Object.keys(KINDS) as Kind[];

/** The kinds of which something holds, for a query. */
export const kindsThat = (what: 'takesPlace' | 'collects' | 'announced'): Kind[] =>
  ALL.filter((kind) => KINDS[kind][what]);
