import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { daysBetween } from '~/dates';
import { today } from '~/dates.server';
import { longTexts } from '~/features/events/fields';
import type { ClubEvent } from '~/features/events/queries.server';
import { countMade } from '~/features/events/rules/budgets.server';
import type { Actor } from '~/kernel/actor';
import { invalid } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';
import { datesAhead, takingPlace } from './extension.server';
import { isTooFarOff } from './planning.server';
import { type Repetition, ruleText, type State } from './rule';
import { insertDates, reversedDays, templateOf } from './template.server';
import { TOO_FAR_OFF } from './wording';

/** Turns an event into the first of a series. */

/**
 * Creates the series and its dates. The caller has locked the breaks and the event, which has no
 * series yet.
 * @returns how many dates there are besides the event
 * @throws Problem as datesFor()
 */
export async function makeSeries(
  db: Database,
  actor: Actor,
  event: ClubEvent,
  repetition: Repetition,
  limits: Limits,
): Promise<{ series: string; count: number }> {
  const { dates, plannedUntil } = await datesFor(db, event, repetition);
  const series = await insertSeries(db, event, repetition, plannedUntil);
  await db
    .updateTable('events')
    .set({ series_uuid: series.uuid, series_date: sql<string>`date` })
    .where('uuid', '=', event.uuid)
    .execute();
  const days = takingPlace(dates);
  await countMade(db, actor, { limits, count: days.length, texts: longTexts(event) });
  return { series: series.uuid, count: await insertDates(db, series, days) };
}

type Timed = Pick<ClubEvent, 'organization' | 'date' | 'startTime' | 'endTime' | 'endDate'>;

/**
 * The dates of a repetition besides the event itself.
 * @param state that the club is about to choose
 * @throws Problem 422 if there are none, and never will be
 */
export async function datesFor(
  db: Database,
  event: Timed,
  repetition: Repetition,
  state?: State | null,
) {
  const { organization, date: startsOn } = event;
  if (isTooFarOff(startsOn)) throw invalid({ rule: [TOO_FAR_OFF] });
  const { end } = repetition.rule;
  if (end && 'until' in end && end.until < startsOn)
    throw invalid({ rule: ['Der letzte Tag liegt vor dem ersten Termin.'] });
  const series = { ...repetition, uuid: null, organization, state, startsOn, endsOn: null };
  const ahead = await datesAhead(db, series);
  const lastDay = event.endDate === null ? null : daysBetween(startsOn, event.endDate);
  const reversed = await reversedDays(db, { ...event, lastDay }, takingPlace(ahead.dates));
  const dates = ahead.dates
    .filter(({ date }) => date !== startsOn)
    .map((each) => (reversed.has(each.date) ? { ...each, out: 'Zeitumstellung' } : each));
  if (ahead.plannedUntil === null && takingPlace(dates).length === 0) {
    const first = startsOn > today() ? startsOn : today();
    throw invalid({ rule: [`Das ergibt keinen Termin nach dem ${inFigures(first)}.`] });
  }
  return { dates, plannedUntil: ahead.plannedUntil };
}

const inFigures = (day: string) => day.split('-').reverse().join('.');

async function insertSeries(
  db: Database,
  event: ClubEvent,
  { rule, skipHolidays, skipBreaks }: Repetition,
  plannedUntil: string | null,
): Promise<{ uuid: string }> {
  return db
    .insertInto('series')
    .values({
      organization_uuid: event.organization,
      rule: ruleText(rule),
      starts_on: event.date,
      skip_holidays: skipHolidays,
      skip_breaks: skipBreaks,
      template: JSON.stringify(await templateOf(db, event)),
      planned_until: plannedUntil,
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
}
