import { tooMany } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';

/**
 * What a mail is for. Each has counters of its own, so that asking for one in vain does not use up
 * another's.
 */
type Purpose = 'registration' | 'confirmation' | 'reset' | 'emailChange';

/**
 * Bounds the mails that anyone can make us send: by one network to one address, to one address, and
 * by one network. A network from which the address's owner has logged in does not wait for what
 * others have asked for: nobody can keep them from their own mails. @throws Problem 429
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
  // Whoever is refused for their network leaves no row behind, or each new address would add two
  // for as long as they go on.
  const [refused, known] = await Promise.all([
    limits.waitOf('register', network),
    limits.trusts(pair),
  ]);
  if (refused > 0) throw tooMany(refused);
  const own = await limits.take('mail', `${purpose} ${pair}`);
  // A try that is refused here counts nowhere else, so one network alone cannot use up what all
  // others may ask for.
  if (own > 0) throw tooMany(own);
  const waits = await Promise.all([
    known ? 0 : limits.take('mailsTo', `${purpose} ${address}`),
    limits.take('register', network),
  ]);
  const wait = Math.max(...waits);
  if (wait > 0) throw tooMany(wait);
}
