import { sql } from 'kysely';
import { compiledOnce, type ValueOf } from '#db/compiled';
import type { Database } from '#db/connection';
import { SESSION_DAYS, SESSION_DAYS_AT_MOST } from '~/retention';
import { type Actor, type Affiliation, activeAffiliation } from './actor';
import { coarseNetwork } from './network';
import { unauthenticated } from './problem';
import { hashesOf } from './secret.server';

/** Use is recorded at most this often, so that reading does not write. */
const EXTEND_AFTER_MINUTES = 60;
/** A new network is recorded sooner, so that a stolen session does not go unnoticed for an hour. */
const MOVED_AFTER_MINUTES = 5;
/** How long after a log-in or a confirmation nobody is asked again (T2). */
const FRESH_MINUTES = 10;
/**
 * How long a token keeps working after it was replaced: for requests under way, and for a browser
 * that sends a form twice and reads only the second answer (docs/decisions/0044).
 */
export const RENEWAL_SECONDS = 30;

type Kind = Actor['session']['kind'];

/**
 * Loads the user behind a token, with their organisations and permissions, in one round trip, and
 * extends the session now and then. Null if the session is unknown or expired, or the account is
 * not activated. A token that was just replaced still works, but proves nothing: its session counts
 * as confirmed long ago, unless the token came from a proof at the same time.
 * @param kind of the session: browsers' and apps' tokens are not interchangeable
 * @param ip the client's network
 */
export async function actorByToken(
  db: Database,
  { token, kind }: { token: string; kind: Kind },
  ip: string,
): Promise<Actor | null> {
  const hashes = hashesOf(token);
  const network = coarseNetwork(ip);
  const [row] = await sessionOfToken(db, { hashes, kind, network });
  if (!row) return null;
  const { tokenHash } = row;
  const validUntil = row.wantsExtending ? await extend(db, tokenHash, network) : null;
  const isPresent = hashes.some((hash) => hash.equals(tokenHash));
  return actorOf({
    ...row,
    validUntil: validUntil ?? row.validUntil,
    isFresh: isPresent ? row.isFresh : row.wasFresh,
    isFreshByCode: isPresent && row.isFreshByCode,
  });
}

/**
 * Reloads the actor of a write inside its transaction: access is checked by what is true at the
 * commit, not when the request arrived, perhaps before waiting for a lock or a password hash.
 *
 * A user's row in `users` represents their standing: sessions, credentials, activation, memberships
 * and permissions. A write of theirs shares a lock on the row (KEY SHARE, which ordinary updates do
 * not wait for); a write that takes some of it away locks it exclusively (FOR UPDATE). A withdrawal
 * thus waits for the writes under way, and later writes wait for it and see it. These locks come
 * before all others, in the order of the users' ids, which rules out deadlocks
 * (docs/decisions/0019).
 * @param db the transaction; these must be its first statements
 * @param changing the users whose standing the write changes
 * @throws Problem 401 if the session has ended meanwhile
 */
export async function holdActor(
  db: Database,
  actor: Actor,
  changing: readonly string[],
): Promise<Actor> {
  for (const user of [...new Set([actor.uuid, ...changing])].sort())
    await lockUser(db, user, changing.includes(user) ? 'alone' : 'shared');
  // A separate statement, so that it sees what was committed while we waited for the lock.
  const [row] = await sessionInForce(db, { session: actor.session.uuid });
  if (!row) throw unauthenticated();
  return actorOf(row);
}

/**
 * Locks a user's row, before every other lock of the transaction (see holdActor).
 * @param how 'alone' to change their standing, 'shared' to act by it
 */
export async function lockUser(
  db: Database,
  user: string,
  how: 'alone' | 'shared' = 'alone',
): Promise<void> {
  await LOCKS[how](db, { user });
}

const LOCKS = {
  alone: compiledOnce<{ user: string }, unknown>((db, value) =>
    usersRow(db, value('user'), 'alone').forUpdate().compile(),
  ),
  shared: compiledOnce<{ user: string }, unknown>((db, value) =>
    usersRow(db, value('user'), 'shared').forKeyShare().compile(),
  ),
};

const usersRow = (db: Database, user: string, how: 'alone' | 'shared') =>
  db.selectFrom('users').select('uuid').where('uuid', '=', user).where(turn(user, how));

/**
 * A condition that waits for this transaction's turn at something (a user's row, an event's answers,
 * a club's breaks), and is then true. Row locks let shared holders overtake exclusive waiters: with
 * overlapping writes a thief could keep out the owner's new password for good. Advisory locks are
 * granted in order.
 */
export function turn(key: string, how: 'alone' | 'shared') {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  return sql<boolean>`(select ${lock}(hashtextextended(${key}, 0))::text) is not null`;
}

function sessionsInForce(db: Database) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.uuid', 's.user_uuid')
    .select([
      's.uuid as sessionUuid',
      's.kind',
      's.valid_until as validUntil',
      isFresh('s.authenticated_at').as('isFresh'),
      isFresh('s.code_proved_at').as('isFreshByCode'),
      hasFactor().as('hasFactor'),
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

const sessionOfToken = compiledOnce(
  (db, value: ValueOf<{ hashes: readonly Buffer[]; kind: Kind; network: string | null }>) => {
    const anyHash = sql<Buffer>`any(${value('hashes')}::bytea[])`;
    return sessionsInForce(db)
      .select(['s.token_hash as tokenHash', isFresh('s.previous_authenticated_at').as('wasFresh')])
      .select(wantsExtending('s', value('network')).as('wantsExtending'))
      .where('s.kind', '=', value('kind'))
      .where(({ and, eb, or }) =>
        or([
          eb('s.token_hash', '=', anyHash),
          and([
            eb('s.previous_token_hash', '=', anyHash),
            sql<boolean>`s.token_renewed_at > now() - make_interval(secs => ${RENEWAL_SECONDS})`,
          ]),
        ]),
      )
      .compile();
  },
);

const sessionInForce = compiledOnce<{ session: string }, SessionRow>((db, value) =>
  sessionsInForce(db).where('s.uuid', '=', value('session')).compile(),
);

type SessionRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof sessionsInForce>['executeTakeFirst']>>
>;

function actorOf(row: SessionRow): Actor {
  const { uuid, firstName, lastName, email, systemAdmin } = row;
  const { sessionUuid, kind, validUntil, isFresh, isFreshByCode, hasFactor } = row;
  const by = isFreshByCode ? 'code' : 'password';
  const organizations = row.organizations.map(inForce);
  const visited = row.visited && inForce(row.visited);
  const own = organizations.find((each) => each.uuid === row.activeOrganization);
  const active = own ?? visited ?? organizations[0];
  return {
    uuid,
    firstName,
    lastName,
    email,
    systemAdmin,
    session: { uuid: sessionUuid, kind, validUntil, proof: isFresh ? by : null },
    hasFactor,
    organizations,
    visited: own ? null : visited,
    activeOrganization: active?.uuid ?? null,
  };
}

type StoredAffiliation = Omit<Affiliation, 'permissions'>;

/** Permissions rest if a club requires a second factor that the user does not have (T6). */
const inForce = (club: StoredAffiliation): Affiliation => ({
  ...club,
  permissions: club.resting ? [] : club.granted,
});

/** Checks second factors only for clubs that require them, as this is part of every request. */
function affiliations() {
  return sql<StoredAffiliation[]>`coalesce((
    select json_agg(json_build_object(
      'uuid', o.uuid,
      'name', o.name,
      'timeZone', o.time_zone,
      'member', m.uuid,
      'shown', ou.events_shown,
      'leads', coalesce((
        select json_agg(gm.group_uuid) from group_members gm
        join groups g on g.uuid = gm.group_uuid and g.archived_at is null
        where gm.member_uuid = m.uuid and gm.leader and gm.until is null
      ), '[]'::json),
      'granted', coalesce((
        select json_agg(p.permission) from permissions p
        where p.organization_uuid = ou.organization_uuid and p.user_uuid = ou.user_uuid
      ), '[]'::json),
      'factorDue', factor.due,
      'factorDueOn', to_char(factor.due at time zone o.time_zone, 'YYYY-MM-DD'),
      'resting', case when factor.due <= now() then others_administer(o.uuid, u.uuid) else false end
    ) order by o.name, o.uuid)
    from organization_users ou
    join organizations o on o.uuid = ou.organization_uuid
    left join members m on m.organization_uuid = ou.organization_uuid and m.user_uuid = ou.user_uuid
    cross join lateral (
      select case when o.admins_need_factor_from is not null then factor_due(o.uuid, u.uuid) end
        as due
      -- Evaluated once, not at each use.
      offset 0
    ) as factor
    where ou.user_uuid = u.uuid
  ), '[]'::json)`;
}

/** The active organisation of a system administrator, whether or not they belong to it. */
function visitedOrganization() {
  return sql<StoredAffiliation | null>`(
    select json_build_object(
      'uuid', o.uuid, 'name', o.name, 'timeZone', o.time_zone, 'member', null, 'shown', 'all', 'leads', '[]'::json,
      'granted', '[]'::json, 'factorDue', null, 'factorDueOn', null, 'resting', false
    )
    from organizations o
    where u.admin and o.uuid = s.active_organization
  )`;
}

/** Like has_factor() in Postgres, which would cost an extra plan on each request. */
function hasFactor() {
  // No `exists`, for which Postgres may read all of them.
  return sql<boolean>`(
    select true from totp t where t.user_uuid = u.uuid and t.confirmed_at is not null
  ) is not null`;
}

/** False for a time in the future: the database's clock has been set back since. */
function isFresh(provedAt: string) {
  return sql<boolean>`coalesce(
    ${sql.ref(provedAt)} between now() - make_interval(mins => ${FRESH_MINUTES}) and now(), false)`;
}

/**
 * True if the last use was recorded an hour ago, or some minutes ago in another network. Also for a
 * time in the future: the database's clock has been set back since.
 */
function wantsExtending(sessions: string, network: string | null) {
  const [usedAt, known] = [sql.ref(`${sessions}.used_at`), sql.ref(`${sessions}.network`)];
  return sql<boolean>`${usedAt} not between now() - make_interval(mins => case
    when ${known} <> ${network}::text then ${MOVED_AFTER_MINUTES}::int
    else ${EXTEND_AFTER_MINUTES}::int end) and now()`;
}

/** @returns when the session ends now; undefined if a request at the same time was faster */
async function extend(db: Database, tokenHash: Buffer, network: string | null) {
  const extended = await db
    .updateTable('sessions')
    .set({
      used_at: sql`now()`,
      network,
      valid_until: sql`least(
        now() + make_interval(days => ${SESSION_DAYS}),
        created_at + make_interval(days => ${SESSION_DAYS_AT_MOST})
      )`,
    })
    .where('token_hash', '=', tokenHash)
    .where(wantsExtending('sessions', network))
    .returning('valid_until')
    .executeTakeFirst();
  return extended?.valid_until;
}

/**
 * Makes an organisation the active one of the actor's session (B1): one of theirs, or any for a
 * system administrator. Does nothing for any other id.
 */
export async function selectActive(
  db: Database,
  { session }: Actor,
  organization: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ active_organization: organization })
    .where('uuid', '=', session.uuid)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('organization_users')
            .select('organization_users.user_uuid')
            .whereRef('organization_users.user_uuid', '=', 'sessions.user_uuid')
            .where('organization_users.organization_uuid', '=', organization),
        ),
        exists(
          selectFrom('users')
            .innerJoin('organizations', (join) => join.on('organizations.uuid', '=', organization))
            .select('users.uuid')
            .whereRef('users.uuid', '=', 'sessions.user_uuid')
            .where('users.admin', '=', true),
        ),
      ]),
    )
    .execute();
}

/** Remembers whose events the user looks at in the active organisation (U5). Only writes changes. */
export async function selectShown(
  db: Database,
  actor: Actor,
  shown: 'all' | 'mine',
): Promise<void> {
  const active = activeAffiliation(actor);
  if (!active || active.shown === shown) return;
  await db
    .updateTable('organization_users')
    .set({ events_shown: shown })
    .where('organization_uuid', '=', active.uuid)
    .where('user_uuid', '=', actor.uuid)
    .execute();
}
