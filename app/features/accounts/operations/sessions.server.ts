import type { Database } from '#db/connection';
import { nothing } from '~/kernel/fields';
import type { Caller } from '~/kernel/operation';
import { loggedIn, operation, publicOperation } from '~/kernel/operation.server';
import { Problem, tooMany } from '~/kernel/problem';
import { hashSecret, newSecret } from '~/kernel/secret.server';
import type { Services } from '~/kernel/services.server';
import type { LogIn } from '../devices.server';
import { loginSucceeded, loginWait } from '../limits.server';
import { requireRoom } from '../passwords.server';
import {
  credentialsByEmail,
  insertSession,
  lockedSessionUser,
  shareAccount,
} from '../queries.server';
import { credentials, mobileSession } from '../schema';
import { UNCONFIRMED, WRONG_CREDENTIALS } from '../wording';

type Credentials = { email: string; password: string };

/** The user who knew the password, and the hash that it matched. */
interface Verified {
  readonly uuid: string;
  readonly passwordHash: string;
  /** For the log line. */
  readonly requestId: string;
}

/**
 * Checks e-mail and password. Takes as long if there is no such account. Logs the outcome with the
 * ids of request and account only (ASVS V16.3.1).
 * @throws Problem 401, 403 or 429
 */
async function checkCredentials({
  db,
  input,
  services,
  ip,
  requestId,
}: Omit<Caller, 'actor'> & { db: Database; input: Credentials }): Promise<Verified> {
  const { limits, log } = services;
  requireRoom(services, ip);
  const wait = await loginWait(limits, input.email, ip);
  if (wait > 0) {
    log.warn({ requestId, wait }, 'a log-in came too early');
    throw tooMany(wait);
  }
  const account = await credentialsByEmail(db, input.email);
  const correct = await services.passwords.verify(
    input.password,
    account?.passwordHash ?? null,
    ip,
  );
  if (!account || !correct) {
    log.warn({ requestId, user: account?.uuid }, 'a log-in failed');
    throw wrongCredentials();
  }
  // Revealed only to someone who knows the password (A5).
  if (!account.activated) {
    log.warn({ requestId, user: account.uuid }, 'a log-in to an unconfirmed account');
    throw unconfirmed();
  }
  await loginSucceeded(limits, input.email, ip);
  return { ...account, requestId };
}

function wrongCredentials() {
  const wrong = [WRONG_CREDENTIALS];
  return new Problem(401, 'Anmeldung fehlgeschlagen', WRONG_CREDENTIALS, {
    email: wrong,
    password: wrong,
  });
}

function unconfirmed() {
  return new Problem(403, 'Anmeldung fehlgeschlagen', UNCONFIRMED, { email: [UNCONFIRMED] });
}

/**
 * Starts a session after checkCredentials(). While that was hashing, the account may have got a new
 * password, been deactivated or deleted. So the account is locked with the verified hash unchanged
 * until the session exists: a later change of the password then finds this session and ends it.
 * @throws Problem 401 or 403
 */
async function beginSession(
  db: Database,
  { uuid, passwordHash }: Verified,
  from: Omit<LogIn, 'user'>,
) {
  const account = await shareAccount(db, uuid);
  if (account?.passwordHash !== passwordHash) throw wrongCredentials();
  if (!account.activated) throw unconfirmed();
  const { secret, hash } = newSecret();
  const session = await insertSession(db, { ...from, user: uuid, tokenHash: hash });
  return { secret, ...session };
}

function logLogIn({ log }: Services, { uuid, requestId }: Verified, by: 'browser' | 'app'): void {
  log.info({ requestId, user: uuid, by }, 'a log-in succeeded');
}

export const logIn = publicOperation({
  summary: 'Log in with a browser: the session is a cookie',
  input: credentials,
  prepare: checkCredentials,
  async run({
    db,
    actor,
    prepared: verified,
    userAgent,
    ip,
    device: known,
    services,
    changeSession,
    concerns,
    afterCommit,
  }) {
    concerns({ user: verified.uuid });
    const from = { kind: 'browser', userAgent, ip, device: known } as const;
    const { secret, validUntil, device } = await beginSession(db, verified, from);
    // The new cookie replaces the old session, which nobody can end any more: end it here.
    if (actor) await db.deleteFrom('sessions').where('uuid', '=', actor.session.uuid).execute();
    changeSession({ start: secret, device });
    afterCommit(() => logLogIn(services, verified, 'browser'));
    return { userUuid: verified.uuid, validUntil };
  },
  audit: 'Angemeldet',
});

export const logInMobile = publicOperation({
  summary: 'Log in with an app: the session id is answered, to be sent as a Bearer token',
  input: credentials,
  prepare: checkCredentials,
  async run({ db, actor, prepared: verified, userAgent, ip, services, concerns, afterCommit }) {
    concerns({ user: verified.uuid });
    const from = { kind: 'mobile', userAgent, ip, device: null } as const;
    const { secret, validUntil } = await beginSession(db, verified, from);
    // Ends the token that this one replaces. A browser keeps the session in its cookie.
    if (actor)
      await db
        .deleteFrom('sessions')
        .where('uuid', '=', actor.session.uuid)
        .where('kind', '=', 'mobile')
        .execute();
    afterCommit(() => logLogIn(services, verified, 'app'));
    return { sessionId: secret, userUuid: verified.uuid, validUntil };
  },
  audit: 'In einer App angemeldet',
});

export const logOut = operation({
  summary: 'End the present session',
  input: nothing,
  changesStandingOf: ({ actor }) => [actor.uuid],
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
    const hash = hashSecret(input.session);
    const user = await lockedSessionUser(db, hash);
    concerns({ user });
    await db.deleteFrom('sessions').where('token_hash', '=', hash).execute();
    return { hadSession: user !== undefined };
  },
  audit: ({ output }) => (output.hadSession ? 'In einer App abgemeldet' : null),
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
