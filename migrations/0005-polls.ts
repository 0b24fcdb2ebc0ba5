import { type Kysely, sql } from 'kysely';

/**
 * Polls of an event, their options, and one answer per member and poll (F1 to F5). SQLSTATE VH003:
 * the poll is closed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table polls (
      uuid uuid primary key default gen_random_uuid(),
      organization_uuid uuid not null,
      event_uuid uuid not null,
      name text not null check (btrim(name) <> '' and length(name) <= 200),
      description text not null default '' check (length(description) <= 10000),
      closed boolean not null default false,
      created_at timestamptz not null default now(),
      unique (organization_uuid, uuid),
      foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid) on delete cascade
    )`.execute(db);
  await sql`create index polls_of_event on polls (event_uuid, created_at, uuid)`.execute(db);

  await sql`
    create table poll_options (
      uuid uuid primary key default gen_random_uuid(),
      organization_uuid uuid not null,
      poll_uuid uuid not null,
      index integer not null check (index >= 0),
      name text not null check (btrim(name) <> '' and length(name) <= 200),
      unique (poll_uuid, index),
      unique (poll_uuid, uuid),
      foreign key (organization_uuid, poll_uuid) references polls (organization_uuid, uuid) on delete cascade
    )`.execute(db);

  await sql`
    create table poll_answers (
      poll_uuid uuid not null,
      member_uuid uuid not null,
      organization_uuid uuid not null,
      option_uuid uuid not null,
      created_at timestamptz not null default now(),
      primary key (poll_uuid, member_uuid),
      -- The option is one of this poll's.
      foreign key (poll_uuid, option_uuid) references poll_options (poll_uuid, uuid) on delete cascade,
      foreign key (organization_uuid, poll_uuid) references polls (organization_uuid, uuid) on delete cascade,
      foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
    )`.execute(db);
  await sql`create index poll_answers_member on poll_answers (member_uuid)`.execute(db);

  await sql`
    create function refuse_answer_to_closed_poll() returns trigger language plpgsql as $$
    begin
      -- The share lock makes closing wait for answers under way, and answers wait for a closing under way.
      perform from polls where uuid = new.poll_uuid and not closed for share;
      if not found then
        raise exception 'poll % is closed', new.poll_uuid using errcode = 'VH003';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger refuse_answer_to_closed_poll before insert on poll_answers
    for each row execute function refuse_answer_to_closed_poll()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table poll_answers, poll_options, polls`.execute(db);
  await sql`drop function refuse_answer_to_closed_poll()`.execute(db);
}
