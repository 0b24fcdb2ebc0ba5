import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPasswords } from '~/server/passwords';

/** The product's own sources. */
const sources = ['app', 'db', 'migrations', 'server.ts'].flatMap((place) =>
  place.includes('.')
    ? [place]
    : readdirSync(place, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
        .map((name) => join(place, name)),
);
const texts = sources.map((file) => readFileSync(file, 'utf8'));

/** Every distinct match in the sources. */
const said = (pattern: RegExp) =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([found]) => found)))].sort();

describe('the cryptography of docs/security.md, "Keys and algorithms"', () => {
  it('the cryptography in docs/security.md is all there is: a new algorithm belongs into that table and here (ASVS V11.1.2, V11.3.1, V11.4.1)', () => {
    expect(
      said(
        /\b(create(Hash|Hmac|Cipheriv|Decipheriv|Sign|Verify|DiffieHellman|ECDH)|hkdfSync)\([^,)]*/g,
      ),
    ).toEqual([
      'createCipheriv(CIPHER',
      'createDecipheriv(CIPHER',
      "createHash('sha256'",
      "createHmac('sha256'",
      "hkdfSync('sha256'",
    ]);
    expect(said(/\bCIPHER = .*/g)).toEqual(["CIPHER = 'aes-256-gcm';"]);
    expect(
      said(/\b(pbkdf2|scrypt|generateKey\w*|publicEncrypt|privateDecrypt|md5|sha1|digest)\w*\(/gi),
    ).toEqual(['digest(']);
  });

  it('the cryptography in docs/security.md draws what must not be guessed from the CSPRNG, and 128 bits of it (ASVS V11.5.1)', () => {
    expect(said(/\bMath\.random|\bpseudoRandomBytes|\brandom\(\)/g)).toEqual([]);
    // 8 bytes are a request's reference, 12 a nonce of GCM; neither is a secret.
    expect(said(/\brandomBytes\([^)]*\)/g)).toEqual([
      'randomBytes(16)',
      'randomBytes(24)',
      'randomBytes(32)',
      'randomBytes(8)',
      'randomBytes(IV_BYTES)',
    ]);
  });

  it('the cryptography in docs/security.md keeps passwords by bcrypt at cost 12, unless a test says otherwise (ASVS V11.4.2)', async () => {
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
});
