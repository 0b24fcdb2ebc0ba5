/** What screens and inputs share about messages, without server code. */

/** The members of an event who come, wait for a place, or are asked and have not answered. */
export const ANSWER_GROUPS = ['coming', 'waiting', 'open'] as const;
export type AnswerGroup = (typeof ANSWER_GROUPS)[number];

/**
 * 'all' stands alone and means the club's members. 'group' is followed by the group's name at the
 * time of writing.
 */
export type Audience = readonly AnswerGroup[] | readonly ['all'] | readonly ['group', string];

export const MAX_SUBJECT = 200;
export const MAX_TEXT = 10_000;

/** An audience of a message, before it is written. */
export interface Offered {
  readonly name: Audience[0];
  readonly label: string;
  /** How many they are, and how many of them can read it. */
  readonly hint: string;
  /** Whether anybody can; otherwise the hint is the reason. */
  readonly isReached: boolean;
}
