import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { dayAt, GERMANY } from '~/times';

/** How long an unconfirmed key is kept. */
const PENDING_HOURS = 24;
const isRecent = sql<boolean>`created_at > now() - make_interval(hours => ${PENDING_HOURS})`;

/**
 * A user's second factor, as 'Mein Konto' shows it.
 * @returns null if the user has none, or has not confirmed it yet
 */
export async function ownFactor(db: Database, user: string) {
  const found = await db
    .selectFrom('totp')
    .select('confirmed_at as since')
    .select(
      sql<number>`(select count(*) from recovery_codes r
        where r.user_uuid = totp.user_uuid and r.used_at is null)`.as('left'),
    )
    .where('user_uuid', '=', user)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return found?.since ? { since: dayAt(found.since, GERMANY), codesLeft: found.left } : null;
}

/** A key on its way into an app, still sealed. @returns undefined if there is none, or it is old */
export function pendingFactor(db: Database, user: string) {
  return db
    .selectFrom('totp')
    .select('secret')
    .where('user_uuid', '=', user)
    .where('confirmed_at', 'is', null)
    .where(isRecent)
    .executeTakeFirst();
}

/** Stores an unconfirmed key, replacing another one; a confirmed one stays. */
export async function insertPending(db: Database, user: string, secret: string): Promise<void> {
  await db
    .insertInto('totp')
    .values({ user_uuid: user, secret })
    .onConflict((clash) =>
      clash
        .column('user_uuid')
        .doUpdateSet({ secret, created_at: sql`now()`, last_step: 0 })
        .where('totp.confirmed_at', 'is', null),
    )
    .execute();
}

/** @returns false if there was nothing to throw away */
export async function deletePending(db: Database, user: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('totp')
    .where('user_uuid', '=', user)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all keys that were never confirmed, for housekeeping. */
export async function deleteOldPending(db: Database): Promise<void> {
  await db
    .deleteFrom('totp')
    .where('confirmed_at', 'is', null)
    .where((eb) => eb.not(isRecent))
    .execute();
}

/** A factor about to be confirmed, or confirmed a moment ago by a form that was sent twice. */
export async function factorToConfirm(db: Database, user: string) {
  const factor = await db
    .selectFrom('totp')
    .select(['secret', 'last_step as lastStep', 'confirmed_at as confirmedAt'])
    .where('user_uuid', '=', user)
    .where(
      sql<boolean>`case when confirmed_at is null then ${isRecent}
        else confirmed_at > now() - interval '2 minutes' end`,
    )
    .executeTakeFirst();
  return factor ?? null;
}

/**
 * Switches a factor on, and spends the code that proved it.
 * @param on its secret, sealed like a confirmed one, and the step of that code
 * @returns false if it is gone, or on already
 */
export async function confirmPending(
  db: Database,
  user: string,
  { secret, step }: { secret: string; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp')
    .set({ confirmed_at: sql`now()`, secret, last_step: step })
    .where('user_uuid', '=', user)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a user's factor away, with its recovery codes. @returns false if there was none in force */
export async function deleteFactor(db: Database, user: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('totp')
    .where('user_uuid', '=', user)
    .returning('confirmed_at as confirmedAt')
    .executeTakeFirst();
  return deleted?.confirmedAt != null;
}

/**
 * Replaces all recovery codes of a user; the old ones stop working. If this set is in force
 * already, it keeps its state.
 */
export async function replaceRecoveryCodes(db: Database, user: string, hashes: readonly Buffer[]) {
  await db
    .deleteFrom('recovery_codes')
    .where('user_uuid', '=', user)
    .where('code_hash', 'not in', hashes)
    .execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_uuid: user, code_hash: hash })))
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** True if recovery codes were made within the last two minutes: their mail is on its way. */
export async function hasNewCodes(db: Database, user: string): Promise<boolean> {
  const found = await db
    .selectFrom('recovery_codes')
    .select('user_uuid')
    .where('user_uuid', '=', user)
    .where('created_at', '>', sql<Date>`now() - interval '2 minutes'`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The day on which a club `o` begins to want a second factor of its admins. */
export const adminsNeedFactorOn = sql<string>`
  to_char(o.admins_need_factor_from at time zone o.time_zone, 'YYYY-MM-DD')`;

/** The clubs that want a second factor of a user who administers them (T6), and from when. */
export function clubsThatNeedFactor(db: Database, user: string) {
  return db
    .selectFrom('organizations as o')
    .innerJoin('permissions as p', 'p.organization_uuid', 'o.uuid')
    .select(['o.uuid', 'o.name'])
    .select(adminsNeedFactorOn.as('on'))
    .where('p.user_uuid', '=', user)
    .where('p.permission', '=', 'ORGANIZATION_ADMIN')
    .where('o.admins_need_factor_from', 'is not', null)
    .orderBy('o.name')
    .orderBy('o.uuid')
    .execute();
}
