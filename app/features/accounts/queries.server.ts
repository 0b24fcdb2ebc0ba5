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
