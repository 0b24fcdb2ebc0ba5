import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { keepErasures } from '#db/erasures';
import type { Config } from '~/config.server';
import { deleteOldAbsences } from '~/features/absences/queries.server';
import { forgetDevices } from '~/features/accounts/devices.server';
import { deleteOldNotes } from '~/features/answers/queries.server';
import { queueRetention } from '~/features/erasure/retention.server';
import { deleteOldPending } from '~/features/factors/queries.server';
import { resumeImports } from '~/features/imports/job.server';
import { deleteOldImports } from '~/features/imports/queries.server';
import { queueLeavings } from '~/features/leaving/departures.server';
import { deleteOldMessages } from '~/features/messages/queries.server';
import { keepOutbox } from '~/features/notifications/outbox.server';
import { queueReminders } from '~/features/notifications/reminders.server';
import { remindOfFactors } from '~/features/permissions/factor-rule.server';
import { queueExtensions } from '~/features/series/extension.server';
import { attemptAll } from '~/kernel/attempts';
import type { Services } from '~/kernel/services.server';
import { deleteOldFailures } from '~/mail/failures.server';
import { forgotten } from './metrics';

const EVERY_MS = 5 * 60_000;
/** Somebody is watching the import's progress. */
const RESUME_EVERY_MS = 20_000;

/** Events per run, so that it ends soon. */
const FORGOTTEN_AT_ONCE = 100;

/** Cleans up every five minutes; several servers may do so at once. @returns what stops it */
export function startHousekeeping({
  db,
  log,
  config,
}: Pick<Services, 'db' | 'log' | 'config'>): () => void {
  const timer = setInterval(() => {
    for (const chore of [
      keepHouse(db, config),
      promoteForgotten(db, log),
      queueReminders(db),
      keepErasures(db, config.dataDir),
    ]) {
      chore.catch((error) => log.warn({ err: error }, 'housekeeping failed; it is tried again'));
    }
  }, EVERY_MS);
  const resuming = setInterval(() => {
    resumeImports(db).catch((error) => log.warn({ err: error }, 'imports could not be resumed'));
  }, RESUME_EVERY_MS);
  return () => {
    clearInterval(timer);
    clearInterval(resuming);
  };
}

/**
 * Deletes what has expired, frees jobs, and queues what is due.
 * @throws AggregateError if some of it failed; the rest is done
 */
export async function keepHouse(
  db: Database,
  { auditDays }: Pick<Config, 'auditDays'>,
): Promise<void> {
  await attemptAll([
    () => freeJobs(db),
    () => db.deleteFrom('sessions').where('valid_until', '<', sql<Date>`now()`).execute(),
    () => db.deleteFrom('codes').where('expires_at', '<', sql<Date>`now()`).execute(),
    () =>
      db
        .deleteFrom('invitations')
        .where('valid_through', '<', sql<string>`(now() at time zone 'UTC')::date`)
        .execute(),
    // A form that is sent again after two days is meant to act again.
    () =>
      db
        .deleteFrom('form_keys')
        .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
        .execute(),
    () => sql`select expire_audit_log(${auditDays})`.execute(db),
    () => keepOutbox(db),
    () => deleteOldFailures(db),
    () => deleteOldNotes(db),
    () => deleteOldAbsences(db),
    () => deleteOldMessages(db),
    () => deleteOldImports(db),
    () => deleteOldPending(db),
    () => forgetDevices(db),
    () => queueExtensions(db),
    () => queueLeavings(db),
    () => queueRetention(db),
    () => remindOfFactors(db),
    () => sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`.execute(db),
  ]);
}

/**
 * Frees jobs that nobody works on any more. Sending a mail takes two minutes at most, so a job that
 * has been locked for a quarter of an hour belongs to a killed process and goes back into the queue,
 * which itself would wait four hours. If the database's clock was set back, jobs locked in the
 * future belong to nobody either, and two kinds of waiting job are due: those queued in the future,
 * and those retried later than graphile-worker ever does, after exp(attempts) seconds.
 */
async function freeJobs(db: Database): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs 
    where locked_at not between now() - interval '15 minutes' and now() + interval '1 minute'
  ))`.execute(db);
  await sql`update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and run_at > now() + interval '1 minute' + exp(least(10, attempts)) * interval '1 second'
      and (attempts > 0 or updated_at > now() + interval '1 minute')`.execute(db);
}

/**
 * Promotes members on waiting lists who fit (K9). Postgres does so itself whenever a place comes
 * free (0009-promotion.sql), unless the member was just being deleted and then was not: this is a
 * safety net that should catch nothing. What it does catch is counted in /metrics.
 */
export async function promoteForgotten(db: Database, log: Services['log']): Promise<void> {
  const { rows } = await sql<{ uuid: string }>`
    select e.uuid
    from (
      select event_uuid, min(places) as fewest from answers where answer = 'waiting'
      group by event_uuid) w
    join events e on e.uuid = w.event_uuid
    where e.event_type = 'LIMITED_EVENT' and e.cancelled_at is null
      and w.fewest <= e.free and e.promotes
    limit ${FORGOTTEN_AT_ONCE}`.execute(db);
  for (const { uuid } of rows) {
    const promotion = await sql<{ promoted: number }>`
      select promote(${uuid}, false) as promoted`.execute(db);
    const promoted = promotion.rows[0]?.promoted ?? 0;
    if (promoted === 0) continue;
    forgotten.inc(promoted);
    log.warn({ event: uuid, promoted }, 'a waiting list had been forgotten');
  }
}
