/** What members are told by mail (N1). */

/** About an event; the database also sends the first three itself (K3). */
export type EventKind =
  | 'promoted'
  | 'place_free'
  | 'opened'
  | 'removed'
  | 'event_changed'
  | 'event_cancelled'
  | 'event_restored'
  | 'event_new'
  | 'answer_missing'
  | 'event_soon';

/** About dates of a series, in one mail (L9). */
export const SERIES_KINDS = ['series_changed', 'series_cancelled', 'series_new'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

type PollKind = 'poll_new' | 'poll_missing';

export type ToldKind = EventKind | SeriesKind | PollKind;

export type Kind = ToldKind | 'message' | 'contact_changed';

/** The topics that a user chooses a way for, in the order of the screen (N2). */
export const TOPICS = [
  'event_new',
  'event_changed',
  'event_cancelled',
  'answer_missing',
  'event_soon',
  'series_soon',
  'place_free',
  'poll_new',
  'poll_missing',
  'message',
  'contact_changed',
] as const;
export type Topic = (typeof TOPICS)[number];

/** At once, with others in one mail, or not at all. */
export const WAYS = ['mail', 'digest', 'off'] as const;
export type Way = (typeof WAYS)[number];

export const DEFAULT_WAYS: Readonly<Record<Topic, Way>> = {
  event_new: 'digest',
  event_changed: 'mail',
  event_cancelled: 'mail',
  answer_missing: 'mail',
  event_soon: 'mail',
  // Members who say yes to every Tuesday's training need no mail every Monday.
  series_soon: 'off',
  place_free: 'mail',
  poll_new: 'digest',
  poll_missing: 'mail',
  message: 'mail',
  contact_changed: 'digest',
};

/** Why a notification was not sent (outbox/wording.ts). */
const WITHHELD = [
  'off',
  'too_many',
  'unreachable',
  'no_access',
  'answered',
  'over',
  'changed',
  'unknown',
] as const;
export type Withheld = (typeof WITHHELD)[number];
