import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';

/** Events as hostile to calendars as Postgres accepts them (M9). */

export const ZONES = ['Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland', 'UTC'] as const;

const TODAY = Temporal.Now.plainDateISO('UTC');
/** A feed's days, except those around the present moment, which passes while a test runs. */
const LAST_AHEAD = 398;
const ahead = fc.integer({ min: 2, max: LAST_AHEAD });
const back = fc.integer({ min: -89, max: -62 });

/** The coming days on which the clocks of a zone change. */
function changesIn(zone: string): Temporal.PlainDate[] {
  return Array.from({ length: LAST_AHEAD }, (_, at) => TODAY.add({ days: at + 2 }))
    .slice(0, LAST_AHEAD - 2)
    .filter((day) => day.toZonedDateTime(zone).hoursInDay !== 24);
}

const SPECIAL = [
  ...'\\;,:"\n\t^&<',
  ...['\r\n', '\r', '\r\n ', '\u0007', '\u0085', '\u2028', '\\n', '👨‍👩‍👧‍👦', '🎉', 'ß', 'e\u0301'],
  ...['END:VEVENT', '\r\nEND:VCALENDAR\r\n', 'BEGIN:VALARM'],
];

const piece = fc.oneof(
  fc.constantFrom(...SPECIAL),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('unfaltbar'.repeat(20), 'ä'.repeat(75), '🎉'.repeat(40)),
);

/** @param max characters */
const text = (max: number) =>
  fc.array(piece, { maxLength: 20 }).map((pieces) => {
    // Cutting splits no pair, and the pieces hold no half of one.
    return [...pieces.join('').replaceAll('\0', '')].slice(0, max).join('');
  });

const twoDigits = (value: number) => String(value).padStart(2, '0');
const clock = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hour, minute]) => `${twoDigits(hour)}:${twoDigits(minute)}`),
  fc.constantFrom('01:30', '02:00', '02:30', '03:00'),
);

/** An event in an organisation of this zone, with the answer of the feed's user. */
export const randomEvent = (zone: string) =>
  fc
    .record({
      name: text(150).map((rest) => `T${rest}`),
      place: text(200),
      description: fc.oneof(text(10_000), fc.constant('🎉 lang, '.repeat(1200))),
      date: fc.oneof(
        fc.oneof(ahead, back).map((days) => TODAY.add({ days })),
        ...(zone === 'UTC' ? [] : [fc.constantFrom(...changesIn(zone))]),
      ),
      startTime: fc.option(clock),
      endTime: fc.option(clock),
      moreDays: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 }))),
      asksAnswer: fc.boolean(),
      answer: fc.constantFrom('yes', 'no', null),
      cancelled: fc.boolean(),
      reason: text(500),
    })
    .map(({ startTime, endTime, ...rest }) => ({
      ...rest,
      startTime,
      endTime: startTime === null || !isLater(startTime, endTime, rest) ? null : endTime,
      answer: rest.asksAnswer ? rest.answer : null,
    }));

/** As Postgres demands: by the clock, whatever the zone makes of it. */
function isLater(
  start: string,
  end: string | null,
  { moreDays }: { moreDays: number | null },
): boolean {
  return end !== null && ((moreDays ?? 0) > 0 || end > start);
}

export type RandomEvent =
  ReturnType<typeof randomEvent> extends fc.Arbitrary<infer Of> ? Of : never;

/** The first moment of a day, or a time of it; of one that comes twice the second (X4). */
function momentIn(zone: string, date: Temporal.PlainDate, time = '00:00'): Temporal.Instant {
  const local = date.toPlainDateTime(Temporal.PlainTime.from(time));
  return local.toZonedDateTime(zone, { disambiguation: 'later' }).toInstant();
}

/** When an event begins and ends in a calendar, as it is written there. */
export function timesIn(zone: string, event: RandomEvent): { start: string; end: string } {
  const { date, startTime, endTime, moreDays } = event;
  const last = date.add({ days: moreDays ?? 0 });
  const after = last.add({ days: 1 });
  if (startTime === null) return { start: asDay(date), end: asDay(after) };
  const start = momentIn(zone, date, startTime);
  const hour = start.add({ hours: 1 });
  const given = endTime ? momentIn(zone, last, endTime) : momentIn(zone, after);
  const hasEnd = endTime !== null || (moreDays ?? 0) > 0;
  const end = hasEnd && Temporal.Instant.compare(given, start) > 0 ? given : hour;
  return { start: asMoment(start), end: asMoment(end) };
}

const asDay = (day: Temporal.PlainDate) => day.toString().replaceAll('-', '');
const asMoment = (at: Temporal.Instant) =>
  at.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
