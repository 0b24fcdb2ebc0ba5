-- Sessions, the second factor beside the password (T3, T4), from which devices and networks users
-- come, and what counts requests.

create table sessions (
  -- SHA-256 of the token that the browser or the app holds; the token itself is stored nowhere (A11).
  token_hash bytea primary key,
  -- What 'Mein Konto' calls the session by; worthless as a credential.
  uuid uuid not null unique default gen_random_uuid(),
  user_uuid uuid not null references users on delete cascade,
  kind text not null check (kind in ('browser', 'mobile')),
  -- If it is deleted, the session falls back to the user's first one.
  active_organization uuid references organizations on delete set null,
  user_agent text not null default '',
  -- The network of its last use, without the part that names a machine.
  network text check (length(network) <= 50),
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  valid_until timestamptz not null,
  -- When it was last proved to be its user's, and when so by a code: where an account has a second
  -- factor, the password is not enough to take it away (T2).
  authenticated_at timestamptz not null default now(),
  code_proved_at timestamptz,
  -- What the token was until it was renewed: it works a little longer, for what is under way. Of two
  -- confirmations at the same time, the later one replaces the token with which the request after the
  -- earlier one is still under way, so what that had proved is kept, too.
  previous_token_hash bytea unique,
  previous_authenticated_at timestamptz,
  token_renewed_at timestamptz
);
create index sessions_user on sessions (user_uuid);
create index sessions_valid_until on sessions (valid_until);
create index sessions_active_organization on sessions (active_organization);

create table totp (
  user_uuid uuid primary key references users on delete cascade,
  -- Sealed by the installation's secret (app/kernel/seal.server.ts).
  secret text not null check (length(secret) <= 500),
  created_at timestamptz not null default now(),
  -- Null until a code was right: only then is it asked for.
  confirmed_at timestamptz,
  -- The time step of the last code that was used: neither it nor an older one works again.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_uuid uuid not null references totp on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_uuid, code_hash)
);

create table known_devices (
  user_uuid uuid not null references users on delete cascade,
  -- Of what a browser's cookie holds, or of what an app calls itself.
  device_hash bytea not null,
  first_used_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_uuid, device_hash)
);
create index known_devices_age on known_devices (last_used_at);
create index known_devices_hash on known_devices (device_hash);

create function has_factor(account uuid) returns boolean
language sql stable strict parallel safe
return exists (
  select from totp where totp.user_uuid = account and totp.confirmed_at is not null
);

-- From when a club wants a second factor of a user; null if it does not, or if they have one (T6).
create function factor_due(club uuid, account uuid) returns timestamptz
language sql stable strict parallel safe
return (
  select o.admins_need_factor_from from organizations o
  where o.uuid = club and not has_factor(account) and exists (
    select from permissions p
    where p.organization_uuid = club and p.user_uuid = account
      and p.permission = 'ORGANIZATION_ADMIN'
  )
);

-- True if somebody else with a second factor can administer a club: nobody is shut out before.
create function others_administer(club uuid, account uuid) returns boolean
language sql stable strict parallel safe
return exists (
  select from permissions p
  join totp t on t.user_uuid = p.user_uuid and t.confirmed_at is not null
  join users u on u.uuid = p.user_uuid and u.activated
  where p.organization_uuid = club and p.permission = 'ORGANIZATION_ADMIN'
    and p.user_uuid <> account
);

-- Whether a user's permissions in a club rest, as the second factor is overdue.
create function permissions_rest(club uuid, account uuid) returns boolean
language sql stable strict parallel safe
return case
  when factor_due(club, account) <= now() then others_administer(club, account)
  else false
end;

-- Counters of the rate limiter, in the form that rate-limiter-flexible's Postgres store expects.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- The outcome of each submitted form, so that one that arrives twice acts once and gets the same
-- response.
create table form_keys (
  -- SHA-256 of the user, the rendered form's key, the operation and the input.
  hash bytea primary key,
  user_uuid uuid not null references users on delete cascade,
  output jsonb,
  created_at timestamptz not null default now()
);
create index form_keys_user on form_keys (user_uuid);
create index form_keys_created_at on form_keys (created_at);
