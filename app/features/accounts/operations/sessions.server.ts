import { nothing } from '~/kernel/fields';
import type { Asking } from '~/kernel/operation.server';
import { loggedIn, operation, publicOperation } from '~/kernel/operation.server';
import { Problem, tooMany } from '~/kernel/problem';
import { hashSecret, newSecret } from '~/kernel/secret.server';
import type { Limits } from '~/kernel/services.server';
import { requireRoom } from '../passwords.server';
import { accountByEmail, insertSession } from '../queries.server';
import { credentials, mobileSession } from '../schema';
import { UNCONFIRMED, WRONG_CREDENTIALS } from '../wording';

type Credentials = { email: string; password: string };

/**
 * Checks e-mail and password, slowly and the same whether or not there is such an account. The log says how it went,
 * with the account's id alone.
 */
async function checkCredentials({
  db,
  input,
  services,
  ip,
}: Omit<Asking, 'actor'> & { db: Asking['services']['db']; input: Credentials }) {
  const { limits, log } = services;
  requireRoom(services);
  const address = input.email.toLowerCase();
  const pair = `${address} ${ip}`;
  const wait = await loginWait(limits, address, ip);
  if (wait > 0) {
    log.warn({ wait }, 'a log-in came too early');
    throw tooMany(wait);
  }
  const account = await accountByEmail(db, input.email);
  const correct = await services.passwords.verify(input.password, account?.passwordHash ?? null);
  if (!account || !correct) {
    log.warn({ user: account?.uuid }, 'a log-in failed');
    const wrong = [WRONG_CREDENTIALS];
    throw new Problem(401, 'Anmeldung fehlgeschlagen', WRONG_CREDENTIALS, { email: wrong, password: wrong });
  }
  // Said only to someone who knows the password (A5).
  if (!account.activated)
    throw new Problem(403, 'Anmeldung fehlgeschlagen', UNCONFIRMED, { email: [UNCONFIRMED] });
  log.info({ user: account.uuid }, 'a log-in succeeded');
  await Promise.all([
    limits.clear('login', pair),
    limits.clear('loginsTo', address),
    limits.giveBack('loginsFrom', ip),
    limits.trust(pair),
  ]);
  return account;
}

/**
 * Seconds to wait before this log-in. Whoever has entered the account from this network before does not wait for those
 * who guess its password elsewhere, or anyone could keep its owner out.
 */
async function loginWait(limits: Limits, address: string, ip: string): Promise<number> {
  const pair = `${address} ${ip}`;
  const [own, known] = await Promise.all([limits.take('login', pair), limits.trusts(pair)]);
  if (own > 0) return own;
  const waits = await Promise.all([
    limits.take('loginsFrom', ip),
    known ? 0 : limits.take('loginsTo', address),
  ]);
  return Math.max(...waits);
}

export const logIn = publicOperation({
  summary: 'Log in with a browser: the session is a cookie',
  input: credentials,
  prepare: checkCredentials,
  async run({ db, actor, prepared: account, userAgent, changeSession, concerns }) {
    // The browser forgets the session that it comes with, so nobody shall hold it any longer.
    if (actor) await db.deleteFrom('sessions').where('uuid', '=', actor.session.uuid).execute();
    concerns({ user: account.uuid });
    const { secret, hash } = newSecret();
    const validUntil = await insertSession(db, {
      user: account.uuid,
      tokenHash: hash,
      kind: 'browser',
      userAgent,
    });
    changeSession({ start: secret });
    return { userUuid: account.uuid, validUntil };
  },
  audit: 'Angemeldet',
});

export const logInMobile = publicOperation({
  summary: 'Log in with an app: the session id is answered, to be sent as a Bearer token',
  input: credentials,
  prepare: checkCredentials,
  async run({ db, prepared: account, userAgent, concerns }) {
    concerns({ user: account.uuid });
    const { secret, hash } = newSecret();
    const validUntil = await insertSession(db, {
      user: account.uuid,
      tokenHash: hash,
      kind: 'mobile',
      userAgent,
    });
    return { sessionId: secret, userUuid: account.uuid, validUntil };
  },
  audit: 'In einer App angemeldet',
});

export const logOut = operation({
  summary: 'End the present session',
  input: nothing,
  may: loggedIn,
  async run({ db, actor, changeSession }) {
    await db.deleteFrom('sessions').where('uuid', '=', actor.session.uuid).execute();
    changeSession('end');
  },
  audit: 'Abgemeldet',
});

export const logOutMobile = publicOperation({
  summary: 'End the session that is named by its id',
  description: 'Whoever knows the id holds the session; an unknown one is no error, it has ended.',
  input: mobileSession,
  async run({ db, input, concerns }) {
    const ended = await db
      .deleteFrom('sessions')
      .where('token_hash', '=', hashSecret(input.session))
      .returning('user_uuid as user')
      .executeTakeFirst();
    concerns({ user: ended?.user });
  },
  audit: 'In einer App abgemeldet',
});

export const readLoginStatus = publicOperation({
  summary: 'Whether someone is logged in, and who',
  input: nothing,
  read: ({ actor }) => (actor ? { loggedIn: true, uuid: actor.uuid } : { loggedIn: false }),
});

export const readIsAdmin = operation({
  summary: 'Whether the current user is a system administrator',
  input: nothing,
  may: loggedIn,
  read: ({ actor }) => ({ admin: actor.systemAdmin }),
});
