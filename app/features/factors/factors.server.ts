import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Secret } from '~/config.server';
import { conflict } from '~/kernel/problem';
import { hashRecoveryCode, normalizeRecoveryCode, saltOf } from './recovery.server';
import { openSecret } from './sealed.server';
import { matchingStep } from './totp.server';
import { NOT_TO_BE_OPENED } from './wording';

/** How a second factor was proved. */
export type Proof = 'totp' | 'recovery';

/** Runs slow hashing in its turn (Passwords.inTurn). */
export type InTurn = <Result>(hashing: (rounds: number) => Promise<Result>) => Promise<Result>;

/**
 * Uses up a code of a user's second factor: each works once, even in a race, and an app's code
 * invalidates older ones (RFC 6238, 5.2; ASVS V6.5.1).
 * @param code as typed: an app's code, or a recovery code
 * @returns the kind of code; null if it is wrong or used up
 * @throws Problem 409 for a code of the app, without having looked at it, if the secret cannot be
 *   opened any more; what `inTurn` throws, with nothing spent
 */
export async function spendCode(
  db: Database,
  { user, code }: { user: string; code: string },
  config: Secret,
  inTurn: InTurn,
): Promise<Proof | null> {
  const recovery = normalizeRecoveryCode(code);
  if (recovery !== null)
    return (await spendRecoveryCode(db, user, recovery, inTurn)) ? 'recovery' : null;
  return (await spendStep(db, user, code, config)) ? 'totp' : null;
}

/**
 * Identifies a user's second factor without revealing it; null without one. Every set-up has a
 * different mark.
 */
export async function factorMark(db: Database, user: string): Promise<string | null> {
  const factor = await factorOf(db, user);
  return factor?.secret ?? null;
}

function factorOf(db: Database, user: string) {
  return db
    .selectFrom('totp')
    .select('secret')
    .where('user_uuid', '=', user)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
}

async function spendStep(db: Database, user: string, code: string, config: Secret) {
  const factor = await factorOf(db, user);
  if (!factor) return false;
  const secret = openSecret(factor.secret, user, config);
  if (secret === null) throw conflict(NOT_TO_BE_OPENED);
  const step = matchingStep(secret, code, Date.now());
  if (step === null) return false;
  const { numUpdatedRows } = await db
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_uuid', '=', user)
    // Still the same one that the code was compared with.
    .where('secret', '=', factor.secret)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function spendRecoveryCode(db: Database, user: string, code: string, inTurn: InTurn) {
  const stored = await db
    .selectFrom('recovery_codes as r')
    .innerJoin('totp as t', 't.user_uuid', 'r.user_uuid')
    .select('r.code_hash as hash')
    .where('r.user_uuid', '=', user)
    .where('t.confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (!stored) return false;
  const hash = await inTurn((rounds) => hashRecoveryCode(code, saltOf(stored.hash), rounds));
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_uuid', '=', user)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
