import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '~/config.server';
import { openFor, sealFor } from '~/kernel/seal.server';
import { keptSecret } from '~/server/kept-secret';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vereinsheim-secret-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the secret is created once and kept (ASVS V11.5.1)', async () => {
  const made = await keptSecret(folder);
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(await keptSecret(folder)).toBe(made);
});

it('a line break at the end of the secret, gone or added, ends nothing that was sealed (T4, I3)', async () => {
  const secret = 'g'.repeat(32);
  const file = join(folder, 'session-secret');
  for (const [before, after] of [
    [secret, `${secret}\n`],
    [`${secret}\n`, secret],
    [secret, `${secret}\r\n`],
  ] as const) {
    // As versions did that took the file as it was.
    const sealed = sealFor('factor', 'JBSWY3DP', { secret: before });
    await writeFile(file, after);
    const kept = { secret: await keptSecret(folder) };
    expect(openFor('factor', sealed, kept)).toBe('JBSWY3DP');
    const moved = { secret: 'n'.repeat(32), formerSecrets: [kept.secret] };
    expect(openFor('factor', sealed, moved)).toBe('JBSWY3DP');
    expect(readConfig({ SESSION_SECRET: after }).secret).toBe(secret);
  }
});

it.each(['', 'x', 'x'.repeat(31), `${'x'.repeat(31)}\n`, ' '.repeat(40)])(
  'a secret that could be guessed is refused, with what to do: %j',
  async (secret) => {
    await writeFile(join(folder, 'session-secret'), secret);
    await expect(keptSecret(folder)).rejects.toThrow(
      /ist zu kurz .*: Spielen Sie die Datei aus der Sicherung .*aber Handy-Codes aus Apps .* gelten nicht mehr/,
    );
    if (secret !== '')
      expect(() => readConfig({ SESSION_SECRET: secret })).toThrow('mindestens 32 Zeichen');
  },
);
