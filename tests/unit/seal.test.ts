import { expect, it } from 'vitest';
import { seal, unseal } from '~/kernel/seal.server';

const secret = 's'.repeat(32);

it('a sealed text is unreadable, different each time, and can be opened (D4)', () => {
  const text = 'Ein Code: äöü-_42';
  const [first, second] = [seal(text, secret), seal(text, secret)];
  expect(first).not.toBe(second);
  expect(Buffer.from(first, 'base64url').toString('latin1')).not.toContain('Code');
  expect(unseal(first, secret)).toBe(text);
  expect(unseal(second, secret)).toBe(text);
});

it('a sealed text opens only unchanged and with its own secret', () => {
  const sealed = seal('code', secret);
  expect(() => unseal(sealed, 't'.repeat(32))).toThrow();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(changed.toString('base64url'), secret)).toThrow();
  }
  expect(() => unseal(bytes.subarray(0, 20).toString('base64url'), secret)).toThrow();
  expect(() => unseal('', secret)).toThrow();
});
