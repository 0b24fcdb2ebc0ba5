import { pbkdf2, randomBytes, randomInt } from 'node:crypto';

/** Recovery codes (T4), for users who have lost their authenticator app. */

const COUNT = 10;
/** Crockford's base32, without characters that look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits. */
const LENGTH = 16;
const GROUP = 4;

/** The first byte of what is stored: how it was hashed (docs/decisions/0004). */
const VERSION = Buffer.of(1);
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * Ten new recovery codes.
 * @param rounds of PBKDF2, from Passwords.inTurn()
 * @returns the codes as people see them, 'ABCD-EFGH-JKMN-PQRS', and what is stored of each; it takes
 *   a second of work, on another thread: call it outside the transaction
 */
export async function newRecoveryCodes(rounds: number) {
  const codes = Array.from({ length: COUNT }, newCode);
  // One salt for all, so that finding a code takes one hash.
  const salt = randomBytes(SALT_BYTES);
  const hashes: Buffer[] = [];
  // One after the other: all at once would block every thread that file and name lookups need.
  for (const code of codes)
    hashes.push(await hashRecoveryCode(normalizeRecoveryCode(code) ?? '', salt, rounds));
  return { codes, hashes };
}

function newCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return characters.join('').replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

/**
 * A recovery code as it is hashed, whatever its case, blanks and hyphens, and with the letters that
 * Crockford's base32 leaves out read as the digits that they look like.
 * @returns null if it cannot be one
 */
export function normalizeRecoveryCode(typed: string): string | null {
  const code = typed
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return code.length === LENGTH && /^[0-9A-HJKMNP-TV-Z]+$/.test(code) ? code : null;
}

/**
 * What is stored of a code: version, salt and hash, by PBKDF2-HMAC-SHA-512 (ASVS V6.5.2 asks for it
 * below 112 bits).
 * @param code normalised
 * @param salt as saltOf() finds it in a stored one
 */
export function hashRecoveryCode(code: string, salt: Buffer, rounds: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    pbkdf2(code, salt, rounds, HASH_BYTES, 'sha512', (error, hash) =>
      error ? reject(error) : resolve(Buffer.concat([VERSION, salt, hash])),
    );
  });
}

export const saltOf = (hash: Buffer): Buffer =>
  hash.subarray(VERSION.length, VERSION.length + SALT_BYTES);
