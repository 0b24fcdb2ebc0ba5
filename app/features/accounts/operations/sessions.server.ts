import type { Actor } from '~/kernel/actor';
import { nothing } from '~/kernel/fields';
import type { Work } from '~/kernel/operation';
import { loggedIn, operation, publicOperation } from '~/kernel/operation.server';
import { hashesOf } from '~/kernel/secret.server';
import {
  beginSession,
  checkCredentials,
  checkSecondStep,
  noteLogIn,
  type Verified,
} from '../login.server';
import { lockedSessionUser } from '../queries/sessions.server';
import { credentials, mobileSession, secondStep } from '../schema';

const ASKS_FOR_CODE =
  'Where the account has a second factor and `code` is missing: 401 of type /problems/second-factor, and nothing has ' +
  'changed; the call is to be repeated with the code of the app, or a recovery code. A wrong one gets the same type, ' +
  'with `errors.code`. Without a second factor `code` is not looked at.';

const audited =
  (sentence: string) =>
  ({ output }: { output: Pick<Verified, 'proof'> }) =>
    output.proof === 'recovery' ? `${sentence}, mit einem Wiederherstellungscode` : sentence;

export const logIn = publicOperation({
  summary: 'Log in with a browser: the session is a cookie',
  description: ASKS_FOR_CODE,
  input: credentials,
  prepare: checkCredentials,
  run: (work) => enter(work),
  audit: audited('Eingeloggt'),
});

/** Starts a browser's session. */
async function enter(work: Work<Actor | null, unknown, unknown, Verified>) {
  const { db, actor, prepared: verified, userAgent, ip, services } = work;
  work.concerns({ user: verified.uuid });
  const from = { kind: 'browser', userAgent, ip, device: work.device } as const;
  const { secret, validUntil, device } = await beginSession(db, verified, services, from);
  // The new cookie replaces the old session, which nobody could end later: end it here.
  if (actor) await db.deleteFrom('sessions').where('uuid', '=', actor.session.uuid).execute();
  work.changeSession({ start: secret, device });
  work.afterCommit(() => noteLogIn(services, verified, 'browser'));
  return { userUuid: verified.uuid, validUntil, proof: verified.proof };
}

export const completeLogIn = publicOperation({
  summary: 'Complete the log-in with a browser by a code of the second factor',
  input: secondStep,
  prepare: checkSecondStep,
  run: (work) => enter(work),
  audit: audited('Eingeloggt'),
});

export const logInMobile = publicOperation({
  summary: 'Log in with an app: the session id is answered, to be sent as a Bearer token',
  description: ASKS_FOR_CODE,
  input: credentials,
  prepare: checkCredentials,
  async run(work) {
    const { db, actor, prepared: verified, userAgent, ip, services } = work;
    work.concerns({ user: verified.uuid });
    const from = { kind: 'mobile', userAgent, ip, device: null } as const;
    const { secret, validUntil } = await beginSession(db, verified, services, from);
    // Ends the token that this one replaces. A browser keeps the session in its cookie.
    if (actor)
      await db
        .deleteFrom('sessions')
        .where('uuid', '=', actor.session.uuid)
        .where('kind', '=', 'mobile')
        .execute();
    work.afterCommit(() => noteLogIn(services, verified, 'app'));
    const { uuid: userUuid, proof } = verified;
    return { sessionId: secret, userUuid, validUntil, proof };
  },
  audit: audited('In einer App eingeloggt'),
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
  audit: 'Ausgeloggt',
});

export const logOutMobile = publicOperation({
  summary: 'End the session that is named by its id',
  description: 'Knowing the id is holding the session; an unknown one is no error, it has ended.',
  input: mobileSession,
  async run({ db, input, concerns }) {
    const hashes = hashesOf(input.session);
    const user = await lockedSessionUser(db, hashes);
    concerns({ user });
    await db.deleteFrom('sessions').where('token_hash', 'in', hashes).execute();
    return { hadSession: user !== undefined };
  },
  audit: ({ output }) => (output.hadSession ? 'In einer App ausgeloggt' : null),
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
