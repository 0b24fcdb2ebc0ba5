import { type Kysely, sql } from 'kysely';

/**
 * The outbox of what members are told by mail (N1): written in the transaction of its cause, by
 * operations and triggers alike, and handed to the queue of mails by a job. The unique key makes a
 * cause that comes twice one mail.
 *
 * Users and members have no foreign keys here, since these are locked before events (migration
 * 0008): whoever notifies with an event's lock would wait for somebody who deletes a member and
 * waits for that event. Triggers forget what an account or a member that is gone would have been
 * told. A row that was being written meanwhile can stay: whoever sends mails finds nobody for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      id bigint generated always as identity primary key,
      organization_uuid uuid not null,
      user_uuid uuid not null,
      member_uuid uuid not null,
      event_uuid uuid not null,
      kind text not null check (length(kind) <= 40),
      -- What was different, for mails about a change: the old values.
      details jsonb not null default '{}',
      dedupe text not null check (length(dedupe) <= 200),
      due_at timestamptz not null default now(),
      sent_at timestamptz,
      unique (user_uuid, dedupe),
      foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid) on delete cascade
    )`.execute(db);
  await sql`create index notifications_due on notifications (due_at, id) where sent_at is null`.execute(
    db,
  );
  await sql`create index notifications_sent on notifications (sent_at) where sent_at is not null`.execute(
    db,
  );
  await sql`create index notifications_event on notifications (event_uuid)`.execute(db);
  await sql`create index notifications_member on notifications (member_uuid)`.execute(db);

  for (const [table, column] of [
    ['users', 'user_uuid'],
    ['members', 'member_uuid'],
  ] as const) {
    const name = sql.ref(`forget_notifications_of_${table}`);
    await sql`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        delete from notifications where ${sql.ref(column)} = old.uuid;
        return old;
      end $$`.execute(db);
    await sql`
      create trigger ${name} after delete on ${sql.table(table)}
      for each row execute function ${name}()`.execute(db);
  }

  // Without a job key: it would be a lock that everybody who notifies shares.
  await sql`
    create function hand_over_notifications() returns trigger language plpgsql as $$
    begin
      if exists (select from added) then
        perform graphile_worker.add_job('notifications', '{}'::json);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger hand_over_notifications after insert on notifications
    referencing new table as added
    for each statement execute function hand_over_notifications()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table notifications`.execute(db);
  await sql`drop function hand_over_notifications()`.execute(db);
  for (const table of ['users', 'members']) {
    const name = sql.ref(`forget_notifications_of_${table}`);
    await sql`drop trigger ${name} on ${sql.table(table)}`.execute(db);
    await sql`drop function ${name}()`.execute(db);
  }
}
