import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { coarseNetwork } from '~/kernel/network';
import { hashesOf, hashSecret, newSecret } from '~/kernel/secret.server';
import { queueMail } from '~/mail/queue.server';
import { DEVICE_DAYS } from '~/retention';
import { deviceText } from './rules/device-text';

/**
 * The devices that users have logged in from: they get a mail about a log-in from a new one
 * (docs/decisions/0044). A device is a browser with our cookie, or an app by its name. Being known
 * grants nothing and shortens no delay.
 */

/** More than anybody uses; the least recently used are forgotten. */
const DEVICES_AT_MOST = 50;
const MAILS_A_DAY = 10;
/** A form sent twice makes two log-ins from one device. */
const SAME_LOG_IN_MINUTES = 1;

/** A log-in that is complete, before its session exists. */
export interface LogIn {
  readonly user: string;
  readonly kind: 'browser' | 'mobile';
  readonly userAgent: string;
  /** The client's network, as limits count it. */
  readonly ip: string;
  /** The content of the browser's cookie, which proves nothing. */
  readonly device: string | null;
}

/**
 * Remembers the device of a log-in, and queues a mail if it is new for an account that has been
 * used before. Call it in the transaction that makes the session, before it does so.
 * @returns the browser's cookie from now on; null for an app
 */
export async function rememberDevice(db: Database, logIn: LogIn): Promise<string | null> {
  const { user, kind, userAgent, device } = logIn;
  if (kind === 'mobile') {
    const name = `app ${userAgent}`;
    if (!(await isKnown(db, user, name))) await addDevice(db, logIn, hashSecret(name));
    return null;
  }
  if (device !== null && (await isKnown(db, user, device))) return device;
  const { secret, hash } = newSecret();
  await addDevice(db, logIn, hash);
  return secret;
}

/** Whether a user has logged in from a device before, which counts as its last use. */
async function isKnown(db: Database, user: string, device: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('known_devices')
    .set({ last_used_at: sql`now()` })
    .where('user_uuid', '=', user)
    .where('device_hash', 'in', hashesOf(device))
    .where('last_used_at', '>', forgottenBefore())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function addDevice(db: Database, logIn: LogIn, hash: Buffer): Promise<void> {
  const { user, kind, device } = logIn;
  // Of two log-ins of one user at once, only one may be mailed, and only one may be the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`devices of ${user}`}, 0))`.execute(db);
  const before = await standing(db, logIn);
  // Somebody else's cookie in a shared browser. It is replaced, so that no copy of it passes for this
  // device, and stands for both from now on.
  if (kind === 'browser' && device !== null)
    await db
      .updateTable('known_devices')
      .set({ device_hash: hash })
      .where('device_hash', 'in', hashesOf(device))
      .where('user_uuid', '<>', user)
      .execute();
  await db
    .insertInto('known_devices')
    .values({ user_uuid: user, device_hash: hash })
    .onConflict((conflict) =>
      conflict
        .columns(['user_uuid', 'device_hash'])
        .doUpdateSet({ first_used_at: sql`now()`, last_used_at: sql`now()` }),
    )
    .execute();
  await forgetOldest(db, user);
  if (before.isFirst || before.isRepeated || before.newToday >= MAILS_A_DAY) return;
  await queueMail(db, 'newDevice', {
    user,
    to: before.email,
    device: deviceText(logIn),
    network: coarseNetwork(logIn.ip) ?? '',
    at: before.now.toISOString(),
  });
}

/**
 * Decides whether a mail is due. An account without devices has never been used if it is younger
 * than the time after which devices are forgotten.
 */
function standing(db: Database, { user, kind, userAgent, ip }: LogIn) {
  return db
    .selectFrom('users as u')
    .select(['u.email', sql<Date>`now()`.as('now')])
    .select(
      sql<boolean>`not exists (select from known_devices d where d.user_uuid = u.uuid)
        and u.created_at > ${forgottenBefore()}`.as('isFirst'),
    )
    .select(
      sql<boolean>`exists (
        select from sessions s
        where s.user_uuid = u.uuid and s.kind = ${kind} and s.user_agent = ${userAgent}
          and s.network is not distinct from ${coarseNetwork(ip)}::text
          and s.created_at > now() - make_interval(mins => ${SAME_LOG_IN_MINUTES})
      ) and exists (
        select from known_devices d
        where d.user_uuid = u.uuid
          and d.first_used_at > now() - make_interval(mins => ${SAME_LOG_IN_MINUTES})
      )`.as('isRepeated'),
    )
    .select(
      sql<number>`(
        select count(*) from known_devices d
        where d.user_uuid = u.uuid and d.first_used_at > now() - interval '1 day'
      )::int`.as('newToday'),
    )
    .where('u.uuid', '=', user)
    .executeTakeFirstOrThrow();
}

async function forgetOldest(db: Database, user: string): Promise<void> {
  await sql`
    delete from known_devices where user_uuid = ${user} and device_hash in (
      select device_hash from known_devices where user_uuid = ${user}
      order by last_used_at desc, first_used_at desc offset ${DEVICES_AT_MOST}
    )`.execute(db);
}

/** For housekeeping. */
export async function forgetDevices(db: Database): Promise<void> {
  await db.deleteFrom('known_devices').where('last_used_at', '<', forgottenBefore()).execute();
}

function forgottenBefore() {
  return sql<Date>`now() - make_interval(days => ${DEVICE_DAYS})`;
}
