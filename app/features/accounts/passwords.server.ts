import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import type { Actor } from '~/kernel/actor';
import { invalid, tooBusy, tooMany } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { accountById } from './queries.server';

/** The operator's minimum (PASSWORD_MIN_LENGTH), which the schema cannot know. @throws Problem 422 */
export function requireLength(password: string, { passwordMinLength }: Config): void {
  if ([...password].length >= passwordMinLength) return;
  throw invalid({ password: [`Das Passwort braucht mindestens ${passwordMinLength} Zeichen.`] });
}

/**
 * Before a password is hashed, and before the try is counted: it is none when there is no room. @throws Problem 503
 */
export function requireRoom({ passwords }: Pick<Services, 'passwords'>): void {
  if (!passwords.hasRoom()) throw tooBusy();
}

/**
 * Asks for the password again before what a borrowed session must not do (A12). Slow, so not in a transaction.
 * @param field where it was typed
 * @throws Problem 422 if it is wrong, 429 after too many tries, 503 while too many log in
 */
export async function requireOwnPassword(
  { db, actor, services, ip }: { db: Database; actor: Actor; services: Services; ip: string },
  field: string,
  password: string,
): Promise<void> {
  requireRoom(services);
  const key = `${actor.uuid} ${ip}`;
  const wait = await services.limits.take('login', key);
  if (wait > 0) throw tooMany(wait);
  const account = await accountById(db, actor.uuid);
  if (!(await services.passwords.verify(password, account?.passwordHash ?? null))) {
    throw invalid({ [field]: ['Das Passwort ist falsch.'] });
  }
  await services.limits.clear('login', key);
}
