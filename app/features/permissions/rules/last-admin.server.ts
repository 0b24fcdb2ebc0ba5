import type { Database } from '#db/connection';
import { lockClub } from '~/features/organizations/queries.server';
import { conflict } from '~/kernel/problem';
import { sqlState } from '~/kernel/transaction.server';

/**
 * An organisation keeps at least one ORGANIZATION_ADMIN for as long as it exists (C4). Postgres
 * enforces the rule in any race: the trigger keep_an_admin (0002-organizations.sql) refuses
 * anything that would delete the last one's permission. This file gives the error messages for
 * every way: dropping the permission, removing the user, leaving, and deleting the account.
 */

/**
 * Runs a change that may remove an organisation's last administrator, with the organisation locked
 * first. Its deletion takes the locks in the same order, which avoids deadlocks.
 * @throws Problem 409 if nobody would be left
 */
export async function keepingAnAdmin<Result>(
  db: Database,
  organization: string,
  change: () => Promise<Result>,
): Promise<Result> {
  await lockClub(db, organization);
  try {
    return await change();
  } catch (error) {
    if (sqlState(error) !== 'VH004') throw error;
    throw conflict(
      'Jeder Verein braucht jemanden mit der Berechtigung Administration. Erteilen Sie diese zuerst jemand anderem.',
    );
  }
}

/**
 * Call it before a user leaves an organisation or deletes their account, to name the organisations
 * that prevent it.
 * @param organization only this one; all of the user's if absent
 * @throws Problem 409 if the user is the last administrator of any
 */
export async function requireOtherAdmins(
  db: Database,
  user: string,
  organization?: string,
): Promise<void> {
  const names = await administeredAlone(db, user, organization);
  if (names.length === 0) return;
  throw conflict(
    `Nur Sie verwalten noch: ${names.join(', ')}. Geben Sie vorher jemand anderem die Berechtigung ` +
      'zur Administration, oder löschen Sie den Verein.',
  );
}

/**
 * Locks the organisations until the transaction ends: of two administrators who leave at once, the
 * second waits here and then sees that the first has gone.
 */
async function administeredAlone(db: Database, user: string, organization?: string) {
  let own = db
    .selectFrom('organizations as o')
    .innerJoin('permissions as p', 'p.organization_uuid', 'o.uuid')
    .select(['o.uuid', 'o.name'])
    .where('p.user_uuid', '=', user)
    .where('p.permission', '=', 'ORGANIZATION_ADMIN');
  if (organization) own = own.where('o.uuid', '=', organization);
  // In a fixed order, so that two users leaving several organisations do not deadlock.
  const administered = await own.orderBy('o.uuid').forNoKeyUpdate('o').execute();
  if (administered.length === 0) return [];

  // A separate statement sees what was committed while this one waited for the locks.
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
