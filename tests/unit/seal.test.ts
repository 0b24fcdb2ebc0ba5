import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { seal, unseal, unsealed } from '~/kernel/seal.server';
import { AES_GCM, type Cipher, openBytes, sealBytes, sealing } from '~/kernel/sealing.server';

const secret = 's'.repeat(32);
const bytesOf = (sealed: string) => Buffer.from(sealed, 'base64url');

it('a sealed text is unreadable, different each time, and can be opened (D4)', () => {
  const text = 'Ein Code: äöü-_42';
  const [first, second] = [seal(text, secret), seal(text, secret)];
  expect(first).not.toBe(second);
  expect(bytesOf(first).toString('latin1')).not.toContain('Code');
  expect(unseal(first, secret)).toBe(text);
  expect(unseal(second, secret)).toBe(text);
});

it('a sealed text opens only unchanged and with its own secret, its version included', () => {
  const sealed = seal('code', secret);
  expect(() => unseal(sealed, 't'.repeat(32))).toThrow();
  const bytes = bytesOf(sealed);
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(changed.toString('base64url'), secret)).toThrow();
  }
  for (let length = 0; length < bytes.length; length++)
    expect(unsealed(bytes.subarray(0, length).toString('base64url'), secret)).toBeNull();
  // Without its version it is none.
  expect(unsealed(bytes.subarray(1).toString('base64url'), secret)).toBeNull();
});

it('what is sealed for one purpose opens for no other (ASVS V11.2.2)', () => {
  const sealed = sealBytes(Buffer.from('code'), 'link answer', secret);
  expect(openBytes(sealed, 'link answer', secret)?.toString()).toBe('code');
  expect(openBytes(sealed, 'link unsubscribe', secret)).toBeNull();
  expect(unsealed(sealed.toString('base64url'), secret)).toBeNull();
});

/** As if AES-GCM were broken: another cipher, another key. */
const successor: Cipher = {
  version: 2,
  seal(bytes, purpose, given) {
    const nonce = randomBytes(12);
    const key = scryptSync(given, `2 ${purpose}`, 32, { N: 2 });
    const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 });
    const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, text, cipher.getAuthTag()]);
  },
  open(sealed, purpose, given) {
    const key = scryptSync(given, `2 ${purpose}`, 32, { N: 2 });
    const options = { authTagLength: 16 };
    const cipher = createDecipheriv('chacha20-poly1305', key, sealed.subarray(0, 12), options);
    cipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([cipher.update(sealed.subarray(12, -16)), cipher.final()]);
  },
};

it('another cipher takes over while seals of the present one still open (ASVS V11.2.2)', () => {
  const next = sealing([successor, AES_GCM]);
  const present = sealBytes(Buffer.from('jetzt'), 'seal', secret);
  const after = next.sealBytes(Buffer.from('dann'), 'seal', secret);
  expect([present[0], after[0]]).toEqual([1, 2]);
  const opened = [present, after].map((each) => next.openBytes(each, 'seal', secret));
  expect(opened.map(String)).toEqual(['jetzt', 'dann']);
  // A server that does not know the successor yet takes its seals for forged, and fails no further.
  expect(openBytes(after, 'seal', secret)).toBeNull();
  // A version cannot be passed off as another.
  for (const [sealed, version] of [[present, 2] as const, [after, 1] as const]) {
    const other = Buffer.concat([Buffer.of(version), sealed.subarray(1)]);
    expect(next.openBytes(other, 'seal', secret)).toBeNull();
  }
  // The present cipher can be dropped in turn.
  expect(sealing([successor]).openBytes(present, 'seal', secret)).toBeNull();
});

it('a former secret opens and never seals (ASVS V11.2.2)', () => {
  const former = 'f'.repeat(32);
  const secrets = [secret, 'g'.repeat(32), former];
  const sealed = seal('code', former);
  for (const each of [sealed, seal('code', secret)]) expect(unseal(each, secrets)).toBe('code');
  expect(unsealed(sealed, secret)).toBeNull();
  expect(unsealed(seal('code', 'h'.repeat(32)), secrets)).toBeNull();
});
