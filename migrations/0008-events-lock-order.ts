import { type Kysely, sql } from 'kysely';

/**
 * One lock order for everything that touches the places of events: first the member, then the
 * events by id, then the registrations (E7). The queries that register and unregister keep to it.
 * Deleting a member frees a place in each of its events, in whatever order the cascade finds them,
 * so two deletions at once, or a deletion and a sign-up, could deadlock. The trigger locks the
 * events in order first.
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
