import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { lockUser, SESSION_DAYS, turn } from '~/kernel/actor.server';
import { coarseNetwork } from '~/kernel/network';
import type { Context } from '~/kernel/operation';
import { type LogIn, rememberDevice } from './devices.server';

/** Queries and small writes on users, sessions and codes. */

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

/**
 * True if an address has an account that was confirmed before, even if it is deactivated now; a
 * registration that waits for its confirmation is none.
 */
export async function hasAccount(db: Database, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('users as u')
    .select('u.uuid')
    .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
    .where(({ or, not, eb, exists, selectFrom }) =>
      or([
        eb('u.activated', '=', true),
        not(
          exists(
            selectFrom('account_drafts as d')
              .select('d.uuid')
              .whereRef('d.user_uuid', '=', 'u.uuid'),
          ),
        ),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

export type CodePurpose = 'activation' | 'password' | 'email';

/**
 * The account, with a shared lock until the transaction ends: changes of its standing wait for that
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
 * Empty if the code is not, or no longer, good for one. Locks nothing.
 */
export async function knownByCode(db: Database, hashes: readonly Buffer[]): Promise<string[]> {
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
  if (!user) return [];
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

interface NewSession extends LogIn {
  readonly tokenHash: Buffer;
  /** The active one from the start; without it the one that the user was in last. */
  readonly organization?: string;
}

/** So many entries of somebody's log are looked through for the organisation. */
const ENTRIES = 100;

/**
 * The organisation of theirs that a user chose or changed something in last. The audit log knows it,
 * on every device and after a log-out too, which takes the session away.
 */
function lastOrganization(user: string) {
  return sql<string | null>`(
    select last.organization_uuid from (
      select id, organization_uuid from audit_log
      where actor_uuid = ${user} order by id desc limit ${ENTRIES}
    ) as last
    join organization_users ou
      on ou.organization_uuid = last.organization_uuid and ou.user_uuid = ${user}
    order by last.id desc limit 1
  )`;
}

/**
 * Makes the session of a complete log-in, and remembers its device.
 * @returns when it expires if it is not used (A11), and what the browser is to be known by
 */
export async function insertSession(
  db: Database,
  session: NewSession,
): Promise<{ validUntil: Date; device: string | null }> {
  const device = await rememberDevice(db, session);
  const { valid_until } = await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_uuid: session.user,
      kind: session.kind,
      user_agent: session.userAgent,
      network: coarseNetwork(session.ip),
      active_organization: session.organization ?? lastOrganization(session.user),
      valid_until: sql`now() + make_interval(days => ${SESSION_DAYS})`,
    })
    .returning('valid_until')
    .executeTakeFirstOrThrow();
  return { validUntil: valid_until, device };
}

/**
 * Notes that a session's user has just proved who they are (T2), and replaces the token of a
 * browser's session. An app's session keeps its token, as the response to an app has no place for a
 * new one.
 * @param old 'ends' for a token that must not work any more, not even for requests under way
 * @returns true if the token is a new one
 */
export async function proveAgain(
  db: Database,
  session: string,
  tokenHash: Buffer,
  { old = 'lingers' }: { old?: 'lingers' | 'ends' } = {},
): Promise<boolean> {
  await db
    .updateTable('sessions')
    .set({ authenticated_at: sql`now()` })
    .where('uuid', '=', session)
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set((row) => ({
      token_hash: tokenHash,
      previous_token_hash: old === 'ends' ? null : row.ref('token_hash'),
      token_renewed_at: sql`now()`,
    }))
    .where('uuid', '=', session)
    .where('kind', '=', 'browser')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Locks the user of a session. @returns their id; undefined if there is no such session */
export async function lockedSessionUser(
  db: Database,
  hashes: readonly Buffer[],
): Promise<string | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select('user_uuid as user')
    .where('token_hash', 'in', hashes)
    .executeTakeFirst();
  if (session) await lockUser(db, session.user);
  return session?.user;
}

/** Ends all sessions of a user, with one exception if named, and the links in their mails (N7). */
export async function endSessions(
  db: Database,
  user: string,
  { except }: { except?: string } = {},
): Promise<void> {
  let query = db.deleteFrom('sessions').where('user_uuid', '=', user);
  if (except) query = query.where('uuid', '<>', except);
  await query.execute();
  await endMailLinks(db, user);
}

/** Ends the links in mails to a user that answer without a log-in (N7). */
export async function endMailLinks(db: Database, user: string): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ links_epoch: eb('links_epoch', '+', 1) }))
    .where('uuid', '=', user)
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

/** At most 100 valid sessions of a user, the last used first (A12). */
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

/** A valid session of the actor's. */
export async function sessionOfActor({ db, actor }: Context, { session }: { session: string }) {
  const found = await db
    .selectFrom('sessions')
    .select(ownSession)
    .where('user_uuid', '=', actor.uuid)
    .where('uuid', '=', session)
    .where('valid_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found ?? null;
}

const ownSession = [
  'uuid',
  'kind',
  'user_agent as userAgent',
  'created_at as createdAt',
  'used_at as usedAt',
  'network',
  'valid_until as validUntil',
] as const;

/**
 * Users by address, for system administrators.
 * @param limit all users if absent
 * @param cursor the last address of the previous page
 */
export async function usersByEmail(
  db: Database,
  { limit, cursor }: { limit?: number; cursor?: string },
) {
  let query = db
    .selectFrom('users')
    .select(['uuid', 'first_name as firstName', 'last_name as lastName', 'email', 'activated'])
    .orderBy(sql`lower(email)`);
  if (cursor !== undefined) query = query.where(sql`lower(email)`, '>', sql`lower(${cursor})`);
  // One row more than requested tells whether there is another page.
  if (limit !== undefined) query = query.limit(limit + 1);
  const found = await query.execute();
  const rows = limit === undefined ? found : found.slice(0, limit);
  const next = found.length > rows.length ? (rows.at(-1)?.email ?? null) : null;
  return { rows, next };
}
