/**
 * Every date and time that people read or type. It runs in the browser too, so it uses what the
 * browser has and no library; the clock and the calendar are in dates.server.ts. All days are UTC.
 */

const dayAndMonth = new Intl.DateTimeFormat('de', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const weekday = new Intl.DateTimeFormat('de', { weekday: 'long', timeZone: 'UTC' });
const monthOnly = new Intl.DateTimeFormat('de', { month: 'long', timeZone: 'UTC' });

const monthNames = Array.from({ length: 12 }, (_, month) =>
  monthOnly.format(new Date(Date.UTC(2000, month, 1))),
);

/** Writes a YYYY-MM-DD date as '02. März 2026' (E1); returns anything else unchanged. */
export function dateToText(date: string): string {
  if (!isDate(date)) return date;
  // A list of a hundred asks twice for each: Intl would take a tenth of its time.
  return `${date.slice(8)}. ${monthToText(date.slice(0, 7))} ${Number(date.slice(0, 4))}`;
}

/** Writes a YYYY-MM-DD date without its year, '2. März'; returns anything else unchanged. */
export function dayToText(date: string): string {
  return isDate(date) ? dayAndMonth.format(new Date(`${date}T00:00:00Z`)) : date;
}

/** Days in a row, both included, 'YYYY-MM-DD'. */
export type Days = { readonly from: string; readonly until: string };

/** '1. bis 14. August', '28. Juli bis 3. August' or '1. August', for days of this and the next year. */
export function daysInShort({ from, until }: Days): string {
  if (from === until) return dayToText(from);
  const sameMonth = from.slice(0, 7) === until.slice(0, 7);
  const first = dayToText(from);
  return `${sameMonth ? first.slice(0, first.indexOf(' ')) : first} bis ${dayToText(until)}`;
}

/** With the year: '1. bis 14. August 2027', '28. Dezember 2026 bis 3. Januar 2027'. */
export function daysToText({ from, until }: Days): string {
  const [first, last] = [from, until].map((day) => day.slice(0, 4));
  if (first === last) return `${daysInShort({ from, until })} ${last}`;
  return `${dayToText(from)} ${first} bis ${dayToText(until)} ${last}`;
}

/** The weekday of a YYYY-MM-DD date: 'Samstag'. */
export function weekdayToText(date: string): string {
  return weekday.format(new Date(`${date}T00:00:00Z`));
}

/** A date among others: 'Dienstag, 02. März 2027'. */
export const dayInWords = (date: string): string => `${weekdayToText(date)}, ${dateToText(date)}`;

/** The German name of a month. @param month 'YYYY-MM' */
export function monthToText(month: string): string {
  return monthNames[Number(month.slice(5)) - 1] ?? month;
}

const DAY_MS = 86_400_000;

/** How many days there are from one YYYY-MM-DD date to another; negative if that is earlier. */
export function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);
}

/** The day this many days later, or earlier if negative. */
export function daysFrom(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Today in UTC, 'YYYY-MM-DD'. */
export const presentDay = () => new Date().toISOString().slice(0, 10);

/** How to read what is left out of a date. */
interface Reading {
  readonly today?: string;
  readonly ahead?: number;
}

// Of three parts that one sees, or of six or eight digits: '24.12' is not 2 April 2012, nor '1985' 1 September.
const WITH_YEAR =
  /^(?=\d{6}$|\d{8}$|\d+\D+\d+\D|\d+\D*[a-zäöü])(\d{1,2})\.?\s*(\d{1,2}|[a-zäöü]{3,})\.?\s*(\d{4}|\d{2})$/i;
const YEARLESS = /^(\d{1,2})(?:\.\s*|\s+)(\d{1,2}|[a-zäöü]{3,})\.?$/i;

/**
 * Reads what a person types for a date: '2.3.2026', '02.03.26', '2. März 2026', '2. Mär 2026' or
 * '2026-03-02'.
 * @param today 'YYYY-MM-DD'; with it, '24.12.' and '24. Dezember' are the next such day
 * @param ahead how many years to come two digits may mean; with today, any of this century
 * @returns YYYY-MM-DD, or the trimmed text where it is no date, so that the server can refuse it
 */
export function textToDate(
  text: string,
  { today = '', ahead = today ? 99 : YEARS_AHEAD }: Reading = {},
): string {
  const typed = text.trim();
  if (isDate(typed)) return typed;
  const parts = (today && YEARLESS.exec(typed)) || WITH_YEAR.exec(typed);
  if (!parts) return typed;
  const [, day = '', monthText = '', yearText] = parts;
  const month = /^\d/.test(monthText)
    ? Number(monthText)
    : monthNames.findIndex((name) => beginsWith(name, monthText)) + 1;
  const inYear = (year: string) =>
    `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = yearText ? inYear(fullYear(yearText, ahead)) : nextOf(inYear, today);
  return isDate(date) ? date : typed;
}

/** Some have already agreed to join in a year to come. */
export const YEARS_AHEAD = 5;

/** A year as it is typed. @param ahead how many years to come two digits may mean */
export function fullYear(typed: string, ahead: number): string {
  if (typed.length > 2) return typed;
  const inThisCentury = `20${typed}`;
  return Number(inThisCentury) > new Date().getUTCFullYear() + ahead ? `19${typed}` : inThisCentury;
}

/** Leap days are eight years apart at most: 29.2. is a day of one of them. */
const LEAP_YEARS = 8;

/** The first of a day's years that is not over; '' if there is none, or no today. */
function nextOf(inYear: (year: string) => string, today: string): string {
  const dates = Array.from({ length: LEAP_YEARS + 1 }, (_, years) =>
    inYear(String(Number(today.slice(0, 4)) + years)),
  );
  return (today && dates.find((date) => isDate(date) && date >= today)) || '';
}

const beginsWith = (name: string, typed: string) =>
  name.toLowerCase().startsWith(typed.toLowerCase());

/** True for a YYYY-MM-DD date that exists in the calendar. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  return new Date(`${text}T00:00Z`).getUTCDate() === Number(text.slice(8));
}
