import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Key, Keyed, Order } from './keyset';
import { inKey, inOrder, isBefore } from './keyset.server';

/**
 * A list that may be long, read in pieces of bounded size: its sender holds one piece in memory at
 * a time, and no connection in between (docs/decisions/0017). It can be read more than once.
 */
export class Pieces<Row> {
  constructor(readonly read: () => AsyncIterable<readonly Row[]>) {}

  /** A list in memory; other requests run between its pieces. @param size maximum of rows per piece */
  static of<Row>(rows: readonly Row[], size = ROWS): Pieces<Row> {
    return new Pieces(async function* () {
      for (let at = 0; at < rows.length; at += size) {
        await nextTurn();
        yield rows.slice(at, at + size);
      }
    });
  }

  map<Other>(change: (row: Row) => Other): Pieces<Other> {
    return this.inEach((rows) => rows.map(change));
  }

  /** Maps the list piece by piece. */
  inEach<Other>(
    change: (rows: readonly Row[]) => readonly Other[] | Promise<readonly Other[]>,
  ): Pieces<Other> {
    const { read } = this;
    return new Pieces(async function* () {
      for await (const rows of read()) yield await change(rows);
    });
  }
}

/** A body that may contain pieces instead of lists. */
export type InPieces<Body> =
  Body extends ReadonlyArray<infer Row>
    ? readonly Row[] | Pieces<InPieces<Row>>
    : Body extends object
      ? { [Name in keyof Body]: InPieces<Body[Name]> }
      : Body;

/** Maximum of rows per piece: a few milliseconds of the thread. */
const ROWS = 500;
/** Maximum of rows that are only an id or two. */
export const SMALL_ROWS = 2500;
/** Maximum of bytes per piece, unless it is a single row. */
const BYTES = 256 * 1024;

interface List {
  readonly after?: Key;
  /** The key before which the list ends. */
  readonly before?: Key;
  /** Rows at most; all if left out (G7). */
  readonly limit?: number;
  /** Possibly long texts of a row, in SQL; their bytes are counted. */
  readonly long?: readonly string[];
  /** Maximum of rows per piece, if more is read than their columns. */
  readonly size?: number;
}

/**
 * A list, or the part of it after a key, in pieces by keyset: rows added or deleted meanwhile shift
 * nothing, and are either in it or not.
 * @param query selects at least the fields of the order, and has neither order nor limit
 */
export function inPieces<DB, Tables extends keyof DB, Name extends string, Row>(
  db: Database,
  query: SelectQueryBuilder<DB, Tables, Row & Keyed<Name>>,
  order: Order<Name>,
  { after, before, limit, long = [], size = ROWS }: List = {},
): Pieces<Row> {
  const weight = sql<number>`(0 ${sql.join(
    long.map((column) => sql`+ octet_length(${sql.ref(column)})`),
    sql` `,
  )})`;
  const part = before ? query.where(isBefore(order, before)) : query;
  const weighed = long.length > 0 ? part.select(weight.as('weight')) : part;
  return new Pieces(async function* () {
    let last = after;
    for (let left = limit ?? Number.POSITIVE_INFINITY; left > 0; ) {
      const most = Math.min(size, left);
      const listed = inOrder(weighed, order, { after: last, limit: most });
      const { rows, found } =
        long.length > 0
          ? await lightest<Row & Keyed<Name>>(db, listed, order)
          : whole(await listed.execute());
      const end = rows.at(-1);
      if (!end) return;
      yield rows as readonly Row[];
      if (found < most && rows.length === found) return;
      left -= rows.length;
      last = order.keyOf(end);
    }
  });
}

/** The rows of a piece, and how many there would have been. */
interface Found<Row> {
  readonly rows: readonly Row[];
  readonly found: number;
}

const whole = <Row>(rows: readonly Row[]): Found<Row> => ({ rows, found: rows.length });

/** The first rows within the size limit. Postgres knows lengths without reading the texts. */
async function lightest<Row>(
  db: Database,
  listed: Expression<unknown>,
  order: Order,
): Promise<Found<Row>> {
  const direction = sql.raw(order.descending ? 'desc' : 'asc');
  const fields = order.columns.map(({ type, field }) => sql`${inKey(type, field)} ${direction}`);
  const by = sql.join(fields);
  const { rows } = await sql<Row & { weight: number; before: number; found: number }>`
    select * from (
      select *, count(*) over () as found,
        sum(weight) over (order by ${by} rows unbounded preceding) - weight as before
      from (${listed}) as listed
    ) as weighed
    where before < ${BYTES} order by ${by}`.execute(db);
  return {
    rows: rows.map(({ weight: _bytes, before: _sum, found: _all, ...row }) => row as Row),
    found: rows[0]?.found ?? 0,
  };
}

/** Reads the rows, and the cursor of the next page: null at the end. */
export async function readInPieces<DB, Tables extends keyof DB, Name extends string, Row>(
  db: Database,
  query: SelectQueryBuilder<DB, Tables, Row & Keyed<Name>>,
  order: Order<Name>,
  list: List = {},
): Promise<{ rows: Pieces<Row>; next: string | null }> {
  const rows = inPieces(db, query, order, list);
  const { after, limit } = list;
  if (limit === undefined) return { rows, next: null };
  const fields = sql.join(order.columns.map(({ field }) => sql.ref(field)));
  // Read like the rows: for just its few fields, or for an offset, Postgres walks an index of the
  // whole club for each row.
  const { rows: ends } = await sql<Keyed<Name>>`
    with first as materialized (${inOrder(query, order, { after, limit: limit + 1 })})
    select ${fields} from first`.execute(db);
  const last = ends[limit - 1];
  return { rows, next: last && ends.length > limit ? order.cursorAt(last) : null };
}
