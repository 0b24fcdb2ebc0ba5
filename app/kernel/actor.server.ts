import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Actor, Affiliation } from './actor';
import { unauthenticated } from './problem';
import { hashSecret } from './secret.server';

/** A session lives this long after its last use (A11). */
export const SESSION_DAYS = 30;
/** However much it is used, it ends this long after the log-in. */
const SESSION_DAYS_AT_MOST = 365;
/** Use is written down at most this often, so that reading does not write. */
const EXTEND_AFTER_MINUTES = 60;

/**
 * The user behind a token, with their organisations and permissions there: one round trip. Null if
 * there is no such session, it has run out, or the account is not activated (any more). Extends the
 * session now and then.
 */
export async function actorByToken(db: Database, token: string): Promise<Actor | null> {
  const tokenHash = hashSecret(token);
  const row = await sessionsInForce(db).where('s.token_hash', '=', tokenHash).executeTakeFirst();
  if (!row) return null;
  if (row.wantsExtending) await extend(db, tokenHash);
  return actorOf(row);
}

/**
 * Loads the actor of a write anew, inside its transaction, so that it is judged by what is true
 * when it commits and not by what was true when the request came in, which may be a wait for a lock
 * or a password's hash ago.
 *
 * A user's row in `users` stands for their standing: sessions, credentials, activation, memberships
 * and permissions. Whoever acts by it shares a lock on the row (KEY SHARE, which no ordinary update
 * of the row waits for), whoever takes something of it away holds it alone (FOR UPDATE). So a
 * withdrawal waits for the writes under way, and a write that comes later waits for the withdrawal
 * and sees it. These locks come before all others, and those of several users in the order of their
 * ids, so that nobody waits in a circle (docs/decisions/0019).
 * @param db the transaction; this must be its first statement
 * @param changing the users whose standing the write changes
 * @throws Problem 401 if the session has ended meanwhile
 */
export async function holdActor(
  db: Database,
  actor: Actor,
  changing: readonly string[],
): Promise<Actor> {
  for (const user of [...new Set([actor.uuid, ...changing])].sort()) {
    await lockUser(db, user, changing.includes(user) ? 'alone' : 'shared');
  }
  // A statement of its own, and so a look at what was committed while we waited for the lock.
  const row = await sessionsInForce(db).where('s.uuid', '=', actor.session.uuid).executeTakeFirst();
  if (!row) throw unauthenticated();
  return actorOf(row);
}

/**
 * Locks a user's row, before every other lock of the transaction: see holdActor.
 * @param how 'alone' for whoever changes their standing, 'shared' for whoever acts by it
 */
export async function lockUser(
  db: Database,
  user: string,
  how: 'alone' | 'shared' = 'alone',
): Promise<void> {
  const row = db.selectFrom('users').select('uuid').where('uuid', '=', user).where(turn(user, how));
  await (how === 'alone' ? row.forUpdate() : row.forKeyShare()).execute();
}

/**
 * Always true, once it is this transaction's turn to lock the user's row. Row locks alone let all
 * who share pass those who wait to hold the row alone: by writes that overlap, a thief could keep
 * the owner's new password out for good. An advisory lock is given to whoever asked first.
 */
export function turn(user: string, how: 'alone' | 'shared') {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  return sql<boolean>`(select ${lock}(hashtextextended(${user}, 0))::text) is not null`;
}

function sessionsInForce(db: Database) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.uuid', 's.user_uuid')
    .select([
      's.uuid as sessionUuid',
      's.valid_until as validUntil',
      wantsExtending().as('wantsExtending'),
      's.active_organization as activeOrganization',
      'u.uuid',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.admin as systemAdmin',
      affiliations().as('organizations'),
      visitedOrganization().as('visited'),
    ])
    .where('s.valid_until', '>', sql<Date>`now()`)
    .where('u.activated', '=', true);
}

type SessionRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof sessionsInForce>['executeTakeFirst']>>
>;

function actorOf(row: SessionRow): Actor {
  const { uuid, firstName, lastName, email, systemAdmin, organizations, visited } = row;
  const own = organizations.find((each) => each.uuid === row.activeOrganization);
  const active = own ?? visited ?? organizations[0];
  return {
    uuid,
    firstName,
    lastName,
    email,
    systemAdmin,
    session: { uuid: row.sessionUuid, validUntil: row.validUntil },
    organizations,
    visited: own ? null : visited,
    activeOrganization: active?.uuid ?? null,
  };
}

function affiliations() {
  return sql<Affiliation[]>`coalesce((
    select json_agg(json_build_object(
      'uuid', o.uuid,
      'name', o.name,
      'member', m.uuid,
      'permissions', coalesce((
        select json_agg(p.permission) from permissions p
        where p.organization_uuid = ou.organization_uuid and p.user_uuid = ou.user_uuid
      ), '[]'::json)
    ) order by o.name, o.uuid)
    from organization_users ou
    join organizations o on o.uuid = ou.organization_uuid
    left join members m on m.organization_uuid = ou.organization_uuid and m.user_uuid = ou.user_uuid
    where ou.user_uuid = u.uuid
  ), '[]'::json)`;
}

/**
 * Of the active organisation, for a system administrator: whether they belong to it is for the
 * caller to see.
 */
function visitedOrganization() {
  return sql<Actor['visited']>`(
    select json_build_object('uuid', o.uuid, 'name', o.name, 'member', null, 'permissions', '[]'::json)
    from organizations o
    where u.admin and o.uuid = s.active_organization
  )`;
}

/**
 * By the clock that wrote it down. One from the future, of a clock that has been set back since, is
 * written anew.
 */
function wantsExtending() {
  return sql<boolean>`s.used_at not between now() - make_interval(mins => ${EXTEND_AFTER_MINUTES}) and now()`;
}

async function extend(db: Database, tokenHash: Buffer) {
  await db
    .updateTable('sessions')
    .set({
      used_at: sql`now()`,
      valid_until: sql`least(
        now() + make_interval(days => ${SESSION_DAYS}),
        created_at + make_interval(days => ${SESSION_DAYS_AT_MOST})
      )`,
    })
    .where('token_hash', '=', tokenHash)
    .execute();
}
