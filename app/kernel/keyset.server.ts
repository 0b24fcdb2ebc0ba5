import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import {
  type Around,
  type Key,
  type Keyed,
  type Order,
  type Page,
  pageAround,
  pageOf,
  type Slice,
} from './keyset';

/** Selects at least the fields of its list's order. */
type Query<DB, Tables extends keyof DB, Row> = SelectQueryBuilder<DB, Tables, Row>;

/**
 * Restricts a query to a slice of its list. Rows before a cursor or the end come nearest first, in
 * reverse order.
 */
export function inOrder<DB, Tables extends keyof DB, Row>(
  query: Query<DB, Tables, Row>,
  order: Order,
  { after, before, atEnd = false, limit }: Slice = {},
): Query<DB, Tables, Row> {
  const backwards = before !== undefined || atEnd;
  const direction = order.descending === backwards ? 'asc' : 'desc';
  let slice = query;
  for (const each of order.columns) slice = slice.orderBy(inKey(each.type, each.column), direction);
  const start = before ?? after;
  if (start) slice = slice.where(beyond(order, direction === 'asc' ? sql`>` : sql`<`, start));
  return limit === undefined ? slice : slice.limit(limit);
}

/**
 * Reads a page; the first one if nothing is left at its cursor, as the list may have become shorter
 * since.
 */
export async function readPage<DB, Tables extends keyof DB, Name extends string, Row>(
  query: Query<DB, Tables, Row & Keyed<Name>>,
  order: Order<Name>,
  slice: Slice,
): Promise<Page<Row & Keyed<Name>>> {
  const oneMore = { ...slice, limit: slice.limit && slice.limit + 1 };
  const rows = await inOrder(query, order, oneMore).execute();
  if (rows.length === 0 && (slice.after ?? slice.before))
    return readPage(query, order, { limit: slice.limit });
  return pageOf(order, slice.before ? rows.reverse() : rows, slice);
}

/**
 * Reads the page around a key, in one round trip (pageAround).
 * @param start where a list without a cursor begins; the row there belongs to the page
 * @param lead maximum of rows that such a list shows before its start
 * @param leadOf how many of these it shows, by the rows themselves, nearest first
 */
export async function readPageAround<DB, Tables extends keyof DB, Name extends string, Row>(
  db: Database,
  query: Query<DB, Tables, Row>,
  order: Order<Name>,
  {
    after,
    before,
    start,
    lead,
    leadOf,
    limit,
  }: Slice & {
    start: Key;
    lead: number;
    leadOf: (earlier: readonly Row[]) => number;
    limit: number;
  },
): Promise<Page<Row & Keyed<Name>>> {
  const here = after ?? before ?? start;
  const towards = before && !after ? 'earlier' : 'later';
  const rowsBefore = after || before ? undefined : lead;
  const side = (which: Around['towards'], most: RawBuilder<number>) => {
    // The row of the cursor itself is on the page that the cursor came from.
    const signs = after ? { earlier: sql`<=`, later: sql`>` } : { earlier: sql`<`, later: sql`>=` };
    const direction = which === 'earlier' ? 'desc' : 'asc';
    let nearest = query.where(beyond(order, signs[which], here)).limit(most);
    for (const each of order.columns)
      nearest = nearest.orderBy(inKey(each.type, each.column), direction);
    return nearest.select(sql<boolean>`${sql.lit(which === 'later')}`.as('isLater'));
  };
  // From the other side at most what fills the page, plus one that tells whether there is more.
  const other = sql<number>`
    greatest(${(rowsBefore ?? 0) + 1}, ${limit + 1} - (select count(*) from ahead))`;
  const { rows } = await sql<Row & Keyed<Name> & { isLater: boolean }>`
    with ahead as materialized (${side(towards, sql`${limit + 1}`)})
    select * from (
      (table ahead) union all (${side(towards === 'later' ? 'earlier' : 'later', other)})) as around
    order by ${sql.join(order.columns.map(({ type, field }) => inKey(type, field)))}`.execute(db);
  const around = {
    earlier: rows.filter(({ isLater }) => !isLater).reverse(),
    later: rows.filter(({ isLater }) => isLater),
  };
  return pageAround(order, around, {
    towards,
    size: limit,
    lead: rowsBefore && leadOf(around.earlier.slice(0, rowsBefore)),
  });
}

/** A moment as in cursors. */
export const microseconds = (column: string) =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;

/** A column or field as an order compares it. */
export const inKey = (type: Order['columns'][number]['type'], name: string) =>
  type === 'time' ? sql`coalesce(${sql.ref(name)}, time '00:00')` : sql.ref(name);

/** What an ascending order sorts by. */
export const keyColumns = ({ columns }: Order) =>
  sql.join(columns.map(({ type, column }) => inKey(type, column)));

/** The condition for rows on one side of a key. */
function beyond(order: Order, sign: RawBuilder<unknown>, key: Key) {
  const values = order.columns.map(({ type }, at) => castTo[type](key[at] ?? ''));
  return sql<boolean>`(${keyColumns(order)}) ${sign} (${sql.join(values)})`;
}

export const isBefore = (order: Order, key: Key) =>
  beyond(order, order.descending ? sql`>` : sql`<`, key);

const castTo = {
  text: (value: string) => sql`${value}::text`,
  uuid: (value: string) => sql`${value}::uuid`,
  date: (value: string) => sql`${value}::date`,
  time: (value: string) => sql`${value || '00:00'}::time`,
  number: (value: string) => sql`${value}::bigint`,
  microseconds: (value: string) =>
    sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`,
};
