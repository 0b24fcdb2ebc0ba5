import { type Kysely, sql } from 'kysely';

/**
 * Only open events ask who comes (J3): of a limited one everybody signs up or off, and its form does
 * not show the choice. One that asked all the same was reminded of, and could be declined on the
 * board.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Nobody sees that it changes, so neither absences nor calendars follow.
  await sql`alter table events disable trigger user`.execute(db);
  await sql`
    update events set asks_answer = false
    where event_type = 'LIMITED_EVENT' and asks_answer`.execute(db);
  await sql`alter table events enable trigger user`.execute(db);
  await sql`
    alter table events add constraint only_open_events_ask
    check (event_type = 'OPEN_EVENT' or not asks_answer)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events drop constraint only_open_events_ask`.execute(db);
}
