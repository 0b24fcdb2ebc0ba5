import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { SESSION_DAYS } from '~/kernel/session.server';

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

export function accountById(db: Database, uuid: string) {
  return db.selectFrom('users').select(account).where('uuid', '=', uuid).executeTakeFirst();
}

export type CodePurpose = 'activation' | 'password' | 'email';

/** A code that is known and has not run out; used ones too. Locked, so that two uses come one after the other. */
export function codeInForce(db: Database, hash: Buffer, purposes: readonly CodePurpose[]) {
  return db
    .selectFrom('codes')
    .select(['user_uuid as user', 'purpose', 'email', 'used_at as usedAt'])
    .where('code_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
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

export async function setActivated(db: Database, user: string, activated: boolean): Promise<void> {
  await db.updateTable('users').set({ activated }).where('uuid', '=', user).execute();
}

/**
 * Sets a password and ends the codes that were mailed before: whoever takes an account back by it must not find it
 * changed by an older link.
 * @param usedCode stays, so that it is known as used
 */
export async function setPassword(
  db: Database,
  user: string,
  passwordHash: string,
  { usedCode }: { usedCode?: Buffer } = {},
): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('uuid', '=', user).execute();
  await endCodes(db, user, ['password', 'email'], usedCode);
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
export async function usersFrom(db: Database, { limit, cursor }: { limit?: number; cursor?: string }) {
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
