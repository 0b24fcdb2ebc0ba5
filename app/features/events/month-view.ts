import { daysFrom, isDate } from '~/dates';
import { hyphenated } from '~/ui/hyphenation';

/** The view model of a month (M7): pure, so that every case can be tested. */

/** The user's answer, or that one is missing. */
export type OwnState = 'yes' | 'going' | 'waiting' | 'no' | 'open';

/** More events than are counted. */
export const MANY = 100;

/**
 * The weeks of a month, Monday first, with the days of other months that are in them, but none
 * beyond the year 9999.
 * @param month 'YYYY-MM'
 */
export function weeksOf(month: string): string[][] {
  const before = (new Date(`${month}-01`).getUTCDay() + 6) % 7;
  const length = new Date(
    Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0),
  ).getUTCDate();
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => daysFrom(`${month}-01`, week * 7 + at - before)).filter(
      isDate,
    ),
  );
}

/** Words longer than this may not fit into a day. */
const LONG_WORD = 9;

/** Where parts of frequent words begin that syllables alone would tear: 'Arbeits-einsatz'. */
const PART =
  /(?<=\p{L}{3})(?:(?<=vereins)|(?=(?<=er)ehrung|ab(?:[bfgmstwz]|end)|anf|anlage|arbeit|(?<![kl])auf[bftz]|(?<![hlm])aus[bfgtw]|(?<!st)einh|einsatz|einweih|eltern|eröff|(?<![gmr])essen|freiz|haus|ordn|pfl|putz|spiel|über|übung|unter))(?=\p{L}{3})/giu;

/**
 * Lets words break in a day's narrow cell: before such a part ('Vereins-fest'), and in longer ones
 * between syllables. Only here, as the screens that most people open have no bytes for it.
 */
export const narrow = (text: string): string => hyphenated(text.replace(PART, '\u00AD'), LONG_WORD);
