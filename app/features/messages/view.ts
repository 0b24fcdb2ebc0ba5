/** What screens and inputs share about messages, without server code. */

/** The members of an event who come, wait for a place, or are asked and have not answered. */
export const GROUPS = ['coming', 'waiting', 'open'] as const;
export type Group = (typeof GROUPS)[number];

/**
 * 'all' stands alone and means the club's members. 'group' is followed by the group's name at the
 * time of writing.
 */
export type Audience = readonly Group[] | readonly ['all'] | readonly ['group', string];

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

/** Where a message is written, and by whom. */
export interface Writing {
  readonly event: {
    readonly uuid: string;
    readonly name: string;
    /** 'Freitag, 12. März 2027, 18:00 bis 20:00 Uhr' */
    readonly when: string;
    readonly asksAnswer: boolean;
  } | null;
  /** A group of the club to which it goes. */
  readonly group: { readonly uuid: string; readonly name: string } | null;
  readonly sender: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
  };
  /** Those to choose from, or the only one. */
  readonly audiences: readonly Offered[];
  /** The initial receivers; if there are none, the sender chooses. */
  readonly meantFor: readonly Group[];
  /** Why nothing can be sent today. */
  readonly notToday: string | null;
}

/** The operation's result for a message that was not sent yet. */
export interface Previewed {
  readonly subject: string;
  readonly text: string;
  /** Whether the mail breaks up addresses or numbers in it. */
  readonly brokenUp: boolean;
  readonly replies: boolean;
  readonly to: readonly Group[];
  /** 'alle, die zugesagt haben' */
  readonly audience: string;
  readonly reached: number;
  readonly onlyHere: number;
  readonly unreached: number;
  /** How many more can be sent today; null without a limit. */
  readonly left: number | null;
  /** Until when its mails wait: '8:00', or null. */
  readonly quiet: string | null;
}
