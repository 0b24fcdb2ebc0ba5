import { describe, expect, it } from 'vitest';
import { readConfig } from '~/config.server';
import { dateToText } from '~/dates';
import { dayAt } from '~/times';
import { testApp } from '../support/app';
import { makeFeed } from '../support/calendars';
import { setUp } from '../support/factor-screens';
import { PASSWORD } from '../support/factories';
import { changeRows, deleteRows, insertRows, rowsOf, UNKNOWN } from '../support/rows';

const app = testApp();
const from = (MAIL_FROM: string) => readConfig({ MAIL_FROM }).mailFrom;
const closed = testApp({ foundingByEveryone: false, mailFrom: from('noreply@verein.example') });
const reachable = testApp({
  mailFrom: from('TSV <post@verein.example>'),
  imprintUrl: 'https://verein.example/impressum',
});

describe('entry', () => {
  it('a visitor who is not logged in is redirected to the log-in, which keeps the path (B2)', async () => {
    const visitor = app.visitor();
    expect((await visitor.get('/')).location).toBe('/app/');
    expect((await visitor.get('/app/')).location).toBe('/app/login');
    const response = await visitor.get('/app/admin/permissions?q=M%C3%BCller');
    expect(response.location).toBe(
      `/app/login?redirect=${encodeURIComponent('/app/admin/permissions?q=M%C3%BCller')}`,
    );
    const posted = await visitor.submit('/app/admin/organization', { name: 'Neu' });
    expect(posted.location).toMatch(/^\/app\/login/);
  });
});

describe('the shell', () => {
  it.each([
    ['/app/absences', '/app/'],
    ['/app/account/calendars', '/app/account'],
    ['/app/admin/permissions', '/app/admin/permissions'],
    ['/app/admin/log', '/app/admin/organization'],
    ['/app/events/breaks', '/app/events'],
    ['/app/events/breaks?club=1', '/app/admin/organization'],
  ])('the shell marks for %s that it belongs to %s (B1)', async (path, place) => {
    const { organization, admin } = await app.make.club();
    const { text } = await (await app.as(admin, organization)).get(path);
    const marked = text.matchAll(/<a (?=[^>]*aria-current="page")[^>]*href="([^"]*)"/g);
    expect(new Set(Array.from(marked, ([, to]) => to))).toEqual(new Set([place]));
  });

  it('with one club and no right to found another, its name is plain text (B1, B4)', async () => {
    const { organization, admin } = await closed.make.club({ name: 'SV Allein' });
    const { text, page } = await (await closed.as(admin, organization)).get('/app/');
    expect(text).toMatch(/<p[^>]*>SV Allein<\/p>/);
    expect(page).not.toContain('Verein: ');

    const { organization: second } = await closed.make.club({ name: 'SV Zweisam' });
    await closed.make.belongs(admin, second);
    const both = await (await closed.as(admin, organization)).get('/app/');
    expect(both.page).toContain('Verein: ');
  });

  it('the shell remembers the active organisation per session (B1)', async () => {
    const { organization: first, admin } = await app.make.club({ name: 'A-Verein' });
    const { organization: second } = await app.make.club({ name: 'B-Verein' });
    await app.make.belongs(admin, second);
    const browser = await app.as(admin);
    const elsewhere = await app.as(admin);
    expect((await browser.get('/app/')).page).toContain('für A-Verein');

    const chosen = await browser.submit('/app/organizations/active', { organization: second.uuid });
    expect([chosen.status, chosen.location]).toEqual([303, '/app/']);
    expect((await browser.get('/app/')).page).toContain('für B-Verein');
    // The permissions of the new organisation apply.
    expect((await browser.get('/app/')).page).not.toContain('Meine Organisation');
    expect((await elsewhere.get('/app/')).page).toContain('für A-Verein');
    expect(
      (await browser.submit('/app/organizations/active', { organization: first.uuid })).status,
    ).toBe(303);
  });

  it('the next log-in begins in the organisation that was chosen last, even after a log-out (B1)', async () => {
    const user = await app.make.user();
    for (const name of ['Chor', 'Turner', 'Verlassene']) {
      const organization = await app.make.organization({ name });
      await app.make.belongs(user, organization);
    }
    const clubs = await app.db
      .selectFrom('organization_users as ou')
      .innerJoin('organizations as o', 'o.uuid', 'ou.organization_uuid')
      .select(['o.uuid', 'o.name'])
      .where('ou.user_uuid', '=', user.uuid)
      .execute();
    const idOf = (name: string) => clubs.find((club) => club.name === name)?.uuid ?? '';
    const again = async () => {
      const browser = app.visitor();
      await browser.submit('/app/login', { email: user.email, password: PASSWORD });
      return browser;
    };
    const browser = await again();
    expect((await browser.get('/app/')).page).toContain('für Chor');
    await browser.submit('/app/organizations/active', { organization: idOf('Turner') });
    await browser.submit('/app/logout');
    expect((await (await again()).get('/app/')).page).toContain('für Turner');
    // Of the organisations that somebody still belongs to.
    const other = await again();
    await other.submit('/app/organizations/active', { organization: idOf('Verlassene') });
    await deleteRows(app.db, 'organization_users', { organization_uuid: idOf('Verlassene') });
    expect((await (await again()).get('/app/')).page).toContain('für Turner');
  });

  it('a link to another club or what is in it leads there, also after the log-in (B1, B2)', async () => {
    const { organization: first, admin } = await app.make.club({ name: 'A-Verein' });
    const { organization: second } = await app.make.club({ name: 'B-Verein' });
    await app.make.belongs(admin, second);
    const event = await app.make.event(second);
    const member = await app.make.member(second);
    for (const path of [
      `/app/organizations/active?organization=${second.uuid}`,
      `/app/?organization=${second.uuid}`,
      `/app/events/${event.uuid}`,
      `/app/members/${member.uuid}`,
    ]) {
      const visitor = app.visitor();
      const { location } = await visitor.get(path);
      const login = await visitor.submit(location, { email: admin.email, password: PASSWORD });
      for (const browser of [visitor, await app.as(admin, first)]) {
        const shown = await browser.visit(browser === visitor ? login.location : path);
        expect([shown.status, shown.page.includes('Verein: B-Verein')], path).toEqual([200, true]);
      }
    }
  });

  it("the shell selects neither someone else's organisation nor an unknown one (B1, H)", async () => {
    const { organization, admin } = await app.make.club({ name: 'Eigener Verein' });
    const { organization: foreign } = await app.make.club();
    const browser = await app.as(admin, organization);
    for (const other of [foreign.uuid, UNKNOWN]) {
      const response = await browser.submit('/app/organizations/active', { organization: other });
      expect(response.status).toBe(404);
    }
    expect((await browser.get('/app/')).page).toContain('für Eigener Verein');
    expect((await browser.get('/app/organizations/active')).location).toBe('/app/');
  });

  it('the shell shows a system administrator the organisation they look into without belonging to it (H)', async () => {
    const { organization: own, admin } = await app.make.club({ name: 'Eigener Verein' });
    const { organization: other } = await app.make.club({ name: 'Anderer Verein' });
    await changeRows(app.db, 'users', admin.uuid, { admin: true });
    const browser = await app.as(admin, own);
    const entered = await browser.visit(`/app/admin/organization?organization=${other.uuid}`);
    expect(entered.page).toContain('Anderer Verein');
    // Its forms and all following screens are about the other organisation.
    expect(entered.text).toContain(`name="organization" value="${other.uuid}"`);
    expect(entered.text).not.toMatch(
      new RegExp(`type="hidden" name="organization" value="${own.uuid}"`),
    );
    const saved = await browser.submit('/app/admin/organization', { name: 'Umbenannt', motd: '' });
    expect(saved.status).toBe(303);
    expect((await browser.get('/app/')).page).toContain('für Umbenannt');
    await browser.submit('/app/events/new', {
      name: 'Fest',
      date: '2031-01-01',
      eventType: 'OPEN_EVENT',
    });
    const events = await rowsOf(app.db, 'events', {}, ['organization_uuid']);
    expect(events.filter(({ organization_uuid }) => organization_uuid === own.uuid)).toEqual([]);
    expect(events.filter(({ organization_uuid }) => organization_uuid === other.uuid)).toHaveLength(
      1,
    );
    // The selector leads back to one's own, and a deleted club is left.
    expect(
      (await browser.submit('/app/organizations/active', { organization: own.uuid })).status,
    ).toBe(303);
    expect((await browser.get('/app/')).page).toContain('für Eigener Verein');
    expect(
      (await browser.submit('/app/organizations/active', { organization: other.uuid })).status,
    ).toBe(303);
    await deleteRows(app.db, 'organizations', other.uuid);
    expect((await browser.get('/app/')).page).toContain('für Eigener Verein');
    // Access ends with the admin flag.
    const { organization: third } = await app.make.club();
    expect(
      (await browser.submit('/app/organizations/active', { organization: third.uuid })).status,
    ).toBe(303);
    await changeRows(app.db, 'users', admin.uuid, { admin: false });
    expect((await browser.get('/app/')).page).toContain('für Eigener Verein');
  });

  it('every screen links to the imprint and the privacy notice (B1, B8)', async () => {
    const { organization, admin } = await app.make.club();
    for (const visitor of [await app.as(admin, organization), app.visitor()]) {
      const { text } = await visitor.visit('/app/');
      const footer = text.slice(text.indexOf('<footer'));
      for (const [path, heading] of [
        ['/app/imprint', 'Impressum'],
        ['/app/privacy', 'Datenschutz'],
      ]) {
        expect(footer).toContain(`href="${path}"`);
        const screen = await visitor.get(path ?? '');
        expect([screen.status, screen.text]).toEqual([
          200,
          expect.stringMatching(`<h1[^>]*>${heading}`),
        ]);
      }
    }
  });

  it('users keep their navigation beside the imprint and the privacy notice (B1, B8)', async () => {
    const { organization, admin } = await app.make.club({ name: 'SV Rahmen' });
    for (const path of ['/app/imprint', '/app/privacy']) {
      const { page } = await (await app.as(admin, organization)).get(path);
      expect(page).toContain('Übersicht Veranstaltungen Mitglieder');
      expect(page).toContain('Verein: SV Rahmen');
      expect(page).toMatch(/Übersicht (Impressum|Datenschutz) /);
      expect((await app.visitor().get(path)).page).not.toContain('Veranstaltungen Mitglieder');
    }
  });

  it('the privacy notice begins with links to its parts (B8)', async () => {
    const { text } = await app.visitor().get('/app/privacy');
    const links = [...text.matchAll(/<a [^>]*href="#((?!inhalt)\w+)">([^<]+)/g)];
    expect(links.map(([, , part]) => part)).toEqual([
      'Ihr Konto',
      'Ihr Verein',
      'Löschen und Auskunft',
      'E-Mails und Cookies',
    ]);
    for (const [, id, part] of links)
      expect(text).toMatch(new RegExp(`<h2 [^>]*id="${id}"[^>]*>${part}`));
  });

  it('the privacy notice leads to an imprint only where there is one (B8)', async () => {
    const notice = (installation: typeof app) => installation.visitor().get('/app/privacy');
    const [unset, set] = [await notice(app), await notice(reachable)];
    expect(unset.page).toContain('Für Ihr Benutzerkonto ist es, wer diese Seite betreibt.');
    expect(set.page).toContain('Für Ihr Benutzerkonto ist es, wer im Impressum steht.');
    expect(set.text).toContain('im <a href="https://verein.example/impressum">Impressum</a>');
  });

  it('the empty imprint tells administrators, and nobody else, what to set (B8)', async () => {
    const { organization, admin } = await app.make.club();
    const member = await app.make.userOf(organization);
    const imprint = async (reader: Awaited<ReturnType<typeof app.as>>) =>
      (await reader.get('/app/imprint')).page;
    expect(await imprint(await app.as(admin, organization))).toContain('IMPRINT_URL');
    expect(await imprint(await app.as(member, organization))).not.toContain('IMPRINT_URL');
    const anybody = (await app.visitor().get('/app/imprint')).page;
    expect(anybody).not.toContain('IMPRINT_URL');
    expect(anybody).toContain('Wer diese Seite betreibt, sagt Ihnen gern der Vorstand Ihres');
    expect(anybody).not.toContain('bei den Mitgliedern');
    expect(await imprint(await app.as(member, organization))).toContain('bei den Mitgliedern');
  });

  it('the empty imprint names the address that mails come from, if somebody reads it (B8)', async () => {
    const imprint = async ({ visitor }: typeof app) => (await visitor().get('/app/imprint')).page;
    expect(await imprint(reachable)).toContain('Oder schreiben Sie an post@verein.example.');
    for (const installation of [app, closed])
      expect(await imprint(installation)).not.toContain('schreiben Sie');
    for (const name of ['no_reply', 'Do-Not-Reply', 'keine-antwort', 'nicht-antworten']) {
      Object.assign(closed.services.config, { mailFrom: from(`${name}@verein.example`) });
      expect(await imprint(closed), name).not.toContain('schreiben Sie');
    }
  });

  it('the shell shows a German not-found screen with status 404 (B7)', async () => {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    const below = `/app/events/${UNKNOWN}/nichts`;
    for (const path of ['/app/gibt-es-nicht', '/app/admin/nichts', '/app/admin', below]) {
      const response = await browser.get(path);
      expect(response.status).toBe(404);
      expect(response.page).toContain('Seite nicht gefunden');
      expect(response.page).toContain('Vielleicht fehlt im Link ein Zeichen.');
      expect(response.page).toContain('Abmelden');
      expect(response.text).toMatch(/href="\/app\/"[^>]*>Zur Übersicht</);
    }
    const event = ['/app/events', 'Zu den Veranstaltungen', 'Veranstaltung', 'sie'] as const;
    for (const [list, onwards, what, it, below = ''] of [
      event,
      [...event, '/polls'],
      [...event, '/answers'],
      [...event, '/series'],
      ['/app/members', 'Zu den Mitgliedern', 'Mitglied', 'es'],
      ['/app/groups', 'Zu den Gruppen', 'Gruppe', 'sie'],
      ['/app/members/import', 'Zu den Importen', 'Import', 'er'],
    ] as const) {
      const dead = await browser.get(`${list}/${UNKNOWN}${below}`);
      expect(dead.status).toBe(404);
      expect(dead.page).toContain(
        `${what} nicht gefunden Vielleicht wurde ${it} gelöscht, oder im Link fehlt ein Zeichen.`,
      );
      expect(dead.text).toMatch(new RegExp(`href="${list}"[^>]*>${onwards}<`));
      expect(dead.text).toContain(`<title>${what} nicht gefunden · Vereinsheim</title>`);
    }
    expect((await app.visitor().get('/app/gibt-es-nicht')).location).toMatch(
      /^\/app\/login\?redirect=/,
    );
  });
});

describe('days of moments', () => {
  it("a day made of a moment is the club's, and an account's is Germany's, never UTC's (Y8)", async () => {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    const late = new Date('2026-03-01T23:30Z');
    const poll = await app.make.poll(await app.make.event(organization));
    const member = await app.make.member(organization);
    await app.make.answer(poll, member);
    await changeRows(app.db, 'poll_answers', { member_uuid: member.uuid }, { created_at: late });
    const accepted = { organization_uuid: organization.uuid, user_uuid: admin.uuid };
    const code = { code_hash: Buffer.alloc(32, 1), accepted_at: late };
    await insertRows(app.db, 'accepted_invitations', { ...accepted, ...code });
    await makeFeed(app, admin);
    const feed = { created_at: late, used_at: late };
    await changeRows(app.db, 'calendar_feeds', { user_uuid: admin.uuid }, feed);
    await setUp(browser);
    await changeRows(app.db, 'totp', { user_uuid: admin.uuid }, { confirmed_at: late });
    for (const [path, words] of [
      [`/app/events/${poll.event}/polls/${poll.uuid}/edit/`, '1 02. März 2026'],
      ['/app/admin/permissions', ', seit 02. März 2026'],
      ['/app/account/calendars', 'erstellt am 02. März 2026'],
      ['/app/account/calendars', 'zuletzt am 02. März 2026'],
      ['/app/account', 'Eingerichtet am 02. März 2026'],
      ['/app/account/second-factor', 'Eingerichtet am 02. März 2026'],
    ] as const)
      expect((await browser.get(path)).page, path).toContain(words);
    // Where it is another day than in Greenwich.
    const zone = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
    await changeRows(app.db, 'organizations', organization.uuid, { time_zone: zone });
    const day = dateToText(dayAt(new Date(), zone));
    expect((await browser.get('/app/members')).page).toContain(`Stand ${day}`);
  });
});

describe('no organisation', () => {
  it('the founder of an organisation is an admin with every permission and a linked member record (B4)', async () => {
    const user = await app.make.user({ firstName: 'Käthe', lastName: 'Übel' });
    const browser = await app.as(user);
    expect((await browser.get('/app/')).text).toContain('href="/app/organizations/new"');
    const founded = await browser.submit('/app/organizations/new', { name: '  Gesangverein  ' });
    expect([founded.status, founded.location]).toEqual([303, '/app/']);
    const home = await browser.get('/app/');
    expect(home.page).toContain('für Gesangverein');
    expect(home.page).toContain('Gesangverein erstellt.');
    expect(home.page).toContain('Berechtigungen');

    const [made] = (await browser.call('GET', '/organization')).json;
    const members = await rowsOf(app.db, 'members', { organization_uuid: made.uuid }, [
      'first_name',
      'last_name',
      'user_uuid',
    ]);
    expect(members).toEqual([{ first_name: 'Käthe', last_name: 'Übel', user_uuid: user.uuid }]);
    const held = await browser.call('GET', `/permission/${user.uuid}/${made.uuid}`);
    expect(held.json.map(({ permission }: { permission: string }) => permission)).toEqual([
      'EDIT_EVENTS',
      'EDIT_MEMBERS',
      'ORGANIZATION_ADMIN',
    ]);
  });

  it('founding an organisation by an overlong name is refused and keeps what was typed (B4)', async () => {
    const browser = await app.as(await app.make.user());
    const long = await browser.submit('/app/organizations/new', { name: 'x'.repeat(201) });
    expect(long.status).toBe(422);
    expect(long.text).toContain(`value="${'x'.repeat(201)}"`);
    expect((await browser.call('GET', '/organization')).json).toEqual([]);
  });

  it('ORGANIZATION_FOUNDING=administrators leaves founding to system administrators (B4, I3)', async () => {
    const user = await closed.as(await closed.make.user());
    const home = await user.get('/app/');
    expect(home.page).toContain('Keine Organisationen verfügbar.');
    expect(home.text).not.toContain('/app/organizations/new');
    expect((await user.get('/app/organizations/new')).location).toBe('/app/');
    expect((await user.submit('/app/organizations/new', { name: 'Heimlich' })).location).toBe(
      '/app/',
    );
    expect((await user.call('POST', '/organization', { name: 'Heimlich' })).status).toBe(403);
    expect((await user.call('GET', '/organization')).json).toEqual([]);

    const operator = await closed.as(await closed.make.user({ admin: true }));
    expect((await operator.get('/app/')).text).toContain('/app/organizations/new');
    expect((await operator.submit('/app/organizations/new', { name: 'Offiziell' })).status).toBe(
      303,
    );
    expect((await operator.get('/app/')).page).toContain('für Offiziell');
  });
});
