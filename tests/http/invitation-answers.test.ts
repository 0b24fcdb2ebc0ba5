import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hashSecret } from '~/kernel/secret.server';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { unescaped } from '../support/html';
import { linkedUser } from '../support/members';
import { rowOf, valuesOf } from '../support/rows';

const app = testApp();

/** A club that has invited someone. */
async function invited(fields: { name?: string } = {}) {
  const { organization, admin } = await app.make.club(fields);
  const member = await app.make.member(organization);
  const browser = await app.as(admin, organization);
  const code = async (uuid = member.uuid): Promise<string> =>
    (await browser.call('POST', `/organization/invitation/${uuid}`)).json.code;
  return { organization, member, admin: browser, code: await code(), newCode: code };
}

const usersOf = ({ uuid }: { uuid: string }) =>
  valuesOf(app.db, 'organization_users', { organization_uuid: uuid }, 'user_uuid');

const accept = (code: string) => `/organization/invitation/accept/${code}`;
const reject = (code: string) => `/organization/invitation/reject/${code}`;
const info = (code: string) => `/organization/invitation/info/${code}`;

describe('the invitation screen', () => {
  it('someone with a printed link, dead or not, reads how to get an account and how long links work, but not by whom they are invited (B2, C5)', async () => {
    const { code } = await invited({ name: 'Geheimbund' });
    for (const path of [`/app/invite/${code}`, '/app/invite/unknown']) {
      const { page, text } = await app.visitor().visit(path);
      expect(page).toContain('Einladung in einen Verein');
      // Which would not be true of a dead one.
      expect(page).not.toContain('Sie sind eingeladen');
      expect(page).toContain('höchstens 90 Tage');
      expect(page).not.toContain('Geheimbund');
      // Before the log-in, and on to the invitation afterwards.
      const account = `/app/auth/register?redirect=${encodeURIComponent(path)}`;
      expect(text.split(account)).toHaveLength(2);
      expect(page.indexOf('Benutzerkonto erstellen')).toBeLessThan(page.indexOf('Einloggen'));
      expect(page).toContain('Schon ein Konto?');
    }
    expect((await app.visitor().visit('/app/events')).page).not.toContain('eingeladen');
  });

  it('the invitation screen says when a code is unknown, malformed, revoked or replaced (C5)', async () => {
    const { organization, member, admin, code, newCode } = await invited();
    const replacing = await newCode();
    const visitor = await app.as(await app.make.user());
    expect((await visitor.call('GET', info(replacing))).json).toEqual({
      organizationUuid: organization.uuid,
      organizationName: organization.name,
    });
    await admin.call('DELETE', `/organization/invitation/${member.uuid}`);
    const unknown = randomBytes(32).toString('base64url');
    for (const invalid of [unknown, 'x', 'ä%20%00', code, replacing]) {
      const { status, page } = await visitor.get(`/app/invite/${encodeURIComponent(invalid)}`);
      expect(status).toBe(404);
      expect(page).toContain('Ungültiger Einladungscode.');
      expect(page).not.toContain('Akzeptieren');
      for (const [method, path] of [
        ['GET', info],
        ['POST', accept],
        ['POST', reject],
      ] as const) {
        expect((await visitor.call(method, path(encodeURIComponent(invalid)))).status).toBe(404);
      }
    }
    expect(await linkedUser(app, member)).toBeNull();
  });
});

describe('accepting an invitation', () => {
  it('accepting an invitation by form links the user, adds them to the organisation with no permission, and activates it (C5, H)', async () => {
    const { organization, member, code } = await invited();
    const user = await app.make.user();
    const home = await app.make.organization();
    await app.make.belongs(user, home);
    const browser = await app.as(user, home);
    const response = await browser.submit(`/app/invite/${code}`);
    expect(response.status).toBe(303);
    expect(response.location).toBe('/app/?refresh');
    const dashboard = await browser.visit(response.location);
    expect(dashboard.path).toBe('/app/');
    expect(dashboard.page).toContain(`für ${organization.name}`);
    expect(dashboard.page).toContain('Einladung angenommen.');
    expect(await linkedUser(app, member)).toBe(user.uuid);
    expect(await usersOf(organization)).toContain(user.uuid);
    expect((await browser.call('DELETE', `/member/${member.uuid}`)).status).toBe(403);
    const again = await browser.submit(`/app/invite/${code}`);
    expect(again.location).toBe(`/app/invite/${code}`);
    expect((await browser.get(again.location)).page).toContain(
      'Sie sind bereits Mitglieder dieser Organisation.',
    );
  });

  it('a used link tells its user that they are in and leads to the club; to others it is invalid (C5)', async () => {
    const { organization, member, admin, code } = await invited();
    const user = await app.make.user();
    const home = await app.make.organization();
    await app.make.belongs(user, home);
    await (await app.as(user)).submit(`/app/invite/${code}`);
    // On another device, where the other organisation is active.
    const phone = await app.as(user, home);
    const { status, page, text } = await phone.get(`/app/invite/${code}`);
    expect(status).toBe(200);
    expect(page).toContain('Sie sind bereits Mitglieder dieser Organisation.');
    expect(page).not.toContain('Akzeptieren');
    const onwards = /href="(\/app\/\?organization=[^"]+)"[^>]*>Zur Übersicht/.exec(text)?.[1] ?? '';
    expect((await phone.visit(onwards)).page).toContain(`für ${organization.name}`);

    const fellow = await app.asUserOf(organization);
    for (const other of [admin, fellow, await app.as(await app.make.user())]) {
      const shown = await other.get(`/app/invite/${code}`);
      expect(shown.status).toBe(404);
      expect(shown.page).toContain('Ungültiger Einladungscode.');
      expect(shown.text).toMatch(/href="\/app\/"[^>]*>Zur Übersicht</);
    }
    expect((await app.visitor().get(`/app/invite/${code}`)).location).toMatch(/^\/app\/login/);
    // Programs are answered as ever.
    expect((await phone.call('GET', info(code))).status).toBe(404);

    await admin.submit(`/app/admin/permissions/${user.uuid}/remove`);
    expect(await linkedUser(app, member)).toBeNull();
    expect((await phone.get(`/app/invite/${code}`)).page).toContain('Ungültiger Einladungscode.');
  });

  it('a double click on Akzeptieren is one acceptance and no error (C5)', async () => {
    const { organization, code } = await invited();
    const browser = await app.as(await app.make.user());
    const form = { __key: 'rendering.accept-invitation' };
    const responses = await Promise.all(
      [1, 2, 3].map(() => browser.submit(`/app/invite/${code}`, form)),
    );
    for (const { location } of responses) expect(location).toBe('/app/?refresh');
    expect(await usersOf(organization)).toHaveLength(2);
  });

  it('of a used code only a hash is kept, and it is part of the own data (C5, A12)', async () => {
    const { organization, code } = await invited();
    const user = await app.make.user();
    const browser = await app.as(user);
    await browser.call('POST', accept(code));
    const accepted = { user_uuid: user.uuid };
    expect(await rowOf(app.db, 'accepted_invitations', accepted, ['code_hash'])).toEqual({
      code_hash: hashSecret(code),
    });
    const { json } = await browser.get('/app/account/data.json');
    expect(json.invitationsAccepted).toEqual([
      { organization: organization.uuid, acceptedAt: expect.any(String) },
    ]);
  });

  it('accepting an invitation links a user of the organisation who has no member yet (C5)', async () => {
    const { organization, member, code } = await invited();
    const user = await app.make.userOf(organization, ['EDIT_EVENTS'], { linked: false });
    const browser = await app.as(user, organization);
    expect((await browser.get(`/app/invite/${code}`)).page).toContain('Akzeptieren');
    expect((await browser.submit(`/app/invite/${code}`)).location).toBe('/app/?refresh');
    expect(await linkedUser(app, member)).toBe(user.uuid);
  });

  it('accepting is refused to a user already linked there, and the invitation stays (C5)', async () => {
    const { organization, member, code } = await invited();
    const browser = await app.asUserOf(organization);
    const { page } = await browser.get(`/app/invite/${code}`);
    expect(page).toContain('Sie sind bereits Mitglieder dieser Organisation.');
    expect(page).not.toContain('Akzeptieren');
    const form = await browser.submit(`/app/invite/${code}`);
    expect(form.status).toBe(409);
    expect(form.page).toContain('Sie sind bereits Mitglieder dieser Organisation.');
    const call = await browser.call('POST', accept(code));
    expect(call.status).toBe(409);
    expect(call.json.detail).toBe('Sie sind bereits Mitglieder dieser Organisation.');
    expect(await linkedUser(app, member)).toBeNull();
    const other = await app.as(await app.make.user());
    expect((await other.call('POST', accept(code))).status).toBe(204);
  });

  it('accepting an invitation works once, however many try at once (C5)', async () => {
    for (let round = 0; round < 5; round++) {
      const { organization, member, code } = await invited();
      const users = await Promise.all(Array.from({ length: 12 }, () => app.make.user()));
      const browsers = await Promise.all(users.map((user) => app.as(user)));
      const responses = await Promise.all(
        browsers.map((browser) => browser.call('POST', accept(code))),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([
        204,
        ...Array(11).fill(404),
      ]);
      const winner = users[responses.findIndex(({ status }) => status === 204)];
      expect(await linkedUser(app, member)).toBe(winner?.uuid);
      expect(await usersOf(organization)).toHaveLength(2);
    }
  });

  it('a user who accepts two invitations at once is linked to one member of an organisation (C5)', async () => {
    for (let round = 0; round < 5; round++) {
      const { organization, member, code, newCode } = await invited();
      const second = await app.make.member(organization);
      const codes = [code, await newCode(second.uuid)];
      const user = await app.make.user();
      const browser = await app.as(user);
      const responses = await Promise.all(codes.map((each) => browser.call('POST', accept(each))));
      expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 409]);
      const linked = [await linkedUser(app, member), await linkedUser(app, second)];
      expect(linked.filter((each) => each === user.uuid)).toHaveLength(1);
    }
  });

  it('accepting while invitations are created, revoked or deleted never fails and never links twice (C5)', async () => {
    for (let round = 0; round < 5; round++) {
      const { organization, member, admin, code } = await invited();
      const browsers = await Promise.all([1, 2, 3].map(async () => app.as(await app.make.user())));
      const responses = await Promise.all([
        ...browsers.map((browser) => browser.call('POST', accept(code))),
        admin.call('POST', `/organization/invitation/${member.uuid}`),
        admin.call('DELETE', `/organization/invitation/${member.uuid}`),
        admin.call('POST', `/organization/invitation/${member.uuid}`),
        ...(round % 2 ? [admin.call('DELETE', `/member/${member.uuid}`)] : []),
      ]);
      for (const { status } of responses) expect([200, 204, 404, 409]).toContain(status);
      const accepted = responses.slice(0, 3).filter(({ status }) => status === 204);
      expect(accepted.length).toBeLessThanOrEqual(1);
      expect((await usersOf(organization)).length).toBe(1 + accepted.length);
    }
  });
});

describe('rejecting an invitation', () => {
  it('rejecting an invitation by form deletes it (C5)', async () => {
    const { member, organization, code } = await invited();
    const browser = await app.as(await app.make.user());
    const response = await browser.submit(`/app/invite/${code}/rejection`);
    expect(response.location).toBe('/app/');
    expect((await browser.get('/app/')).page).toContain('Einladung abgelehnt.');
    expect((await browser.get(`/app/invite/${code}`)).page).toContain('Ungültiger Einladungscode.');
    expect(await linkedUser(app, member)).toBeNull();
    expect(await usersOf(organization)).toHaveLength(1);
    const again = await browser.submit(`/app/invite/${code}/rejection`);
    expect((await browser.visit(again.location)).page).toContain('Ungültiger Einladungscode.');
  });
});

describe('the invitation journey', () => {
  it('an invitation survives registration, confirmation and log-in on the way to the organisation (B2, A9, C5)', async () => {
    const { organization, member, code } = await invited({ name: 'Musikverein Überlingen' });
    const visitor = app.visitor();
    const invitation = `/app/invite/${code}`;
    /** The URL of a link or form on a page, as a click resolves it. */
    const hrefIn = (text: string, start: string) =>
      unescaped(new RegExp(`href="(${start}[^"]*)"`).exec(text)?.[1]);

    const login = await visitor.visit(invitation);
    expect(login.path).toMatch(/^\/app\/login/);
    const register = hrefIn(login.text, '/app/auth/register');
    const form = await visitor.get(register);
    const redirect = /name="redirect" value="([^"]*)"/.exec(form.text)?.[1] ?? '';
    const email = 'neu@verein.example';
    const registered = await visitor.submit(register, {
      firstName: 'Nina',
      lastName: 'Neu',
      email,
      password: PASSWORD,
      redirect,
    });
    expect(registered.status).toBe(303);
    expect((await visitor.get(registered.location)).page).toContain(
      'Eine E-Mail zur Bestätigung wurde verschickt.',
    );

    const { rows: jobs } = await sql<{ payload: string }>`
      select payload::text from graphile_worker._private_jobs`.execute(app.db);
    expect(jobs).toHaveLength(1);
    for (const { payload } of jobs) expect(payload).not.toContain(code);
    const [mail] = await app.mailsTo(email);
    const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0].replace(app.origin, '') ?? '';
    // The mail is read in another browser, as on a phone.
    const phone = app.visitor();
    const verified = await phone.submit(link);
    expect(verified.page).toContain('Validierung erfolgreich');
    const back = hrefIn(verified.text, '/app/login');
    const loggedIn = await phone.submit(back, { email, password: PASSWORD });
    expect(loggedIn.location).toBe(invitation);

    const screen = await phone.get(loggedIn.location);
    expect(screen.page).toContain('Musikverein Überlingen');
    const accepted = await phone.submit(invitation);
    expect((await phone.visit(accepted.location)).page).toContain('für Musikverein Überlingen');
    expect(await linkedUser(app, member)).toBeTruthy();
    expect(await usersOf(organization)).toHaveLength(2);
  });
});
