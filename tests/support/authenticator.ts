import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { newRecoveryCodes } from '~/features/factors/recovery.server';
import { sealPending, sealSecret } from '~/features/factors/sealed.server';
import type { TestApp } from './app';
import { QUICK_HASHES } from './factories';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 (RFC 4648) of the product's secrets, without padding. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The current time step (RFC 6238). @param now milliseconds since 1970 */
export const stepAt = (now: number): number => Math.floor(now / 30_000);

/**
 * What an authenticator app shows: HOTP (RFC 4226) of the time step, written anew from the RFCs.
 * @param secret in base32
 * @param offset steps by which the app's clock is fast
 */
export function codeOf(secret: string, { offset = 0, now = Date.now() } = {}): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(stepAt(now) + offset));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** A code that is wrong at every step near the current one. */
export function wrongCode(secret: string): string {
  const near = [-3, -2, -1, 0, 1, 2, 3].map((offset) => codeOf(secret, { offset }));
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (code) => !near.includes(code),
  ) as string;
}

/**
 * Gives a user a second factor, replacing another. Their sessions count as having just proved it,
 * like the one that sets it up.
 * @returns its secret in base32
 */
export async function giveFactor(
  { db, config }: Pick<TestApp, 'db'> & { config: Pick<TestApp['config'], 'secret'> },
  { uuid }: { uuid: string },
): Promise<string> {
  const secret = toBase32(randomBytes(20));
  const factor = {
    secret: sealSecret(secret, uuid, config),
    confirmed_at: new Date(),
    last_step: 0,
  };
  await db
    .insertInto('totp')
    .values({ user_uuid: uuid, ...factor })
    .onConflict((same) => same.column('user_uuid').doUpdateSet(factor))
    .execute();
  await db
    .updateTable('sessions')
    .set(({ ref }) => ({ code_proved_at: ref('authenticated_at') }))
    .where('user_uuid', '=', uuid)
    .execute();
  return secret;
}

/**
 * Gives a user a second factor that their newest session is still setting up, or one that is over.
 * @returns its secret in base32
 */
export async function beginFactor(
  { db, config }: Pick<TestApp, 'db' | 'config'>,
  { uuid }: { uuid: string },
): Promise<string> {
  const newest = await db
    .selectFrom('sessions')
    .select('uuid')
    .where('user_uuid', '=', uuid)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  const session = newest ?? { uuid: randomUUID() };
  const secret = toBase32(randomBytes(20));
  const sealed = sealPending(secret, { uuid, session }, config);
  await db.insertInto('totp').values({ user_uuid: uuid, secret: sealed }).execute();
  return secret;
}

/** Takes a user's second factor away, with its recovery codes. */
export async function takeFactor({ db }: Pick<TestApp, 'db'>, { uuid }: { uuid: string }) {
  await db.deleteFrom('totp').where('user_uuid', '=', uuid).execute();
}

/** Gives a user with a second factor ten recovery codes. @returns them, as shown */
export async function giveRecoveryCodes(
  { db }: Pick<TestApp, 'db'>,
  { uuid }: { uuid: string },
): Promise<string[]> {
  const { codes, hashes } = await newRecoveryCodes(QUICK_HASHES.rounds);
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_uuid: uuid, code_hash: hash })))
    .execute();
  return codes;
}

export async function accountWithFactor(app: TestApp) {
  const user = await app.make.user();
  return { ...user, secret: await giveFactor(app, user) };
}

/** Lets every code be used again, instead of waiting for the next one. */
export async function forgetStep({ db }: Pick<TestApp, 'db'>, { uuid }: { uuid: string }) {
  await db.updateTable('totp').set({ last_step: 0 }).where('user_uuid', '=', uuid).execute();
}
