import { z } from 'zod';

/** Building blocks of input schemas: every text that they accept is bounded, valid and visible. */

/** A message that may be '', which only marks the field (A2); zod itself takes '' for none. */
export const says = (message: string) => ({ error: () => message });

// Spaces, controls, marks without a letter, what Unicode calls ignorable (zero-width characters,
// soft hyphens, Hangul fillers), and the two blanks that it counts among the symbols.
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;

/** Lone surrogates and noncharacters are not text (Unicode 23.7), nor is NUL for Postgres. */
const NO_TEXT = /[\0\p{Cs}\p{Noncharacter_Code_Point}]/u;

const ONE_LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

// Embeddings, overrides and isolates can reverse text next to a name; addresses copied from a
// phone's contacts contain them invisibly. The marks of Arabic and Hebrew stay. Places to break a
// word, copied from PDFs, would keep a name from being found, and make it another one in an import.
const NOT_OF_A_NAME = /[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;

/** False for a text of spaces and what shows as nothing. */
export function isVisible(text: string): boolean {
  return text.replace(INVISIBLE, '') !== '';
}

/** Longer than any accepted text: refused without a closer look. */
const LONG = 20_000;

/** More marks than any script puts on a letter: sorting them takes the square of their number. */
const PILED_UP = /\p{M}{31}/u;

/** One spelling of each letter (NFC): macOS and PDFs write 'ö' as two characters. */
export function composed(text: string): string {
  return PILED_UP.test(text) ? text : text.normalize();
}

/** Trims and composes a text; '' if it is invisible. Invalid text stays as it is, to be refused. */
function tidy(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > LONG || !isText(trimmed)) return trimmed;
  return isVisible(trimmed) ? composed(trimmed) : '';
}

/**
 * Trims a name and puts it on one line, without direction overrides and places to break a word.
 * Joiners stay: emoji and Persian need them.
 */
export function tidyLine(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > LONG
    ? trimmed
    : tidy(trimmed.replace(ONE_LINE_BREAKS, ' ').replace(NOT_OF_A_NAME, ''));
}

const isText = (value: string) => !NO_TEXT.test(value);
const noText = 'Enthält ein ungültiges Zeichen.';

/** A text of any number of lines, required but possibly empty; null is empty. */
export function givenText(max: number) {
  return z
    .string('Bitte Text eingeben.')
    .overwrite(tidy)
    .max(max, `Höchstens ${max} Zeichen.`)
    .refine(isText, noText)
    .nullable()
    .transform((text) => text ?? '');
}

/** Like givenText, but '' if left out, as forms do not distinguish the two. */
export function optionalText(max: number) {
  return givenText(max).default('');
}

/** Like optionalText, on one line. */
export function optionalLine(max: number) {
  return optionalText(max).transform(tidyLine);
}

interface TextBounds {
  readonly max: number;
  readonly lines?: boolean;
}

/** A text in a call: undefined if left out. */
export function textIfGiven({ max, lines = false }: TextBounds) {
  const text = givenText(max);
  return (lines ? text : text.transform(tidyLine)).optional();
}

/** A text in a form: '' if left out, as browsers post all fields. */
export function typedText({ max, lines = false }: TextBounds) {
  return lines ? optionalText(max) : optionalLine(max);
}

/**
 * A name: one visible line.
 * @param missing the message if there is none; '' only marks the field (A2)
 */
export function requiredText(max: number, missing: string) {
  return z
    .string(says(missing))
    .overwrite(tidyLine)
    .min(1, says(missing))
    .max(max, `Höchstens ${max} Zeichen.`)
    .refine(isText, noText);
}

/**
 * A text of any number of lines that must not be empty. Browsers send two characters for each new
 * line, which count as one. Control characters are refused: nobody types them.
 * @param missing the message if there is none
 */
export function requiredLines(max: number, missing: string) {
  return z
    .string(says(missing))
    .overwrite((text) => tidy(text.replace(/\r\n?/g, '\n')))
    .min(1, says(missing))
    .max(max, `Höchstens ${max} Zeichen.`)
    .refine((text) => isText(text) && !/(?![\t\n])\p{Cc}/u.test(text), noText);
}

// German thousands are grouped by a full stop or a space, Swiss ones by an apostrophe.
const GROUPED = /^-?\d{1,3}([. \u00a0\u2009\u202f'\u2019])\d{3}(\1\d{3})*$/;

/**
 * A whole number as people type it into a form: '1000', '1.000', '1 000'. Anything else is refused,
 * not guessed at: Number() reads '1.000' as 1, '0x10' as 16 and '1e3' as 1000.
 * @param number its bounds, and the message for anything but a whole number
 */
export function typedInteger(number: z.ZodNumber) {
  return z.preprocess((typed) => {
    if (typeof typed !== 'string') return typed;
    const text = typed.trim();
    return integer(GROUPED.test(text) ? text.replace(/[^\d-]/g, '') : text);
  }, number);
}

/** A whole number in a call. */
export function wholeNumber(min: number, max: number) {
  const wrong = 'Bitte eine ganze Zahl eingeben.';
  return z.number(wrong).int(wrong).min(min, `Mindestens ${min}.`).max(max, `Höchstens ${max}.`);
}

/** A whole number in a query, as programs write it. @param number as for typedInteger */
export function queryInteger(number: z.ZodNumber) {
  return z.preprocess((value) => (typeof value === 'string' ? integer(value) : value), number);
}

const integer = (digits: string) => (/^-?\d{1,30}$/.test(digits) ? Number(digits) : Number.NaN);

export const id = z.guid('Keine gültige Kennung.').toLowerCase();

/** Several of them. */
export const ids = (max: number) =>
  z.array(id, 'Erwartet wird eine Liste.').max(max, `Höchstens ${max}.`);

/** Each of these once, unless it is one of those: what was ticked or unticked since a form was shown. */
export function without(these: readonly string[], those: readonly string[]): string[] {
  const left = new Set(these);
  for (const each of those) left.delete(each);
  return [...left];
}

/** A choice in a call. */
export const yesOrNo = z.boolean('Erwartet wird true oder false.');

/** A checkbox, which posts nothing unless it is ticked. */
export const ticked = z
  .string()
  .optional()
  .transform((posted) => posted === 'on');

/** A secret from a link: anything of plausible length, to be looked up. */
export const linkCode = z
  .string()
  .max(200)
  .regex(/^[\w-]*$/, 'Kein gültiger Code.');

const FIRST_DAY = '1900-01-01';

/** A calendar day 'YYYY-MM-DD' from 1900 to 9999; an ISO date-time means its day in UTC (G2). */
export const day = z
  .string('Bitte ein Datum eingeben.')
  .trim()
  .min(1, 'Bitte ein Datum eingeben.')
  .transform((text, context) => {
    const day = dayInUtc(text);
    if (day && day >= FIRST_DAY) return day;
    context.addIssue({ code: 'custom', message: 'Kein gültiges Datum.' });
    return z.NEVER;
  })
  .meta({ description: 'A day, as 2031-05-01; a date-time means its day in UTC.' });

const isoDate = z.iso.date();
const isoDateTime = z.iso.datetime({ offset: true, local: true });

function dayInUtc(text: string): string | null {
  if (isoDate.safeParse(text).success) return text;
  if (!isoDateTime.safeParse(text).success) return null;
  // Without a zone it is UTC, not the server's zone.
  const instant = new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString().slice(0, 10);
}

const NO_NUMBER = 'Bitte eine ganze Zahl.';

/** The maximum of rows of a list; all if left out (G7). */
export const limit = queryInteger(
  z.number(NO_NUMBER).int(NO_NUMBER).min(1, 'Mindestens 1.').max(1000, 'Höchstens 1000.'),
);

/** Fewer rows than a page, if no more are visible. Cannot be set by the address. */
export const fewerRows = z.number().optional().catch(undefined);

/** Whether something is wanted: 'on' from a checkbox, or 'true' in an address. */
export const wanted = z
  .preprocess(
    (value) => (value === 'on' || value === 'true' ? true : value === 'false' ? false : value),
    yesOrNo,
  )
  .optional();

/** For operations without input. */
export const nothing = z.strictObject({});
