import { monthToText } from '~/dates';

/** How often a member took part over the last twelve months, for a chart and as a sentence (D5). */

export interface Month {
  /** 'YYYY-MM' */
  readonly month: string;
  readonly count: number;
}

/** Adds the months without a participation. @param months all of them, 'YYYY-MM' */
export function yearOf(months: readonly string[], counts: readonly Month[]): Month[] {
  const known = new Map(counts.map(({ month, count }) => [month, count]));
  return months.map((month) => ({ month, count: known.get(month) ?? 0 }));
}

/** The chart in words: '3 Teilnahmen in den letzten zwölf Monaten: 2 im März, 1 im Juni.' */
export function yearInWords(year: readonly Month[]): string {
  const total = year.reduce((sum, { count }) => sum + count, 0);
  const months = year
    .filter(({ count }) => count > 0)
    .map(({ month, count }) => `${count} im ${monthToText(month)}`);
  const noun = total === 1 ? 'Teilnahme' : 'Teilnahmen';
  return `${total} ${noun} in den letzten zwölf Monaten: ${months.join(', ')}.`;
}
