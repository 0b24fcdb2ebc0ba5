/**
 * How often a member took part over the last twelve months, as a picture shows it and as a sentence
 * says it.
 */

export interface Month {
  /** 'YYYY-MM' */
  readonly month: string;
  readonly count: number;
}

const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];

/** The German name of a month. @param month 'YYYY-MM' */
export function monthName(month: string): string {
  return MONTHS[Number(month.slice(5)) - 1] ?? month;
}

/** The twelve months that end with today's, the oldest first. @param today 'YYYY-MM-DD' */
export function lastMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) => {
    return new Date(Date.UTC(year, month - 12 + back, 1)).toISOString().slice(0, 7);
  });
}

/** Every month of the last twelve, also those without a participation. */
export function yearOf(today: string, counts: readonly Month[]): Month[] {
  const known = new Map(counts.map(({ month, count }) => [month, count]));
  return lastMonths(today).map((month) => ({ month, count: known.get(month) ?? 0 }));
}

/** The picture in words: '3 Teilnahmen in den letzten zwölf Monaten: März 2, Juni 1.' */
export function yearInWords(year: readonly Month[]): string {
  const total = year.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return 'Keine Teilnahme in den letzten zwölf Monaten.';
  const months = year
    .filter(({ count }) => count > 0)
    .map(({ month, count }) => `${monthName(month)} ${count}`);
  const noun = total === 1 ? 'Teilnahme' : 'Teilnahmen';
  return `${total} ${noun} in den letzten zwölf Monaten: ${months.join(', ')}.`;
}
