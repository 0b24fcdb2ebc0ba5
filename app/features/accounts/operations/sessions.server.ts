import { nothing } from '~/kernel/fields';
import type { Asking } from '~/kernel/operation.server';
import { loggedIn, operation, publicOperation } from '~/kernel/operation.server';
import { Problem, tooMany } from '~/kernel/problem';
import { hashSecret, newSecret } from '~/kernel/secret.server';
import { accountByEmail, insertSession } from '../queries.server';
import { credentials, mobileSession } from '../schema';
import { UNCONFIRMED, WRONG_CREDENTIALS } from '../wording';

type Credentials = { email: string; password: string };

/** Checks e-mail and password, slowly and the same whether or not there is such an account. */
async function checkCredentials({
  db,
  input,
  services,
  ip,
}: Omit<Asking, 'actor'> & { db: Asking['services']['db']; input: Credentials }) {
  const key = `${input.email.toLowerCase()} ${ip}`;
  const waits = await Promise.all([
    services.limits.take('login', key),
    services.limits.take('loginsFrom', ip),
  ]);
  const wait = Math.max(...waits);
  if (wait > 0) throw tooMany(wait);
  const account = await accountByEmail(db, input.email);
  const correct = await services.passwords.verify(input.password, account?.passwordHash ?? null);
  if (!account || !correct) {
    const wrong = [WRONG_CREDENTIALS];
    throw new Problem(401, 'Anmeldung fehlgeschlagen', WRONG_CREDENTIALS, { email: wrong, password: wrong });
  }
  // Said only to someone who knows the password (A5).
  if (!account.activated)
    throw new Problem(403, 'Anmeldung fehlgeschlagen', UNCONFIRMED, { email: [UNCONFIRMED] });
  await services.limits.clear('login', key);
  return account;
}

export const logIn = publicOperation({
  summary: 'Log in with a browser: the session is a cookie',
  input: credentials,
  prepare: checkCredentials,
  async run({ db, prepared: account, userAgent, changeSession, concerns }) {
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
