import type { Database } from '#db/connection';
import type { Actor } from '~/kernel/actor';

/** As organisations have it unless their admins say otherwise (X4). */
const DEFAULT_ZONE = 'Europe/Berlin';

/** The time zone of the club that a user has before them. */
export async function ownTimeZone(
  db: Database,
  { activeOrganization }: Pick<Actor, 'activeOrganization'>,
): Promise<string> {
  if (activeOrganization === null) return DEFAULT_ZONE;
  const club = await db
    .selectFrom('organizations')
    .select('time_zone as timeZone')
    .where('uuid', '=', activeOrganization)
    .executeTakeFirst();
  return club?.timeZone ?? DEFAULT_ZONE;
}
