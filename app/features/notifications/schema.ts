/** What members can choose to be told by mail (N2). */

/** When digests are sent: every day at 18:00, or on Sundays at 18:00, by the club's clock (N9). */
export const RHYTHMS = ['daily', 'weekly'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** The answers to the two questions that most settings come down to (Y6). */
export const REMIND_ANSWERS = ['always', 'never'] as const;
export type RemindAnswer = (typeof REMIND_ANSWERS)[number];
export const NEWS_ANSWERS = ['mail', 'daily', 'weekly', 'off'] as const;
export type NewsAnswer = (typeof NEWS_ANSWERS)[number];

/** What a mail's link sets for its topic: not at all, with others in one mail, or as before. */
export const ENDINGS = ['off', 'digest', 'undo'] as const;
export type Ending = (typeof ENDINGS)[number];
