import type { Kind, Topic } from '../schema';

interface KindOfMail {
  /** The topic that its receiver chooses a way for (N2); null for mails that are always sent. */
  readonly topic: Exclude<Topic, 'series_soon'> | null;
  /** The topic instead, if the event is a date of a series. */
  readonly ofSeries?: 'series_soon';
  /**
   * Goes to very many at once: how each is sent is decided when it is put into the outbox, not when
   * it is due. Users who want none get no row, as nothing else shows it (X9).
   */
  readonly early?: true;
  /** When it is too late, if that is not the start of its event. */
  readonly until?: 'closes_at';
  /** Whether it is sent in quiet hours, too: people wait for it or may be on their way (N8). */
  readonly atAnyHour?: true;
  /**
   * Sent despite the daily limit, if the next digest is too late: a place gained or lost, or an
   * event that has changed.
   */
  readonly must?: true;
  /** Collects further changes; once sent, the next change is another cause (J10). */
  readonly collects?: true;
  /** Shares a mail with other news of the same minutes. */
  readonly announced?: true;
}

const answer = { topic: null, atAnyHour: true, must: true } as const;
const change = { topic: 'event_changed', must: true, collects: true } as const;
const cancellation = { topic: 'event_cancelled', atAnyHour: true, must: true } as const;
const announcement = { announced: true, early: true } as const;

/** Everything that members are told by mail, and what decides when and whether each is sent. */
export const KINDS: Readonly<Record<Kind, KindOfMail>> = {
  promoted: answer,
  removed: answer,
  place_free: { topic: 'place_free', atAnyHour: true },
  opened: { topic: 'place_free' },
  event_new: { ...announcement, topic: 'event_new' },
  series_new: { ...announcement, topic: 'event_new' },
  event_changed: change,
  series_changed: change,
  event_cancelled: cancellation,
  event_restored: cancellation,
  series_cancelled: cancellation,
  answer_missing: { topic: 'answer_missing', until: 'closes_at', early: true },
  event_soon: { topic: 'event_soon', ofSeries: 'series_soon', early: true },
  poll_new: { ...announcement, topic: 'poll_new' },
  poll_missing: { topic: 'poll_missing', early: true },
  message: { topic: 'message' },
  contact_changed: { topic: 'contact_changed', collects: true },
};

/** The topic that ends a kind of mail. @param series that its event is a date of */
export const topicOf = (kind: Kind, series: string | null): Topic | null =>
  (series && KINDS[kind].ofSeries) || KINDS[kind].topic;

const ALL = Object.keys(KINDS) as Kind[];

/** The kinds that meet a condition, for a query. */
export const kindsThat = (what: 'collects' | 'announced' | 'until'): Kind[] =>
  ALL.filter((kind) => KINDS[kind][what]);

export const kindsOf = (topic: Topic): Kind[] => ALL.filter((kind) => KINDS[kind].topic === topic);

/** Announcements to a whole club or group; several at once share a mail. */
export const NEWS: readonly Topic[] = [
  ...new Set(kindsThat('announced').flatMap((kind) => KINDS[kind].topic ?? [])),
];

/** In minutes: further changes share the mail (N5), and new things are often corrected at once. */
const WAITS = 5;

/** How long it waits for more of the same, or for corrections. */
export const minutesOf = (kind: Kind): number =>
  KINDS[kind].collects || KINDS[kind].announced ? WAITS : 0;
