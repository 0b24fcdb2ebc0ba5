import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { newSecret } from '~/kernel/secret.server';
import type { CodePurpose } from './queries.server';

/** How long a code is valid (A4, A7). */
const HOURS: Record<CodePurpose, number> = { activation: 48, email: 48, password: 1 };

/**
 * Makes a code for a link and stores its hash. Call it when the mail is written, not when it is
 * queued.
 * @param about the address that an 'email' code confirms; the draft that an 'activation' code turns
 *   into an account
 */
export async function newCode(
  db: Database,
  user: string,
  purpose: CodePurpose,
  about: { email?: string; draft?: string } = {},
): Promise<string> {
  const { secret, hash } = newSecret();
  await db
    .insertInto('codes')
    .values({
      code_hash: hash,
      user_uuid: user,
      purpose,
      email: about.email ?? null,
      draft_uuid: about.draft ?? null,
      expires_at: sql`now() + make_interval(hours => ${HOURS[purpose]})`,
    })
    .execute();
  return secret;
}
