import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#db/connection';
import { plannedEachTime } from '#db/prepared-statements';
import { inTransaction, retryingConflicts } from '~/kernel/transaction.server';
import { createDatabase } from '../support/database';

/** How connections prepare statements (docs/decisions/0028). */
let database: Awaited<ReturnType<typeof createDatabase>>;
let one: ReturnType<typeof connect>;

beforeAll(async () => {
  database = await createDatabase({ empty: true });
  // A single connection, whose statements can be looked at.
  one = connect(database.url, { max: 1 });
});
afterAll(() => one.db.destroy());
beforeEach(async () => {
  await sql`drop table if exists things`.execute(one.db);
  await sql`create table things (id int, name text)`.execute(one.db);
  await sql`insert into things values (1, 'Ball')`.execute(one.db);
});

const thing = async (db = one.db) => {
  const { rows } = await sql<{ name: unknown }>`select * from things where id = ${1}`.execute(db);
  return rows[0];
};

async function prepared(pool: pg.Pool, like: string) {
  const { rows } = await pool.query(
    'select generic_plans, custom_plans from pg_prepared_statements where statement like $1',
    [`${like}%`],
  );
  return rows;
}

describe('prepared statements', () => {
  it('a statement is prepared and planned once, whatever its values (issue 17)', async () => {
    for (const id of [1, 2, 3])
      await sql`select 'once', id from things where id = ${id}`.execute(one.db);
    expect(await prepared(one.pool, "select 'once'")).toEqual([
      { generic_plans: 3, custom_plans: 0 },
    ]);
  });

  it('a marked one is planned each time, and what follows it is not (issue 17)', async () => {
    const mode = () => sql<{ mode: string }>`select current_setting(${'plan_cache_mode'}) as mode`;
    const marked = sql<{
      mode: string;
    }>`select ${plannedEachTime} current_setting(${'plan_cache_mode'}) as mode`;
    const failing = sql`select ${plannedEachTime} 1 / ${0}::int`;
    const [inside, failed, after] = await Promise.all([
      marked.execute(one.db),
      failing.execute(one.db).catch((error) => error.code),
      mode().execute(one.db),
    ]);
    expect(inside.rows).toEqual([{ mode: 'force_custom_plan' }]);
    expect(failed).toBe('22012');
    expect(after.rows).toEqual([{ mode: 'force_generic_plan' }]);
    expect(await prepared(one.pool, 'select /* planned')).toEqual([]);
  });

  it('a marked one that fails in a transaction leaves the mode as it was (issue 17)', async () => {
    const failing = inTransaction(one.db, (trx) =>
      sql`select ${plannedEachTime} 1 / ${0}::int`.execute(trx),
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    const { rows } = await sql`show plan_cache_mode`.execute(one.db);
    expect(rows).toEqual([{ plan_cache_mode: 'force_generic_plan' }]);
  });

  it('a migration under way that changes what a statement returns is not noticed (I4, issue 17)', async () => {
    expect(await thing()).toEqual({ id: 1, name: 'Ball' });
    await sql`alter table things add column size int`.execute(one.db);
    expect(await thing()).toEqual({ id: 1, name: 'Ball', size: null });
    expect(await thing()).toEqual({ id: 1, name: 'Ball', size: null });
  });

  it('a transaction that a migration overtook is run again (I4, issue 17)', async () => {
    // The table of the test before was another one; the second time prepares the statement.
    for (const _time of [1, 2]) await thing();
    await sql`alter table things add column size int`.execute(one.db);
    let tries = 0;
    const read = await retryingConflicts(() =>
      inTransaction(one.db, async (trx) => {
        tries++;
        await sql`update things set name = ${'Netz'}`.execute(trx);
        return thing(trx);
      }),
    );
    expect(read).toEqual({ id: 1, name: 'Netz', size: null });
    expect(tries).toBe(2);
  });

  it('statements without end do not fill the connection (issue 17)', async () => {
    const lists = Array.from({ length: 70 }, (_, at) => at);
    for (const length of [65, 66, 67])
      await sql`select 'long', id from things where id in (${sql.join(lists.slice(0, length))})`.execute(
        one.db,
      );
    expect(await prepared(one.pool, "select 'long'")).toEqual([]);
  });

  it('nothing is prepared behind a pooler (issue 17)', async () => {
    const pooled = connect(database.url, { max: 1, pooled: true });
    try {
      await sql`select 'pooled', id from things where id = ${1}`.execute(pooled.db);
      expect(await prepared(pooled.pool, "select 'pooled'")).toEqual([]);
      const { rows } = await sql`show plan_cache_mode`.execute(pooled.db);
      expect(rows).toEqual([{ plan_cache_mode: 'auto' }]);
    } finally {
      await pooled.db.destroy();
    }
  });
});
