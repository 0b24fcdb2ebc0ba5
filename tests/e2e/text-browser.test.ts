import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';

/** What a text browser makes of the screens: w3m from Debian reads them, and its cookies and forms are enough. */
const app = testApp();
const installed = spawnSync('w3m', ['-version']).status === 0;
const run = promisify(execFile);
const homes: string[] = [];
afterAll(async () => {
  for (const home of homes) await rm(home, { recursive: true, force: true });
});

/** One person's w3m; cookies are kept from one call to the next. */
async function textBrowser() {
  const home = await mkdtemp(join(tmpdir(), 'vereinsheim-w3m-'));
  homes.push(home);
  const environment = { ...process.env, HOME: home, W3M_DIR: join(home, '.w3m'), LANG: 'C.UTF-8' };
  const w3m = async (...parameters: string[]) => {
    const options = [
      '-dump',
      '-cookie',
      '-o',
      'accept_cookie=1',
      '-o',
      'display_charset=UTF-8',
      '-cols',
      '100',
    ];
    const { stdout } = await run('w3m', [...options, ...parameters], { env: environment, timeout: 20_000 });
    return stdout.replace(/\s+/g, ' ');
  };
  return {
    read: (path: string) => w3m(app.origin + path),
    async submit(path: string, fields: Record<string, string>) {
      const body = join(home, 'body');
      await writeFile(body, new URLSearchParams(fields).toString());
      return w3m('-header', `Origin: ${app.origin}`, '-post', body, app.origin + path);
    },
  };
}

describe.skipIf(!installed)('in a text browser (w3m; skipped where it is not installed)', () => {
  it('one registers, logs in and signs up for an event (A1, A8, E3)', async () => {
    const organization = await app.make.organization({ name: 'TSV Grünau' });
    const event = await app.make.event(organization, { name: 'Wanderung', date: '2040-05-01', max: 3 });
    const user = await app.make.userOf(organization);

    const stranger = await textBrowser();
    expect(await stranger.read('/app/auth/register')).toMatch(/Vorname.*Nachname.*E-Mail.*Passwort/);
    const registered = await stranger.submit('/app/auth/register', {
      firstName: 'Jörg',
      lastName: 'Müller',
      email: 'w3m@verein.example',
      password: PASSWORD,
    });
    expect(registered).toContain('Account wurde erfolgreich angelegt.');

    const member = await textBrowser();
    expect(await member.read('/app/events')).toMatch(/Willkommen bei.*E-Mail.*Passwort/);
    await member.submit('/app/login', { email: user.email, password: PASSWORD });
    expect(await member.read('/app/events')).toMatch(
      /Wanderung.*01\. Mai 2040.*\(0 von 3 belegt\).*Anmelden/,
    );
    const dialog = `/app/events/${event.uuid}/registration`;
    expect(await member.read(dialog)).toContain('Möchten Sie sich zu Wanderung am 01. Mai 2040 anmelden?');
    await member.submit(dialog, { registered: 'true' });
    expect(await member.read('/app/events')).toMatch(/Wanderung Angemeldet.*\(1 von 3 belegt\).*Abmelden/);
  });
});
