import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { endCodes } from './queries.server';

/**
 * What registrations of an address ask for until one of them is confirmed. A row in `users` holds
 * the address meanwhile; it has the data of the first registration, and no other changes it.
 */

interface Registrant {
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string;
}

/**
 * Keeps one more registration of an address.
 * @returns its user, and the draft to mail a code for. No draft: the address has an account
 *   already, be it deactivated. Null: the account has been deleted at this very moment
 */
export async function addDraft(
  db: Database,
  email: string,
  { firstName, lastName, passwordHash }: Registrant,
): Promise<{ user: string; draft: string | null } | null> {
  const fields = { first_name: firstName, last_name: lastName, password_hash: passwordHash };
  // One statement, so that two registrations of one address at once cannot both find it free.
  const inserted = await db
    .insertInto('users')
    .values({ ...fields, email })
    .onConflict((clash) => clash.expression(sql`lower(email)`).doNothing())
    .returning('uuid')
    .executeTakeFirst();
  const user = inserted?.uuid ?? (await shareHolder(db, email))?.uuid;
  if (!user) return null;
  if (!inserted && (await draftsOf(db, user)).length === 0) return { user, draft: null };
  const { uuid } = await db
    .insertInto('account_drafts')
    .values({ ...fields, user_uuid: user })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return { user, draft: uuid };
}

/**
 * Shared, so that an activation under way is waited for, and one that comes later ends what is
 * added here.
 */
function shareHolder(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select('uuid')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .forKeyShare()
    .executeTakeFirst();
}

/** The registrations that wait for a confirmation, the first one first. */
export function draftsOf(db: Database, user: string) {
  return db
    .selectFrom('account_drafts')
    .select(['uuid', 'first_name as firstName'])
    .where('user_uuid', '=', user)
    .orderBy('created_at')
    .orderBy('uuid')
    .execute();
}

/**
 * Makes an account count as confirmed, and ends what other registrations of its address were
 * waiting for. The user must be locked (lockUser).
 * @param draft whose names and password the account gets; without it, it keeps its own
 * @param usedCode stays, so that it is known as used
 */
export async function activate(
  db: Database,
  user: string,
  { draft, usedCode }: { draft?: string | null; usedCode?: Buffer } = {},
): Promise<void> {
  if (draft) {
    await db
      .updateTable('users as u')
      .from('account_drafts as d')
      .set({
        first_name: sql`d.first_name`,
        last_name: sql`d.last_name`,
        password_hash: sql`d.password_hash`,
      })
      .where('u.uuid', '=', user)
      .where('d.uuid', '=', draft)
      .execute();
  }
  await db.updateTable('users').set({ activated: true }).where('uuid', '=', user).execute();
  await endCodes(db, user, ['activation'], usedCode);
  // A code goes with its draft; the one that was used does not.
  await db.updateTable('codes').set({ draft_uuid: null }).where('user_uuid', '=', user).execute();
  await db.deleteFrom('account_drafts').where('user_uuid', '=', user).execute();
}
