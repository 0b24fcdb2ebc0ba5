import { type Kysely, sql } from 'kysely';

/**
 * An index of answers by option, in the order in which the poll's administration lists them; it
 * also counts them without the rows (F3).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index poll_answers_of_option on poll_answers (poll_uuid, option_uuid, created_at, member_uuid)
  `.execute(db);

  // A poll that is gone is not closed: leave its answer to the foreign key (23503).
  await sql`
    create or replace function refuse_answer_to_closed_poll() returns trigger language plpgsql as $$
    declare
      is_closed boolean;
    begin
      -- The share lock makes closing wait for answers under way, and answers wait for a closing under way.
      select closed into is_closed from polls where uuid = new.poll_uuid for share;
      if is_closed then
        raise exception 'poll % is closed', new.poll_uuid using errcode = 'VH003';
      end if;
      return new;
    end $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index poll_answers_of_option`.execute(db);
  await sql`
    create or replace function refuse_answer_to_closed_poll() returns trigger language plpgsql as $$
    begin
      perform from polls where uuid = new.poll_uuid and not closed for share;
      if not found then
        raise exception 'poll % is closed', new.poll_uuid using errcode = 'VH003';
      end if;
      return new;
    end $$`.execute(db);
}
