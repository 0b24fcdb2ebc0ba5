import type pg from 'pg';
import type { Size } from './seed';

/** The token of a calendar feed of the measured club's nth user. */
export const feedTokenOf = (scope: 'mine' | 'all', user: number): string =>
  `bench-feed-${scope}-0-${user}`;

/** Weekly series of the measured club. */
const SERIES = 12;

/**
 * What fills the tables that the build of 2026-11-21 did not have, with the temporary table `clubs`
 * and the ids of seed(). An older schema gets what it has tables for.
 */
export function newerStatements(tables: ReadonlySet<string>, size: Size): string[] {
  if (!size.newer) return [];
  const { declines, dates } = size.newer;
  const canDecline = tables.has('answers') || tables.has('declines');
  return [
    ...(canDecline ? [declinesOf(tables, size.registrations, declines)] : []),
    ...(tables.has('calendar_feeds') ? [FEEDS] : []),
    ...(tables.has('series') && dates > 0 ? seriesOf(tables, size.registrations, dates) : []),
  ];
}

/** The tables of the build that is measured. */
export async function tablesOf(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public'",
  );
  return new Set(rows.map(({ table_name }) => table_name));
}

/** The beginning of a statement that inserts answers: event, member and organization follow. */
export function answersInto(tables: ReadonlySet<string>, answer: 'yes' | 'no'): string {
  const columns = 'event_uuid, member_uuid, organization_uuid';
  if (tables.has('answers')) return `insert into answers (answer, ${columns}) select '${answer}',`;
  return `insert into ${answer === 'yes' ? 'registrations' : 'declines'} (${columns}) select`;
}

const declinesOf = (tables: ReadonlySet<string>, registrations: number, declines: number) => `
  ${answersInto(tables, 'no')} pg_temp.id('event', c, e), pg_temp.id('member', c, n), uuid
  from clubs, generate_series(1, events) as e,
    lateral (select greatest(users, ${registrations}) as others) as o,
    generate_series(others + 1, least(members, others + ${declines})) as n
  where e % 2 = 0`;

/**
 * Two for each user. They count as if they had been called less than never in the present hour:
 * only so do they answer more than sixty calls (M5).
 */
const FEEDS = `
  insert into calendar_feeds (token_hash, user_uuid, scope, label, slot, calls_in_hour)
  select pg_temp.hashed('bench-feed-' || scope || '-' || c || '-' || n),
    pg_temp.id('user', c, n), scope, 'Handy', slot, -32768
  from clubs, generate_series(1, users) as n,
    unnest(array['mine', 'all']) with ordinality as of (scope, slot)`;

function seriesOf(tables: ReadonlySet<string>, registrations: number, dates: number): string[] {
  const each = Math.ceil(dates / SERIES);
  const everyDate = `clubs, generate_series(0, ${SERIES - 1}) as s, generate_series(0, ${each - 1}) as d`;
  const which = `where c = 0 and d * ${SERIES} + s < ${dates}`;
  const first = "date_trunc('week', current_date - 30)::date + s % 7";
  return [
    `insert into series (uuid, organization_uuid, rule, starts_on, template)
     select pg_temp.id('series', c, s), uuid,
       'FREQ=WEEKLY;BYDAY=' || (array['MO','TU','WE','TH','FR','SA','SU'])[1 + s % 7], ${first}, '{}'
     from clubs, generate_series(0, ${SERIES - 1}) as s where c = 0`,
    `insert into events (uuid, organization_uuid, name, date, event_type, max_participants,
       registered_participants, start_time, place, series_uuid, series_date)
     select pg_temp.id('date', c, d * ${SERIES} + s), uuid, 'Training der Abteilung ' || 1 + s,
       ${first} + 7 * d, 'LIMITED_EVENT', ${registrations} + 5 + users, least(members, ${registrations}),
       make_time(15 + s % 6, 30, 0), 'Turnhalle der Grundschule, Schulstraße 4',
       pg_temp.id('series', c, s), ${first} + 7 * d
     from ${everyDate} ${which}`,
    `${answersInto(tables, 'yes')} pg_temp.id('date', c, d * ${SERIES} + s), pg_temp.id('member', c, n), uuid
     from ${everyDate}, generate_series(1, least(members, ${registrations})) as n ${which}`,
  ];
}
