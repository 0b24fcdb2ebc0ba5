import { afterEach, expect, it, vi } from 'vitest';
import { newPasswordProof, openPasswordProof } from '~/features/accounts/login.server';

const config = { secret: 's'.repeat(32) };
const proven = { user: 'u', mark: 'm' };

afterEach(() => vi.useRealTimers());

it('a right password counts for ten minutes at the second step (T3, ASVS V9.2.1)', () => {
  vi.useFakeTimers({ now: Date.UTC(2040, 0, 1), toFake: ['Date'] });
  const proof = newPasswordProof(proven.user, proven.mark, config);
  vi.setSystemTime(Date.UTC(2040, 0, 1, 0, 9, 59));
  expect(openPasswordProof(proof, config)).toEqual(proven);
  vi.setSystemTime(Date.UTC(2040, 0, 1, 0, 10, 1));
  expect(openPasswordProof(proof, config)).toBeNull();
});

it('a right password is proved under a former SESSION_SECRET, and no other (ASVS V9.1.1)', () => {
  const proof = newPasswordProof(proven.user, proven.mark, config);
  const next = { secret: 'n'.repeat(32) };
  expect(openPasswordProof(proof, next)).toBeNull();
  expect(openPasswordProof(proof, { ...next, formerSecrets: [config.secret] })).toEqual(proven);
});
