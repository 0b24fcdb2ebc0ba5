import type { Audience, Group } from './schema';

/** Where a message is written, and by whom. */
export interface Writing {
  readonly event: {
    readonly uuid: string;
    readonly name: string;
    readonly asks: boolean;
    readonly limited: boolean;
  } | null;
  readonly sender: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
  };
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
