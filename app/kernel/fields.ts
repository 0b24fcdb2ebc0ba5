import { z } from 'zod';

/** The building blocks of input schemas: every text that reaches Postgres is bounded and free of NUL. */

/** A message for a schema that may be '': the field is then marked and says nothing (A2). zod takes '' itself for none. */
export const says = (message: string) => ({ error: () => message });

/** A text that is given but may be empty, trimmed. @param max characters at most */
export function givenText(max: number) {
  return z
    .string('Bitte Text eingeben.')
    .trim()
    .max(max, `Höchstens ${max} Zeichen.`)
    .refine((value) => !value.includes('\u0000'), 'Enthält ein ungültiges Zeichen.');
}

/** As givenText, and '' if left out: browsers' forms do not tell the two apart. */
export function optionalText(max: number) {
  return givenText(max).default('');
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

const FIRST_DAY = '1900-01-01';

/** A calendar day as 'YYYY-MM-DD'; an ISO date-time stands for its day in UTC (G2). From 1900 to 9999. */
export const day = z
  .string('Bitte ein Datum eingeben.')
  .trim()
  .min(1, 'Bitte ein Datum eingeben.')
  .transform((text, context) => {
    const day = dayInUtc(text);
    if (day && day >= FIRST_DAY) return day;
    context.addIssue({ code: 'custom', message: 'Kein gültiges Datum.' });
    return z.NEVER;
  });

const isoDate = z.iso.date();
const isoDateTime = z.iso.datetime({ offset: true, local: true });

function dayInUtc(text: string): string | null {
  if (isoDate.safeParse(text).success) return text;
  if (!isoDateTime.safeParse(text).success) return null;
  // One without a zone is meant in UTC, not in the server's.
  const instant = new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString().slice(0, 10);
}

/** How many rows of a list; all if left out (G7). */
export const limit = z.coerce
  .number('Bitte eine Zahl.')
  .int()
  .min(1, 'Mindestens 1.')
  .max(1000, 'Höchstens 1000.');

/** No input at all. */
export const nothing = z.strictObject({});
