import { type Kysely, sql } from 'kysely';

/** What the board shows a member of what they were told (N14): the newest, however much there is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index notifications_board on notifications (user_uuid, organization_uuid, due_at desc)
    where kind in
      ('event_changed', 'series_changed', 'event_cancelled', 'series_cancelled', 'message')`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index notifications_board`.execute(db);
}
