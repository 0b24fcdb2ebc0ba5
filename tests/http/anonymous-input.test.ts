import { beforeAll, describe, expect, it } from 'vitest';
import { callAccess, screenAccess } from '../support/access-table';
import { testApp } from '../support/app';
import { cheapest } from '../support/cost';
import { callOf, methodOf, pathOf, requests } from '../support/requests';
import { type Scene, scene } from '../support/roles';
import { deleteRows } from '../support/rows';
import { addressOf, visits } from '../support/screens';

/** What nobody has to log in for takes 64 KiB at most, whichever form or call it is. */
const app = testApp();
const LIMIT = 64 * 1024;
const TOO_MUCH = 'Ohne Einloggen gehen höchstens 64 KiB auf einmal.';
/** For the log-in, which may carry what was typed into another form. */
const CARRIED = 96 * 1024;

let nobody: Scene;
beforeAll(async () => {
  nobody = await scene(app, 'nobody');
});

/** Which of these can be sent without a log-in. */
const openOf = (table: Readonly<Record<string, { readonly nobody: unknown }>>) =>
  Object.keys(table).filter((name) => !name.startsWith('GET') && table[name]?.nobody === 'may');

describe('input without a log-in', () => {
  it.each(openOf(screenAccess))(
    '%s beyond 64 KiB is refused with 413, and the page stays (ASVS V15.2.2)',
    async (screen) => {
      const { params, fields = {} } = (await visits[screen]?.(nobody)) ?? {};
      const path = addressOf(screen, params);
      const more = screen === 'POST /app/login' ? CARRIED : 0;
      for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const refused = await app.visitor().send(path, {
          method: 'POST',
          headers: { 'Content-Type': type, Origin: app.origin },
          body: `email=${'+'.repeat(LIMIT + more)}`,
        });
        expect(refused.status).toBe(413);
        expect(refused.page).toContain(TOO_MUCH);
        expect(refused.text.length).toBeLessThan(LIMIT);
      }
      const fits = await app.visitor().submit(path, fields);
      expect([200, 303]).toContain(fits.status);
    },
  );

  it('a form that is too large is shown again, with the reason, also to scripts (B7)', async () => {
    for (const path of ['/app/login', '/app/auth/register', '/app/auth/password-reset']) {
      const fields = { email: 'a@verein.example', password: 'x'.repeat(LIMIT + CARRIED) };
      const page = await app.visitor().submit(path, fields);
      expect([page.status, page.page.includes(TOO_MUCH)], path).toEqual([413, true]);
      expect(page.text, path).toMatch(/<input[^>]*name="email"/);
      expect(page.text, path).toContain('<title>Fehler: ');
      const data = await app.visitor().submit(`${path}.data`, fields);
      expect([data.status, data.text.includes(TOO_MUCH)], path).toEqual([413, true]);
    }
  });

  it.each(openOf(callAccess))(
    '%s beyond 64 KiB is refused with 413 (ASVS V15.2.2)',
    async (request) => {
      const call = callOf(request);
      const sample = (await requests[request]?.(nobody)) ?? {};
      const body = { ...(sample.body as object), more: 'x'.repeat(LIMIT) };
      const refused = await app.visitor().call(methodOf(call), pathOf(call, sample), body);
      expect([refused.status, refused.json.detail]).toEqual([413, TOO_MUCH]);
    },
  );

  it('logged-in users may send more to the same form and call', async () => {
    const person = await app.as(await app.make.user());
    const email = 'x'.repeat(2 * LIMIT);
    expect((await person.submit('/app/auth/password-reset', { email })).status).toBe(422);
    expect((await person.call('POST', '/login/password/reset', { email })).status).toBe(422);
    // But nobody by having had a session.
    await deleteRows(app.db, 'sessions');
    expect((await person.submit('/app/auth/password-reset', { email })).status).toBe(413);
  });
});

describe('what costs more than it should', () => {
  it('a megabyte of pluses costs a user little more than a megabyte of letters (ASVS V15.2.2)', async () => {
    const token = await app.make.session(await app.make.user());
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Cookie: `session=${token}`,
    };
    // Fields that the form does not have: nothing of them comes back.
    const costOf = async (letter: string) => {
      const body = `x=${letter.repeat(1_000_000)}`;
      const request = { method: 'POST', path: '/app/account/name', headers, body };
      return (await cheapest(app.origin, request, 0, 12)).cpu;
    };
    await costOf('a');
    expect((await costOf('+')) / (await costOf('a'))).toBeLessThan(2);
  });

  it('the description of the API is made and compressed once (G6)', async () => {
    const headers = { 'Accept-Encoding': 'br' };
    const costOf = async (path: string) =>
      (await cheapest(app.origin, { method: 'GET', path, headers }, 0, 12)).cpu;
    await costOf('/api/openapi.json');
    const ratio = (await costOf('/api/openapi.json')) / (await costOf('/api/user/self/info'));
    // Made for each request it would be some fifty.
    expect(ratio).toBeLessThan(4);
  });
});
