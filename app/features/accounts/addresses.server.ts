import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { sqlState } from '~/kernel/operation.server';
import { conflict } from '~/kernel/problem';
import { endCodes } from './queries.server';

/**
 * Makes an address count as this user's (A12): someone has shown that it is theirs. An account that was only begun
 * with it, and never confirmed, gives way as it does to a newer registration.
 * @param usedCode the code that showed it; the others end, as they were mailed to the old address
 * @throws Problem 409 if the address belongs to another account
 */
export async function changeAddress(
  db: Database,
  user: string,
  email: string,
  usedCode?: Buffer,
): Promise<void> {
  await db
    .deleteFrom('users as begun')
    .where(sql`lower(begun.email)`, '=', sql`lower(${email})`)
    .where('begun.uuid', '<>', user)
    .where('begun.activated', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('organization_users as ou')
            .select('ou.user_uuid')
            .whereRef('ou.user_uuid', '=', 'begun.uuid'),
        ),
      ),
    )
    .execute();
  try {
    await db.updateTable('users').set({ email }).where('uuid', '=', user).execute();
  } catch (error) {
    if (sqlState(error) === '23505')
      throw conflict('Diese E-Mail-Adresse gehört inzwischen zu einem anderen Konto.');
    throw error;
  }
  await endCodes(db, user, ['activation', 'password', 'email'], usedCode);
}
