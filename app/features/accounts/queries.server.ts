import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { lockUser, turn } from '~/kernel/actor.server';
import { Pieces } from '~/kernel/pieces.server';
import { endSessions } from './queries/sessions.server';

/** Queries and small writes on users and codes. */

const account = [
  'uuid',
  'first_name as firstName',
  'last_name as lastName',
  'email',
  'activated',
  'password_hash as passwordHash',
] as const;

/** Ignores case. */
export function accountByEmail(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select(account)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();
}

/**
 * The credentials to check a log-in against; ignores case. Before an address is confirmed its
 * password is that of the newest registration, which its owner most likely remembers (A5).
 */
export function credentialsByEmail(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select(['uuid', 'email', 'activated'])
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

export type Account = NonNullable<Awaited<ReturnType<typeof accountById>>>;

/**
 * True if an address has an account that was confirmed before, even if it is deactivated now; a
 * registration that waits for its confirmation is none.
 */
export async function hasAccount(db: Database, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('users as u')
    .select('u.uuid')
    .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
    .where(
      sql<boolean>`(u.activated
        or not exists (select from account_drafts d where d.user_uuid = u.uuid))`,
    )
    .executeTakeFirst();
  return found !== undefined;
}

export type CodePurpose = 'activation' | 'password' | 'email';

/**
 * The account, with a shared lock until the transaction ends: changes to its standing wait for this
 * lock, and this waits for theirs (holdActor).
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
 * A code that has not expired, even if it was used. Locks its user, so that two uses, or a use and
 * another change of the account, happen one after the other.
 */
export async function codeInForce(
  db: Database,
  hashes: readonly Buffer[],
  purposes: readonly CodePurpose[],
) {
  const code = await db
    .selectFrom('codes')
    .select('user_uuid as user')
    .where('code_hash', 'in', hashes)
    .executeTakeFirst();
  if (!code) return undefined;
  await lockUser(db, code.user);
  return validCode(db, hashes, purposes);
}

/** A code that is valid for one of these purposes. Locks nothing. */
export function validCode(
  db: Database,
  hashes: readonly Buffer[],
  purposes: readonly CodePurpose[],
) {
  return db
    .selectFrom('codes')
    .select(['user_uuid as user', 'purpose', 'email', 'used_at as usedAt', 'draft_uuid as draft'])
    .where('code_hash', 'in', hashes)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * What others know of the user who got this code for a new password: names, address, names of clubs.
 * Undefined if the code is not, or no longer, valid for one. Locks nothing.
 */
export async function knownByCode(db: Database, hashes: readonly Buffer[]) {
  const rows = await db
    .selectFrom('codes as c')
    .innerJoin('users as u', 'u.uuid', 'c.user_uuid')
    .leftJoin('organization_users as ou', 'ou.user_uuid', 'u.uuid')
    .leftJoin('organizations as o', 'o.uuid', 'ou.organization_uuid')
    .select(['u.first_name', 'u.last_name', 'u.email', 'o.name'])
    .where('c.code_hash', 'in', hashes)
    .where('c.purpose', '=', 'password')
    .where('c.used_at', 'is', null)
    .where('c.expires_at', '>', sql<Date>`now()`)
    .execute();
  const [user] = rows;
  if (!user) return undefined;
  const clubs = rows.map(({ name }) => name ?? '');
  return [user.first_name, user.last_name, user.email, ...clubs];
}

export async function markUsed(db: Database, hashes: readonly Buffer[]): Promise<void> {
  await db
    .updateTable('codes')
    .set({ used_at: sql`coalesce(used_at, now())` })
    .where('code_hash', 'in', hashes)
    .execute();
}

/**
 * Ends the sessions of a user, who cannot log in until the address is confirmed again. Codes mailed
 * before no longer count, whether to that address or to one that was to replace it.
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

/** Ends the codes mailed to a user, except one if its hashes are given. */
export async function endCodes(
  db: Database,
  user: string,
  purposes: readonly CodePurpose[],
  except?: readonly Buffer[],
): Promise<void> {
  let query = db.deleteFrom('codes').where('user_uuid', '=', user).where('purpose', 'in', purposes);
  if (except) query = query.where('code_hash', 'not in', except);
  await query.execute();
}

/** Users by address, for system administrators; those after a cursor, the last address before. */
async function usersByEmail(db: Database, limit: number, cursor?: string) {
  const found = await db
    .selectFrom('users')
    .select(['uuid', 'first_name as firstName', 'last_name as lastName', 'email', 'activated'])
    .$if(cursor !== undefined, (query) =>
      query.where(sql`lower(email)`, '>', sql`lower(${cursor})`),
    )
    .orderBy(sql`lower(email)`)
    // One more tells whether there is another page.
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.email ?? null) : null };
}

const USERS_AT_ONCE = 500;

/** All of them after a cursor, or up to a limit, in pieces; with the next cursor. */
export async function allUsers(
  db: Database,
  { limit, cursor }: { limit?: number; cursor?: string },
) {
  if (limit !== undefined) {
    const { rows, next } = await usersByEmail(db, limit, cursor);
    return { rows: Pieces.of(rows), next };
  }
  const rows = new Pieces(async function* () {
    for (let after: string | null | undefined = cursor; after !== null; ) {
      const page = await usersByEmail(db, USERS_AT_ONCE, after);
      yield page.rows;
      after = page.next;
    }
  });
  return { rows, next: null };
}
