import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EmbeddedPostgresError, explain } from '#db/embedded/error';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { embeddedFolder } from '../support/embedded-folder';

const here = embeddedFolder({ initialized: true });

it('data of another Postgres version are refused with advice (I1)', async () => {
  await (await here.start()).stop();
  await writeFile(join(here.dataDir, 'cluster', 'PG_VERSION'), '15\n');
  expect((await here.refusal()).message).toMatch(
    /stammt von Postgres 15, und dies ist Postgres 18: Sichern .*npm run backup/,
  );
});

it('a setting that Postgres refuses is named in the error (I1)', async () => {
  const refused = startEmbeddedPostgres({
    dataDir: here.dataDir,
    settings: { shared_buffers: 'plenty' },
  });
  await expect(refused).rejects.toThrow(
    /startet nicht \(.*invalid value.*shared_buffers.*\): Beheben Sie das/,
  );
});

it('a data folder that is a file is refused with advice (I1)', async () => {
  const file = join(here.folder, 'file');
  await writeFile(file, '');
  const error = await here.refusal(file);
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  expect(error.message).toMatch(/ist kein Ordner: Setzen Sie DATA_DIR/);
});

it('a data folder that cannot be written is refused with advice (I1)', async () => {
  // Nobody can create folders in /proc, not even root.
  const error = await here.refusal(
    process.platform === 'linux' ? '/proc/vereinsheim' : '/vereinsheim',
  );
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  expect(error.message).toMatch(
    /kann dieser Benutzer nicht schreiben: Geben Sie ihm das Recht dazu/,
  );
});

it('a data folder behind a dangling link is refused with advice (I1)', async () => {
  await symlink(join(here.folder, 'unmounted'), join(here.folder, 'disk'));
  expect((await here.refusal(join(here.folder, 'disk', 'postgres'))).message).toMatch(
    /kann dieser Benutzer nicht schreiben/,
  );
});

it('a full disk is named in the error (I1)', () => {
  const output = 'initdb: error: could not write to file "pg_wal/x": No space left on device';
  expect(explain(output, '/data').message).toMatch(
    /Datenträger des Datenordners \/data ist voll: Schaffen Sie/,
  );
});
