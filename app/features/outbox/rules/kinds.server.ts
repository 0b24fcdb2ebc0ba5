import type { Kind, Topic } from '../schema';

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
   * Told beyond its receiver's day, where the next digest is too late for it: a place that they got or
   * lost, or an event that is otherwise than they know.
   */
  readonly must?: true;
  /** Gathers what changes meanwhile; once sent, the next change is another cause (J10). */
  readonly collects?: true;
  /** Goes into one mail with other news of these minutes. */
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

/** What a mail of a kind is ended by. @param series that its event is a date of */
export const topicOf = (kind: Kind, series: string | null): Topic | null =>
  (series && KINDS[kind].ofSeries) || KINDS[kind].topic;

const ALL = Object.keys(KINDS) as Kind[];

/** The kinds of which something holds, for a query. */
export const kindsThat = (what: 'collects' | 'announced' | 'until'): Kind[] =>
  ALL.filter((kind) => KINDS[kind][what]);

/** The kinds of mails that are ended by a topic. */
export const kindsOf = (topic: Topic): Kind[] => ALL.filter((kind) => KINDS[kind].topic === topic);

/** What is announced to a whole club or group: of several things at once there is one mail. */
export const NEWS: readonly Topic[] = [
  ...new Set(kindsThat('announced').flatMap((kind) => KINDS[kind].topic ?? [])),
];

/** In minutes: more changes are one mail (N5), and what was created is often corrected at once. */
const WAITS = 5;

/** How long it waits for more of the same, or for what is corrected. */
export const minutesOf = (kind: Kind): number =>
  KINDS[kind].collects || KINDS[kind].announced ? WAITS : 0;
