import { tooMany } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';

/** Each purpose has separate counters, so that failing at one does not use up another's. */
type Purpose = 'registration' | 'confirmation' | 'reset' | 'emailChange';

/**
 * Limits the mails that anyone can make the server send: from one network to one address, to one
 * address, and from one network. A network from which the owner of the address has logged in is
 * exempt from the second, so that nobody can keep owners from their own mails.
 * @throws Problem 429
 */
export async function limitMails(
  limits: Limits,
  purpose: Purpose,
  email: string,
  ip: string,
): Promise<void> {
  const address = email.toLowerCase();
  const pair = `${address} ${ip}`;
  const network = `mail ${ip}`;
  // A network that is refused leaves no row behind, or each new address would add two.
  const [refused, known] = await Promise.all([
    limits.waitOf('register', network),
    limits.trusts(pair),
  ]);
  if (refused > 0) throw tooMany(refused);
  const own = await limits.take('mail', `${purpose} ${pair}`);
  // An attempt that is refused here counts nowhere else: one network alone cannot use up the
  // address's limit for all others.
  if (own > 0) throw tooMany(own);
  const waits = await Promise.all([
    known ? 0 : limits.take('mailsTo', `${purpose} ${address}`),
    limits.take('register', network),
  ]);
  const wait = Math.max(...waits);
  if (wait > 0) throw tooMany(wait);
}

/**
 * Seconds to wait before this log-in. A network from which the account was entered before does not
 * wait for guesses made elsewhere, or anyone could lock the owner out.
 */
export async function loginWait(limits: Limits, email: string, ip: string): Promise<number> {
  const address = email.toLowerCase();
  const pair = `${address} ${ip}`;
  // A network that is refused leaves no row behind, or each new address would add one.
  const [refused, known] = await Promise.all([
    limits.waitOf('loginsFrom', ip),
    limits.trusts(pair),
  ]);
  if (refused > 0) return refused;
  const own = await limits.take('login', pair);
  if (own > 0) return own;
  const waits = await Promise.all([
    limits.take('loginsFrom', ip),
    known ? 0 : limits.take('loginsTo', address),
  ]);
  return Math.max(...waits);
}

/** Whoever entered the right password has guessed nothing, even if a second factor is missing. */
export function passwordWasRight(limits: Limits, ip: string): Promise<void> {
  return limits.giveBack('loginsFrom', ip);
}

/** Forgets the tries of whoever is logged in now; their network is known from now on. */
export async function loginSucceeded(limits: Limits, email: string, ip: string): Promise<void> {
  const address = email.toLowerCase();
  const pair = `${address} ${ip}`;
  await Promise.all([
    limits.clear('login', pair),
    limits.clear('loginsTo', address),
    limits.trust(pair),
  ]);
}
