import type { z } from 'zod';
import type { Database } from '#db/connection';
import { insertSession } from '~/features/accounts/queries/sessions.server';
import {
  accountByEmail,
  accountById,
  hasAccount,
  shareAccount,
} from '~/features/accounts/queries.server';
import { activate, addDraft } from '~/features/accounts/rules/drafts.server';
import {
  hashedOr,
  loginSucceeded,
  openedBy,
  passwordWasRight,
  tryLogIn,
} from '~/features/accounts/rules/limits.server';
import { requireLength, requireUnknown } from '~/features/accounts/rules/new-passwords.server';
import { requireRoom } from '~/features/accounts/rules/passwords.server';
import { HAS_ACCOUNT } from '~/features/accounts/wording';
import { factorMark } from '~/features/factors/rules/check.server';
import { lockUser } from '~/kernel/actor.server';
import { publicOperation } from '~/kernel/operation.server';
import { conflict, notFound, tooMany } from '~/kernel/problem';
import { newSecret } from '~/kernel/secret.server';
import type { Services } from '~/kernel/services.server';
import { acceptFor, justAcceptedWith, provenInvitation } from '../queries.server';
import { invitedRegistration, mailedInvitation } from '../schema';
import { tookBack } from '../wording';

/**
 * What the link in an invitation mail opens (C5). Its proof was made when the mail was written and
 * never shown on a screen: like a confirmation code, it proves that the sender reads mail to that
 * address (docs/decisions/0021).
 */

export const readMailedInvitation = publicOperation({
  summary: 'Read an invitation with the proof from its mail',
  input: mailedInvitation,
  async read({ db, input, services, ip }) {
    const invitation = await openedBy(services.limits, ip, () => provenInvitation(db, input));
    if (!invitation) throw notFound();
    const { organizationName, memberFirstName, memberLastName, email } = invitation;
    return {
      organizationName,
      firstName: memberFirstName,
      lastName: memberLastName,
      email,
      hasAccount: await hasAccount(db, email),
    };
  },
});

export const checkMailedInvitation = publicOperation({
  summary: 'Tell whether the link of an invitation mail still works',
  description: 'It counts no wrong guess, as programs open the links of old mails, too.',
  input: mailedInvitation,
  async read({ db, input }) {
    if (!(await provenInvitation(db, input))) throw notFound();
  },
});

export const registerInvited = publicOperation({
  summary: 'Create a confirmed account with an invitation mail, log in and accept the invitation',
  description:
    'The account gets the address that the mail went to. Other registrations of it that wait for their confirmation ' +
    'end. The same form sent again within ten minutes logs in again, unless the account has a second factor by then.',
  input: invitedRegistration,
  async prepare({ db, input, services, ip, requestId }): Promise<Prepared> {
    requireLength(input.password, services.config);
    requireRoom(services, ip);
    const invitation = await openedBy(services.limits, ip, () => provenInvitation(db, input));
    if (invitation && !(await hasAccount(db, invitation.email))) {
      const { email, organizationName } = invitation;
      const about = [input.firstName, input.lastName, email, organizationName];
      await requireUnknown(input.password, services, about, ip);
      return { passwordHash: await services.passwords.hash(input.password, ip), requestId };
    }
    // Unless the form was sent twice: the first one has created that account by now.
    const before = await verifiedBefore({ db, input, services, ip });
    if (!before) throw invitation ? conflict(HAS_ACCOUNT) : notFound();
    return { requestId, ...before };
  },
  async run(work) {
    const { db, actor, input, prepared, services, ip, userAgent } = work;
    const joined = prepared.before
      ? await sameAccount(db, prepared.before, prepared)
      : ((await join(db, input, prepared)) ?? (await joinedMeanwhile(work)));
    if (!joined) throw (await provenInvitation(db, input)) ? conflict(HAS_ACCOUNT) : notFound();
    const { user, organization, email } = joined;
    work.concerns({ user, organization });
    const { secret, hash } = newSecret();
    const { device } = await insertSession(db, {
      user,
      organization,
      userAgent,
      ip,
      device: work.device,
      tokenHash: hash,
      kind: 'browser',
      before: actor,
    });
    work.changeSession({ start: secret, device });
    work.afterCommit(async () => {
      const { requestId } = prepared;
      const line = { requestId, user, by: 'browser', factor: 'none' };
      services.log.info(line, 'a log-in succeeded');
      if (joined.anew) await services.limits.trust(`${email.toLowerCase()} ${ip}`);
      else await loginSucceeded(services.limits, email, ip);
    });
    return { anew: joined.anew, back: joined.back ?? '' };
  },
  audit: ({ output }) =>
    output.anew
      ? `Konto mit einer Einladung registriert, Einladung angenommen${output.back}`
      : 'Eingeloggt',
});

type Registration = z.output<typeof invitedRegistration>;

interface Joined {
  readonly user: string;
  readonly organization: string;
  readonly email: string;
  /** False if the same form did it before. */
  readonly anew: boolean;
  /** What the log adds for a member who had left. */
  readonly back?: string;
}

interface Prepared {
  readonly requestId: string;
  readonly passwordHash: string;
  /** The account that has that password already; absent for a new one. */
  readonly before?: Omit<Joined, 'anew'>;
}

/** Creates the account and accepts the invitation. @returns null if either is not possible (any more) */
async function join(
  db: Database,
  input: Registration,
  { passwordHash }: { passwordHash: string },
): Promise<Joined | null> {
  const invitation = await provenInvitation(db, input);
  if (!invitation) return null;
  const { email } = invitation;
  const begun = await accountByEmail(db, email);
  if (begun) await lockUser(db, begun.uuid);
  const registered = await addDraft(db, email, { ...input, passwordHash });
  if (!registered?.draft) return null;
  const { user, draft } = registered;
  await activate(db, user, { draft });
  const { code, proof } = input;
  const accepted = await acceptFor(db, { user, code, proof });
  // Just revoked or accepted: then no account is created either.
  if (!accepted) throw notFound();
  const { organization, invited } = accepted;
  return { user, organization, email, anew: true, back: tookBack(invited) };
}

interface Sent {
  readonly db: Database;
  readonly input: Registration;
  readonly services: Services;
  readonly ip: string;
}

/**
 * The account that this form has just created: a double click sends it twice, and the browser shows
 * the second response. Proof and password together open a log-in for ten minutes;
 * guesses count as at the log-in, and a second factor sends them there.
 * @throws Problem 409 if there is one, 429
 */
async function verifiedBefore({ db, input, services, ip }: Sent) {
  const accepted = await justAcceptedWith(db, input);
  const account = accepted && (await accountById(db, accepted.user));
  if (!accepted || !account) return null;
  const { email, passwordHash } = account;
  const attempt = await tryLogIn(services.limits, email, ip);
  if (attempt.wait > 0) throw tooMany(attempt.wait);
  const correct = await hashedOr(
    attempt.takeBack,
    services.passwords.verify(input.password, passwordHash, ip),
  );
  if (!correct) return null;
  await passwordWasRight(attempt);
  if (await factorMark(db, accepted.user)) throw conflict(HAS_ACCOUNT);
  return { before: { ...accepted, email }, passwordHash };
}

/** That account, unless its password or standing has changed since it was verified. */
async function sameAccount(
  db: Database,
  before: Omit<Joined, 'anew'>,
  { passwordHash }: Prepared,
): Promise<Joined | null> {
  const account = await shareAccount(db, before.user);
  const isSame = account?.activated && account.passwordHash === passwordHash;
  if (!isSame || (await factorMark(db, before.user))) return null;
  return { ...before, anew: false };
}

/** As verifiedBefore, for a form that found the invitation still open: both came at once. */
async function joinedMeanwhile({ db, input, services, ip }: Sent): Promise<Joined | null> {
  const accepted = await justAcceptedWith(db, input);
  const account = accepted && (await shareAccount(db, accepted.user));
  if (!accepted || !account?.activated || (await factorMark(db, accepted.user))) return null;
  const correct = await services.passwords.verify(input.password, account.passwordHash, ip);
  return correct ? { ...accepted, email: account.email, anew: false } : null;
}
