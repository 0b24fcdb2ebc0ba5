import { runMigrations as migrateQueue } from 'graphile-worker';
import { type Migration, type MigrationResultSet, Migrator, sql } from 'kysely';
import type pg from 'pg';
import * as accounts from '../migrations/0001-accounts';
import * as organizations from '../migrations/0002-organizations';
import * as members from '../migrations/0003-members';
import * as events from '../migrations/0004-events';
import * as polls from '../migrations/0005-polls';
import * as rateLimits from '../migrations/0006-rate-limits';
import * as formKeys from '../migrations/0007-form-keys';
import * as eventsLockOrder from '../migrations/0008-events-lock-order';
import * as memberSearch from '../migrations/0009-member-search';
import * as answersOfOption from '../migrations/0010-answers-of-option';
import * as permissions from '../migrations/0011-an-admin-stays';
import * as auditLog from '../migrations/0012-audit-log';
import * as versions from '../migrations/0013-versions';
import * as accountDrafts from '../migrations/0014-account-drafts';
import * as invitationsExpire from '../migrations/0015-invitations-expire';
import * as pollsAreEdited from '../migrations/0016-polls-are-edited';
import * as membersByIdentifier from '../migrations/0017-members-by-identifier';
import * as invitationProofs from '../migrations/0018-invitation-proofs';
import * as eventDetails from '../migrations/0019-event-details';
import * as answers from '../migrations/0020-answers';
import * as notifications from '../migrations/0021-notifications';
import * as promotion from '../migrations/0022-promotion';
import * as answersUnderLock from '../migrations/0023-answers-under-lock';
import * as calendars from '../migrations/0024-calendars';
import * as series from '../migrations/0025-series';
import * as absences from '../migrations/0026-absences';
import * as mailSettings from '../migrations/0027-mail-settings';
import * as outbox from '../migrations/0028-outbox';
import * as mailFailures from '../migrations/0029-mail-failures';
import * as mailsOfDeletedEvents from '../migrations/0030-mails-of-deleted-events';
import * as secondFactors from '../migrations/0031-second-factors';
import * as auditLogExpires from '../migrations/0032-audit-log-expires';
import * as answersOfMember from '../migrations/0033-answers-of-a-member';
import * as provedBefore from '../migrations/0034-what-a-replaced-token-proves';
import * as proofsByCode from '../migrations/0036-proofs-by-code';
import * as limitedEventsAskNothing from '../migrations/0039-limited-events-ask-nothing';
import * as namesWithoutApostrophes from '../migrations/0040-names-without-apostrophes';
import * as eventMoments from '../migrations/0041-event-moments';
import * as waysInOnePlace from '../migrations/0042-ways-in-one-place';
import * as oneAnswersTable from '../migrations/0043-one-answers-table';
import type { Database } from './connection';
import { inLockOrder, lockTables } from './lock-tables';

type Steps = Readonly<Record<string, Migration>>;

/** The steps of this build by name, in order. */
export const migrations: Steps = {
  '0001-accounts': accounts,
  '0002-organizations': organizations,
  '0003-members': members,
  '0004-events': events,
  '0005-polls': polls,
  '0006-rate-limits': rateLimits,
  '0007-form-keys': formKeys,
  '0008-events-lock-order': eventsLockOrder,
  '0009-member-search': memberSearch,
  '0010-answers-of-option': answersOfOption,
  '0011-an-admin-stays': permissions,
  '0012-audit-log': auditLog,
  '0013-versions': versions,
  '0014-account-drafts': accountDrafts,
  '0015-invitations-expire': invitationsExpire,
  '0016-polls-are-edited': pollsAreEdited,
  '0017-members-by-identifier': membersByIdentifier,
  '0018-invitation-proofs': invitationProofs,
  '0019-event-details': eventDetails,
  '0020-answers': answers,
  '0021-notifications': notifications,
  '0022-promotion': promotion,
  '0023-answers-under-lock': answersUnderLock,
  '0024-calendars': calendars,
  '0025-series': series,
  '0026-absences': absences,
  '0027-mail-settings': mailSettings,
  '0028-outbox': outbox,
  '0029-mail-failures': mailFailures,
  '0030-mails-of-deleted-events': mailsOfDeletedEvents,
  '0031-second-factors': secondFactors,
  '0032-audit-log-expires': auditLogExpires,
  '0033-answers-of-a-member': answersOfMember,
  '0034-what-a-replaced-token-proves': provedBefore,
  '0036-proofs-by-code': proofsByCode,
  '0039-limited-events-ask-nothing': limitedEventsAskNothing,
  '0040-names-without-apostrophes': namesWithoutApostrophes,
  '0041-event-moments': eventMoments,
  '0042-ways-in-one-place': waysInOnePlace,
  '0043-one-answers-table': oneAnswersTable,
};

/** All steps that one call applies are one transaction, whose first statement locks every table. */
function migrator(db: Database, steps: Steps = migrations): Migrator {
  let locked = false;
  const locking = (run: Migration['up']) => async (trx: Database) => {
    if (!locked) await lockOurs(trx);
    locked = true;
    await run(trx);
  };
  const each = Object.entries(steps).map(([name, { up, down }]) => [
    name,
    { up: locking(up), down: down && locking(down) },
  ]);
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
 * Migrates our schema and the queue's to the newest step. Several servers may call it at once: a
 * lock lets one of them migrate, since the queue's own migrations cannot run concurrently, and the
 * others find it done (I2). Servers that are in use meanwhile wait for as long as it takes.
 * @param pool with at least two connections
 * @returns the names of the steps that this call applied
 */
export function migrate(db: Database, pool: pg.Pool, steps = migrations): Promise<string[]> {
  return underLock(pool, () => migrator(db, steps).migrateToLatest());
}

/**
 * Migrates the schema to exactly this step, forward or back, and the queue's to its newest, to
 * restore a backup of that step.
 */
export function migrateTo(db: Database, pool: pg.Pool, step: string): Promise<string[]> {
  return underLock(pool, () => migrator(db).migrateTo(step));
}

/** Names of the steps that this build knows, in order. */
export function stepsOfThisBuild(): string[] {
  return Object.keys(migrations).sort();
}

async function underLock(pool: pg.Pool, run: () => Promise<MigrationResultSet>): Promise<string[]> {
  const holder = await pool.connect();
  try {
    // Lock the transaction, not the session: behind PgBouncer somebody else gets the session
    // afterwards, lock included.
    await holder.query(`begin;
      set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      select pg_advisory_xact_lock(${LOCK})`);
    const { error, results } = await run();
    if (error) throw error;
    await migrateQueue({ pgPool: pool });
    return (results ?? []).map((step) => step.migrationName);
  } finally {
    // The lock goes with its connection.
    holder.release(true);
  }
}

/** Reverts every step, for the test that proves that migrations run both ways. */
export async function migrateToNothing(db: Database): Promise<void> {
  let done = false;
  while (!done) {
    const { error, results } = await migrator(db).migrateDown();
    if (error) throw error;
    done = (results ?? []).length === 0;
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
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const made = new Set(rows.map(({ name }) => name));
  return stepsOfThisBuild().every((step) => made.has(step));
}
