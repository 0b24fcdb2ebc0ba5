import { type Kysely, sql } from 'kysely';

/**
 * Polls are edited, so they count versions as events do (migration 0013). An option that somebody
 * has answered stays as it was answered: it is deleted only with its poll, and cannot be renamed
 * (VH005). The trigger takes the poll's row lock before it looks, so an answer under way counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table polls add column version integer not null default 1`.execute(db);

  // Checked once the statement is through: deleting a poll takes options and answers in any order.
  await sql`
    alter table poll_answers drop constraint poll_answers_poll_uuid_option_uuid_fkey,
      add constraint poll_answers_poll_uuid_option_uuid_fkey
        foreign key (poll_uuid, option_uuid) references poll_options (poll_uuid, uuid)`.execute(db);

  await sql`
    create function keep_answered_option() returns trigger language plpgsql as $$
    begin
      perform from polls where uuid = old.poll_uuid for no key update;
      if exists (select from poll_answers where poll_uuid = old.poll_uuid and option_uuid = old.uuid) then
        raise exception 'option % is answered', old.uuid using errcode = 'VH005';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger keep_answered_option before update of name on poll_options
    for each row when (old.name is distinct from new.name)
    execute function keep_answered_option()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger keep_answered_option on poll_options`.execute(db);
  await sql`drop function keep_answered_option()`.execute(db);
  await sql`
    alter table poll_answers drop constraint poll_answers_poll_uuid_option_uuid_fkey,
      add constraint poll_answers_poll_uuid_option_uuid_fkey
        foreign key (poll_uuid, option_uuid) references poll_options (poll_uuid, uuid)
        on delete cascade`.execute(db);
  await sql`alter table polls drop column version`.execute(db);
}
