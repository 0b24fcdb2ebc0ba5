import { randomBytes, randomInt } from 'node:crypto';
import * as otplib from 'otplib';
import { describe, expect, it } from 'vitest';
import { keyUri, matchingStep, newSecret } from '~/features/factors/totp.server';
import { codeOf, fromBase32, stepAt, toBase32 } from '../support/authenticator';

/** RFC 6238, appendix B, for SHA-1: eight digits there, of which six are the last six. */
const VECTORS: ReadonlyArray<readonly [seconds: number, code: string]> = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
];
const RFC_SECRET = toBase32(Buffer.from('12345678901234567890', 'ascii'));

describe('codes of an app (T3)', () => {
  it.each(VECTORS)('are those of RFC 6238 at %i seconds', (seconds, code) => {
    const six = code.slice(2);
    const step = Math.floor(seconds / 30);
    expect(matchingStep(RFC_SECRET, six, seconds * 1000)).toBe(step);
    expect(codeOf(RFC_SECRET, { now: seconds * 1000 })).toBe(six);
    // Eight digits are none of ours.
    expect(matchingStep(RFC_SECRET, code, seconds * 1000)).toBeNull();
  });

  it('are those of two other implementations, for 10,000 random secrets and times', async () => {
    for (let time = 0; time < 10_000; time++) {
      const secret = toBase32(randomBytes(20));
      const now = randomInt(2 ** 32) * 1000 + randomInt(1000);
      const code = codeOf(secret, { now });
      const step = stepAt(now);
      expect(matchingStep(secret, code, now)).toBe(step);
      const other = otplib.generateSync({ secret, epoch: Math.floor(now / 1000) });
      expect(other).toBe(code);
    }
  });

  it('are good one step early and one step late, and no more (RFC 6238, 5.2)', () => {
    for (let time = 0; time < 500; time++) {
      const secret = newSecret();
      const now = randomInt(2 ** 32) * 1000;
      const codes = [-2, -1, 0, 1, 2].map((offset) => codeOf(secret, { offset, now }));
      // Two steps with one code happen once in a million.
      if (new Set(codes).size < codes.length) continue;
      const steps = codes.map((code) => matchingStep(secret, code, now));
      const step = stepAt(now);
      expect(steps).toEqual([null, step - 1, step, step + 1, null]);
    }
  });

  it('may have blanks within; nothing else is one', () => {
    const now = 59_000;
    for (const typed of ['287082', ' 287 082 ', '287\u00a0082', '2 8 7 0 8 2\n'])
      expect(matchingStep(RFC_SECRET, typed, now), typed).toBe(1);
    const others = [
      ...['', '28708', '2870822', '287-082', '-287082', '+287082', '287082.0', '2.87082e5'],
      ...['２８７０８２', '٢٨٧٠٨٢', '287082\0', '\0', '0x46168', 'abcdef', '287082\u200b'],
      '287082'.repeat(8_000),
    ];
    for (const typed of others)
      expect(matchingStep(RFC_SECRET, typed, now), typed.slice(0, 20)).toBeNull();
  });
});

it('a secret has 160 bits, and is another each time (ASVS V11.5.1)', () => {
  const secrets = Array.from({ length: 1000 }, newSecret);
  expect(new Set(secrets).size).toBe(1000);
  for (const secret of secrets) {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(toBase32(fromBase32(secret))).toBe(secret);
  }
});

it('the address for apps names secret, installation and account (T3)', () => {
  const account = 'jörg+verein@müller.example';
  const uri = new URL(keyUri(RFC_SECRET, { issuer: 'Vereinsheim: Süd & Co', account }));
  expect(uri.protocol).toBe('otpauth:');
  expect(uri.host).toBe('totp');
  const { secret, issuer, algorithm, digits, period } = Object.fromEntries(uri.searchParams);
  expect({ secret, algorithm, digits, period }).toEqual({
    secret: RFC_SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(issuer).toBe('Vereinsheim: Süd & Co');
  expect(decodeURIComponent(uri.pathname)).toContain(account);
});
