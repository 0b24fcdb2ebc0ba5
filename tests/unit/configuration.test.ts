import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '~/config.server';
import { readSettings } from '~/server/environment';
import { newFolder } from '../support/server-process';

const SESSION_SECRET = 's'.repeat(32);

it.each(['/pfad', '/?a', '?a', '#a', '//'])(
  'a public address with more than its host is refused, as links would drop it: %s',
  (more) => {
    const read = () => readConfig({ SESSION_SECRET, ORIGIN: `https://verein.example${more}` });
    expect(read).toThrow('ORIGIN darf nach dem Rechnernamen nichts mehr haben');
  },
);

it.each(['', '/', ':8443', ':8443/'])('a public address may end with: %j', (more) => {
  const { origin } = readConfig({ SESSION_SECRET, ORIGIN: `https://verein.example${more}` });
  expect(origin).toBe(`https://verein.example${more.replace('/', '')}`);
});

it.each([
  ['TSV Neustadt e.V., Abteilung Turnen <post@a.example>', 'TSV Neustadt e.V., Abteilung Turnen'],
  ['TSV: Turnen; <post@a.example>', 'TSV: Turnen;'],
  ['"Server, der" <post@a.example>', 'Server, der'],
  ['<post@a.example>', ''],
  ['post@a.example', ''],
])('the sender %s has a name and one address (I3, N10)', (MAIL_FROM, name) => {
  expect(readConfig({ MAIL_FROM }).mailFrom).toEqual({ name, address: 'post@a.example' });
});

it.each([
  'TSV <post@a.example',
  'TSV post@a.example',
  'post@a.example>',
  'a@a.example, b@b.example',
  'TSV <a@a.example>, SV <b@b.example>',
  'TSV\n<a@a.example>',
])('the sender %j is refused, as it has no single address (I2, N10)', (MAIL_FROM) => {
  expect(() => readConfig({ MAIL_FROM })).toThrow('MAIL_FROM muss ein Absender wie');
});

it('the demo has a folder of its own unless DATA_DIR says otherwise, and commands need no secret (I1, I4)', () => {
  const kinds = [{ demo: true }, {}, { secretRequired: false }];
  expect(kinds.map((kind) => readConfig({}, kind).dataDir)).toEqual(['data/demo', 'data', 'data']);
  for (const kind of kinds) expect(readConfig({ DATA_DIR: '/srv' }, kind).dataDir).toBe('/srv');
  const DATABASE_URL = 'postgres://127.0.0.1/verein';
  expect(readConfig({ DATABASE_URL }, { secretRequired: false }).demo).toBe(false);
  expect(() => readConfig({ DATABASE_URL })).toThrow('SESSION_SECRET fehlt');
});

it('secrets come from files in CREDENTIALS_DIRECTORY, and the environment wins (ASVS V13.3.1)', async () => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const url = 'postgres://verein@localhost/verein';
  const folder = await newFolder();
  const file = (name: string) => join(folder, name);
  await writeFile(file('DATABASE_URL'), `${url}\n`);
  await writeFile(file('SESSION_SECRET'), 'zu-geheim');
  await writeFile(file('unrelated'), 'x');
  vi.stubEnv('CREDENTIALS_DIRECTORY', folder);
  const read = () => readConfig(readSettings());
  expect(read).toThrow(
    'Die Konfiguration ist fehlerhaft:\n  - SESSION_SECRET muss mindestens 32 Zeichen haben',
  );
  vi.stubEnv('SESSION_SECRET', SESSION_SECRET);
  // An empty variable counts as absent.
  vi.stubEnv('DATABASE_URL', '');
  expect(read()).toMatchObject({ databaseUrl: url, secret: SESSION_SECRET });
  expect(Object.values(process.env)).not.toContain(url);
  await mkdir(file('APP_NAME'));
  expect(read).toThrow(
    `APP_NAME ist nicht lesbar (EISDIR): ${file('APP_NAME')} muss eine Datei sein`,
  );
  await rmdir(file('APP_NAME'));
  vi.stubEnv('CREDENTIALS_DIRECTORY', file('fehlt'));
  expect(read).toThrow('CREDENTIALS_DIRECTORY ist nicht lesbar (ENOENT)');
});
