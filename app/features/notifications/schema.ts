/** What members can choose of what they are told by mail (N2). */

/** What a user chooses a way for, in the order of the screen. */
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
] as const;
export type Topic = (typeof TOPICS)[number];

/** What is announced to a whole club or group: of several things at once there is one mail. */
export const NEWS: readonly Topic[] = ['event_new', 'poll_new'];

/** At once, with others in one mail, or not at all. */
export const WAYS = ['mail', 'digest', 'off'] as const;
export type Way = (typeof WAYS)[number];

/** When digests are sent: every day at 18:00, or on Sundays at 18:00, by the club's clock (N9). */
export const RHYTHMS = ['daily', 'weekly'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** The answers to the two questions that most settings come down to (Y6). */
export const REMIND_ANSWERS = ['always', 'never'] as const;
export type RemindAnswer = (typeof REMIND_ANSWERS)[number];
export const NEWS_ANSWERS = ['mail', 'daily', 'weekly', 'off'] as const;
export type NewsAnswer = (typeof NEWS_ANSWERS)[number];

/** What nobody has chosen otherwise. */
export const DEFAULT_WAYS: Readonly<Record<Topic, Way>> = {
  event_new: 'digest',
  event_changed: 'mail',
  event_cancelled: 'mail',
  answer_missing: 'mail',
  event_soon: 'mail',
  // Who says yes to the training of each Tuesday needs no mail on each Monday.
  series_soon: 'off',
  place_free: 'mail',
  poll_new: 'digest',
  poll_missing: 'mail',
  message: 'mail',
};

/** What a link in a mail makes of its kind: not at all, with others in one mail, or as before. */
export const ENDINGS = ['off', 'digest', 'undo'] as const;
export type Ending = (typeof ENDINGS)[number];
