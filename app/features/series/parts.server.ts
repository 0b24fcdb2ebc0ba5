import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { daysFrom, today } from '~/dates.server';
import type { Planned } from './planning.server';
import { copyOptOuts } from './queries/opt-outs.server';
import type { Series } from './queries.server';
import type { Counterpart } from './replanning.server';
import { ruleText } from './rule';
import type { Template } from './template.server';

/** Changing a series from a day on: its row, and that of the part before. */

/**
 * Stores a series as it will be from a day on. If it has earlier dates, they stay as they are, and
 * the rest becomes a separate series (L5).
 * @param from null to change all of it, including the past
 * @returns the series from that day on
 */
export async function storePart(
  db: Database,
  { uuid, organization, version, plannedUntil }: Series,
  { rule, startsOn, endsOn, skipHolidays, skipBreaks, template }: Planned & { template: Template },
  from: string | null,
): Promise<Series> {
  const part = {
    rule: ruleText(rule),
    starts_on: startsOn,
    ends_on: endsOn,
    skip_holidays: skipHolidays,
    skip_breaks: skipBreaks,
    template: JSON.stringify(template),
    version: version + 1,
  };
  const stored = { organization, rule, startsOn, endsOn, skipHolidays, skipBreaks, template };
  const rest = { ...stored, plannedUntil, version: version + 1 };
  if (from === null || !(await hasDatesBefore(db, uuid, from))) {
    await db.updateTable('series').set(part).where('uuid', '=', uuid).execute();
    return { ...rest, uuid };
  }
  await endSeries(db, uuid, from);
  const created = await db
    .insertInto('series')
    .values({ ...part, organization_uuid: organization, planned_until: plannedUntil })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  await copyOptOuts(db, uuid, created.uuid);
  return { ...rest, ...created };
}

async function hasDatesBefore(db: Database, series: string, from: string): Promise<boolean> {
  const before = await db
    .selectFrom('events')
    .select('uuid')
    .where('series_uuid', '=', series)
    .where('series_date', '<', from)
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
}

/** Ends a series on the day before. @param from 'YYYY-MM-DD' */
export async function endSeries(db: Database, series: string, from: string): Promise<void> {
  const last = daysFrom(from, -1);
  await db
    .updateTable('series')
    .set({
      ends_on: sql<string>`least(ends_on, ${last}::date)`,
      planned_until: null,
      version: sql<number>`version + 1`,
    })
    .where('uuid', '=', series)
    .execute();
}

/**
 * Deletes a series that has no event any more.
 * @returns whether it did
 */
export async function deleteIfEmpty(db: Database, series: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('series')
    .where('uuid', '=', series)
    .where(sql<boolean>`not exists (select from events where series_uuid = ${series}::uuid)`)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/**
 * Transfers the days whose event was deleted: the new plan leaves out their counterparts.
 * @param more other days to leave out
 */
export async function moveExceptions(
  db: Database,
  old: Series,
  part: Series,
  {
    from,
    counterpart,
    more = [],
  }: { from: string; counterpart: Counterpart; more?: readonly string[] },
): Promise<void> {
  const gone = await db
    .deleteFrom('series_exceptions')
    .where('series_uuid', '=', old.uuid)
    .where('date', '>=', from)
    .returning('date')
    .execute();
  const days = [...gone.map(({ date }) => counterpart(date)), ...more].filter(
    (day) => day >= today(),
  );
  if (days.length === 0) return;
  await sql`
    insert into series_exceptions (organization_uuid, series_uuid, date)
    select ${part.organization}, ${part.uuid}, day from unnest(${days}::date[]) as day
    on conflict do nothing`.execute(db);
}
