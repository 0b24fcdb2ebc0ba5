import { type Kysely, sql } from 'kysely';

/**
 * A second factor beside the password (T3, T4), when a session was last proved to be its user's (T2),
 * from which devices and networks users come, and clubs that want a second factor of their admins
 * (T6).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column authenticated_at timestamptz not null default now(),
      -- What the token was until it was renewed: it works a little longer, for what is under way.
      add column previous_token_hash bytea unique,
      add column token_renewed_at timestamptz,
      -- The network of its last use, without the part that names a machine.
      add column network text check (length(network) <= 50)`.execute(db);
  await sql`update sessions set authenticated_at = created_at`.execute(db);

  await sql`
    create table totp (
      user_uuid uuid primary key references users on delete cascade,
      -- Sealed by the installation's secret (app/kernel/seal.server.ts).
      secret text not null check (length(secret) <= 500),
      created_at timestamptz not null default now(),
      -- Null until a code was right: only then is it asked for.
      confirmed_at timestamptz,
      -- The time step of the last code that was used: neither it nor an older one works again.
      last_step bigint not null default 0
    )`.execute(db);
  await sql`
    create table recovery_codes (
      user_uuid uuid not null references totp on delete cascade,
      code_hash bytea not null,
      created_at timestamptz not null default now(),
      used_at timestamptz,
      primary key (user_uuid, code_hash)
    )`.execute(db);
  await sql`
    create table known_devices (
      user_uuid uuid not null references users on delete cascade,
      -- Of what a browser's cookie holds, or of what an app calls itself.
      device_hash bytea not null,
      first_used_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      primary key (user_uuid, device_hash)
    )`.execute(db);
  await sql`create index known_devices_age on known_devices (last_used_at)`.execute(db);
  await sql`create index known_devices_hash on known_devices (device_hash)`.execute(db);

  await sql`
    alter table organizations
      -- From when its admins need a second factor; null if they need none.
      add column admins_need_factor_from timestamptz,
      -- When they were last told, which is not repeated within a day, and when reminded of the above.
      add column admins_told_of_factor_at timestamptz,
      add column admins_reminded_of_factor_at timestamptz`.execute(db);

  await sql`
    create function has_factor(account uuid) returns boolean
    language sql stable strict parallel safe
    return exists (
      select from totp where totp.user_uuid = account and totp.confirmed_at is not null
    )`.execute(db);
  // From when a club wants a second factor of a user; null if it does not, or if they have one.
  await sql`
    create function factor_due(club uuid, account uuid) returns timestamptz
    language sql stable strict parallel safe
    return (
      select o.admins_need_factor_from from organizations o
      where o.uuid = club and not has_factor(account) and exists (
        select from permissions p
        where p.organization_uuid = club and p.user_uuid = account
          and p.permission = 'ORGANIZATION_ADMIN'
      )
    )`.execute(db);
  // True if somebody else with a second factor can administer a club: nobody is shut out before.
  await sql`
    create function others_administer(club uuid, account uuid) returns boolean
    language sql stable strict parallel safe
    return exists (
      select from permissions p
      join totp t on t.user_uuid = p.user_uuid and t.confirmed_at is not null
      join users u on u.uuid = p.user_uuid and u.activated
      where p.organization_uuid = club and p.permission = 'ORGANIZATION_ADMIN'
        and p.user_uuid <> account
    )`.execute(db);
  // Whether a user's permissions in a club rest, as the second factor is overdue.
  await sql`
    create function permissions_rest(club uuid, account uuid) returns boolean
    language sql stable strict parallel safe
    return case
      when factor_due(club, account) <= now() then others_administer(club, account)
      else false
    end`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function permissions_rest(uuid, uuid)`.execute(db);
  await sql`drop function others_administer(uuid, uuid)`.execute(db);
  await sql`drop function factor_due(uuid, uuid)`.execute(db);
  await sql`drop function has_factor(uuid)`.execute(db);
  await sql`
    alter table organizations
      drop column admins_need_factor_from,
      drop column admins_told_of_factor_at,
      drop column admins_reminded_of_factor_at`.execute(db);
  await sql`drop table known_devices, recovery_codes, totp`.execute(db);
  await sql`
    alter table sessions
      drop column authenticated_at, drop column previous_token_hash, drop column token_renewed_at,
      drop column network`.execute(db);
}
