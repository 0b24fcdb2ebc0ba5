import { afterEach, expect, it, vi } from 'vitest';
import { backupCommand } from '~/server/backup-command';

const { argv } = process;
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.argv = argv;
  process.exitCode = undefined;
});

it('what changes the database begins only with a data folder that takes the erasures (S3, I2)', async () => {
  // Not even root can create a folder there.
  const closed = process.platform === 'linux' ? '/proc/vereinsheim' : '/dev/vereinsheim';
  vi.stubEnv('DATA_DIR', closed);
  vi.stubEnv('DATABASE_URL', 'postgres://localhost:1/verein');
  process.argv = [...argv.slice(0, 2), 'backup.gz'];
  let said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  const run = (writes: boolean) =>
    backupCommand('usage', { flags: [], writes }, async () => ['done', {}]);
  await run(true);
  expect(said).toBe(
    `In den Datenordner ${closed} kann dieser Benutzer nicht schreiben (ENOENT): Geben Sie ihm das Recht dazu oder setzen Sie DATA_DIR auf einen anderen Ordner.\n`,
  );
  said = '';
  await run(false);
  expect(said).toContain('nimmt keine Verbindung an');
});
