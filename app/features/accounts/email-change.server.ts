import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { conflict, notFound } from '~/kernel/problem';
import { hashesOf, hashSecret } from '~/kernel/secret.server';
import { sqlState } from '~/kernel/transaction.server';
import { queueMail } from '~/mail/queue.server';
import { accountById, endCodes } from './queries.server';

/**
 * Mails a code to the new address and a notice to the current one (A12).
 *
 * The code is made when its mail is written, which may be hours later if the mail server is down.
 * By then the owner may have set a new password to regain the account, which an older request must
 * not override. So the mail is only written if password and address are still those of the request.
 * Only the latest request counts, so that a mistyped address can be corrected.
 */
export async function queueEmailChange(db: Database, user: string, email: string): Promise<void> {
  const account = await accountById(db, user);
  if (!account) throw notFound();
  await endCodes(db, user, ['email']);
  const mark = credentialsMark(account);
  await queueMail(db, 'emailChange', { user, email, mark }, `emailChange:${user}`);
  await queueMail(db, 'emailChangeNotice', { user, email, to: account.email });
}

interface Credentials {
  readonly passwordHash: string;
  readonly email: string;
}

const credentials = ({ passwordHash, email }: Credentials) => `${passwordHash} ${email}`;

/** Changes with the account's password or address, and reveals neither. */
export function credentialsMark(account: Credentials): string {
  return hashSecret(credentials(account)).toString('base64url');
}

/** True if an account's password and address are still those of a mark. */
export function isMarkOf(mark: string | undefined, account: Credentials): boolean {
  return hashesOf(credentials(account)).some((hash) => hash.toString('base64url') === mark);
}

/**
 * Gives a user a confirmed address (A12). An unconfirmed account with that address gives way, as it
 * does to a newer registration.
 * @param usedCode the hashes of the code that confirmed it; all others end, as they went to the old address
 * @throws Problem 409 if the address belongs to another account
 */
export async function changeEmail(
  db: Database,
  user: string,
  email: string,
  usedCode?: readonly Buffer[],
): Promise<void> {
  await db
    .deleteFrom('users as begun')
    .where(sql`lower(begun.email)`, '=', sql`lower(${email})`)
    .where('begun.uuid', '<>', user)
    .where('begun.activated', '=', false)
    .where(
      sql<boolean>`not exists (select from organization_users ou where ou.user_uuid = begun.uuid)`,
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
