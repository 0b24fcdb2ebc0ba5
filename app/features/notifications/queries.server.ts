import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { wayOfNotification } from './queries/ways.server';

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
    with club as (
      select digest_rhythm, next_digest(time_zone, 'daily', now()) as daily,
        next_digest(time_zone, 'weekly', now()) as weekly
      from organizations where uuid = ${organization}
    ), waiting as (
      select n.id,
        case coalesce(ou.digest_rhythm, club.digest_rhythm) when 'daily' then club.daily
          else club.weekly end as digest,
        ${wayOfNotification} as way,
        e.starts_at as start
      from notifications n
      cross join club
      left join events e on e.uuid = n.event_uuid
      left join organization_users ou
        on ou.user_uuid = n.user_uuid and ou.organization_uuid = n.organization_uuid
      where n.organization_uuid = ${organization} and n.sent_at is null and n.way = 'digest'
        and n.due_at > now() and (${user}::uuid is null or n.user_uuid = ${user})
    ), decided as (
      select id, digest, way = 'digest' and (start is null or digest < start) as waits from waiting
    )
    update notifications n
    set way = case when waits then 'digest' else 'mail' end,
      due_at = case when waits then digest else now() end
    from decided
    where n.id = decided.id and not (waits and n.due_at = digest)`.execute(db);
  if (numAffectedRows) await sql`select graphile_worker.add_job('notifications')`.execute(db);
}
