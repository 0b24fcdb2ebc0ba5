import { expect, it } from 'vitest';
import { createUserBudget, READS, WRITES } from '~/server/user-budget';

it('a user may write 1,000 members at once and an hour of work by hand, then five a second (ASVS V2.4.1)', () => {
  let now = 0;
  const take = createUserBudget(WRITES, () => now);
  for (let member = 0; member < 1500; member++) expect(take('anna', 200)).toBe(0);
  expect(take('anna', 200)).toBe(1);
  expect(take('berta', 200)).toBe(0);
  now += 1000;
  for (let more = 0; more < 5; more++) expect(take('anna', 200)).toBe(0);
  expect(take('anna', 200)).toBe(1);
});

it('a large write counts as several, and the wait grows with it (ASVS V2.4.1)', () => {
  const take = createUserBudget(WRITES, () => 0);
  const large = 1024 * 1024;
  let taken = 0;
  while (take('anna', large) === 0) taken++;
  expect(taken).toBe(23);
  expect(take('anna', large)).toBe(8);
  expect(take('anna', 100)).toBe(0);
});

it('a user is forgotten once their budget is full again (ASVS V2.4.1)', () => {
  let now = 0;
  const take = createUserBudget(WRITES, () => now);
  for (let user = 0; user < 3000; user++) {
    now += 1000;
    expect(take(`user ${user}`, 100)).toBe(0);
  }
  expect(take('user 0', 100)).toBe(0);
});

it('a user may read more than people can look at, then fifty a second (ASVS V2.4.1)', () => {
  let now = 0;
  const take = createUserBudget(READS, () => now);
  for (let read = 0; read < READS.atOnce; read++) expect(take('anna')).toBe(0);
  expect(take('anna')).toBe(1);
  expect(take('berta')).toBe(0);
  now += 1000;
  for (let more = 0; more < READS.perSecond; more++) expect(take('anna')).toBe(0);
  expect(take('anna')).toBe(1);
});
