import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { byName } from '~/features/members/schema';
import { testApp } from '../support/app';
import type { Browser, TestResponse } from '../support/browser';
import { linkOn, linkWith } from '../support/html';
import { clubOf, namesOn } from '../support/members';
import { changeRows } from '../support/rows';

const app = testApp();

describe('the member list', () => {
  it('the member list is in German order by last name, then first name (D1)', async () => {
    const { organization, browser } = await clubOf(
      app,
      ['Zoe', 'Zander'],
      ['Bernd', 'Öztürk'],
      ['Anna', 'Oz'],
      ['Max', 'müller'],
      ['Änne', 'Müller'],
      ['Anton', 'Müller'],
      ['Ida', 'Muller'],
      ['Uwe', 'Ost'],
    );
    const expected = [
      'Ida Muller',
      'Max müller',
      'Änne Müller',
      'Anton Müller',
      'Uwe Ost',
      'Anna Oz',
      'Bernd Öztürk',
      'Zoe Zander',
    ];
    expect(namesOn(await browser.get('/app/members'))).toEqual(expected);
    const rows = (await browser.call('GET', `/member/?organization=${organization.uuid}`)).json;
    expect(
      rows.map(
        (row: { firstName: string; lastName: string }) => `${row.firstName} ${row.lastName}`,
      ),
    ).toEqual(expected);
    expect(rows[0]).not.toHaveProperty('participatedEvents');
  });

  it('the member list says how many there are, or that it is empty, and how many a search finds (D1)', async () => {
    const { browser: empty } = await clubOf(app);
    expect((await empty.get('/app/members')).page).toContain('Noch keine Mitglieder');
    const { browser } = await clubOf(app, ['Anna', 'Apfel'], ['Anna', 'Birne'], ['Max', 'Kirsch']);
    expect((await browser.get('/app/members')).page).toContain('3 Mitglieder');
    expect((await browser.get('/app/members?q=anna')).page).toContain('2 Treffer');
    expect((await browser.get('/app/members?q=nie')).page).toContain('Keine Treffer');
  });

  it('a name in the member list opens the member, for those who may see it (D1, D5)', async () => {
    const { organization, browser } = await clubOf(app, ['Anna', 'Apfel']);
    const reader = await app.asUserOf(organization);
    for (const visitor of [browser, reader]) {
      const { text } = await visitor.get('/app/members?q=apfel');
      const [, href = ''] = /<a href="([^"]+)"[^>]*>Apfel<\/a>/.exec(text) ?? [];
      expect((await visitor.get(href)).page).toContain('Anna Apfel');
    }
  });

  it('two members of one name are told apart by their identifiers (D1)', async () => {
    const { organization, browser } = await clubOf(app, ['Anna', 'Apfel'], ['Eva', 'Apfel']);
    const twin = { organization: organization.uuid, firstName: 'anna', lastName: 'Apfel' };
    await browser.call('POST', '/member', { ...twin, customMemberIdentifier: '1234' });
    const { page } = await browser.get('/app/members');
    expect(page).toContain('Apfel Kennung 1234');
    expect(page.match(/Kennung/g)).toHaveLength(1);
  });

  it('else by their groups, or by a year of birth that the reader may see (D1, O2)', async () => {
    const { organization, browser } = await clubOf(app, ['Anna', 'Apfel']);
    const twin = { organization: organization.uuid, firstName: 'Anna', lastName: 'Apfel' };
    const { json } = await browser.call('POST', '/member', twin);
    await browser.call('POST', '/member', { ...twin, birthday: '1984-05-02' });
    await app.make.group(organization, [{ uuid: json.uuid }], { name: 'Damen 2' });
    const reader = await app.asUserOf(organization);
    expect((await browser.get('/app/members')).page).toMatch(
      /Apfel Damen 2.*Apfel Jahrgang 1984|Apfel Jahrgang 1984.*Apfel Damen 2/s,
    );
    const { page } = await reader.get('/app/members');
    expect(page).toContain('Apfel Damen 2');
    expect(page).not.toContain('Jahrgang');
  });

  it('letters lead to where the names begin, in German order, without scripts (D1)', async () => {
    const names = [...'ABCDEFGHJKLMNOPRSTUWZ'].map((letter): [string, string] => ['X', letter]);
    const { browser } = await clubOf(
      app,
      ...names,
      ...['Ärger', 'Öztürk', 'Ost', 'Şahin', 'Sauer', 'von der Mühlen', 'Łukasz', 'Ziller'].map(
        (last): [string, string] => ['Y', last],
      ),
      ['Z', 'Čech'],
      ['Z', 'Иванова'],
    );
    const { text } = await browser.get('/app/members');
    const nav = /<nav[^>]*aria-label="Anfangsbuchstaben">(.*?)<\/nav>/s.exec(text)?.[1] ?? '';
    const links = [...nav.matchAll(/href="([^"]+)"[^>]*>(\w)</g)].map(
      ([, to = '', letter = '']) => [letter, to] as const,
    );
    expect(links.map(([letter]) => letter).join('')).toBe('ABCDEFGHJKLMNOPRSTUVWZ');
    const begins = async (letter: string) => {
      const [, to = ''] = links.find(([each]) => each === letter) ?? [];
      return namesOn(await browser.get(to));
    };
    expect((await begins('A')).slice(0, 2)).toEqual(['X A', 'Y Ärger']);
    expect((await begins('O')).slice(0, 4)).toEqual(['X O', 'Y Ost', 'Y Öztürk', 'X P']);
    expect((await begins('S')).slice(0, 3)).toEqual(['X S', 'Y Şahin', 'Y Sauer']);
    expect((await begins('L')).slice(0, 2)).toEqual(['X L', 'Y Łukasz']);
    expect((await begins('Z')).at(-1)).toBe('Z Иванова');
    // From there, pages lead on and back.
    const at = await browser.get('/app/members?from=S');
    expect(namesOn(await browser.get(linkOn(at, 'prev'))).at(-1)).toBe('X R');
    expect((await browser.get('/app/members?from=ß')).status).toBe(404);
  });

  it('names that begin with no letter have a place of their own before A (D1)', async () => {
    const signs: [string, string][] = [
      ['X', '3. Mannschaft'],
      ['X', '(Alt) Haus'],
    ];
    const names = Array.from({ length: 40 }, (_, at): [string, string] => ['Y', `Apfel ${at}`]);
    const { browser } = await clubOf(app, ...signs, ...names);
    const { text } = await browser.get('/app/members');
    const nav = /<nav[^>]*aria-label="Anfangsbuchstaben">(.*?)<\/nav>/s.exec(text)?.[1] ?? '';
    expect(nav).toContain('aria-label="#: Ziffern und Zeichen" href="/app/members">#<');
    expect(namesOn(await browser.get('/app/members')).slice(0, 2)).toEqual([
      'X (Alt) Haus',
      'X 3. Mannschaft',
    ]);
    const [, to = ''] = /href="([^"]+)"[^>]*>A</.exec(nav) ?? [];
    expect(namesOn(await browser.get(to))[0]).toBe('Y Apfel 0');
  });
});

describe('paging', () => {
  const count = 223;
  let browser: Browser;
  let organization: { uuid: string };

  beforeAll(async () => {
    ({ organization, browser } = await clubOf(app));
    // Members of the same name are ordered by uuid only.
    await sql`insert into members (organization_uuid, first_name, last_name)
      select ${organization.uuid}::uuid, 'Max', case when i <= 170 then 'Gleich' else 'Üb' || i end
      from generate_series(1, ${count}) i`.execute(app.db);
  });

  const uuidsOn = ({ text }: TestResponse) =>
    [...text.matchAll(/<a href="\/app\/members\/([0-9a-f-]{36})\/edit[?"]/g)].map(
      ([, uuid]) => uuid,
    );

  it('paging forwards shows every member once, and paging back shows them the same way (D1)', async () => {
    const forward: TestResponse[] = [];
    for (let path = '/app/members'; path; path = linkOn(forward.at(-1) as TestResponse, 'next')) {
      forward.push(await browser.get(path));
    }
    const pages = forward.map(uuidsOn);
    expect(pages.map((page) => page.length)).toEqual([100, 100, 23]);
    expect(new Set(pages.flat()).size).toBe(count);
    expect(linkOn(forward[0] as TestResponse, 'prev')).toBe('');

    const back: TestResponse[] = [forward[2] as TestResponse];
    for (
      let path = linkOn(back[0] as TestResponse, 'prev');
      path;
      path = linkOn(back.at(-1) as TestResponse, 'prev')
    ) {
      back.push(await browser.get(path));
    }
    expect(back.map(uuidsOn)).toEqual(pages.toReversed());
  });

  it('a page after the last or before the first member, as all of it was deleted, is the first (D1)', async () => {
    const { organization, admin } = await app.make.club();
    const member = await app.make.member(organization, { lastName: 'Bleibt' });
    const browser = await app.as(admin, organization);
    const { uuid } = member;
    for (const [to, lastName] of [
      ['after', 'Ž'],
      ['before', ''],
    ] as const) {
      const place = `${to}=${byName.cursorAt({ lastName, firstName: '', uuid })}`;
      const { page } = await browser.get(`/app/members?${place}`);
      expect(page).toMatch(/2 Mitglieder .*Bleibt/);
      const users = await browser.get(`/app/admin/permissions?${place}`);
      expect(users.text).toContain(admin.uuid);
    }
  });

  it('dialogs over the member list keep its page (D1)', async () => {
    const next = linkOn(await browser.get('/app/members?q=Gleich'), 'next');
    expect(next).toContain('q=Gleich');
    const page = await browser.get(next);
    const dialog = linkWith(page, '/edit?');
    const opened = await browser.get(dialog);
    // As far as it is in sight behind the dialog, and the rest where the link after it leads.
    const inSight = uuidsOn(opened);
    expect(inSight).toHaveLength(30);
    const rest = await browser.get(linkOn(opened, 'next'));
    expect([...inSight, ...uuidsOn(rest)].slice(0, uuidsOn(page).length)).toEqual(uuidsOn(page));
    const saved = await browser.submit(dialog, { firstName: 'Max', lastName: 'Gleich' });
    expect(saved.location).toBe(next);
  });

  it('an invalid cursor of the member list is refused', async () => {
    expect((await browser.get('/app/members?after=nonsense')).status).toBe(404);
  });
});

it('only those who administer invitations see who is invited or has a user (D3, H)', async () => {
  const { organization, browser: editor } = await clubOf(
    app,
    ['Ida', 'Ahrens'],
    ['Uwe', 'Behrens'],
  );
  const admin = await app.asUserOf(organization, ['ORGANIZATION_ADMIN'], { linked: false });
  const user = await app.make.userOf(organization);
  const rows = (await editor.call('GET', `/member/?organization=${organization.uuid}`)).json;
  await admin.call('POST', `/organization/invitation/${rows[0].uuid}`);
  for (const path of ['/app/members', '/app/members?q=hrens']) {
    const { page } = await admin.get(path);
    expect(page).toMatch(/Ida\s*Ahrens\s*Eingeladen/);
    expect(page).toMatch(/Uwe\s*Behrens\s*(?!Eingeladen|Mit)/);
    expect(page.split('Eingeladen')).toHaveLength(2);
  }
  expect((await admin.get('/app/members')).page.split('Mit Zugang')).toHaveLength(2);
  for (const other of [editor, await app.as(user, organization)]) {
    const { text, page } = await other.get('/app/members');
    expect(page).not.toMatch(/Eingeladen|Mit Zugang/);
    expect(text).not.toMatch(/"(?:invited|linked)"/);
  }
  // Of invitations that still count.
  const over = { valid_through: '2020-01-01' };
  await changeRows(app.db, 'invitations', { member_uuid: rows[0].uuid }, over);
  expect((await admin.get('/app/members')).page).not.toContain('Eingeladen');
});
