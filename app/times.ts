/**
 * Every time of day that people read or type. Like dates.ts it runs in the browser too and uses no
 * library. Days and times of events are in the club's zone, so they are written as stored; only
 * moments need a time zone.
 */

/** The zone of new clubs, and of accounts, which belong to no club that could provide one (X4). */
export const GERMANY = 'Europe/Berlin';

interface Times {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  /** 'HH:MM' */
  readonly startTime: string | null;
  /** 'YYYY-MM-DD' */
  readonly endDate: string | null;
  /** 'HH:MM' */
  readonly endTime: string | null;
}

const dayFormat = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
} as const;
const timeFormat = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const longDay = new Intl.DateTimeFormat('de', { ...dayFormat, timeZone: 'UTC' });

/** Writes a YYYY-MM-DD date as 'Samstag, 13. März 2027'. */
export function dayInFull(date: string): string {
  return longDay.format(new Date(`${date}T00:00:00Z`));
}

/**
 * When an event is: 'Samstag, 13. März 2027, 18:00 bis 20:00 Uhr', with its last day if that is
 * another, or without times if it has none.
 */
export function whenOf({ date, startTime, endDate, endTime }: Times): string {
  const first = dayInFull(date);
  if (endDate === null || endDate === date) {
    const times = [startTime, endTime].filter((time) => time !== null).join(' bis ');
    return times ? `${first}, ${times} Uhr` : first;
  }
  return `${atTime(first, startTime)} bis ${atTime(dayInFull(endDate), endTime)}`;
}

const atTime = (day: string, time: string | null) => (time ? `${day}, ${time} Uhr` : day);

/** When an event begins, in a list: '18:00 Uhr', or '' if it has no time. */
export function shortTime({ startTime }: Pick<Times, 'startTime'>): string {
  return startTime ? `${startTime} Uhr` : '';
}

/**
 * Writes a moment as 'Freitag, 12. März 2027, 18:00 Uhr'.
 * @param zone the club's, by its IANA name
 */
export function instantToText(at: Date, zone: string): string {
  return `${dayInFull(dayAt(at, zone))}, ${timeAt(at, zone)}`;
}

/** The time on the club's clock at a moment: '18:00 Uhr'. */
export const timeAt = (at: Date, zone: string): string =>
  `${new Intl.DateTimeFormat('de', { ...timeFormat, timeZone: zone }).format(at)} Uhr`;

/** A near moment in short: 'Fr, 12. März, 18:00 Uhr'. */
export function instantInShort(at: Date, zone: string): string {
  const near = { weekday: 'short', day: 'numeric', month: 'long', timeZone: zone } as const;
  const day = new Intl.DateTimeFormat('de', near).format(at).replace('.,', ',');
  return `${day}, ${timeAt(at, zone)}`;
}

/** A moment in figures, for long lists: '12.03.2027, 18:00 Uhr'. */
export function instantInFigures(at: Date, zone: string): string {
  const figures = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone } as const;
  return `${new Intl.DateTimeFormat('de', figures).format(at)} Uhr`;
}

/** The day on the club's clock at a moment, as 'YYYY-MM-DD'. */
export const dayAt = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: zone }).format(at);

/** The greeting for the time of day, by the club's clock. */
export function greetingAt(at: Date, zone: string): string {
  const hour = new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone: zone });
  const now = Number(hour.format(at));
  if (now >= 5 && now < 11) return 'Guten Morgen';
  return now >= 11 && now < 18 ? 'Guten Tag' : 'Guten Abend';
}

const SHORT_PLACE = 60;

/** A place for a list, cut to 60 characters; a house number stays with its street. */
export function placeInShort(place: string): string {
  const characters = [...place.replace(/(?<=[\p{L}.]) (?=\d{1,3}\p{L}?(?!\p{L}|\d))/gu, '\u00A0')];
  if (characters.length <= SHORT_PLACE) return characters.join('');
  return `${characters
    .slice(0, SHORT_PLACE - 1)
    .join('')
    .trimEnd()}…`;
}

const TYPED_TIME = /^(\d{1,2})(?:\s*(?:[:.,h]|uhr)\s*(\d{2})|(\d{2}))?\s*(?:uhr|h)?$/i;

/**
 * Reads what people type for a time of day: '18', '18:00', '18.00', '1800', '18 Uhr', '18 Uhr 30'.
 * @returns 'HH:MM', or the trimmed text where it is no time, to be refused
 */
export function textToTime(text: string): string {
  const typed = text.trim();
  const [, hours, after, behind] = TYPED_TIME.exec(typed) ?? [];
  if (hours === undefined) return typed;
  return `${hours.padStart(2, '0')}:${after ?? behind ?? '00'}`;
}
