import { readdirSync, readFileSync } from 'node:fs';
import { runMigrations as migrateQueue } from 'graphile-worker';
import { type Migration, type MigrationResultSet, Migrator, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './connection';
import { inLockOrder, lockTables } from './lock-tables';

type Steps = Readonly<Record<string, Migration>>;

/** The schema, one file per step: beside this folder, and in a build (vite.server.config.ts). */
const FOLDER = new URL('../migrations/', import.meta.url);

/** The statements of each step of this build by name, in order. */
const STATEMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => [file.slice(0, -'.sql'.length), readFileSync(new URL(file, FOLDER), 'utf8')]),
);

/** The steps of this build by name. */
export const migrations: Steps = Object.fromEntries(
  Object.entries(STATEMENTS).map(([name, statements]) => [
    name,
    { up: async (db: Database) => void (await sql.raw(statements).execute(db)) },
  ]),
);

/** All steps applied by one call are one transaction, whose first statement locks every table. */
function migrator(db: Database, steps: Steps = migrations): Migrator {
  let locked = false;
  const locking = (run: Migration['up']) => async (trx: Database) => {
    if (!locked) await lockOurs(trx);
    locked = true;
    await run(trx);
  };
  const each = Object.entries(steps).map(([name, { up }]) => [name, { up: locking(up) }]);
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(each) } });
}

/** Locks our tables; Kysely's own are guarded by the lock below. */
async function lockOurs(trx: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and relname not like 'kysely\_migration%' and pg_has_role(relowner, 'usage')`.execute(trx);
  const names = inLockOrder(rows.map(({ name }) => name));
  await lockTables((statement) => sql.raw(statement).execute(trx), names);
}

/** Key of the advisory lock: any number that nobody else uses. */
const LOCK = 5_648_001;

/**
 * The database belongs to a pre-release with other steps, or to another program, and cannot be
 * taken over.
 */
export class ForeignDatabaseError extends Error {
  override name = 'ForeignDatabaseError';
}

/** Names of this build's steps, in order. */
export function stepsOfThisBuild(): string[] {
  return Object.keys(STATEMENTS);
}

/**
 * Reads only.
 * @throws ForeignDatabaseError unless the database is empty, or its steps begin as this build's do
 */
export async function refuseForeign(db: Database): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`.execute(
    db,
  );
  const others = tables.filter(({ name }) => !name.startsWith('kysely_migration'));
  const made = others.length < tables.length ? await stepsMade(db) : [];
  const known = stepsOfThisBuild();
  const isForeign =
    made.length === 0
      ? others.length > 0
      : made.some((step, at) => at < known.length && step !== known[at]);
  if (isForeign) throw new ForeignDatabaseError(`its steps: ${made.join(', ') || 'none'}`);
}

async function stepsMade(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Migrates our schema and the queue's to the newest step. Several servers may call it at once: a
 * lock lets one of them migrate, since the queue's own migrations cannot run concurrently, and the
 * others find it done (I2). Running servers wait for as long as it takes.
 * @param pool with at least two connections
 * @param steps others than this build's, for tests
 * @returns the names of the steps that this call applied
 * @throws ForeignDatabaseError, or an error of Kysely's if the database has newer steps
 */
export function migrate(db: Database, pool: pg.Pool, steps = migrations): Promise<string[]> {
  return underLock(pool, async () => {
    await refuseForeign(db);
    return migrator(db, steps).migrateToLatest();
  });
}

/**
 * Drops our schema with everything in it, and recreates it as of a step, to restore a backup of
 * that step.
 * @param client in a transaction that holds every table
 */
export async function recreate(client: pg.ClientBase, step: string): Promise<void> {
  await client.query(`do $$
    declare
      everything text;
    begin
      select string_agg(oid::regclass::text, ', ') into everything from pg_class c
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and relname not like 'kysely\\_migration%'
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e');
      execute 'drop table ' || everything || ' cascade';
      select string_agg(oid::regprocedure::text, ', ') into everything from pg_proc p
        where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e');
      execute 'drop routine ' || everything || ' cascade';
    end $$`);
  for (const [name, statements] of Object.entries(STATEMENTS))
    if (name <= step) await client.query(statements);
  await client.query('delete from kysely_migration where name collate "C" > $1', [step]);
}

async function underLock(pool: pg.Pool, run: () => Promise<MigrationResultSet>): Promise<string[]> {
  const holder = await pool.connect();
  try {
    // A transaction lock, not a session lock: behind PgBouncer somebody else gets the session
    // afterwards, lock included.
    await holder.query(`begin;
      set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      select pg_advisory_xact_lock(${LOCK})`);
    const { error, results } = await run();
    if (error) throw error;
    await migrateQueue({ pgPool: pool });
    return (results ?? []).map((step) => step.migrationName);
  } finally {
    // The lock is released with its connection.
    holder.release(true);
  }
}

/** True on a replica, which is read-only. */
export async function isReplica(db: Database): Promise<boolean> {
  const { rows } = await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(
    db,
  );
  return rows[0]?.replica ?? false;
}

/** True if the database has every step of this build (for /readyz, I5). */
export async function isCurrent(db: Database): Promise<boolean> {
  const made = new Set(await stepsMade(db));
  return stepsOfThisBuild().every((step) => made.has(step));
}
