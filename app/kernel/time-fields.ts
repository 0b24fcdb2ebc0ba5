import { z } from 'zod';
import { daysBetween, presentDay, textToDate } from '~/dates';
import { textToTime } from '~/times';
import { day } from './fields';

/**
 * Building blocks of input schemas for days, times of day and moments. Calls write them in one way;
 * forms accept what people usually type, and refuse what cannot be read. They are not native
 * browser controls, which post an empty text if half filled in.
 */

const NO_TIME = 'Keine gültige Uhrzeit, etwa 18:00.';

export const timeOfDay = z.string(NO_TIME).regex(/^([01]\d|2[0-3]):[0-5]\d$/, NO_TIME);

const NO_MOMENT = 'Kein gültiger Zeitpunkt, etwa 2027-03-12T18:00:00+01:00.';
// With seconds or without.
const isoMoment = z.iso
  .datetime({ offset: true })
  .or(z.iso.datetime({ offset: true, precision: -1 }));

/** A moment: an ISO date-time with its offset from UTC, to the millisecond. */
export const moment = z.string(NO_MOMENT).transform((text, context) => {
  const at = new Date(text);
  const year = at.getUTCFullYear();
  if (isoMoment.safeParse(text).success && year >= 1900 && year <= 9999) return at;
  context.addIssue({ code: 'custom', message: NO_MOMENT });
  return z.NEVER;
});

const read = (reader: (text: string) => string) => (typed: unknown) =>
  (typeof typed === 'string' ? reader(typed) : typed) || null;

/** A time of day as people type it; null if the field is empty. */
export const typedTime = z.preprocess(read(textToTime), timeOfDay.nullable());

const dayAs = (reader: (text: string) => string) => z.preprocess(read(reader), day.nullable());

/** A day as people type it, without a year the next one; null if the field is empty. */
export const typedDay = dayAs((text) => textToDate(text, { today: presentDay() }));

/** A day that is over, whose year nobody can guess. */
export const typedPastDay = dayAs((text) => textToDate(text, { ahead: 0 }));

/** A day of somebody's life with its year, which may be one of the next ones. */
export const typedDayOfLife = dayAs((text) => textToDate(text));

/** A time on the club's clock, 'YYYY-MM-DDTHH:MM': when that is, Postgres knows. */
export type WallTime = string;

/** A day alone means the whole day. */
const END_OF_DAY = '23:59';

/** A day and a time on the club's clock, in separate fields; null if both are empty. */
export const typedWallTime = z
  .object({ day: typedDay, time: typedTime })
  .transform(({ day, time }, context): WallTime | null => {
    if (day) return `${day}T${time ?? END_OF_DAY}`;
    if (time === null) return null;
    context.addIssue({ code: 'custom', message: 'Bitte auch das Datum eingeben.' });
    return z.NEVER;
  });

/** Checks that a last day is not before the first, and at most so many days after it. */
export const atMost =
  (most: number, tooMany: string) =>
  (
    { from, until }: { from: string; until?: string | null },
    context: z.core.$RefinementCtx,
  ): void => {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['until'], message });
    if (!until) return;
    if (until < from) refuse('Der letzte Tag liegt vor dem ersten.');
    else if (daysBetween(from, until) > most) refuse(tooMany);
  };
