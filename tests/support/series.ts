import type { Insertable } from 'kysely';
import type { Database } from '#db/connection';
import type { DB } from '#db/schema.generated';
import { eventColumns } from '~/features/events/queries.server';
import { extendSeries } from '~/features/series/extension.server';
import type { State } from '~/features/series/rule';
import { templateOf } from '~/features/series/template.server';
import { inDays } from './events';
import type { Factories } from './factories';
import { changeRows, insertRow, rowsOf } from './rows';

interface SeriesFields {
  /** As RFC 5545 writes it; by default every week on the day of the first date. */
  readonly rule?: string;
  /** Columns of the first event. */
  readonly event?: Partial<Insertable<DB['events']>>;
  readonly max?: number;
  readonly skipHolidays?: State;
  readonly skipBreaks?: boolean;
}

/** Where to create a series: the test's application, or a database with its factories. */
interface Place {
  readonly db: Database;
  readonly make: Factories;
}

/**
 * Puts a series into the database, with its dates from the first one on, which is a week from today
 * unless `event` says otherwise.
 * @returns its uuid, its first event and the uuids of all of its events by the day they belong to
 */
export async function makeSeries(
  { db, make }: Place,
  organization: { uuid: string },
  { rule, event: columns, max, skipHolidays, skipBreaks = false }: SeriesFields = {},
) {
  const { date = inDays(7), name = 'Training', ...more } = columns ?? {};
  const event = await make.event(organization, { name, date, max }, more);
  const stored = await db
    .selectFrom('events')
    .select(eventColumns)
    .where('uuid', '=', event.uuid)
    .executeTakeFirstOrThrow();
  const uuid = await insertRow(db, 'series', {
    organization_uuid: organization.uuid,
    rule: rule ?? `FREQ=WEEKLY;BYDAY=${weekdayOf(date)}`,
    starts_on: date,
    skip_holidays: skipHolidays ?? null,
    skip_breaks: skipBreaks,
    template: JSON.stringify(await templateOf(db, stored)),
    planned_until: date,
  });
  await changeRows(db, 'events', event.uuid, { series_uuid: uuid, series_date: date });
  await extend(db, uuid);
  return { uuid, organization: organization.uuid, event, dates: await datesIn(db, uuid) };
}

/** Puts a break into the database. */
export async function makeBreak(
  { db }: Pick<Place, 'db'>,
  organization: { uuid: string },
  fields: { name?: string; from?: string; until?: string } = {},
) {
  const { name = 'Osterferien', from = '2031-04-07', until = '2031-04-19' } = fields;
  return {
    uuid: await insertRow(db, 'breaks', {
      organization_uuid: organization.uuid,
      name,
      from_date: from,
      until_date: until,
    }),
  };
}

/** Extends a series as the nightly job does. @returns how many dates are new */
export const extend = (db: Database, series: string) =>
  db.transaction().execute((trx) => extendSeries(trx, series));

/** The uuids of a series' events by the day that they belong to. */
export async function datesIn(db: Database, series: string): Promise<Map<string, string>> {
  const rows = await rowsOf(
    db,
    'events',
    { series_uuid: series },
    ['uuid', 'series_date'],
    ['series_date'],
  );
  return new Map(rows.map(({ uuid, series_date }) => [series_date ?? '', uuid]));
}

/** The code of a day's weekday in a rule: 'MO' to 'SU'. */
export const weekdayOf = (date: string) =>
  ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';

/** The fields of a series of four dates, each week from an event in three days. */
export const weeklyFields = {
  'rule.every': 'FREQ=WEEKLY',
  'rule.days[0]': weekdayOf(inDays(3)) ?? '',
  'rule.end': 'count',
  'rule.count': '4',
  'rule.until': '',
};
