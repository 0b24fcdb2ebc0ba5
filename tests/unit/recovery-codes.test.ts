import { expect, it } from 'vitest';
import {
  hashRecoveryCode,
  newRecoveryCodes,
  normalizeRecoveryCode,
  saltOf,
} from '~/features/factors/recovery.server';
import { openSecret, sealSecret } from '~/features/factors/sealed.server';
import { QUICK_HASHES } from '../support/factories';

/** As in production; what does not depend on them takes fewer. */
const ROUNDS = 210_000;
const FEW = QUICK_HASHES.rounds;

it('ten recovery codes of 80 bits are made, none like another (T4)', async () => {
  const made = await Promise.all([newRecoveryCodes(FEW), newRecoveryCodes(FEW)]);
  const codes = made.flatMap((each) => each.codes);
  expect(codes).toHaveLength(20);
  expect(new Set(codes).size).toBe(20);
  // Sixteen characters of five bits.
  for (const code of codes)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBeGreaterThan(25);
});

it('what is stored of them is slow to guess, and salted (T4, ASVS V6.5.2)', async () => {
  const [one, other] = await Promise.all([newRecoveryCodes(ROUNDS), newRecoveryCodes(FEW)]);
  const salts = one.hashes.map((hash) => saltOf(hash).toString('hex'));
  expect(new Set(salts).size).toBe(1);
  expect(salts[0]).toHaveLength(32);
  expect(saltOf(other.hashes[0] as Buffer).toString('hex')).not.toBe(salts[0]);
  for (const [at, code] of one.codes.entries()) {
    const normal = normalizeRecoveryCode(code) as string;
    const hash = one.hashes[at] as Buffer;
    expect(await hashRecoveryCode(normal, saltOf(hash), ROUNDS)).toEqual(hash);
    expect(hash.includes(normal)).toBe(false);
  }
});

it('a recovery code may be typed in any case, with blanks, hyphens and look-alikes (T4)', () => {
  for (const typed of [
    '0123-4567-89AB-CDEF',
    'o123 4567 89ab cdef',
    ' oL23–4567—89AB‑CDEF\n',
    'Oi234567 89aBcDeF',
  ])
    expect(normalizeRecoveryCode(typed), typed).toBe('0123456789ABCDEF');
  for (const typed of [
    ...['', '123456', '0123-4567-89AB-CDE', '0123-4567-89AB-CDEF0', '0123-4567-89AB-CDEU'],
    ...['0123-4567-89AB-CDE\0', '０１２３-4567-89AB-CDEF', '0123_4567_89AB_CDEF'],
    'A'.repeat(50_000),
  ])
    expect(normalizeRecoveryCode(typed), typed.slice(0, 30)).toBeNull();
});

it('a stored secret opens only for its user and with the secret that sealed it (T3)', () => {
  const [config, another] = [{ secret: 'x'.repeat(32) }, { secret: 'y'.repeat(32) }];
  const sealed = sealSecret('JBSWY3DPEHPK3PXP', 'anna', config);
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(openSecret(sealed, 'anna', config)).toBe('JBSWY3DPEHPK3PXP');
  expect(openSecret(sealed, 'ben', config)).toBeNull();
  expect(openSecret(sealed, 'anna', another)).toBeNull();
  expect(openSecret('', 'anna', config)).toBeNull();
});
