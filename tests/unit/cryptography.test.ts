import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPasswords } from '~/server/passwords';

const sources = ['app', 'db', 'server.ts'].flatMap((place) =>
  place.includes('.')
    ? [place]
    : readdirSync(place, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
        .map((name) => join(place, name)),
);
const texts = sources.map((file) => readFileSync(file, 'utf8'));

/** All distinct matches in the product's sources. */
const said = (pattern: RegExp) =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([found]) => found)))].sort();

it('the sources use only the algorithms listed in docs/security.md (ASVS V11.1.2, V11.3.1, V11.4.1)', () => {
  // A new algorithm needs a row in that document's table, too.
  expect(
    said(
      /\b(create(Hash|Hmac|Cipheriv|Decipheriv|Sign|Verify|DiffieHellman|ECDH)|hkdfSync)\([^,)]*/g,
    ),
  ).toEqual([
    'createCipheriv(CIPHER',
    'createDecipheriv(CIPHER',
    // The key of a list of stolen passwords; it protects nothing.
    "createHash('sha1'",
    "createHash('sha256'",
    "createHmac('sha256'",
    "hkdfSync('sha256'",
  ]);
  expect(said(/\bCIPHER = .*/g)).toEqual(["CIPHER = 'aes-256-gcm';"]);
  expect(
    // A digest may also be a mail that tells of several things; pbkdf2 hashes recovery codes.
    said(/\b((pbkdf2|scrypt|generateKey|publicEncrypt|privateDecrypt|md5|sha1)\w*|digest)\(/gi),
  ).toEqual(['digest(', 'pbkdf2(']);
});

it('secrets come from the CSPRNG and have at least 128 bits (ASVS V11.5.1)', () => {
  expect(said(/\bMath\.random|\bpseudoRandomBytes|\brandom\(\)/g)).toEqual([]);
  // 8 bytes make a request id, 12 a GCM nonce, 16 also a salt; none is secret. 20 make a second
  // factor's secret (RFC 4226, 4). Recovery codes are made of 16 characters of five bits.
  expect(said(/\brandomBytes\([^)]*\)/g)).toEqual([
    'randomBytes(16)',
    'randomBytes(24)',
    'randomBytes(32)',
    'randomBytes(8)',
    'randomBytes(IV_BYTES)',
    'randomBytes(SALT_BYTES)',
    'randomBytes(SECRET_BYTES)',
  ]);
  expect(said(/\brandomInt\([^)]*\)/g)).toEqual(['randomInt(ALPHABET.length)']);
});

it('passwords are hashed by bcrypt at cost 12, unless a test says otherwise (ASVS V11.4.2)', async () => {
  const passwords = createPasswords();
  try {
    const hash = await passwords.hash('Geheim');
    expect(hash).toMatch(/^\$2[ab]\$12\$/);
    expect(await passwords.verify('Geheim', hash)).toBe(true);
    expect(await passwords.verify('geheim', hash)).toBe(false);
  } finally {
    await passwords.close();
  }
});
