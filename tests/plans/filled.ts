import type pg from 'pg';

/**
 * Fills tables for every club that is there: Postgres would rather read a table that is nearly
 * empty as a whole.
 */
const ROWS = {
  series: `insert into series (organization_uuid, rule, starts_on, skip_breaks, template)
    select uuid, 'FREQ=WEEKLY;BYDAY=TU', '2030-01-01', true, '{}'
    from organizations, generate_series(1, 3)`,
  breaks: `insert into breaks (organization_uuid, name, from_date, until_date)
    select uuid, 'Pause', date '2030-01-01' + 30 * n, date '2030-01-10' + 30 * n
    from organizations, generate_series(1, 20) n`,
  absences: `insert into absences (organization_uuid, member_uuid, from_date, until_date)
    select m.organization_uuid, m.uuid, date '2035-01-01', date '2035-01-14'
    from organizations o
    join lateral (select * from members where organization_uuid = o.uuid limit 4) m on true`,
  messages: `insert into messages (organization_uuid, audience, subject, body, created_at)
    select uuid, '{all}', 'Sommerfest', 'Bitte bringt Stühle mit.', now() - n * interval '1 day'
    from organizations, generate_series(1, 20) n`,
  notifications: `insert into notifications
      (organization_uuid, user_uuid, message_uuid, kind, dedupe, bulk, sent_at)
    select m.organization_uuid, ou.user_uuid, m.uuid, 'message', 'message:' || m.uuid, true, now()
    from messages m join organization_users ou using (organization_uuid)
    where m.created_at > now() - interval '36 hours'`,
  calendar_feeds: `insert into calendar_feeds (token_hash, user_uuid, scope, label, slot)
    select sha256((uuid || '-' || slot)::bytea), uuid, 'mine', 'Handy', slot
    from users, generate_series(9, 10) slot`,
  notification_defaults: `insert into notification_defaults (organization_uuid, topic, way)
    select uuid, topic, 'mail' from organizations, unnest(array['event_new', 'poll_new']) as topic
    on conflict do nothing`,
  notification_settings: `insert into notification_settings (organization_uuid, user_uuid, topic, way)
    select organization_uuid, user_uuid, 'poll_new', 'off' from organization_users
    on conflict do nothing`,
  mail_failures: `insert into mail_failures (address_hash, refused_at, code)
    select mail_address_hash(email), array[now()], '5.2.2' from users
    on conflict do nothing`,
  invitation_proofs: `insert into invitation_proofs (proof_hash, code_hash, sealed_email)
    select sha256(code_hash), code_hash, 'sealed' from invitations on conflict do nothing`,
  totp: `insert into totp (user_uuid, secret, confirmed_at)
    select uuid, 'sealed', now() from users on conflict do nothing`,
  recovery_codes: `insert into recovery_codes (user_uuid, code_hash)
    select uuid, sha256((uuid || '-' || n)::bytea) from users, generate_series(1, 10) n
    where exists (select from totp where user_uuid = uuid)
    on conflict do nothing`,
  known_devices: `insert into known_devices (user_uuid, device_hash)
    select uuid, sha256((uuid || '-' || n)::bytea) from users, generate_series(1, 3) n
    on conflict do nothing`,
  // 190 in the largest one, which may have some already.
  groups: `insert into groups (organization_uuid, name)
    select o.uuid, 'Gruppe ' || n from organizations o
    cross join lateral generate_series(1, case when (
      select count(*) > 1000 from (select from members where organization_uuid = o.uuid limit 1001) m
    ) then 190 else 4 end) n`,
  group_members: `insert into group_members (organization_uuid, group_uuid, member_uuid, leader)
    select g.organization_uuid, g.uuid, m.uuid, nth = 1
    from groups g
    cross join lateral (
      select uuid, row_number() over () as nth from members
      where organization_uuid = g.organization_uuid and uuid > md5(g.uuid::text)::uuid limit 50) m
    on conflict do nothing`,
  group_mutes: `insert into group_mutes (organization_uuid, group_uuid, user_uuid)
    select g.organization_uuid, g.uuid, ou.user_uuid from groups g
    cross join lateral (
      select user_uuid from organization_users where organization_uuid = g.organization_uuid limit 4) ou
    on conflict do nothing`,
  series_opt_outs: `insert into series_opt_outs (organization_uuid, series_uuid, member_uuid)
    select s.organization_uuid, s.uuid, m.uuid from series s
    cross join lateral (
      select uuid from members where organization_uuid = s.organization_uuid limit 4) m
    on conflict do nothing`,
  member_visibility: `insert into member_visibility (organization_uuid, part, seen_by)
    select uuid, part, 'leaders' from organizations, unnest(array['email', 'mobile', 'phone']) as part
    on conflict do nothing`,
  reminders: `insert into reminders (event_uuid, organization_uuid, kind, occasion)
    select uuid, organization_uuid, 'asked', '2020-01-01' from events`,
} as const;

/** Without triggers and foreign keys, as the seed: they would take most of the time. */
export async function fill(pool: pg.Pool, ...tables: Array<keyof typeof ROWS>): Promise<void> {
  for (const table of tables) await write(pool, table, ROWS[table]);
}

async function write(pool: pg.Pool, table: string, rows: string): Promise<void> {
  await pool.query(
    `set session_replication_role = replica; ${rows}; reset session_replication_role`,
  );
  // Once, so that the plans do not change while tests look at them.
  await pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  await pool.query(`vacuum analyze ${table}`);
}

/** Groups, and members to whom not everything is a matter. It comes after the series. */
export const fillGroups = (pool: pg.Pool): Promise<void> =>
  fill(pool, 'groups', 'group_members', 'group_mutes', 'series_opt_outs');

/**
 * Answers of these kinds to the events of every club, of members who have given none. They do not
 * keep to the rules: what is judged is how they are read.
 */
export const fillingAnswers = (...kinds: ReadonlyArray<'yes' | 'waiting' | 'no'>) =>
  `insert into answers (answer, event_uuid, member_uuid, organization_uuid)
   select ('{${kinds.join()}}'::text[])[1 + nth % ${kinds.length}], e.uuid, m.uuid, e.organization_uuid
   from events e join lateral (
     select uuid, row_number() over () + hashtext(e.uuid::text) % 2 as nth from members
     where organization_uuid = e.organization_uuid limit 8) m on true
   on conflict do nothing`;

/** Declines, and members who wait. */
export const fillAnswers = (pool: pg.Pool): Promise<void> =>
  write(pool, 'answers', fillingAnswers('no', 'waiting'));
