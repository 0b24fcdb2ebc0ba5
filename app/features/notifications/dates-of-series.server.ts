import { daysBetween, weekdayToText } from '~/dates';
import type { Former } from '~/features/outbox/rules/former.server';
import { isMoved, isOnOtherDays } from '~/features/outbox/rules/former.server';
import { type Kind, SERIES_KINDS, type SeriesKind } from '~/features/outbox/schema';
import { whenOf } from '~/times';
import type { NotificationForMail } from './state.server';
import { comingAfterAll, forWhom, signingOff, takesSignOff } from './wording-of-mails.server';

/** What a mail says about dates of a series (L9): pure, so that every case can be tested. */

/** Said instead of an empty place. */
export const NO_PLACE = 'kein Ort';

/** Dates that a mail lists; the others are only counted. */
const NAMED = 5;

type SeriesDate = Former &
  Pick<
    NotificationForMail,
    'open' | 'registered' | 'waiting' | 'asksAnswer' | 'signOffClosed' | 'takesYes'
  >;

/** A date as it is, and what it was before a change. */
interface Changed<Date extends Former = SeriesDate> {
  readonly now: Date;
  readonly former: Former;
}

/** Whether it is about dates of a series, in one mail (L9). */
export const isSeries = (kind: Kind): kind is SeriesKind =>
  (SERIES_KINDS as readonly Kind[]).includes(kind);

type Dated = Pick<NotificationForMail, 'id' | 'kind' | 'series' | 'unnamed'>;

/**
 * The event that a series was created from is one of its dates: a mail about both lists it as one
 * of the new dates, and not separately.
 */
export function withFirstDates<Each extends Dated>(told: readonly Each[]): Each[] {
  const made = new Map(
    told.flatMap((now) => (now.kind === 'series_new' && now.series ? [[now.series, now]] : [])),
  );
  return told.map((now) => {
    const series = now.kind === 'event_new' && now.series ? made.get(now.series) : undefined;
    return series ? { ...now, id: series.id, kind: series.kind, unnamed: series.unnamed } : now;
  });
}

/** 'dienstags 18:00', as far as all dates agree; '' if not even on the day. */
export function scheduleOf(dates: readonly Pick<Former, 'date' | 'startTime'>[]): string {
  const day = common(dates.map(({ date }) => weekdayToText(date)));
  if (!day) return '';
  const time = common(dates.map(({ startTime }) => startTime));
  return [`${day.toLowerCase()}s`, time].filter(Boolean).join(' ');
}

/** Whether they come week after week: then the first of them and the weekday say them all. */
export const areWeekly = (dates: readonly Pick<Former, 'date'>[]): boolean =>
  dates.every(({ date }, at) => at === 0 || daysBetween(dates[at - 1]?.date ?? '', date) === 7);

/** Whether a count in words is of one date. */
export const isOne = (count: string): boolean => count.startsWith('1 ');

/** The way to the page of the first of them. */
export const buttonTo = (count: string): string =>
  isOne(count) ? 'Zum Termin' : 'Zum ersten Termin';

/**
 * The first dates, a line for each, and how many more there are.
 * @param told what a line says
 * @param count of all dates, if these are only some of them
 */
export function linesOf<Date>(
  dates: readonly Date[],
  told: (date: Date) => string,
  count = dates.length,
): string {
  const named = Math.min(NAMED, dates.length);
  const more = count - named;
  const rest = more === 1 ? ['und 1 weiterer'] : [`und ${more} weitere`];
  return [...dates.slice(0, named).map(told), ...(more > 0 ? rest : [])].join('\n');
}

/** 'Dienstag, 2. März 2027, 19:00 Uhr (bisher 18:00 Uhr)' */
export function changeOf({ now, former }: Changed<Former>): string {
  const when = whenOf(now);
  return isMoved(former, now) ? `${when} (bisher ${formerWhen(former, now)})` : when;
}

/** A cancelled date, with the time at which its receiver believes it to be. */
export const believedOf = (now: Former & { readonly believed: Former | null }): string =>
  changeOf({ now, former: now.believed ?? now });

function formerWhen(former: Former, now: Former): string {
  const days = [former, now].some(({ date, endDate }) => (endDate ?? date) !== date);
  if (days || isOnOtherDays(former, now)) return whenOf(former);
  const times = [former.startTime, former.endTime].filter((time) => time !== null);
  return times.length > 0 ? `${times.join(' bis ')} Uhr` : 'ohne Uhrzeit';
}

/** The common place of all dates; '' if there is none, or several. */
export const placeOf = (dates: readonly Pick<Former, 'place'>[]): string =>
  common(dates.map(({ place }) => place)) ?? '';

/** The groups that all dates are for; '' if these differ. */
export const groupsOf = (dates: ReadonlyArray<Parameters<typeof forWhom>[0]>): string =>
  common(dates.map(forWhom)) ?? '';

/** The previous place, if all dates had the same other one. */
export function formerPlaceOf(dates: readonly Changed[]): string {
  if (!dates.every(isElsewhere)) return '';
  const place = common(dates.map(({ former }) => former.place));
  return place === '' ? NO_PLACE : (place ?? '');
}

const isElsewhere = ({ now, former }: Changed) => now.place !== former.place;

/** The first sentence. */
export function whatChanged(dates: readonly Changed[]): string {
  const moved = dates.some(({ now, former }) => isMoved(former, now));
  const elsewhere = dates.some(isElsewhere);
  const both = moved && elsewhere;
  const what = both ? 'haben sich Zeit und Ort' : `hat sich ${moved ? 'die Zeit' : 'der Ort'}`;
  const those = dates.length === 1 ? 'einem Termin' : `${dates.length} Terminen`;
  return `bei ${those} ${what} geändert. Jetzt gilt:`;
}

/** What to do now: what is still possible for any of them. */
export function whatNow(dates: readonly SeriesDate[]): string {
  const comes = firstThat(dates.filter(counts), takesSignOff);
  const others = dates.filter((date) => !counts(date) && !date.open);
  const declined = firstThat(others, ({ takesYes }) => takesYes);
  if (!comes) return declined ? comingAfterAll(declined) : '';
  const leave = signingOff(comes);
  const still =
    dates.length === 1
      ? `Ihre Antwort gilt weiter. Wenn Sie nicht kommen können, ${leave}.`
      : `Ihre Antworten gelten weiter. Wenn Sie einmal nicht kommen können, ${leave}.`;
  if (!declined) return still;
  return `${still} ${comingAfterAll(declined, 'Wo Sie abgesagt hatten und es Ihnen jetzt passt')}`;
}

/** One that meets a condition, else any. */
const firstThat = (dates: readonly SeriesDate[], meets: (date: SeriesDate) => boolean) =>
  dates.find(meets) ?? dates[0];

/** The date that best shows how the receiver is involved in the series. */
export const mostBinding = <Date extends SeriesDate>(dates: readonly Date[]): Date | undefined =>
  dates.find(({ registered }) => registered !== null) ?? dates.find(counts) ?? dates[0];

const counts = ({ registered, waiting }: SeriesDate) => registered !== null || waiting !== null;

/** The common value; undefined if they differ. */
export function common<Value>(values: readonly Value[]): Value | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}
