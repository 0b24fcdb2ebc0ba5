import { mailboxOf } from '~/kernel/mailbox';
import { tooMany } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';

/** Each purpose has its own counters, so that failing at one does not use up another's. */
type Purpose = 'registration' | 'confirmation' | 'reset' | 'emailChange';

/** Takes back a count, for a request that failed through no fault of its sender. */
type TakeBack = () => Promise<void>;

/**
 * Waits for a password to be hashed. If it is not, as when too many log in at once (503), takes the
 * count back, as nothing was tried.
 */
export async function hashedOr<Hashed>(
  takeBack: TakeBack,
  hashing: Promise<Hashed>,
): Promise<Hashed> {
  try {
    return await hashing;
  } catch (error) {
    await takeBack();
    throw error;
  }
}

/**
 * Limits the mails that anyone can make the server send: from one network to one mailbox, to one
 * mailbox, and from one network. A network from which the owner of the address has logged in is
 * exempt from the second, so that nobody can keep owners from their own mails.
 * @throws Problem 429
 */
export async function limitMails(
  limits: Limits,
  purpose: Purpose,
  email: string,
  ip: string,
): Promise<TakeBack> {
  const mailbox = mailboxOf(email);
  const pair = `${purpose} ${mailbox} ${ip}`;
  const network = `mail ${ip}`;
  // A refused network leaves no row behind, or each new address would add two.
  const [refused, known] = await Promise.all([
    limits.waitOf('register', network),
    limits.trusts(`${email.toLowerCase()} ${ip}`),
  ]);
  if (refused > 0) throw tooMany(refused);
  const own = await limits.take('mail', pair);
  // An attempt that is refused here counts nowhere else: one network alone cannot use up the
  // address's limit for all others.
  if (own > 0) throw tooMany(own);
  const waits = await Promise.all([
    known ? 0 : limits.take('mailsTo', `${purpose} ${mailbox}`),
    limits.take('register', network),
  ]);
  const wait = Math.max(...waits);
  if (wait > 0) throw tooMany(wait);
  return async () => {
    await Promise.all([
      limits.giveBack('mail', pair),
      known ? undefined : limits.giveBack('mailsTo', `${purpose} ${mailbox}`),
      limits.giveBack('register', network),
    ]);
  };
}

/** One attempt to log in. */
interface Try {
  /** Seconds to wait, if it came too early: the password must not be looked at then. */
  readonly wait: number;
  readonly takeBack: TakeBack;
}

/**
 * Counts an attempt to log in. A network with an earlier log-in to the account does not wait for
 * guesses made elsewhere, or anyone could lock the owner out.
 */
export async function tryLogIn(limits: Limits, email: string, ip: string): Promise<Try> {
  const address = email.toLowerCase();
  const pair = `${address} ${ip}`;
  // A refused network leaves no row behind, or each new address would add one.
  const [refused, known] = await Promise.all([
    limits.waitOf('loginsFrom', ip),
    limits.trusts(pair),
  ]);
  const takeBack = async () => {
    await Promise.all([
      limits.giveBack('login', pair),
      limits.giveBack('loginsFrom', ip),
      known ? undefined : limits.giveBack('loginsTo', address),
    ]);
  };
  if (refused > 0) return { wait: refused, takeBack };
  const own = await limits.take('login', pair);
  if (own > 0) return { wait: own, takeBack };
  const waits = await Promise.all([
    limits.take('loginsFrom', ip),
    known ? 0 : limits.take('loginsTo', address),
  ]);
  return { wait: Math.max(...waits), takeBack };
}

/** The right password is no guess, even if the second factor is missing. */
export function passwordWasRight(limits: Limits, ip: string): Promise<void> {
  return limits.giveBack('loginsFrom', ip);
}

/** Forgets the attempts of a user who has logged in; their network is known from now on. */
export async function loginSucceeded(limits: Limits, email: string, ip: string): Promise<void> {
  const address = email.toLowerCase();
  const pair = `${address} ${ip}`;
  await Promise.all([
    limits.clear('login', pair),
    limits.clear('loginsTo', address),
    limits.trust(pair),
  ]);
}
