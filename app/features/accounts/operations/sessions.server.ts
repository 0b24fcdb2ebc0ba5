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

/** Starts a session. */
async function enter(
  work: Work<Actor | null, unknown, unknown, Verified>,
  kind: Actor['session']['kind'],
) {
  const { db, actor: before, prepared: verified, userAgent, ip, device, services } = work;
  const { uuid: userUuid, proof } = verified;
  work.concerns({ user: userUuid });
  const from = { kind, userAgent, ip, device, before };
  const begun = await beginSession(db, verified, services, from);
  work.afterCommit(() => noteLogIn(services, verified, kind));
  return { ...begun, userUuid, proof };
}

/** What both steps of a browser's log-in end with. */
async function enterByBrowser(work: Work<Actor | null, unknown, unknown, Verified>) {
  const { secret, device, ...entered } = await enter(work, 'browser');
  work.changeSession({ start: secret, device });
  return entered;
}

export const logIn = publicOperation({
  summary: 'Log in with a browser: the session is a cookie',
  description: ASKS_FOR_CODE,
  input: credentials,
  prepare: checkCredentials,
  run: enterByBrowser,
  audit: audited('Eingeloggt'),
});

export const completeLogIn = publicOperation({
  summary: 'Complete the log-in with a browser by a code of the second factor',
  input: secondStep,
  prepare: checkSecondStep,
  run: enterByBrowser,
  audit: audited('Eingeloggt'),
});

export const logInMobile = publicOperation({
  summary: 'Log in with an app: the session id is answered, to be sent as a Bearer token',
  description: ASKS_FOR_CODE,
  input: credentials,
  prepare: checkCredentials,
  async run(work) {
    const { secret: sessionId, ...entered } = await enter(work, 'mobile');
    return { sessionId, ...entered };
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
