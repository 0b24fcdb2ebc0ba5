import { expect, it } from 'vitest';
import { createPasswords } from '~/server/passwords';

it('passwords are hashed by bcrypt at cost 12, unless a test says otherwise (ASVS V11.4.2)', async () => {
  const passwords = createPasswords();
  try {
    expect(await passwords.hash('Geheim')).toMatch(/^\$2[ab]\$12\$/);
  } finally {
    await passwords.close();
  }
});
