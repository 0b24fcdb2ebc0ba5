import { z } from 'zod';
import type { Database } from '#db/connection';
import type { Secret } from '~/config.server';
import { checkCode, factorMark, type Proof } from '~/features/factors/rules/check.server';
import { WRONG_CODE } from '~/features/factors/wording';
import type { Caller } from '~/kernel/operation';
import { Problem, SECOND_FACTOR, tooMany } from '~/kernel/problem';
import { sealedValues } from '~/kernel/seal.server';
import { newSecret } from '~/kernel/secret.server';
import type { Services } from '~/kernel/services.server';
import { queueMail } from '~/mail/queue.server';
import { credentialsMark, isMarkOf } from './email-change.server';
import { insertSession, type NewSession } from './queries/sessions.server';
import { type Account, accountById, credentialsByEmail, shareAccount } from './queries.server';
import { hashedOr, loginSucceeded, passwordWasRight, tryLogIn } from './rules/limits.server';
import { requireRoom } from './rules/passwords.server';
import { CODE_MISSING, LOGIN_TOO_OLD, UNCONFIRMED, WRONG_CREDENTIALS } from './wording';

/** Logging in by the password and, where there is one, the second factor (A8, T3). */

type Trying = Omit<Caller, 'actor'> & { db: Database };

/** Somebody who knew the password. */
interface Known {
  readonly uuid: string;
  readonly email: string;
  /** Of password and address at that time. */
  readonly mark: string;
  /** What the second step came with; trying again does not renew it. */
  readonly passwordProof?: string;
}

/** Somebody who may log in. */
export interface Verified extends Known {
  /** Identifies the account's second factor; null without one. */
  readonly factor: string | null;
  readonly proof: Proof | 'none';
  readonly ip: string;
  /** For the log line. */
  readonly requestId: string;
}

/**
 * Checks e-mail, password and second factor. Takes as long if there is no such account, and reveals
 * nothing about a second factor without the password. Logs the outcome with the ids of request and
 * account only (ASVS V16.3.1).
 * @throws Problem 401, 403, 429, or 503 with nothing counted or spent
 */
export async function checkCredentials(
  trying: Trying & { input: { email: string; password: string; code?: string | null } },
): Promise<Verified> {
  const { db, input, services, ip, requestId } = trying;
  const { limits, log } = services;
  requireRoom(services, ip);
  const attempt = await tryLogIn(limits, input.email, ip);
  const { wait, takeBack } = attempt;
  if (wait > 0) {
    log.warn({ requestId, wait }, 'a log-in came too early');
    throw tooMany(wait);
  }
  const account = await credentialsByEmail(db, input.email);
  const correct = await hashedOr(
    takeBack,
    services.passwords.verify(input.password, account?.passwordHash ?? null, ip),
  );
  if (!account || !correct) {
    log.warn({ requestId, user: account?.uuid }, 'a log-in failed');
    throw wrongCredentials();
  }
  await passwordWasRight(attempt);
  // Revealed only to someone who knows the password (A5).
  if (!account.activated) {
    log.warn({ requestId, user: account.uuid }, 'a log-in to an unconfirmed account');
    throw unconfirmed();
  }
  return checkFactor(trying, { ...account, mark: credentialsMark(account) }, input.code);
}

/**
 * Checks the code of a user whose password was right within the last ten minutes.
 * @param input the first step's result, and the code
 * @throws Problem 401, 403 or 429
 */
export async function checkSecondStep(
  trying: Trying & { input: { passwordProof: string; code: string } },
): Promise<Verified> {
  const { db, input, services, requestId } = trying;
  const opened = openPasswordProof(input.passwordProof, services.config);
  const account = opened && (await accountById(db, opened.user));
  if (!opened || !account?.activated || !isMarkOf(opened.mark, account)) {
    services.log.warn({ requestId, user: opened?.user }, 'a log-in was begun too long ago');
    throw tooOld();
  }
  const { passwordProof } = input;
  return checkFactor(trying, { ...account, mark: opened.mark, passwordProof }, input.code);
}

/** @throws Problem 401 or 429 */
async function checkFactor(
  trying: Trying,
  { uuid, email, mark, passwordProof }: Known,
  typed: string | null | undefined,
): Promise<Verified> {
  const { db, services, ip, requestId } = trying;
  const known = { uuid, email, mark, passwordProof };
  const factor = await factorMark(db, uuid);
  if (factor === null) return { ...known, factor, proof: 'none', ip, requestId };
  const isMissing = typed === null || typed === undefined;
  if (isMissing) services.log.info({ requestId, user: uuid }, 'a log-in needs its second factor');
  if (isMissing) throw factorNeeded(known, services);
  if (typed.trim() === '') throw factorNeeded(known, services, CODE_MISSING);
  const proof = await checkCode(trying, uuid, typed).catch((error) => {
    throw error instanceof Problem ? goingOn(error, known, services) : error;
  });
  if (!proof) throw factorNeeded(known, services, WRONG_CODE);
  return { ...known, factor, proof, ip, requestId };
}

/**
 * Starts a session after the checks above. Since then the account may have got a new password or
 * second factor, or been deactivated or deleted. So it is locked, and all of that checked to be
 * unchanged, until the session exists: a later change then finds this session and ends it.
 * @throws Problem 401 or 403
 */
export async function beginSession(
  db: Database,
  verified: Verified,
  services: Services,
  from: Omit<NewSession, 'user' | 'tokenHash'>,
) {
  const account = await shareAccount(db, verified.uuid);
  requireSame(account, verified);
  const factor = await factorMark(db, verified.uuid);
  // A factor that was removed meanwhile is not asked for.
  if (factor !== null && factor !== verified.factor) throw factorNeeded(verified, services);
  const { secret, hash } = newSecret();
  const session = await insertSession(db, {
    ...from,
    user: verified.uuid,
    tokenHash: hash,
    byCode: verified.proof !== 'none',
  });
  if (verified.proof === 'recovery')
    await queueMail(db, 'recoveryCodeUsed', { user: verified.uuid });
  return { secret, ...session };
}

function requireSame(account: Account | undefined, { mark }: Known): void {
  if (!account || !isMarkOf(mark, account)) throw wrongCredentials();
  if (!account.activated) throw unconfirmed();
}

/** Call it once the session exists: the network is known from now on, and the log gets its line. */
export async function noteLogIn(
  { log, limits }: Services,
  { uuid, email, ip, requestId, proof }: Verified,
  kind: NewSession['kind'],
): Promise<void> {
  const by = kind === 'mobile' ? 'app' : kind;
  log.info({ requestId, user: uuid, by, factor: proof }, 'a log-in succeeded');
  await loginSucceeded(limits, email, ip);
}

function wrongCredentials() {
  const wrong = [WRONG_CREDENTIALS];
  return new Problem(401, 'Einloggen fehlgeschlagen', WRONG_CREDENTIALS, {
    email: wrong,
    password: wrong,
  });
}

function unconfirmed() {
  return new Problem(403, 'Einloggen fehlgeschlagen', UNCONFIRMED, { email: [UNCONFIRMED] });
}

const tooOld = () => new Problem(401, 'Einloggen fehlgeschlagen', LOGIN_TOO_OLD);

/** @param wrong what is wrong with the code; absent where there is none yet */
function factorNeeded(known: Known, services: Services, wrong?: string) {
  const problem = new Problem(
    401,
    'Handy-Code nötig',
    wrong ?? 'Zum Einloggen fehlt noch der Code aus Ihrer Authenticator-App.',
    wrong === undefined ? undefined : { code: [wrong] },
    undefined,
    SECOND_FACTOR,
  );
  return goingOn(problem, known, services);
}

/** A problem after which the second step is shown, again or for the first time. */
function goingOn(
  { status, title, detail, errors, headers, type }: Problem,
  known: Known,
  { config }: Services,
) {
  const { uuid, email, mark, passwordProof = newPasswordProof(uuid, mark, config) } = known;
  const values = { email, passwordProof };
  return new Problem(status, title, detail, errors, headers, type, values);
}

/**
 * What the first step of a log-in passes to the second, in the page: proof that the password was
 * right. It grants nothing alone, and ends when password or address change (docs/decisions/0043).
 */

const MAX_AGE_MS = 10 * 60 * 1000;

const proofs = sealedValues(
  'password proof',
  z.strictObject({ user: z.string(), mark: z.string(), until: z.number() }),
);

/** @param mark of the credentials that were right (credentialsMark) */
function newPasswordProof(user: string, mark: string, config: Secret): string {
  return proofs.seal({ user, mark, until: Date.now() + MAX_AGE_MS }, config);
}

/** @returns null for what was not sealed here, or more than ten minutes ago */
function openPasswordProof(proof: string, config: Secret): { user: string; mark: string } | null {
  const found = proofs.open(proof, config);
  if (!found) return null;
  const { user, mark, until } = found;
  return until > Date.now() ? { user, mark } : null;
}
