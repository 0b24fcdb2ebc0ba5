import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { seal, unseal, unsealed } from '~/kernel/seal.server';
import { AES_GCM, type Cipher, openBytes, sealBytes, sealing } from '~/kernel/sealing.server';
import { sealedBefore } from '../support/released';

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
  // Without its version it is none of the released version's either.
  expect(unsealed(bytes.subarray(1).toString('base64url'), secret)).toBeNull();
});

it('what is sealed for one purpose opens for no other (ASVS V11.2.2)', () => {
  const sealed = sealBytes(Buffer.from('code'), 'link answer', secret);
  expect(openBytes(sealed, 'link answer', secret)?.toString()).toBe('code');
  expect(openBytes(sealed, 'link unsubscribe', secret)).toBeNull();
  expect(unsealed(sealed.toString('base64url'), secret)).toBeNull();
});

it('seals begin with their version, and those of the released version, which have none, open too (ASVS V11.2.2)', () => {
  expect(bytesOf(seal('code', secret))[0]).toBe(1);
  const firsts = new Set<number | undefined>();
  // One of 256 happens to begin like a version.
  for (let tries = 0; tries < 20_000 && !firsts.has(1); tries++) {
    const before = sealedBefore(Buffer.from('Codé'), 'seal', secret);
    firsts.add(bytesOf(before)[0]);
    if (tries < 20 || firsts.has(1)) expect(unseal(before, secret)).toBe('Codé');
  }
  expect(firsts).toContain(1);
  expect(unsealed(sealedBefore(Buffer.from('code'), 'seal', 't'.repeat(32)), secret)).toBeNull();
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

it('another cipher takes over while seals of the present one, and of the released version, still open (ASVS V11.2.2)', () => {
  const next = sealing([successor, AES_GCM]);
  const before = bytesOf(sealedBefore(Buffer.from('vor'), 'seal', secret));
  const present = sealBytes(Buffer.from('jetzt'), 'seal', secret);
  const after = next.sealBytes(Buffer.from('dann'), 'seal', secret);
  expect([present[0], after[0]]).toEqual([1, 2]);
  const opened = [before, present, after].map((each) => next.openBytes(each, 'seal', secret));
  expect(opened.map(String)).toEqual(['vor', 'jetzt', 'dann']);
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
  const older = sealedBefore(Buffer.from('code'), 'seal', former);
  for (const each of [sealed, older, seal('code', secret)])
    expect(unseal(each, secrets)).toBe('code');
  expect(unsealed(sealed, secret)).toBeNull();
  expect(unsealed(seal('code', 'h'.repeat(32)), secrets)).toBeNull();
});
