const longDate = new Intl.DateTimeFormat('de', {
  day: '2-digit',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('de', { month: 'long', timeZone: 'UTC' })
    .format(new Date(Date.UTC(2000, month, 1)))
    .toLowerCase(),
);

/** Writes a YYYY-MM-DD date as '02. März 2026'; anything else is given back unchanged. */
export function dateToText(date: string): string {
  return isDate(date) ? longDate.format(new Date(`${date}T00:00:00Z`)) : date;
}

const moment = new Intl.DateTimeFormat('de', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Writes a moment as '02.03.2026, 14:05', in UTC. */
export function momentToText(at: Date): string {
  return moment.format(at);
}

/**
 * Reads what a person types for a date: '2.3.2026', '02.03.26', '2. März 2026', '2. Mär 2026' or
 * '2026-03-02'.
 * @returns YYYY-MM-DD, or the trimmed text unchanged where it is no date, so that the server can
 *   refuse it
 */
export function textToDate(text: string): string {
  const typed = text.trim();
  if (isDate(typed)) return typed;
  const parts = /^(\d{1,2})\.?\s*(\d{1,2}|[a-zäöü]{3,})\.?\s*(\d{4}|\d{2})$/i.exec(typed);
  if (!parts) return typed;
  const [, day = '', monthText = '', yearText = ''] = parts;
  const month = /^\d/.test(monthText)
    ? Number(monthText)
    : monthNames.findIndex((name) => name.startsWith(monthText.toLowerCase())) + 1;
  const year = yearText.length === 2 ? `20${yearText}` : yearText;
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : typed;
}

/** Whether the text is a YYYY-MM-DD date that exists in the calendar. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
