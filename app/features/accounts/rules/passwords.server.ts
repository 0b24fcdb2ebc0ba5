import type { Database } from '#db/connection';
import type { Actor } from '~/kernel/actor';
import type { Caller, Context } from '~/kernel/operation';
import { invalid, tooBusy, tooMany } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { accountById } from '../queries.server';
import { WRONG_PASSWORD } from '../wording';
import { hashedOr } from './limits.server';

/**
 * Call it before a password is hashed and before the attempt is counted.
 * @param network of the caller
 * @throws Problem 503 if too many passwords wait to be hashed
 */
export function requireRoom({ passwords }: Pick<Services, 'passwords'>, network: string): void {
  if (!passwords.hasRoom(network)) throw tooBusy();
}

/**
 * Verifies the user's password before actions that a stolen session must not perform (A12). Slow:
 * call it outside the transaction, and requireSamePassword() inside.
 * @param field the form field it was typed into
 * @returns the hash that it matched
 * @throws Problem 422 if it is wrong, 429 after too many attempts, 503 while too many log in
 */
export async function requireOwnPassword(
  { db, actor, services, ip, requestId }: Context & Pick<Caller, 'services' | 'ip' | 'requestId'>,
  field: string,
  password: string,
): Promise<string> {
  requireRoom(services, ip);
  const { limits } = services;
  const key = `${actor.uuid} ${ip}`;
  const known = await limits.trusts(`${actor.email.toLowerCase()} ${ip}`);
  // A thief with a stolen session may have many networks, as at the log-in.
  const { wait, takeBack } = await limits.take(['login', key], !known && ['loginsTo', actor.uuid]);
  if (wait > 0) {
    services.log.warn({ requestId, user: actor.uuid, wait }, 'an own password came too early');
    throw tooMany(wait);
  }
  const account = await accountById(db, actor.uuid);
  const correct = await hashedOr(
    takeBack,
    services.passwords.verify(password, account?.passwordHash ?? null, ip),
  );
  if (!account || !correct) {
    services.log.warn({ requestId, user: actor.uuid }, 'an own password was wrong');
    throw wrongPassword(field);
  }
  await Promise.all([limits.clear('login', key), takeBack('loginsTo')]);
  return account.passwordHash;
}

/**
 * Checks, with the user's row locked, that the password is still the verified one: the old password
 * must not authorize anything after a new one was set.
 * @param verified what requireOwnPassword() returned
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
  return invalid({ [field]: [WRONG_PASSWORD] });
}
