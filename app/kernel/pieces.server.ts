import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Key, Keyed, Order } from './keyset';
import { inOrder, isBefore } from './keyset.server';

/**
 * A list that may be long, read in pieces of bounded size: its sender holds one piece in memory at
 * a time, and no connection meanwhile (docs/decisions/0017). It can be read more than once.
 */
export class Pieces<Row> {
  constructor(readonly read: () => AsyncIterable<readonly Row[]>) {}

  /** A list that is here; others go on between its pieces. @param size rows of a piece at most */
  static of<Row>(rows: readonly Row[], size = ROWS): Pieces<Row> {
    return new Pieces(async function* () {
      for (let at = 0; at < rows.length; at += size) {
        await nextTurn();
        yield rows.slice(at, at + size);
      }
    });
  }

  /** The same list of other things. */
  map<Other>(change: (row: Row) => Other): Pieces<Other> {
    return this.inEach((rows) => rows.map(change));
  }

  /** The same, made of a piece at a time. */
  inEach<Other>(
    change: (rows: readonly Row[]) => readonly Other[] | Promise<readonly Other[]>,
  ): Pieces<Other> {
    const { read } = this;
    return new Pieces(async function* () {
      for await (const rows of read()) yield await change(rows);
    });
  }
}

/** A body that may hold pieces in place of its lists. */
export type InPieces<Body> =
  Body extends ReadonlyArray<infer Row>
    ? readonly Row[] | Pieces<InPieces<Row>>
    : Body extends object
      ? { [Name in keyof Body]: InPieces<Body[Name]> }
      : Body;

/** Rows of a piece at most: a few milliseconds of the thread. */
const ROWS = 500;
/** The same where a row is an id or two. */
export const SMALL_ROWS = 2500;
/** Bytes of a piece at most, or one row. */
const BYTES = 256 * 1024;

interface List {
  readonly after?: Key;
  /** A key that the list ends before. */
  readonly before?: Key;
  /** Rows at most; all if left out (G7). */
  readonly limit?: number;
  /** Texts of a row that may be long, as SQL has them: their bytes are counted. */
  readonly long?: readonly string[];
  /** Rows of a piece at most, where more than their columns is read of them. */
  readonly size?: number;
}

/**
 * A list, or the part of it after a key, in pieces by keyset: what comes or goes meanwhile shifts
 * nothing, and is either in it or not.
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

/** What was read for a piece, and how many rows there would have been. */
interface Found<Row> {
  readonly rows: readonly Row[];
  readonly found: number;
}

const whole = <Row>(rows: readonly Row[]): Found<Row> => ({ rows, found: rows.length });

/** The first rows that together are not too heavy. Postgres knows lengths without reading the texts. */
async function lightest<Row>(
  db: Database,
  listed: Expression<unknown>,
  order: Order,
): Promise<Found<Row>> {
  const direction = sql.raw(order.descending ? 'desc' : 'asc');
  const fields = order.columns.map(({ field }) => sql`${sql.ref(field)} ${direction}`);
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

/** The same with the cursor of what follows, null if nothing does. */
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
  // Read as the rows are: for its few fields alone Postgres walks an index of the whole club for
  // each row, and for an offset, too.
  const { rows: ends } = await sql<Keyed<Name>>`
    with first as materialized (${inOrder(query, order, { after, limit: limit + 1 })})
    select ${fields} from first`.execute(db);
  const last = ends[limit - 1];
  return { rows, next: last && ends.length > limit ? order.cursorAt(last) : null };
}
