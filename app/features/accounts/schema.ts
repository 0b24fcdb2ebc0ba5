import { z } from 'zod';
import { linkCode, requiredText } from '~/kernel/fields';

/** The rule of the log-in and reset screens: non-space@non-space (A6). */
const looksLikeEmail = /^\S+@\S+$/;
/** The rule of registration: with a top-level domain of two letters or more (A2). */
const completeEmail = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/;

export const MAX_PASSWORD_BYTES = 72;
export const PASSWORD_TOO_LONG = `Das Passwort ist zu lang: höchstens ${MAX_PASSWORD_BYTES} Bytes (meist ${MAX_PASSWORD_BYTES} Zeichen).`;

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** bcrypt reads 72 bytes; what is longer is refused, never cut (A11). @param missing the message for an empty one */
function newPassword(missing: string) {
  return z
    .string(missing)
    .refine((value) => value.trim() !== '', missing)
    .refine((value) => bytes(value) <= MAX_PASSWORD_BYTES, PASSWORD_TOO_LONG)
    .refine((value) => !value.includes('\u0000'), 'Enthält ein ungültiges Zeichen.');
}

const emailOrNone = z
  .string('Ungültige E-Mail')
  .trim()
  .max(254, 'Ungültige E-Mail')
  .regex(looksLikeEmail, 'Ungültige E-Mail')
  .refine((value) => !value.includes('\u0000'), 'Ungültige E-Mail');

/** Where to go after the log-in; kept through registration and confirmation (A9). */
const redirect = z.string().max(2000).optional();

/** Registration (A2): errors mark the field and say nothing, but for a password that cannot be used. */
export const registration = z.strictObject({
  firstName: requiredText(100, ''),
  lastName: requiredText(100, ''),
  email: z
    .string('')
    .trim()
    .max(254, '')
    .regex(completeEmail, '')
    .refine((value) => !value.includes('\u0000'), ''),
  password: newPassword(''),
  redirect,
});

export const emailOnly = z.strictObject({ email: emailOrNone });
export const confirmationRequest = z.strictObject({ email: emailOrNone, redirect });

export const credentials = z.strictObject({
  email: emailOrNone,
  // Any length: a password that is too long is simply wrong.
  password: z.string('Passwort eingeben').min(1, 'Passwort eingeben').max(1000, 'Passwort eingeben'),
});

export const code = z.strictObject({ code: linkCode });

export const passwordReset = z.strictObject({ code: linkCode, password: newPassword('Passwort eingeben') });

/** The reset screen asks twice (A7). */
export const passwordResetForm = passwordReset
  .extend({ passwordRepeat: z.string('').default('') })
  .refine(({ password, passwordRepeat }) => password === passwordRepeat, {
    path: ['passwordRepeat'],
    message: 'Passwörter sind nicht gleich',
  });

export const mobileSession = z.strictObject({ session: z.string().min(1).max(200) });
