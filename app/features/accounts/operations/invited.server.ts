import type { z } from 'zod';
import type { Database } from '#db/connection';
import {
  acceptFor,
  justAcceptedWith,
  provenInvitation,
} from '~/features/invitations/queries.server';
import { mailedInvitation } from '~/features/invitations/schema';
import { lockUser } from '~/kernel/actor.server';
import { publicOperation } from '~/kernel/operation.server';
import { conflict, notFound, tooMany } from '~/kernel/problem';
import { hashSecret, newSecret } from '~/kernel/secret.server';
import type { Services } from '~/kernel/services.server';
import { activate, addDraft } from '../drafts.server';
import { requireLength, requireRoom } from '../passwords.server';
import { accountByEmail, hasAccount, insertSession, shareAccount } from '../queries.server';
import { invitedRegistration } from '../schema';
import { HAS_ACCOUNT } from '../wording';

/**
 * What the link in an invitation mail opens (C5). Its proof was made when the mail was written, and
 * no screen ever showed it: whoever sends it back reads the mails of the address that it went to, as
 * a confirmation code would show (docs/decisions/0032).
 */

type Link = z.output<typeof mailedInvitation>;

export const readMailedInvitation = publicOperation({
  summary: 'Read an invitation with the proof from its mail',
  input: mailedInvitation,
  async read({ db, input, services, ip }) {
    const invitation = await foundBy(input, { db, services, ip });
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

/** Only guesses count: a whole club may open its invitations behind one router. */
async function foundBy(
  link: Link,
  { db, services, ip }: { db: Database; services: Services; ip: string },
) {
  const { limits } = services;
  const wait = await limits.waitOf('code', ip);
  if (wait > 0) throw tooMany(wait);
  const found = await provenInvitation(db, link);
  if (!found) await limits.take('code', ip);
  return found;
}

export const registerInvited = publicOperation({
  summary: 'Create a confirmed account with an invitation mail, log in and accept the invitation',
  description:
    'The account gets the address that the mail went to. Other registrations of it that wait for their confirmation ' +
    'end. The same form sent again within ten minutes logs in again.',
  input: invitedRegistration,
  async prepare({ db, input, services, ip, requestId }) {
    requireLength(input.password, services.config);
    requireRoom(services, ip);
    const invitation = await foundBy(input, { db, services, ip });
    if (!invitation && !(await justAcceptedWith(db, input))) throw notFound();
    if (invitation && (await hasAccount(db, invitation.email))) {
      // But a form that was sent twice: the first one has made that account by now.
      if (!(await justAcceptedWith(db, input))) throw conflict(HAS_ACCOUNT);
    }
    return { passwordHash: await services.passwords.hash(input.password, ip), requestId };
  },
  async run(work) {
    const { db, actor, input, prepared, services, ip, userAgent } = work;
    const joined = (await join(db, input, prepared)) ?? (await joinedBefore(work));
    if (!joined) throw (await provenInvitation(db, input)) ? conflict(HAS_ACCOUNT) : notFound();
    const { user, organization, email } = joined;
    work.concerns({ user, organization });
    const { secret, hash } = newSecret();
    await insertSession(db, {
      ...{ user, organization, userAgent },
      ...{ tokenHash: hash, kind: 'browser' },
    });
    // The new cookie replaces the old session, which nobody can end any more: end it here.
    if (actor) await db.deleteFrom('sessions').where('uuid', '=', actor.session.uuid).execute();
    work.changeSession({ start: secret });
    work.afterCommit(async () => {
      const { requestId } = prepared;
      services.log.info({ requestId, user, by: 'browser' }, 'a log-in succeeded');
      await services.limits.trust(`${email.toLowerCase()} ${ip}`);
    });
    return { anew: joined.anew };
  },
  audit: ({ output }) =>
    output.anew ? 'Konto mit einer Einladung registriert, Einladung angenommen' : 'Angemeldet',
});

type Registration = z.output<typeof invitedRegistration>;

interface Joined {
  readonly user: string;
  readonly organization: string;
  readonly email: string;
  /** False if the same form did it before. */
  readonly anew: boolean;
}

/** Makes the account and takes the invitation. @returns null if either cannot be had (any more) */
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
  const [codeHash, proofHash] = [hashSecret(input.code), hashSecret(input.proof)];
  const accepted = await acceptFor(db, { user, codeHash, proofHash });
  // Revoked or accepted at this very moment: then there is no account either.
  if (!accepted) throw notFound();
  return { user, organization: accepted.organization, email, anew: true };
}

/**
 * The account that this form has just made: a double click sends it twice, and the browser shows
 * the second response. Whoever knows proof and password may log in with them for ten minutes.
 */
async function joinedBefore({
  db,
  input,
  services,
  ip,
}: {
  db: Database;
  input: Registration;
  services: Services;
  ip: string;
}): Promise<Joined | null> {
  const accepted = await justAcceptedWith(db, input);
  if (!accepted) return null;
  const account = await shareAccount(db, accepted.user);
  if (!account?.activated) return null;
  const correct = await services.passwords.verify(input.password, account.passwordHash, ip);
  return correct ? { ...accepted, email: account.email, anew: false } : null;
}
