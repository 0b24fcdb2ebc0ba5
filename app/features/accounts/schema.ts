import { z } from 'zod';
import { WRONG_CODE } from '~/features/factors/wording';
import { id, limit, linkCode, requiredText, says, yesOrNo } from '~/kernel/fields';
import {
  CODE_MISSING,
  FIRST_NAME_MISSING,
  INVALID_EMAIL,
  LAST_NAME_MISSING,
  PASSWORD_MISSING,
  WRONG_CREDENTIALS,
  WRONG_PASSWORD,
} from './wording';

/**
 * The rule of the log-in and reset screens: non-space@non-space (A6). Two linear steps: a single
 * expression takes cubic time on a text full of @.
 */
const looksLikeEmail = (text: string) => !/\s/.test(text) && /.@./.test(text);
/**
 * The rule of registration: a top-level domain of two letters or more (A2), and no empty part in the
 * domain. Refuses characters that separate addresses in a mail header, or one mailbox could have any
 * number of accounts; and invisible ones, or one address could look like another.
 */
const completeEmail =
  /^[^\s\p{Cc}\p{Cf}\p{Cs}@<>()[\],;:"\\]+@(?:[^\s\p{Cc}\p{Cf}\p{Cs}@<>()[\],;:"\\.]+\.)+[A-Za-z]{2,}$/u;

const MAX_PASSWORD_BYTES = 72;
const PASSWORD_TOO_LONG = `Das Passwort ist zu lang: höchstens ${MAX_PASSWORD_BYTES} Bytes (meist ${MAX_PASSWORD_BYTES} Zeichen).`;

const bytes = (text: string) => new TextEncoder().encode(text).length;

/**
 * bcrypt reads 72 bytes; longer passwords are refused, never cut (A11).
 * @param missing the message if it is empty
 */
function newPassword(missing: string) {
  return z
    .string(says(missing))
    .refine((value) => value.trim() !== '', says(missing))
    .refine((value) => bytes(value) <= MAX_PASSWORD_BYTES, PASSWORD_TOO_LONG)
    .refine((value) => !value.includes('\u0000'), 'Enthält ein ungültiges Zeichen.');
}

const emailOrNone = z
  .string(INVALID_EMAIL)
  .trim()
  .max(254, INVALID_EMAIL)
  .refine(looksLikeEmail, INVALID_EMAIL)
  .refine((value) => !value.includes('\u0000'), INVALID_EMAIL)
  .meta({ examples: ['anna@verein.example'] });

/** The path to open after the log-in; registration and confirmation pass it on (A9). */
const redirect = z.string().max(2000).optional();

/** @param wrong the message if it is not an address */
function newEmail(wrong: string) {
  return z
    .string(says(wrong))
    .trim()
    .max(254, says(wrong))
    .regex(completeEmail, says(wrong))
    .meta({ examples: ['anna@verein.example'] });
}

/** Errors only mark the field, except for a password that cannot be used (A2). */
export const registration = z.strictObject({
  firstName: requiredText(100, ''),
  lastName: requiredText(100, ''),
  email: newEmail(''),
  password: newPassword(''),
  redirect,
});

/** An address that an account may have; mail to it reaches one mailbox only. */
export const accountEmail = newEmail(INVALID_EMAIL);
export const mayHaveAccount = (email: string): boolean => accountEmail.safeParse(email).success;

/** For a link by mail, which leads on to the redirect. */
export const mailRequest = z.strictObject({ email: emailOrNone, redirect });

export const credentials = z.strictObject({
  email: emailOrNone,
  // A password too long to be anyone's is simply wrong.
  password: z.string(PASSWORD_MISSING).min(1, PASSWORD_MISSING).max(1000, WRONG_CREDENTIALS),
  /** Of the second factor (T7); not looked at where the account has none. */
  code: z.string('Kein gültiger Code.').max(50, 'Höchstens 50 Zeichen.').nullish(),
});

/** Cut if too long, which makes it wrong. */
const atMost = (length: number) =>
  z
    .string()
    .overwrite((text) => text.slice(0, length))
    .default('');

/** The second step of the log-in, by what the first one answered. */
export const secondStep = z.strictObject({ passwordProof: atMost(2000), code: atMost(51) });

export const code = z.strictObject({ code: linkCode });

export const passwordReset = z.strictObject({
  code: linkCode,
  password: newPassword(PASSWORD_MISSING),
});

const passwordRepeat = z.string('').default('');
const repeated = (typed: { password: string; passwordRepeat: string }) =>
  typed.password === typed.passwordRepeat;
const notRepeated = { path: ['passwordRepeat'], message: 'Passwörter sind nicht gleich' };

/** The reset screen asks for it twice (A7). */
export const passwordResetForm = passwordReset
  .extend({ passwordRepeat })
  .refine(repeated, notRepeated);

export const mobileSession = z.strictObject({ session: z.string().min(1).max(200) });

/** 'Mein Konto' (A12). */
export const ownName = z.strictObject({
  firstName: requiredText(100, FIRST_NAME_MISSING),
  lastName: requiredText(100, LAST_NAME_MISSING),
});
export const ownEmail = z.strictObject({ email: accountEmail });

export const presentPassword = z
  .string(PASSWORD_MISSING)
  .min(1, PASSWORD_MISSING)
  .max(1000, WRONG_PASSWORD);

export const passwordChange = z.strictObject({
  currentPassword: presentPassword,
  password: newPassword(PASSWORD_MISSING),
});
export const passwordChangeForm = passwordChange
  .extend({ passwordRepeat })
  .refine(repeated, notRepeated);

/** Either is enough for most things (T2). */
export const identityProof = z.strictObject({
  password: z.string().max(1000, WRONG_PASSWORD).optional(),
  code: z.string().max(50, WRONG_CODE).optional(),
});

/** Where only a code confirms it. */
export const identityCode = z.object({
  code: z.string(CODE_MISSING).trim().min(1, CODE_MISSING).max(50, WRONG_CODE),
});

export const ownSession = z.strictObject({ session: id });

/** Users in the API; absent fields stay as they are. */
export const userId = z.strictObject({ user: id });
export const userList = z.strictObject({
  limit: limit.optional(),
  /** The last address of the previous page. */
  cursor: requiredText(254, 'Keine gültige Fortsetzung.').optional(),
});
export const userChange = z.strictObject({
  user: id,
  firstName: requiredText(100, FIRST_NAME_MISSING).optional(),
  lastName: requiredText(100, LAST_NAME_MISSING).optional(),
  email: accountEmail.optional(),
  activated: yesOrNo.optional(),
});
