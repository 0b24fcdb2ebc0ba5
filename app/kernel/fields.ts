import { z } from 'zod';

/** The building blocks of input schemas: every text that reaches Postgres is bounded and free of NUL. */

/** A message for a schema that may be '': the field is then marked and says nothing (A2). zod takes '' itself for none. */
export const says = (message: string) => ({ error: () => message });

/** A line or paragraph of text, trimmed; '' if left out. @param max characters at most */
export function optionalText(max: number) {
  return z
    .string('Bitte Text eingeben.')
    .trim()
    .max(max, `Höchstens ${max} Zeichen.`)
    .refine((value) => !value.includes('\u0000'), 'Enthält ein ungültiges Zeichen.')
    .default('');
}

/** A text that must not be empty after trimming. @param missing the message if it is; '' only marks the field (A2) */
export function requiredText(max: number, missing: string) {
  return z
    .string(says(missing))
    .trim()
    .min(1, says(missing))
    .max(max, `Höchstens ${max} Zeichen.`)
    .refine((value) => !value.includes('\u0000'), 'Enthält ein ungültiges Zeichen.');
}

/** The id of an object. */
export const id = z.guid('Keine gültige Kennung.').toLowerCase();

/** A secret from a link: anything of a plausible length, whether it exists is for the database to say. */
export const linkCode = z
  .string()
  .max(200)
  .regex(/^[\w-]*$/, 'Kein gültiger Code.');

/** How many rows of a list; all if left out (G7). */
export const limit = z.coerce
  .number('Bitte eine Zahl.')
  .int()
  .min(1, 'Mindestens 1.')
  .max(1000, 'Höchstens 1000.');

/** No input at all. */
export const nothing = z.strictObject({});
