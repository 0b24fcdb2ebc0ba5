import { sql } from 'kysely';
import type { Database } from '#db/connection';
import {
  digestOf,
  digestsOf,
  inTime,
  usefulUntil,
  wayOfNotification,
} from '~/features/outbox/queries/ways.server';

/**
 * Decides anew when and how to tell what waits for a digest, after somebody has chosen another way
 * or rhythm: it waits for another digest, or is due now.
 * @param of a user in a club, or all of a club if its defaults are others
 */
export async function retime(
  db: Database,
  { user = null, organization }: { readonly user?: string | null; readonly organization: string },
): Promise<void> {
  const { numAffectedRows } = await sql`
    with club as materialized (${digestsOf(organization)}), waiting as (
      select n.id, ${digestOf(sql.ref('n.user_uuid'), organization)} as digest,
        ${wayOfNotification} as way, ${usefulUntil(sql.ref('n.kind'))} as until
      from notifications n
      cross join club
      left join events e on e.uuid = n.event_uuid
      where n.organization_uuid = ${organization} and n.sent_at is null and n.way = 'digest'
        and n.due_at > now() and (${user}::uuid is null or n.user_uuid = ${user})
    ), decided as (
      select id, digest, way = 'digest' and ${inTime(sql`digest`, sql`until`)} as waits from waiting
    )
    update notifications n
    set way = case when waits then 'digest' else 'mail' end,
      due_at = case when waits then digest else now() end
    from decided
    where n.id = decided.id and not (waits and n.due_at = digest)`.execute(db);
  if (numAffectedRows) await sql`select graphile_worker.add_job('notifications')`.execute(db);
}
