import { type Kysely, sql } from 'kysely';

/**
 * One order of locks for whatever touches the places of events: first the member, then the events
 * by their id, then the registrations (E7). Signing up and off keep to it in their queries.
 * Deleting a member frees a place in each of its events, in whatever order the cascade finds them:
 * two deletions at once, or one beside a sign-up, could wait for each other. So the events are
 * locked in order first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function lock_events_of_member() returns trigger language plpgsql as $$
    begin
      perform from events
        where uuid in (select event_uuid from registrations where member_uuid = old.uuid)
        order by uuid for no key update;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger lock_events_of_member before delete on members
    for each row execute function lock_events_of_member()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger lock_events_of_member on members`.execute(db);
  await sql`drop function lock_events_of_member()`.execute(db);
}
