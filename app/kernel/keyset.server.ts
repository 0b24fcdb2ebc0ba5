import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import {
  type Around,
  type Key,
  type Keyed,
  type Order,
  type Page,
  type Part,
  pageAround,
  pageOf,
} from './keyset';

/** Selects at least the fields of its list's order. */
type Query<DB, Tables extends keyof DB, Row> = SelectQueryBuilder<DB, Tables, Row>;

/**
 * Restricts a query to a part of its list. Rows before a cursor or the end come nearest first:
 * reversed.
 */
export function inOrder<DB, Tables extends keyof DB, Row>(
  query: Query<DB, Tables, Row>,
  order: Order,
  { after, before, atEnd = false, limit }: Part = {},
): Query<DB, Tables, Row> {
  const backwards = before !== undefined || atEnd;
  const direction = order.descending === backwards ? 'asc' : 'desc';
  let part = query;
  for (const { column } of order.columns) part = part.orderBy(sql.ref(column), direction);
  const start = before ?? after;
  if (start) part = part.where(beyond(order, direction === 'asc' ? sql`>` : sql`<`, start));
  return limit === undefined ? part : part.limit(limit);
}

/** Reads a page of a list. */
export async function readPage<DB, Tables extends keyof DB, Name extends string, Row>(
  query: Query<DB, Tables, Row & Keyed<Name>>,
  order: Order<Name>,
  part: Part,
): Promise<Page<Row & Keyed<Name>>> {
  const oneMore = { ...part, limit: part.limit && part.limit + 1 };
  const rows = await inOrder(query, order, oneMore).execute();
  return pageOf(order, part.before ? rows.reverse() : rows, part);
}

/**
 * Reads the page around a place, in one round trip (pageAround).
 * @param start where a list without a cursor begins; the row there belongs to the page
 * @param lead rows that such a list shows before its start at most
 */
export async function readPageAround<DB, Tables extends keyof DB, Name extends string, Row>(
  db: Database,
  query: Query<DB, Tables, Row>,
  order: Order<Name>,
  { after, before, start, lead, limit }: Part & { start: Key; lead: number; limit: number },
): Promise<Page<Row & Keyed<Name>>> {
  const here = after ?? before ?? start;
  const towards = before && !after ? 'earlier' : 'later';
  const rowsBefore = after || before ? undefined : lead;
  const side = (which: Around['towards'], most: RawBuilder<number>) => {
    // The row of the cursor itself is on the page that the cursor came from.
    const signs = after ? { earlier: sql`<=`, later: sql`>` } : { earlier: sql`<`, later: sql`>=` };
    const direction = which === 'earlier' ? 'desc' : 'asc';
    let nearest = query.where(beyond(order, signs[which], here)).limit(most);
    for (const { column } of order.columns) nearest = nearest.orderBy(sql.ref(column), direction);
    return nearest.select(sql<boolean>`${sql.lit(which === 'later')}`.as('isLater'));
  };
  // Of the other side only what fills the page up, and one that tells whether there is more.
  const other = sql<number>`
    greatest(${(rowsBefore ?? 0) + 1}, ${limit + 1} - (select count(*) from ahead))`;
  const { rows } = await sql<Row & Keyed<Name> & { isLater: boolean }>`
    with ahead as materialized (${side(towards, sql`${limit + 1}`)})
    select * from (
      (table ahead) union all (${side(towards === 'later' ? 'earlier' : 'later', other)})) as around
    order by ${sql.join(order.columns.map(({ field }) => sql.ref(field)))}`.execute(db);
  const around = {
    earlier: rows.filter(({ isLater }) => !isLater).reverse(),
    later: rows.filter(({ isLater }) => isLater),
  };
  return pageAround(order, around, {
    towards,
    size: limit,
    lead: rowsBefore,
  });
}

/** A moment as cursors have it. */
export const microseconds = (column: string) =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;

/** The condition for rows on one side of a place. */
function beyond({ columns }: Order, sign: RawBuilder<unknown>, key: Key) {
  const place = sql.join(columns.map(({ column }) => sql.ref(column)));
  const values = columns.map(({ type }, at) => castTo[type](key[at] ?? ''));
  return sql<boolean>`(${place}) ${sign} (${sql.join(values)})`;
}

/** True for rows that come before a place. */
export const isBefore = (order: Order, key: Key) =>
  beyond(order, order.descending ? sql`>` : sql`<`, key);

const castTo = {
  text: (value: string) => sql`${value}::text`,
  uuid: (value: string) => sql`${value}::uuid`,
  date: (value: string) => sql`${value}::date`,
  number: (value: string) => sql`${value}::bigint`,
  microseconds: (value: string) =>
    sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`,
};
