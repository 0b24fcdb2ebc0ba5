import { sql } from 'kysely';
import type { Database } from '#db/connection';

/** Notes often mention an illness, and nobody needs them for longer. */
const DAYS_AFTER = 30;

/**
 * Deletes the notes of events that ended a month ago; the answers stay (J14). An answer that is
 * just being changed keeps its note until the next run.
 */
export async function deleteOldNotes(db: Database): Promise<void> {
  await sql`
    update answers set note = ''
    from (
      select a.event_uuid, a.member_uuid from answers a
      join events e on e.uuid = a.event_uuid
      where a.note <> '' and e.ends_at < now() - make_interval(days => ${DAYS_AFTER})
      for update of a skip locked
    ) as old
    where answers.event_uuid = old.event_uuid and answers.member_uuid = old.member_uuid`.execute(
    db,
  );
}
