import { z } from 'zod';

/** The token stands in the address of the link; whatever it is, it is looked up. */
export const mailsByLink = z.strictObject({ token: z.string() });

/** Not at all, with others in one mail, or as before. */
export const ENDINGS = ['off', 'digest', 'undo'] as const;
export type Ending = (typeof ENDINGS)[number];

export const endMails = mailsByLink.extend({
  /** A mail program's own button says nothing of it (RFC 8058). */
  way: z.enum(ENDINGS).default('off'),
});
