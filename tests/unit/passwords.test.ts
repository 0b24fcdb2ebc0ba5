import { expect, it } from 'vitest';
import { createPasswords } from '~/server/passwords';

it('a network alone gets every place to wait, and more are refused until there is room (A11)', async () => {
  const passwords = createPasswords({ cost: 8, processes: 1000, waiting: 3 });
  expect(passwords.hasRoom('192.0.2.1')).toBe(true);
  const flood = Array.from({ length: 8 }, () => passwords.hash('Geheim-und-lang', '192.0.2.1'));
  expect(passwords.hasRoom('192.0.2.1')).toBe(false);
  const settled = await Promise.allSettled(flood);
  const hashes = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  // One runs, and three wait.
  expect(new Set(hashes).size).toBe(4);
  for (const each of settled)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 503 });
  expect(passwords.hasRoom('192.0.2.1')).toBe(true);
  expect(await passwords.verify('Geheim-und-lang', hashes[0] ?? '')).toBe(true);
  await passwords.close();
});
