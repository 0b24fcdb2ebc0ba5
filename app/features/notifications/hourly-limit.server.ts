import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Allowance } from './turns.server';

/**
 * How many mails leave the outbox within an hour (N12): all are counted, but only those to many
 * wait. The count is in Postgres, so that several servers share one limit.
 */

/**
 * Key of the advisory lock for handing over mails to many: any otherwise unused number.
 */
const LOCK = 5_648_028;

/** One club's share of the hour's mails, so that others need not wait for the next hour. */
const SHARE_OF_ONE_CLUB = 0.8;

interface HourLeft {
  /** How many mails to many may leave now. */
  readonly mails: number;
  readonly of: Allowance;
}

/**
 * What the limit leaves for mails to many, exclusively for this transaction: any other gets null
 * meanwhile.
 * @param perHour MAIL_PER_HOUR
 */
export async function leftForMany(trx: Database, perHour: number): Promise<HourLeft | null> {
  const { rows: locks } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}) as held`.execute(trx);
  if (!locks[0]?.held) return null;
  const { rows } = await sql<{ club: string; mails: number }>`
    select organization_uuid as club, sum(mails) as mails from outbox_mails
    where at > now() - interval '1 hour' group by organization_uuid`.execute(trx);
  const left = new Map(rows.map(({ club, mails }) => [club, Number(mails)]));
  const share = (await hasOneClub(trx)) ? perHour : Math.ceil(perHour * SHARE_OF_ONE_CLUB);
  // Even if all of it is urgent, no club uses up the others' share.
  const all = rows.reduce((sum, { mails }) => sum + Math.min(share, Number(mails)), 0);
  return { mails: perHour - all, of: (club) => share - (left.get(club) ?? 0) };
}

async function hasOneClub(trx: Database): Promise<boolean> {
  const { rows } = await sql`select from organizations limit 2`.execute(trx);
  return rows.length < 2;
}

/** Counts mails that leave. @param clubs one entry for each mail */
export async function countMails(trx: Database, clubs: readonly string[]): Promise<void> {
  await sql`insert into outbox_mails (organization_uuid, mails)
    select club, count(*) from unnest(${clubs}::uuid[]) as club group by club`.execute(trx);
}

/** Housekeeping: deletes what no longer counts. */
export async function forgetCounts(db: Database): Promise<void> {
  await sql`delete from outbox_mails where at < now() - interval '2 hours'`.execute(db);
}
