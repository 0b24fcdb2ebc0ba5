import ical, {
  escape as escaped,
  ICalEvent,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { folded } from '~/kernel/folding.server';
import { Pieces } from '~/kernel/pieces.server';
import { eventPagePath } from '~/paths/events';
import { calendarTexts } from './wording';

/**
 * Writes calendars (RFC 5545): pure, so that the same events give the same bytes. They name and
 * invite nobody (M4).
 */

/**
 * Increase it whenever the output for the same events changes: programs with an older copy then
 * fetch it again.
 */
export const RENDERING = 1;

/**
 * The user's answer, or whether one is asked for ('open'), is not needed ('free'), or can no longer
 * be given ('shut').
 */
type Standing = 'yes' | 'waiting' | 'no' | 'open' | 'free' | 'shut';

export interface CalendarEvent {
  readonly uuid: string;
  readonly name: string;
  readonly place: string;
  /** Cut to DESCRIPTION_LENGTH and one more character. */
  readonly description: string;
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly endDate: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly cancelledAt: Date | null;
  readonly cancelReason: string;
  /** How often it has changed, as calendars count it. */
  readonly sequence: number;
  /** When it last changed for this calendar. */
  readonly changedAt: Date;
  readonly standing: Standing;
  /** The organisation's name, if the calendar has several. */
  readonly club: string | null;
}

/** Events written per turn of the event loop: two or three milliseconds with the longest texts. */
const AT_ONCE = 25;

/**
 * A calendar as a file, written in slices so that other requests continue.
 * @param subscription for a feed: its name, and the seconds after which programs should ask again
 */
export async function calendarFile(
  { origin }: { origin: string },
  events: readonly CalendarEvent[],
  subscription?: { name: string; refresh: number },
): Promise<string> {
  const calendar = ical({
    prodId: { company: 'Vereinsheim', product: 'Kalender', language: 'DE' },
    // The library only escapes the texts of events.
    ...(subscription && {
      name: escaped(clean(subscription.name), false),
      ttl: subscription.refresh,
    }),
  });
  const frame = calendar.toString().replaceAll('\r\n ', '');
  const end = frame.lastIndexOf('END:VCALENDAR');
  // Events are appended here: the library's folding is slow.
  const { host } = new URL(origin);
  let file = folded(frame.slice(0, end));
  for await (const some of Pieces.of(events, AT_ONCE).read()) {
    const entries = some.map((event) =>
      new ICalEvent(entry(event, { origin, host }), calendar).toString(),
    );
    file += folded(entries.join(''));
  }
  return `${file}${folded(frame.slice(end))}\r\n`;
}

function entry(
  event: CalendarEvent,
  { origin, host }: { origin: string; host: string },
): ICalEventData {
  const { uuid, sequence, changedAt, place, cancelledAt, standing } = event;
  const url = origin + eventPagePath(uuid);
  const isCertain = standing !== 'waiting' && standing !== 'open';
  const busy = standing === 'yes' && !cancelledAt;
  return {
    id: `${uuid}@${host}`,
    stamp: changedAt,
    lastModified: changedAt,
    sequence,
    ...timesOf(event),
    summary: summaryOf(event),
    location: clean(place) || null,
    description: descriptionOf(event, url),
    url,
    status: cancelledAt
      ? ICalEventStatus.CANCELLED
      : isCertain
        ? ICalEventStatus.CONFIRMED
        : ICalEventStatus.TENTATIVE,
    transparency: busy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
  };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Without a time an event lasts all day. With one it lasts an hour, unless it has an end or a last
 * day. When the clocks go forward, an end can fall before the start, and is then ignored.
 */
function timesOf(event: CalendarEvent): Pick<ICalEventData, 'start' | 'end' | 'allDay'> {
  const { date, endDate, startTime, endTime, startsAt, endsAt } = event;
  if (startTime === null) {
    const end = new Date(midnight(endDate ?? date).getTime() + DAY_MS);
    return { start: midnight(date), end: inCalendar(end), allDay: true };
  }
  const hasEnd = endTime !== null || (endDate !== null && endDate > date);
  const end = hasEnd && endsAt > startsAt ? endsAt : new Date(startsAt.getTime() + HOUR_MS);
  return { start: startsAt, end: inCalendar(end) };
}

/** Years have four digits; an end after that is left out. */
const inCalendar = (end: Date) => (end.getUTCFullYear() > 9999 ? null : end);

/** Days are written in UTC. */
const midnight = (day: string) => new Date(`${day}T00:00:00Z`);

function summaryOf({ name, cancelledAt, standing }: CalendarEvent): string {
  const { prefix } = calendarTexts;
  if (cancelledAt) return prefix.cancelled + clean(name);
  const asks = standing === 'open' || standing === 'waiting';
  return (asks ? prefix[standing] : '') + clean(name);
}

/** Characters of a description; all of it is on the event's page. */
export const DESCRIPTION_LENGTH = 1000;

function descriptionOf(event: CalendarEvent, url: string): string {
  const { club, cancelledAt, cancelReason, description, standing } = event;
  const { standing: answers, cancelled, reason } = calendarTexts;
  const answer = standing === 'free' || standing === 'shut' ? '' : answers[standing];
  const state = cancelledAt
    ? [cancelled, cancelReason && reason(cancelReason)].filter(Boolean).join('\n')
    : answer;
  return [club, state, shortened(description), url]
    .map((text) => clean(text ?? ''))
    .filter(Boolean)
    .join('\n\n');
}

function shortened(description: string): string {
  if (description.length <= DESCRIPTION_LENGTH) return description;
  const characters = [...description];
  if (characters.length <= DESCRIPTION_LENGTH) return description;
  return `${characters
    .slice(0, DESCRIPTION_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}

/**
 * A text without control characters other than tabs and line breaks. Unicode separators become line
 * breaks, as programs disagree about them.
 */
function clean(text: string): string {
  // Hardly any text has one, and one test is faster than two replacements.
  if (!/[\p{Cc}\u2028\u2029]/u.test(text)) return text;
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, '');
}
