import { sql } from 'kysely';
import type { Database } from '#db/connection';

/** Notes often tell of an illness: nobody needs them for longer. */
const DAYS_AFTER = 30;

/**
 * Deletes the notes of events that ended a month ago; the answers stay (J14). An answer that somebody
 * is changing just then keeps its note until the next time.
 */
export async function deleteOldNotes(db: Database): Promise<void> {
  for (const table of ['registrations', 'waiting_list', 'declines']) {
    await sql`
      update ${sql.table(table)} as answer set note = ''
      from (
        select a.event_uuid, a.member_uuid from ${sql.table(table)} a
        join events e on e.uuid = a.event_uuid
        where a.note <> '' and e.ends_at < now() - make_interval(days => ${DAYS_AFTER})
        for update of a skip locked
      ) as old
      where answer.event_uuid = old.event_uuid and answer.member_uuid = old.member_uuid`.execute(
      db,
    );
  }
}
