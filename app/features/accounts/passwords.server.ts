import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import type { Actor } from '~/kernel/actor';
import { invalid, tooBusy, tooMany } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { accountById } from './queries.server';

/**
 * The operator's minimum (PASSWORD_MIN_LENGTH), which the schema cannot know. @throws Problem 422
 */
export function requireLength(password: string, { passwordMinLength }: Config): void {
  if ([...password].length >= passwordMinLength) return;
  throw invalid({ password: [`Das Passwort braucht mindestens ${passwordMinLength} Zeichen.`] });
}

/**
 * Before a password is hashed, and before the try is counted: it is none when there is no room.
 * @param network that asks
 * @throws Problem 503
 */
export function requireRoom({ passwords }: Pick<Services, 'passwords'>, network: string): void {
  if (!passwords.hasRoom(network)) throw tooBusy();
}

/**
 * Asks for the password again before what a borrowed session must not do (A12). Slow, so not in a
 * transaction: there requireSamePassword looks again.
 * @param field where it was typed
 * @returns the hash that it matched
 * @throws Problem 422 if it is wrong, 429 after too many tries, 503 while too many log in
 */
export async function requireOwnPassword(
  {
    db,
    actor,
    services,
    ip,
    requestId,
  }: { db: Database; actor: Actor; services: Services; ip: string; requestId: string },
  field: string,
  password: string,
): Promise<string> {
  requireRoom(services, ip);
  const key = `${actor.uuid} ${ip}`;
  const wait = await services.limits.take('login', key);
  if (wait > 0) {
    services.log.warn({ requestId, user: actor.uuid, wait }, 'an own password came too early');
    throw tooMany(wait);
  }
  const account = await accountById(db, actor.uuid);
  const correct = await services.passwords.verify(password, account?.passwordHash ?? null, ip);
  if (!account || !correct) {
    services.log.warn({ requestId, user: actor.uuid }, 'an own password was wrong');
    throw wrongPassword(field);
  }
  await services.limits.clear('login', key);
  return account.passwordHash;
}

/**
 * That the password which was asked for is still the one, inside the transaction that it was asked
 * for and with the user's row locked: whoever has set a new one meanwhile must not be overruled by
 * the old one.
 * @param verified what requireOwnPassword gave
 * @throws Problem 422
 */
export async function requireSamePassword(
  db: Database,
  actor: Actor,
  field: string,
  verified: string,
): Promise<void> {
  const account = await accountById(db, actor.uuid);
  if (account?.passwordHash !== verified) throw wrongPassword(field);
}

function wrongPassword(field: string) {
  return invalid({ [field]: ['Das Passwort ist falsch.'] });
}
