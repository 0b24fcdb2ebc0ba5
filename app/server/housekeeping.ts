import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import type { Services } from '~/kernel/services.server';

const EVERY_MS = 5 * 60_000;

/**
 * Keeps house every five minutes, until the given function is called. Servers that do it at once do
 * no harm.
 */
export function startHousekeeping({
  db,
  log,
  config,
}: Pick<Services, 'db' | 'log' | 'config'>): () => void {
  const timer = setInterval(() => {
    keepHouse(db, config).catch((error) =>
      log.warn({ err: error }, 'housekeeping failed; it is tried again'),
    );
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * Clears away what has run out. A job that is locked for a quarter of an hour belongs to a process
 * that was killed, since sending a mail takes two minutes at most: it goes back into the queue,
 * which by itself would wait four hours. The database's clock may have been set back: then a job
 * that is locked in the future belongs to nobody either, and one that is to wait longer than
 * graphile-worker ever lets it, exp(attempts) seconds, is due.
 */
export async function keepHouse(
  db: Database,
  { auditDays }: Pick<Config, 'auditDays'>,
): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs 
    where locked_at not between now() - interval '15 minutes' and now() + interval '1 minute'
  ))`.execute(db);
  await sql`update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and run_at > now() + interval '1 minute' + exp(least(10, attempts)) * interval '1 second'`.execute(
    db,
  );
  await db.deleteFrom('sessions').where('valid_until', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('codes').where('expires_at', '<', sql<Date>`now()`).execute();
  await db
    .deleteFrom('invitations')
    .where('valid_through', '<', sql<string>`(now() at time zone 'UTC')::date`)
    .execute();
  // Who sends a form again after two days means it.
  await db
    .deleteFrom('form_keys')
    .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
    .execute();
  await db
    .deleteFrom('audit_log')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${auditDays})`)
    .execute();
  await sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`.execute(db);
}
