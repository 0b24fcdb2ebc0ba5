import { type Kysely, sql } from 'kysely';

/**
 * What a member has answered, as it is when the function is called: in a query that locks the event
 * first, that is after every wait. A table that such a query reads itself is as it was before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function own_answer(answered_event uuid, answering_member uuid)
    returns table (answer text, places smallint, note text)
    language sql volatile as $$
      select 'yes', places, note from registrations
        where event_uuid = answered_event and member_uuid = answering_member
      union all
      select 'waiting', places, note from waiting_list
        where event_uuid = answered_event and member_uuid = answering_member
      union all
      select 'no', 1::smallint, note from declines
        where event_uuid = answered_event and member_uuid = answering_member
    $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function own_answer(uuid, uuid)`.execute(db);
}
