import { describe, expect, it } from 'vitest';
import { createPasswords } from '~/server/passwords';

describe('passwords on their threads', () => {
  it('have room until as many wait as can be served in time, and again when those are done (A11)', async () => {
    const passwords = createPasswords({ cost: 8, processes: 1000, waiting: 3 });
    expect(passwords.hasRoom('192.0.2.1')).toBe(true);
    const flood = Array.from({ length: 8 }, () => passwords.hash('Geheim-und-lang'));
    expect(passwords.hasRoom('192.0.2.1')).toBe(false);
    const hashes = await Promise.all(flood);
    expect(new Set(hashes).size).toBe(8);
    expect(passwords.hasRoom('192.0.2.1')).toBe(true);
    expect(await passwords.verify('Geheim-und-lang', hashes[0] ?? '')).toBe(true);
    await passwords.close();
  });
});
