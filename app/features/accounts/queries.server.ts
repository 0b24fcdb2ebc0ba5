import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { lockUser, SESSION_DAYS, turn } from '~/kernel/actor.server';

/** Reads and small writes on users, sessions and codes. */

export interface Account {
  readonly uuid: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly activated: boolean;
}

const account = [
  'uuid',
  'first_name as firstName',
  'last_name as lastName',
  'email',
  'activated',
  'password_hash as passwordHash',
] as const;

/** Regardless of case. */
export function accountByEmail(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select(account)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();
}

/**
 * What a log-in is checked against, regardless of case. An address that is not confirmed yet has
 * the newest registration's password, as its owner has most likely just typed it, and is told to
 * confirm (A5).
 */
export function credentialsByEmail(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select(['uuid', 'activated'])
    .select(
      sql<string>`case when activated then password_hash else coalesce((
        select d.password_hash from account_drafts d where d.user_uuid = users.uuid
        order by d.created_at desc, d.uuid desc limit 1
      ), password_hash) end`.as('passwordHash'),
    )
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();
}

export function accountById(db: Database, uuid: string) {
  return db.selectFrom('users').select(account).where('uuid', '=', uuid).executeTakeFirst();
}

export type CodePurpose = 'activation' | 'password' | 'email';

/**
 * The account as it is until the transaction ends: whoever takes something of it away waits for
 * that, and is waited for here (holdActor).
 */
export function shareAccount(db: Database, uuid: string) {
  return db
    .selectFrom('users')
    .select(account)
    .where('uuid', '=', uuid)
    .where(turn(uuid, 'shared'))
    .forKeyShare()
    .executeTakeFirst();
}

/**
 * A code that is known and has not run out; used ones too. Its user is locked, so that two uses, or
 * a use and whatever else changes the account, come one after the other.
 */
export async function codeInForce(db: Database, hash: Buffer, purposes: readonly CodePurpose[]) {
  const code = await db
    .selectFrom('codes')
    .select('user_uuid as user')
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  if (!code) return undefined;
  await lockUser(db, code.user);
  return db
    .selectFrom('codes')
    .select(['user_uuid as user', 'purpose', 'email', 'used_at as usedAt', 'draft_uuid as draft'])
    .where('code_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

export async function markUsed(db: Database, hash: Buffer): Promise<void> {
  await db
    .updateTable('codes')
    .set({ used_at: sql`coalesce(used_at, now())` })
    .where('code_hash', '=', hash)
    .execute();
}

interface NewSession {
  user: string;
  tokenHash: Buffer;
  kind: 'browser' | 'mobile';
  userAgent: string;
}

/** @returns when the session ends if it is not used (A11) */
export async function insertSession(db: Database, session: NewSession): Promise<Date> {
  const { valid_until } = await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_uuid: session.user,
      kind: session.kind,
      user_agent: session.userAgent,
      valid_until: sql`now() + make_interval(days => ${SESSION_DAYS})`,
    })
    .returning('valid_until')
    .executeTakeFirstOrThrow();
  return valid_until;
}

/**
 * Gives a browser's session another token; the old one is no session's any more. An app's keeps its
 * own, as its answer has no place for a new one.
 * @returns whether it was a browser's
 */
export async function renewToken(
  db: Database,
  session: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ token_hash: tokenHash })
    .where('uuid', '=', session)
    .where('kind', '=', 'browser')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Locks the user of a session, by its token's hash. @returns their id, or undefined if there is no
 * such session
 */
export async function lockedSessionUser(
  db: Database,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select('user_uuid as user')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (session) await lockUser(db, session.user);
  return session?.user;
}

/** Ends the sessions of a user, but for the one named. */
export async function endSessions(
  db: Database,
  user: string,
  { except }: { except?: string } = {},
): Promise<void> {
  let query = db.deleteFrom('sessions').where('user_uuid', '=', user);
  if (except) query = query.where('uuid', '<>', except);
  await query.execute();
}

/**
 * Ends the sessions of a user and lets them log in no more until their address is confirmed again:
 * by a code that is mailed from now on. One that was mailed before, to the address or to another
 * that somebody wanted to put in its place, is none.
 */
export async function deactivate(db: Database, user: string): Promise<void> {
  await db.updateTable('users').set({ activated: false }).where('uuid', '=', user).execute();
  await endCodes(db, user, ['activation', 'password', 'email']);
  await endSessions(db, user);
}

export async function setPassword(db: Database, user: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('uuid', '=', user)
    .execute();
}

/** Ends codes mailed to a user, but for the one named. */
export async function endCodes(
  db: Database,
  user: string,
  purposes: readonly CodePurpose[],
  except?: Buffer,
): Promise<void> {
  let query = db.deleteFrom('codes').where('user_uuid', '=', user).where('purpose', 'in', purposes);
  if (except) query = query.where('code_hash', '<>', except);
  await query.execute();
}

/** The newest 100 sessions in force of a user, the last used first (A12). */
export function sessionsOf(db: Database, user: string) {
  return db
    .selectFrom('sessions')
    .select(ownSession)
    .where('user_uuid', '=', user)
    .where('valid_until', '>', sql<Date>`now()`)
    .orderBy('used_at', 'desc')
    .orderBy('uuid')
    .limit(100)
    .execute();
}

/** A session in force of this user, by what it is called by in 'Mein Konto'. */
export function sessionOf(db: Database, user: string, session: string) {
  return db
    .selectFrom('sessions')
    .select(ownSession)
    .where('user_uuid', '=', user)
    .where('uuid', '=', session)
    .where('valid_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

const ownSession = [
  'uuid',
  'kind',
  'user_agent as userAgent',
  'created_at as createdAt',
  'used_at as usedAt',
  'valid_until as validUntil',
] as const;

/**
 * Users by address, for system administrators.
 * @param limit how many at most, all without it
 * @param cursor the address after which to begin
 */
export async function usersFrom(
  db: Database,
  { limit, cursor }: { limit?: number; cursor?: string },
) {
  let query = db
    .selectFrom('users')
    .select(['uuid', 'first_name as firstName', 'last_name as lastName', 'email', 'activated'])
    .orderBy(sql`lower(email)`);
  if (cursor !== undefined) query = query.where(sql`lower(email)`, '>', sql`lower(${cursor})`);
  // One more than asked for tells whether there is a next page.
  if (limit !== undefined) query = query.limit(limit + 1);
  const found = await query.execute();
  const rows = limit === undefined ? found : found.slice(0, limit);
  const next = found.length > rows.length ? (rows.at(-1)?.email ?? null) : null;
  return { rows, next };
}
