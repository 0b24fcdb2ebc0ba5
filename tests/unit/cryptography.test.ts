import { expect, it } from 'vitest';
import { createPasswords } from '~/server/passwords';

it('passwords are hashed by bcrypt at cost 12, unless a test says otherwise (ASVS V11.4.2)', async () => {
  const passwords = createPasswords();
  try {
    const hash = await passwords.hash('Geheim');
    expect(hash).toMatch(/^\$2[ab]\$12\$/);
    expect(await passwords.verify('Geheim', hash)).toBe(true);
    expect(await passwords.verify('geheim', hash)).toBe(false);
  } finally {
    await passwords.close();
  }
});
