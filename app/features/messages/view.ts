/** What screens and inputs know of messages; free of what only the server loads. */

/** The members of an event who come, wait for a place, or are asked and have not answered. */
export const GROUPS = ['coming', 'waiting', 'open'] as const;
export type Group = (typeof GROUPS)[number];

/**
 * 'all' stands alone: the members of the club. Behind 'group' comes the name of one, as it was when
 * the message was written.
 */
export type Audience = readonly Group[] | readonly ['all'] | readonly ['group', string];

export const MAX_SUBJECT = 200;
export const MAX_TEXT = 10_000;

/** Where a message is written, and by whom. */
export interface Writing {
  readonly event: {
    readonly uuid: string;
    readonly name: string;
    readonly asks: boolean;
    readonly limited: boolean;
  } | null;
  /** A group of the club to which it goes. */
  readonly group: { readonly uuid: string; readonly name: string } | null;
  readonly sender: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
  };
  /** Whom it is meant for at first; nobody leaves that to the sender. */
  readonly meantFor: readonly Group[];
  /** Why nothing can be sent today. */
  readonly notToday: string | null;
}

/** What the operation tells of a message that was not sent yet. */
export interface Previewed {
  readonly subject: string;
  readonly text: string;
  readonly replies: boolean;
  readonly to: readonly Group[];
  readonly audience: Audience;
  readonly reached: number;
  readonly onlyHere: number;
  readonly unreached: number;
  /** How many more can be sent today; null where nothing is limited. */
  readonly left: number | null;
}
