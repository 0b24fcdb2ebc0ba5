/** How long what is stored stays: for what deletes it, and for the texts that tell people so (B8, S2). */

/** Links in mails about an account, but those to a new password (A4). */
export const LINK_HOURS = 48;
/** A session after its last use (A11). */
export const SESSION_DAYS = 30;
/** A session after the log-in, however much it is used. */
export const SESSION_DAYS_AT_MOST = 365;
/** A device after its last log-in; browsers keep cookies no longer. */
export const DEVICE_DAYS = 400;
/** Notes after the event: they often mention an illness, and nobody needs them for longer (J14). */
export const NOTE_DAYS = 30;
/** Absences after their last day, as long as notes; the answers stay. */
export const ABSENCE_DAYS = NOTE_DAYS;
/** Tables of members, and with them the way to undo an import (O6). */
export const IMPORT_DAYS = 30;
/** Invitations, as the table has it (D4, `0004-members.sql`). */
export const INVITATION_DAYS = 90;
/** Mails after they were sent (N16). */
export const MAIL_DAYS = 90;
/** Refusals of a mail server (N13). */
export const REFUSAL_DAYS = 30;
/** A blocked address (N16). */
export const BLOCK = { interval: '1 year', said: 'ein Jahr' };
/** Messages to many (N16). */
export const MESSAGE_MONTHS = 12;
