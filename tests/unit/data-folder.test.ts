import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { backupCommand } from '~/server/backup-command';

const { argv } = process;
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.argv = argv;
  process.exitCode = undefined;
});

/** Runs a command. @returns what it says */
async function said(settings: Record<string, string>, writes: boolean): Promise<string> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  process.argv = [...argv.slice(0, 2), 'backup.gz'];
  const lines: unknown[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(line) > 0);
  await backupCommand('usage', { flags: [], writes }, async () => ['done', {}]);
  return lines.join('');
}

it('what changes the database begins only with a data folder that takes the erasures (S3, I2)', async () => {
  // Not even root can create a folder there.
  const DATA_DIR = process.platform === 'linux' ? '/proc/vereinsheim' : '/dev/vereinsheim';
  const closed = { DATA_DIR, DATABASE_URL: 'postgres://localhost:1/verein' };
  expect(await said(closed, true)).toBe(
    `In den Datenordner ${DATA_DIR} kann dieser Benutzer nicht schreiben (ENOENT): Geben Sie ihm das Recht dazu oder setzen Sie DATA_DIR auf einen anderen Ordner.\n`,
  );
  expect(await said(closed, false)).toContain('nimmt keine Verbindung an');
});

it('a command makes no database where there is none: it lacks the address of the one that is meant (I4)', async () => {
  const DATA_DIR = join(tmpdir(), `vereinsheim-none-${process.pid}`);
  expect(await said({ DATA_DIR, DATABASE_URL: '' }, false)).toBe(
    `In ${DATA_DIR}/postgres ist keine Datenbank: Geben Sie diesem Befehl dasselbe DATABASE_URL oder DATA_DIR wie dem Server, oder starten Sie erst einmal den Server.\n`,
  );
  expect(process.exitCode).toBe(1);
  expect(existsSync(DATA_DIR)).toBe(false);
});
