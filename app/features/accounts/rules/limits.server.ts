import { mailboxOf } from '~/kernel/mailbox';
import { tooMany } from '~/kernel/problem';
import type { Attempt, Limits } from '~/kernel/services.server';

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
  const { wait, takeBack } = await limits.take(
    ['mail', pair],
    !known && ['mailsTo', `${purpose} ${mailbox}`],
    ['register', network],
  );
  if (wait > 0) throw tooMany(wait);
  return takeBack;
}

/**
 * Looks up what the secret of a mailed link opens. Only wrong guesses count, as a whole club may
 * open its links behind one router.
 * @returns what was found
 * @throws Problem 429
 */
export async function openedBy<Found>(
  limits: Limits,
  ip: string,
  lookUp: () => Promise<Found>,
): Promise<Found> {
  // Counted first, or guesses that come at once would all find no wait.
  const { wait, takeBack } = await limits.take(['code', ip]);
  if (wait > 0) throw tooMany(wait);
  const found = await lookUp();
  if (found) await takeBack();
  return found;
}

/**
 * Counts an attempt to log in; the password of one that must wait is not to be looked at. A network
 * with an earlier log-in to the account does not wait for guesses made elsewhere, or anyone could
 * lock the owner out.
 */
export async function tryLogIn(limits: Limits, email: string, ip: string): Promise<Attempt> {
  const address = email.toLowerCase();
  const pair = `${address} ${ip}`;
  // A refused network leaves no row behind, or each new address would add one.
  const [refused, known] = await Promise.all([
    limits.waitOf('loginsFrom', ip),
    limits.trusts(pair),
  ]);
  if (refused > 0) return { wait: refused, takeBack: async () => {} };
  return limits.take(['login', pair], !known && ['loginsTo', address], ['loginsFrom', ip]);
}

/** The right password is no guess, even if the second factor is missing. */
export function passwordWasRight(attempt: Attempt): Promise<void> {
  return attempt.takeBack('loginsFrom');
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
