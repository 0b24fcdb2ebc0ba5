import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { today } from '~/dates.server';
import { longTexts } from '~/features/events/fields';
import { countMade } from '~/features/events/operations/budgets.server';
import * as policy from '~/features/events/policy';
import { type ClubEvent, eventInScope, lockEvent } from '~/features/events/queries.server';
import { MANY_WRITES } from '~/features/events/schema';
import { named } from '~/features/events/wording';
import { announceDates } from '~/features/outbox/queries/announcements.server';
import { operation } from '~/kernel/operation.server';
import { conflict, invalid, notFound } from '~/kernel/problem';
import { holdBreaks } from '../breaks.server';
import { datesAhead, takingPlace } from '../extension.server';
import { isTooFarOff } from '../planning.server';
import { optOutsOf } from '../queries/opt-outs.server';
import { seriesInScope, stateOf } from '../queries.server';
import { type Repetition, ruleText } from '../rule';
import { eventToRepeat, newSeries, seriesId } from '../schema';
import { insertDates, templateOf } from '../template.server';
import { firstRepetition, previewOf } from '../view';
import { IN_SERIES, newDates, TOO_FAR_OFF } from '../wording';

export const readSeries = operation({
  summary: 'Read a series: by which rule an event repeats',
  input: seriesId,
  subject: seriesInScope,
  may: policy.read,
  read: ({ subject }) => subject.series,
});

export const readEventToRepeat = operation({
  summary: 'Read an event in order to repeat it, or to change how it does',
  input: eventToRepeat,
  subject: eventInScope,
  may: policy.edit,
  async read({ db, actor, input: { rule, skipHolidays, skipBreaks }, subject: { event, scope } }) {
    if (event.series) {
      const found = await seriesInScope({ db, actor }, { series: event.series });
      const typed = rule && { rule, skipHolidays, skipBreaks: skipBreaks !== '' };
      if (found) {
        const optOuts = await optOutsOf(db, scope, found.series);
        return { event, scope, series: found.series, chosen: typed, optOuts };
      }
    }
    const chosen = rule
      ? { rule, skipHolidays, skipBreaks: skipBreaks !== '' }
      : firstRepetition(event.date, await stateOf(db, event.organization));
    return { event, scope, series: null, chosen, optOuts: null };
  },
});

export const previewRepetition = operation({
  summary: 'Read which dates an event would get if it was repeated, and which fall out',
  input: newSeries,
  subject: eventInScope,
  may: policy.edit,
  async read({ db, input, subject: { event } }) {
    const { event: _uuid, ...repetition } = input;
    return previewOf({ event, repetition, ...(await datesFor(db, event, repetition)) });
  },
});

export const repeatEvent = operation({
  summary: 'Repeat an event',
  description:
    'Makes the dates that the rule (RFC 5545, without RRULE:) gives from tomorrow on, up to 400 days ahead and at most ' +
    '200; the rest follows by itself. Each is an event like the one that is repeated, which is the first of them. ' +
    'FREQ=WEEKLY with BYDAY and INTERVAL up to 4, or FREQ=MONTHLY with BYDAY (1 to 4, or -1) or BYMONTHDAY; COUNT ' +
    '(at most 200) or UNTIL (a day). 409: the event repeats already.',
  input: newSeries,
  once: true,
  counts: () => MANY_WRITES,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, actor, input, services: { limits }, subject }) {
    const { event: _uuid, ...repetition } = input;
    await holdBreaks(db, subject.scope.organization, 'shared');
    const event = await lockEvent(db, subject.event);
    if (!event) throw notFound();
    if (event.series) throw conflict(IN_SERIES);
    const { dates, plannedUntil } = await datesFor(db, event, repetition);
    const series = await insertSeries(db, event, repetition, plannedUntil);
    await db
      .updateTable('events')
      .set({ series_uuid: series.uuid, series_date: sql<string>`date` })
      .where('uuid', '=', event.uuid)
      .execute();
    const days = takingPlace(dates);
    await countMade(db, actor, { limits, count: days.length, texts: longTexts(event) });
    const count = await insertDates(db, series, days);
    if (count > 0) await announceDates(db, actor, { series: series.uuid, event: event.uuid });
    return { series: series.uuid, name: event.name, count };
  },
  audit: ({ output }) => `${named(output)} wiederholt: ${newDates(output.count)}`,
});

/**
 * The dates of a repetition besides the event itself.
 * @throws Problem 422 if there are none, and never will be
 */
async function datesFor(
  db: Database,
  { organization, date: startsOn }: ClubEvent,
  repetition: Repetition,
) {
  if (isTooFarOff(startsOn)) throw invalid({ rule: [TOO_FAR_OFF] });
  const series = { ...repetition, uuid: null, organization, startsOn, endsOn: null };
  const ahead = await datesAhead(db, series);
  const dates = ahead.dates.filter(({ date }) => date !== startsOn);
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
