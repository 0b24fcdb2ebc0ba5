import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Person } from '~/kernel/actor';
import { endCodes } from '../queries.server';

/**
 * Drafts hold the data of each registration of an address until one of them is confirmed. A row in
 * `users` reserves the address; it keeps the data of the first registration.
 */

interface Registrant extends Person {
  readonly passwordHash: string;
}

/**
 * Adds a registration of an address.
 * @returns the user who holds the address, and the draft to mail a code for; no draft if there is
 *   already an account, even a deactivated one; null if that account was deleted in the meantime
 */
export async function addDraft(
  db: Database,
  email: string,
  { firstName, lastName, passwordHash }: Registrant,
): Promise<{ user: string; draft: string | null } | null> {
  const fields = { first_name: firstName, last_name: lastName, password_hash: passwordHash };
  // One statement: two registrations at once must not both find the address free.
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
 * Takes a shared lock: an activation in progress finishes first, and a later one ends the draft
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

/** The registrations awaiting confirmation, oldest first. */
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
 * Marks an account as confirmed and ends the other registrations of its address. Lock the user
 * first (lockUser).
 * @param draft provides the account's names and password; if absent, it keeps its own
 * @param usedCode hashes of the code that is kept, so that using it again succeeds
 */
export async function activate(
  db: Database,
  user: string,
  { draft, usedCode }: { draft?: string | null; usedCode?: readonly Buffer[] } = {},
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
  // Deleting a draft deletes its codes; detach the used one first.
  await db.updateTable('codes').set({ draft_uuid: null }).where('user_uuid', '=', user).execute();
  await db.deleteFrom('account_drafts').where('user_uuid', '=', user).execute();
}
