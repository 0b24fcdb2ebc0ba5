import { z } from 'zod';
import { id, limit, linkCode, requiredText, says } from '~/kernel/fields';
import { WRONG_CREDENTIALS } from './wording';

/**
 * The rule of the log-in and reset screens: non-space@non-space (A6). Two steps, each of linear
 * time: the one expression for both takes time by the cube of a text full of @.
 */
const looksLikeEmail = (text: string) => !/\s/.test(text) && /.@./.test(text);
/**
 * The rule of registration: with a top-level domain of two letters or more (A2). What separates
 * addresses in a mail's header is refused, or one letter-box could be made to have any number of
 * accounts; and what cannot be seen, or an address could look like another one.
 */
const completeEmail =
  /^[^\s\p{Cc}\p{Cf}\p{Cs}@<>()[\],;:"\\]+@[^\s\p{Cc}\p{Cf}\p{Cs}@<>()[\],;:"\\]+\.[A-Za-z]{2,}$/u;

export const MAX_PASSWORD_BYTES = 72;
export const PASSWORD_TOO_LONG = `Das Passwort ist zu lang: höchstens ${MAX_PASSWORD_BYTES} Bytes (meist ${MAX_PASSWORD_BYTES} Zeichen).`;

const bytes = (text: string) => new TextEncoder().encode(text).length;

/**
 * bcrypt reads 72 bytes; what is longer is refused, never cut (A11). @param missing the message for
 * an empty one
 */
function newPassword(missing: string) {
  return z
    .string(says(missing))
    .refine((value) => value.trim() !== '', says(missing))
    .refine((value) => bytes(value) <= MAX_PASSWORD_BYTES, PASSWORD_TOO_LONG)
    .refine((value) => !value.includes('\u0000'), 'Enthält ein ungültiges Zeichen.');
}

const emailOrNone = z
  .string('Ungültige E-Mail')
  .trim()
  .max(254, 'Ungültige E-Mail')
  .refine(looksLikeEmail, 'Ungültige E-Mail')
  .refine((value) => !value.includes('\u0000'), 'Ungültige E-Mail')
  .meta({ examples: ['anna@verein.example'] });

/** Where to go after the log-in; kept through registration and confirmation (A9). */
const redirect = z.string().max(2000).optional();

/** An address to have an account with. @param wrong the message if it is none */
function newEmail(wrong: string) {
  return z
    .string(says(wrong))
    .trim()
    .max(254, says(wrong))
    .regex(completeEmail, says(wrong))
    .refine((value) => !value.includes('\u0000'), says(wrong))
    .meta({ examples: ['anna@verein.example'] });
}

/**
 * Registration (A2): errors mark the field and say nothing, but for a password that cannot be used.
 */
export const registration = z.strictObject({
  firstName: requiredText(100, ''),
  lastName: requiredText(100, ''),
  email: newEmail(''),
  password: newPassword(''),
  redirect,
});

export const emailOnly = z.strictObject({ email: emailOrNone });
export const confirmationRequest = z.strictObject({ email: emailOrNone, redirect });

export const credentials = z.strictObject({
  email: emailOrNone,
  // A password that is too long to be anyone's is simply wrong.
  password: z.string('Passwort eingeben').min(1, 'Passwort eingeben').max(1000, WRONG_CREDENTIALS),
});

export const code = z.strictObject({ code: linkCode });

export const passwordReset = z.strictObject({
  code: linkCode,
  password: newPassword('Passwort eingeben'),
});

const passwordRepeat = z.string('').default('');
const repeated = (typed: { password: string; passwordRepeat: string }) =>
  typed.password === typed.passwordRepeat;
const notRepeated = { path: ['passwordRepeat'], message: 'Passwörter sind nicht gleich' };

/** The reset screen asks twice (A7). */
export const passwordResetForm = passwordReset
  .extend({ passwordRepeat })
  .refine(repeated, notRepeated);

export const mobileSession = z.strictObject({ session: z.string().min(1).max(200) });

/** 'Mein Konto' (A12). */
export const ownName = z.strictObject({
  firstName: requiredText(100, 'Bitte den Vornamen eingeben.'),
  lastName: requiredText(100, 'Bitte den Nachnamen eingeben.'),
});
export const ownEmail = z.strictObject({ email: newEmail('Ungültige E-Mail') });

const presentPassword = z
  .string('Passwort eingeben')
  .min(1, 'Passwort eingeben')
  .max(1000, 'Das Passwort ist falsch.');

export const passwordChange = z.strictObject({
  currentPassword: presentPassword,
  password: newPassword('Passwort eingeben'),
});
export const passwordChangeForm = passwordChange
  .extend({ passwordRepeat })
  .refine(repeated, notRepeated);

export const ownSession = z.strictObject({ session: id });
export const ownOrganization = z.strictObject({ organization: id });
export const accountDeletion = z.strictObject({ password: presentPassword });

/** Users as the API reads and writes them; what is left out stays. */
export const userId = z.strictObject({ user: id });
export const userList = z.strictObject({
  limit: limit.optional(),
  /** The address after which the page begins; what `next` said. */
  cursor: requiredText(254, 'Keine gültige Fortsetzung.').optional(),
});
export const userChange = z.strictObject({
  user: id,
  firstName: requiredText(100, 'Bitte den Vornamen eingeben.').optional(),
  lastName: requiredText(100, 'Bitte den Nachnamen eingeben.').optional(),
  email: newEmail('Ungültige E-Mail').optional(),
  activated: z.boolean('true oder false').optional(),
});
