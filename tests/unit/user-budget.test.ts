import { describe, expect, it } from 'vitest';
import { createUserBudget, READS, WRITES } from '~/server/user-budget';

describe('what one user may write (ASVS V2.4.1)', () => {
  it('is a list of 1,000 members at once and an hour of work by hand, and then five a second', () => {
    let now = 0;
    const take = createUserBudget(WRITES, () => now);
    for (let member = 0; member < 1500; member++) expect(take('anna', 200)).toBe(0);
    expect(take('anna', 200)).toBe(1);
    expect(take('berta', 200)).toBe(0);
    now += 1000;
    for (let more = 0; more < 5; more++) expect(take('anna', 200)).toBe(0);
    expect(take('anna', 200)).toBe(1);
  });

  it('counts what is large as several, and says how long to wait for it', () => {
    const take = createUserBudget(WRITES, () => 0);
    const large = 1024 * 1024;
    let taken = 0;
    while (take('anna', large) === 0) taken++;
    expect(taken).toBe(23);
    expect(take('anna', large)).toBe(8);
    expect(take('anna', 100)).toBe(0);
  });

  it('keeps nobody for longer than their budget is short', () => {
    let now = 0;
    const take = createUserBudget(WRITES, () => now);
    for (let user = 0; user < 3000; user++) {
      now += 1000;
      expect(take(`user ${user}`, 100)).toBe(0);
    }
    expect(take('user 0', 100)).toBe(0);
  });
});

describe('what one user may read (ASVS V2.4.1)', () => {
  it('is more than people can look at, and then fifty a second', () => {
    let now = 0;
    const take = createUserBudget(READS, () => now);
    for (let read = 0; read < READS.atOnce; read++) expect(take('anna')).toBe(0);
    expect(take('anna')).toBe(1);
    expect(take('berta')).toBe(0);
    now += 1000;
    for (let more = 0; more < READS.perSecond; more++) expect(take('anna')).toBe(0);
    expect(take('anna')).toBe(1);
  });
});
