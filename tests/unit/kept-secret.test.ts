import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '~/config.server';
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

it.each(['', 'x', 'x'.repeat(31), `${'x'.repeat(31)}\n`, ' '.repeat(40)])(
  'a secret that could be guessed is refused, with what to do: %j',
  async (secret) => {
    await writeFile(join(folder, 'session-secret'), secret);
    await expect(keptSecret(folder)).rejects.toThrow(
      /ist zu kurz .*: Spielen Sie die Datei aus der Sicherung/,
    );
    if (secret !== '')
      expect(() => readConfig({ SESSION_SECRET: secret })).toThrow('mindestens 32 Zeichen');
  },
);
