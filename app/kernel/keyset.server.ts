import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import {
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
  // The row of the cursor itself is on the page that the cursor came from.
  const [earlier, later] = after ? [sql`<=`, sql`>`] : [sql`<`, sql`>=`];
  const side = (sign: RawBuilder<unknown>, direction: 'asc' | 'desc', isLater: boolean) => {
    let nearest = query.where(beyond(order, sign, here)).limit(limit + 1);
    for (const { column } of order.columns) nearest = nearest.orderBy(sql.ref(column), direction);
    return nearest.select(sql<boolean>`${sql.lit(isLater)}`.as('isLater'));
  };
  const { rows } = await sql<Row & Keyed<Name> & { isLater: boolean }>`
    select * from ((${side(earlier, 'desc', false)}) union all (${side(later, 'asc', true)})) as around
    order by ${sql.join(order.columns.map(({ field }) => sql.ref(field)))}`.execute(db);
  const around = {
    earlier: rows.filter(({ isLater }) => !isLater).reverse(),
    later: rows.filter(({ isLater }) => isLater),
  };
  return pageAround(order, around, {
    towards: before && !after ? 'earlier' : 'later',
    size: limit,
    lead: after || before ? undefined : lead,
  });
}

/** The condition for rows on one side of a place. */
function beyond({ columns }: Order, sign: RawBuilder<unknown>, key: Key) {
  const place = sql.join(columns.map(({ column }) => sql.ref(column)));
  const values = columns.map(({ type }, at) => castTo[type](key[at] ?? ''));
  return sql<boolean>`(${place}) ${sign} (${sql.join(values)})`;
}

const castTo = {
  text: (value: string) => sql`${value}::text`,
  uuid: (value: string) => sql`${value}::uuid`,
  date: (value: string) => sql`${value}::date`,
  number: (value: string) => sql`${value}::bigint`,
  microseconds: (value: string) =>
    sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`,
};
