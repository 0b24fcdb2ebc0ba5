import { type Kysely, sql } from 'kysely';

const TABLES = ['registrations', 'waiting_list', 'declines'];

/**
 * `own_answer()` is what a member has answered, as it is when the function is called: in a query that locks the event
 * first, that is after every wait. A table that such a query reads itself is as it was before.
 *
 * The indexes are for deleting old notes (J14): few answers have one.
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
  for (const table of TABLES) {
    await sql`
      create index ${sql.ref(`${table}_noted`)} on ${sql.table(table)} (event_uuid)
      where note <> ''`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await sql`drop index ${sql.ref(`${table}_noted`)}`.execute(db);
  await sql`drop function own_answer(uuid, uuid)`.execute(db);
}
