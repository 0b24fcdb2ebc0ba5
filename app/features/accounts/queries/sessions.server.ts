import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Actor } from '~/kernel/actor';
import { lockUser, RENEWAL_SECONDS } from '~/kernel/actor.server';
import { coarseNetwork } from '~/kernel/network';
import type { Context } from '~/kernel/operation';
import { isBlocked } from '~/mail/failures.server';
import { SESSION_DAYS } from '~/retention';
import { type LogIn, rememberDevice } from '../devices.server';

/** Sessions (A11, A12): creating, confirming, listing and ending them. */

export interface NewSession extends LogIn {
  readonly tokenHash: Buffer;
  /** Active from the start; by default the one that the user was in last. */
  readonly organization?: string;
  /** True after a log-in with a code of the second factor. */
  readonly byCode?: boolean;
  /** Who was logged in before, if anybody. */
  readonly before: Actor | null;
}

/** How many log entries of a user are searched for the organisation. */
const ENTRIES = 100;

/**
 * The organisation that a user last chose or changed something in. It comes from the audit log,
 * which knows it on every device, and after a log-out has deleted the session.
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
 * Makes the session of a complete log-in, and remembers its device. It ends the session of its kind
 * that it replaces: nobody could end that later. A browser's stays beside an app's.
 * @returns when it expires if unused (A11), and the browser's device cookie
 */
export async function insertSession(db: Database, session: NewSession) {
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
      code_proved_at: session.byCode ? sql`now()` : null,
      valid_until: sql`now() + make_interval(days => ${SESSION_DAYS})`,
    })
    .returning('valid_until')
    .executeTakeFirstOrThrow();
  const { before, kind } = session;
  if (before?.session.kind === kind)
    await db.deleteFrom('sessions').where('uuid', '=', before.session.uuid).execute();
  return { validUntil: valid_until, device };
}

/**
 * Notes that a session's user has just proved their identity (T2), and replaces the token of a
 * browser's session. An app's session keeps its token, as the response to an app has no place for a
 * new one.
 * @param by a code of the second factor, or the password
 * @param old 'ends' for a token that must not work any more, not even for requests under way
 * @returns true if the token is new
 */
export async function proveAgain(
  db: Database,
  session: string,
  tokenHash: Buffer,
  { by, old = 'lingers' }: { by: 'password' | 'code'; old?: 'lingers' | 'ends' },
): Promise<boolean> {
  await db
    .updateTable('sessions')
    .set({
      authenticated_at: sql`now()`,
      ...(by === 'code' && { code_proved_at: sql`now()` }),
      // Of two proofs at once, the second replaces the token that the first continues with.
      previous_authenticated_at: sql`case
        when token_renewed_at > now() - make_interval(secs => ${RENEWAL_SECONDS})
        then authenticated_at end`,
    })
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

/**
 * True if a session has set a new password within the last half minute, so that the form that did
 * may have been sent twice: that alone ends a token without leaving it as the previous one.
 * @param tokenHash of the token that it got, if it must be that
 */
export async function hasNewPassword(db: Database, session: string, tokenHash?: Buffer) {
  const found = await db
    .selectFrom('sessions')
    .select('uuid')
    .where('uuid', '=', session)
    .where('previous_token_hash', 'is', null)
    .$if(tokenHash !== undefined, (query) => query.where('token_hash', '=', tokenHash as Buffer))
    .where('token_renewed_at', '>', sql<Date>`now() - make_interval(secs => ${RENEWAL_SECONDS})`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks the user of a session. @returns their id; undefined if there is no such session */
export async function lockedSessionUser(db: Database, hashes: readonly Buffer[]) {
  const session = await db
    .selectFrom('sessions')
    .select('user_uuid as user')
    .where('token_hash', 'in', hashes)
    .executeTakeFirst();
  if (session) await lockUser(db, session.user);
  return session?.user;
}

/**
 * Ends all sessions of a user, with one exception if named, and the links in their mails that answer
 * without a log-in (N7).
 * @returns how many sessions
 */
export async function endSessions(
  db: Database,
  user: string,
  { except }: { except?: string } = {},
): Promise<bigint> {
  let query = db.deleteFrom('sessions').where('user_uuid', '=', user);
  if (except) query = query.where('uuid', '<>', except);
  const { numDeletedRows } = await query.executeTakeFirst();
  await db
    .updateTable('users')
    .set((eb) => ({ links_epoch: eb('links_epoch', '+', 1) }))
    .where('uuid', '=', user)
    .execute();
  return numDeletedRows;
}

/** The groups in use that a user's members belong to, by name (U2): with each session, as a round trip less. */
const ownGroups = (user: string) =>
  sql<Array<{ name: string; member: string }>>`coalesce((
    select json_agg(json_build_object('name', g.name, 'member', m.uuid) order by g.name)
    from members m
    join group_members gm on gm.member_uuid = m.uuid and gm.until is null
    join groups g on g.uuid = gm.group_uuid and g.archived_at is null
    where m.user_uuid = ${user}), '[]')`;

/** How the user's club reaches them, '' if it does not; null for several clubs, or none (O3). */
const ownContact = (user: string) =>
  sql<string | null>`(
    select case when count(*) = 1 then
      min(concat_ws(' · ', nullif(coalesce(nullif(m.mobile, ''), m.phone), ''), nullif(m.email, ''))) end
    from members m where m.user_uuid = ${user})`;

/**
 * At most 100 valid sessions of a user, the last used first (A12); each row also says whether mails
 * to the user bounce (N13).
 */
export function sessionsOf(db: Database, { uuid, email }: Pick<Actor, 'uuid' | 'email'>) {
  return db
    .selectFrom('sessions')
    .select([...ownSession, isBlocked(email).as('isUnreachable')])
    .select([ownGroups(uuid).as('groups'), ownContact(uuid).as('contact')])
    .where('user_uuid', '=', uuid)
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
