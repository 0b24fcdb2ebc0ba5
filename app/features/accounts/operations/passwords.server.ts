import { nothing } from '~/kernel/fields';
import { loggedIn, operation, publicOperation } from '~/kernel/operation.server';
import { notFound, tooMany } from '~/kernel/problem';
import { hashesOf, newSecret, sharedSecret } from '~/kernel/secret.server';
import { endSessions, hasNewPassword, proveAgain } from '../queries/sessions.server';
import {
  accountById,
  codeInForce,
  endCodes,
  knownByCode,
  markUsed,
  setPassword,
} from '../queries.server';
import { activate } from '../rules/drafts.server';
import { hashedOr, openedBy } from '../rules/limits.server';
import { knownOf, requireLength, requireUnknown } from '../rules/new-passwords.server';
import { requireOwnPassword, requireRoom, requireSamePassword } from '../rules/passwords.server';
import { passwordChange, passwordReset } from '../schema';

export const resetPassword = publicOperation({
  summary: 'Set a new password with the code from the mail',
  description:
    'A code works once, for an hour, and ends every session of the user (A7). Being able to read the mail proves ' +
    'the address, which counts as confirmed.',
  input: passwordReset,
  async prepare({ db, input, services, ip }) {
    requireLength(input.password, services.config);
    requireRoom(services, ip);
    const { limits, passwords } = services;
    const about = await openedBy(limits, ip, () => knownByCode(db, hashesOf(input.code)));
    await requireUnknown(input.password, services, about ?? [], ip);
    return { passwordHash: await passwords.hash(input.password, ip) };
  },
  async run({ db, input, prepared, concerns }) {
    const hashes = hashesOf(input.code);
    const found = await codeInForce(db, hashes, ['password']);
    if (!found || found.usedAt) throw notFound();
    concerns({ user: found.user });
    await markUsed(db, hashes);
    await activate(db, found.user);
    await setPassword(db, found.user, prepared.passwordHash);
    // An owner who regains the account this way must not lose it to an older link.
    await endCodes(db, found.user, ['password', 'email'], hashes);
    await endSessions(db, found.user);
  },
  audit: 'Passwort über den Link neu gesetzt',
});

export const changePassword = operation({
  summary: 'Change the own password',
  description:
    'Asks for the present one, and ends every other session and a pending change of the e-mail address (A12). The ' +
    'present session gets a new token, as somebody may hold a copy of the old one (ASVS V7.2.4). A link ' +
    'for a new password that was mailed to the account stays good: it is the way back for an owner whose password ' +
    'somebody else knows. Sent again within half a minute by a browser, it is a success again.',
  input: passwordChange,
  changesStandingOf: ({ actor }) => [actor.uuid],
  may: loggedIn,
  async prepare({ db, actor, input, key, services, ip, requestId }) {
    const { limits, passwords, config } = services;
    const before = await accountById(db, actor.uuid);
    requireLength(input.password, config);
    await requireUnknown(input.password, services, knownOf(actor), ip);
    const by = { db, actor, services, ip, requestId };
    const own = (typed: string) => requireOwnPassword(by, 'currentPassword', typed);
    let isSet = false;
    const verified = await own(input.currentPassword).catch(async (refusal) => {
      isSet = await hasNewPassword(db, actor.session.uuid);
      if (!isSet) throw refusal;
      return own(input.password);
    });
    const about = `new password ${actor.session.uuid} ${key} ${before?.passwordHash}`;
    const token = key ? sharedSecret(about, config) : newSecret();
    const { wait, takeBack } = await limits.take(['password', actor.uuid]);
    if (wait > 0) throw tooMany(wait);
    const passwordHash = await hashedOr(takeBack, passwords.hash(input.password, ip));
    return { verified, isSet, token, passwordHash };
  },
  async run({ db, actor, prepared, changeSession }) {
    const { verified, isSet, token, passwordHash } = prepared;
    // The first of two clicks has done it, since this one came: the browser may read either answer.
    if (await hasNewPassword(db, actor.session.uuid, token.hash)) {
      changeSession({ start: token.secret });
      return { changed: false };
    }
    await requireSamePassword(db, actor, 'currentPassword', verified);
    if (isSet) return { changed: false };
    await setPassword(db, actor.uuid, passwordHash);
    await endCodes(db, actor.uuid, ['email']);
    await endSessions(db, actor.uuid, { except: actor.session.uuid });
    if (await proveAgain(db, actor.session.uuid, token.hash, { by: 'password', old: 'ends' }))
      changeSession({ start: token.secret });
    return { changed: true };
  },
  audit: ({ output }) => (output.changed ? 'Eigenes Passwort geändert' : null),
});

export const readPasswordRules = operation({
  summary: 'What a new password must be like',
  input: nothing,
  may: loggedIn,
  read: ({ services }) => ({ passwordMinLength: services.config.passwordMinLength }),
});
