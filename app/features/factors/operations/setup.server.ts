import { endSessions, proveAgain } from '~/features/accounts/queries/sessions.server';
import type { Actor } from '~/kernel/actor';
import { nothing } from '~/kernel/fields';
import type { Context } from '~/kernel/operation';
import { loggedIn, operation } from '~/kernel/operation.server';
import { invalid, notFound, tooMany } from '~/kernel/problem';
import { qrCode } from '~/kernel/qr.server';
import { newSecret as newToken } from '~/kernel/secret.server';
import { queueMail } from '~/mail/queue.server';
import { tryCode } from '../limits.server';
import { madeRecoveryCodes } from '../new-codes.server';
import {
  confirmPending,
  deletePending,
  factorToConfirm,
  insertPending,
  pendingFactor,
  replaceRecoveryCodes,
} from '../queries.server';
import { factorConfirmation } from '../schema';
import { openPending, openSecret, sealPending, sealSecret } from '../sealed.server';
import { keyUri, matchingStep, newSecret } from '../totp.server';
import { WRONG_CODE } from '../wording';

/** Setting up a second factor (T3): a key for the app, then a code from the app as proof. */

export const startFactor = operation({
  summary: 'Begin to set up a second factor',
  description:
    'Makes a key, or keeps the one that is about to be confirmed in this session; one of another session goes.',
  input: nothing,
  changesStandingOf: ({ actor }) => [actor.uuid],
  may: loggedIn,
  confirms: 'factor',
  async run({ db, actor, services: { config } }) {
    const pending = await pendingFactor(db, actor.uuid);
    const kept = pending && openPending(pending.secret, actor, config) !== null;
    if (actor.hasFactor || kept) return { begun: false };
    await insertPending(db, actor.uuid, sealPending(newSecret(), actor, config));
    return { begun: true };
  },
  audit: ({ output }) => (output.begun ? 'Einrichten eines Handy-Codes begonnen' : null),
});

export const readFactorSetup = operation({
  summary: 'Read the key of the second factor that one is setting up',
  description:
    'Null where there is none to confirm, or another session has begun; a confirmed key is never shown again.',
  input: nothing,
  may: loggedIn,
  confirms: 'factor',
  // After the last step the same screen shows the recovery codes, and must not ask first.
  confirmsIf: ({ actor }) => !actor.hasFactor,
  async read({ db, actor, services: { config } }) {
    const pending = await pendingFactor(db, actor.uuid);
    const secret = pending && openPending(pending.secret, actor, config);
    if (!secret) return { key: null, isOn: actor.hasFactor };
    const uri = keyUri(secret, { issuer: config.appName, account: actor.email });
    const text = secret.replace(/.{4}(?=.)/g, '$& ');
    return { key: { text, uri, qr: qrCode(uri) }, isOn: false };
  },
});

export const discardFactor = operation({
  summary: 'Throw away the key of the second factor that one is setting up',
  description:
    'Asks for nothing again: what goes was never in force. Without a key it does nothing.',
  input: nothing,
  changesStandingOf: ({ actor }) => [actor.uuid],
  may: loggedIn,
  run: async ({ db, actor }) => ({ discarded: await deletePending(db, actor.uuid) }),
  audit: ({ output }) => (output.discarded ? 'Einrichten eines Handy-Codes abgebrochen' : null),
});

export const confirmFactor = operation({
  summary: 'Switch on the second factor by a code of the app',
  description:
    'The code is spent: nobody can log in with it. Ends all other sessions, and answers ten recovery codes, this once: ' +
    'only their hashes are stored. Sent again with the same code, it answers the same ones within ten seconds ' +
    'if the same process gets it, otherwise, for two minutes, new ones; those stored last work. The session gets a ' +
    'new token, as somebody may hold a copy of the old one; that lingers for the second of two clicks, which then asks for nothing but that code (T2).',
  input: factorConfirmation,
  changesStandingOf: ({ actor }) => [actor.uuid],
  subject: ({ db, actor }: Context) => factorToConfirm(db, actor.uuid),
  may: loggedIn,
  confirms: 'factor',
  confirmsIf: ({ actor }) => !actor.hasFactor,
  async prepare({ db, actor, input, services, ip }) {
    const { limits, config } = services;
    const factor = await factorToConfirm(db, actor.uuid);
    if (!factor) throw notFound();
    // As slow as checkCode(), but wrong codes are neither logged nor mailed: with the key on screen
    // they are typos.
    const attempt = await tryCode(limits, actor.uuid, ip);
    if (attempt.wait > 0) throw tooMany(attempt.wait);
    requireRight(factor, { actor, ...input }, config);
    await attempt.succeeded();
    return madeRecoveryCodes(services, actor, ip);
  },
  async run({ db, actor, input, subject, prepared, services: { config }, changeSession }) {
    const right = requireRight(subject, { actor, ...input }, config);
    const first = subject.confirmedAt === null;
    // Housekeeping may just have deleted the key.
    if (first && !(await confirmPending(db, actor.uuid, right))) throw notFound();
    await replaceRecoveryCodes(db, actor.uuid, prepared.hashes);
    if (first) {
      await endSessions(db, actor.uuid, { except: actor.session.uuid });
      await queueMail(db, 'factorOn', { user: actor.uuid });
    }
    const { secret, hash } = newToken();
    if (await proveAgain(db, actor.session.uuid, hash, { by: 'code' }))
      changeSession({ start: secret });
    return { first, recoveryCodes: prepared.codes };
  },
  audit: ({ output }) =>
    output.first ? 'Handy-Code eingerichtet' : 'Neue Wiederherstellungscodes erzeugt',
});

/**
 * Checks the typed code. A factor that is already on accepts the code it was switched on with.
 * @returns the time step of the code, and the secret as it is stored once it is confirmed
 * @throws Problem 422 at the field
 */
function requireRight(
  factor: { secret: string; lastStep: number; confirmedAt: Date | null },
  { actor, code }: { actor: Actor; code: string },
  config: { secret: string },
): { step: number; secret: string } {
  const again = factor.confirmedAt !== null;
  const secret = again
    ? openSecret(factor.secret, actor.uuid, config)
    : openPending(factor.secret, actor, config);
  const step = secret && matchingStep(secret, code, Date.now());
  if (!step || (again && step !== factor.lastStep)) throw invalid({ code: [WRONG_CODE] });
  return { step, secret: sealSecret(secret, actor.uuid, config) };
}
