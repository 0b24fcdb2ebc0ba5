import type { Database } from '#db/connection';

/**
 * Of which organisations this user is the last ORGANIZATION_ADMIN, so that they can neither leave
 * nor delete their account (C4, A12). Locks the rows of the organisations in question until the
 * transaction ends: of two admins who leave at once, the second waits here and then sees that the
 * first has gone.
 * @param organization only this one; all of the user's without it
 * @returns their names
 */
export async function lastAdminOf(
  db: Database,
  user: string,
  organization?: string,
): Promise<string[]> {
  let own = db
    .selectFrom('organizations as o')
    .innerJoin('permissions as p', 'p.organization_uuid', 'o.uuid')
    .select(['o.uuid', 'o.name'])
    .where('p.user_uuid', '=', user)
    .where('p.permission', '=', 'ORGANIZATION_ADMIN');
  if (organization) own = own.where('o.uuid', '=', organization);
  // Always in one order, so that two who leave several organisations do not wait for each other.
  const administered = await own.orderBy('o.uuid').forNoKeyUpdate('o').execute();
  if (administered.length === 0) return [];

  // A statement of its own, and so a look at what was committed while we waited for the locks.
  const others = await db
    .selectFrom('permissions')
    .select('organization_uuid')
    .distinct()
    .where('permission', '=', 'ORGANIZATION_ADMIN')
    .where('user_uuid', '<>', user)
    .where(
      'organization_uuid',
      'in',
      administered.map(({ uuid }) => uuid),
    )
    .execute();
  const managed = new Set(others.map((other) => other.organization_uuid));
  return administered.filter(({ uuid }) => !managed.has(uuid)).map(({ name }) => name);
}
