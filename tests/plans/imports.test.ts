import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '#db/connection';
import { importInJob } from '~/features/imports/job.server';
import { judge } from '~/features/imports/judging.server';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';

let db: Database;

beforeAll(async () => {
  // One connection, which keeps its plans.
  const database = await createDatabase({ max: 1 });
  ({ db } = database);
  // Nothing tells Postgres that the tables have grown, as in the minute after they have.
  for (const table of ['members', 'import_rows', 'group_members'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(
      database.patient.db,
    );
});

const FIELDS = ['lastName', 'firstName', 'customMemberIdentifier', 'city', 'group'] as const;

async function read(organization: { uuid: string }, rows: number, city: string) {
  const { uuid } = await db
    .insertInto('imports')
    .values({
      organization_uuid: organization.uuid,
      file_name: 'a.csv',
      state: 'judged',
      headings: FIELDS.map(() => ''),
      fields: [...FIELDS],
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  await sql`
    insert into import_rows (import_uuid, organization_uuid, line, cells)
    select ${uuid}, ${organization.uuid}, n, array['Bach' || n, 'Anna', n::text, ${city}, 'Chor']
    from generate_series(1, ${rows}) n`.execute(db);
  await judge(db, { uuid, organization: organization.uuid, fields: FIELDS });
  return uuid;
}

async function go(uuid: string, state: 'running' | 'undoing') {
  await db.updateTable('imports').set({ state }).where('uuid', '=', uuid).execute();
  await importInJob(db, uuid);
}

/** How many rows and entries of indexes Postgres has read of the tables that an import writes to. */
async function readSoFar(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes i
      where i.relid = t.relid))::int as read
    from pg_stat_user_tables t
    where relname in ('members', 'import_rows', 'group_members')`.execute(db);
  return rows[0]?.read ?? 0;
}

/** A table comes in, changes everybody and is taken back, with the change. @returns the reads of a row by step */
async function wholeWay(rows: number): Promise<number[]> {
  // Its own, as dead rows of the same names would be read again.
  const organization = await new Factories(db, NO_PASSWORDS).organization();
  let before = await readSoFar();
  const reads: number[] = [];
  const step = async <Result>(work: Promise<Result>) => {
    const result = await work;
    const now = await readSoFar();
    reads.push(Math.round((now - before) / rows));
    before = now;
    return result;
  };
  const first = await step(read(organization, rows, 'Köln'));
  await step(go(first, 'running'));
  const second = await step(read(organization, rows, 'Ulm'));
  await step(go(second, 'running'));
  await step(go(second, 'undoing'));
  await step(go(first, 'undoing'));
  return reads;
}

it('what an import and taking it back read of a row does not grow with the table, though plans are of before (D1, O5, O6)', async () => {
  await wholeWay(5);
  expect(await db.selectFrom('import_rows').select('line').execute()).toEqual([]);
  // Other databases can make Postgres plan anew in the middle of it, which compares two plans instead
  // of two sizes. What grows with the table does so each time.
  const grown = async () => {
    const few = await wholeWay(500);
    const many = await wholeWay(2000);
    // A slice reads all rows of its import, until Postgres knows how many they are.
    return many.filter((reads, step) => reads >= 2 * (few[step] ?? 0) + 10);
  };
  let faults = await grown();
  for (let again = 0; again < 3 && faults.length > 0; again++) faults = await grown();
  expect(faults).toEqual([]);
});
