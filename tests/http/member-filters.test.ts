import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { linkOn } from '../support/html';
import { namesOn } from '../support/members';
import { changeRows, insertRows } from '../support/rows';

const app = testApp();

/** A club of five: by group, year, leaving and access. */
async function club() {
  const organization = await app.make.organization();
  const editor = await app.make.userOf(organization, ['EDIT_MEMBERS'], { linked: false });
  const named = async (firstName: string, fields: Record<string, unknown> = {}) => {
    const member = await app.make.member(organization, { firstName, lastName: 'Test' });
    if (Object.keys(fields).length > 0) await changeRows(app.db, 'members', member.uuid, fields);
    return member;
  };
  const anna = await named('Anna', { birthday: '1984-01-01' });
  await named('Bert', { birthday: '1984-12-31', left_on: '2020-06-30' });
  const cem = await named('Cem', { birthday: '1985-01-01', left_on: '2999-12-31' });
  await named('Dora');
  const group = await app.make.group(organization, [anna, cem], { name: 'Damen' });
  const user = await app.make.userOf(organization, [], { linked: false });
  await changeRows(app.db, 'members', anna.uuid, { user_uuid: user.uuid });
  const browser = await app.as(editor, organization);
  const at = async (query: string, by = browser) => {
    const page = await by.get(`/app/members?${query}`);
    return namesOn(page).map((name) => name.replace(' Test', ''));
  };
  return { organization, browser, user, group, at };
}

describe('the filters of the list', () => {
  it('narrow it by group, status, birth year and access, also together and with a search (O11)', async () => {
    const { group, at } = await club();
    expect(await at('')).toEqual(['Anna', 'Cem', 'Dora']);
    expect(await at('status=former')).toEqual(['Bert']);
    expect(await at(`group=${group.uuid}`)).toEqual(['Anna', 'Cem']);
    expect(await at('year=1984')).toEqual(['Anna']);
    expect(await at('year=1984&status=former')).toEqual(['Bert']);
    expect(await at('access=none')).toEqual(['Cem', 'Dora']);
    expect(await at(`access=none&group=${group.uuid}&year=1985&q=cem`)).toEqual(['Cem']);
    expect(await at(`group=${group.uuid}&q=dora`)).toEqual([]);
    // Of what is none, nothing is chosen.
    expect(await at('group=x&status=y&year=z&access=w')).toEqual(['Anna', 'Cem', 'Dora']);
  });

  it('tell nobody who was born when, who has left or has access, but those who look after members (O2, O11)', async () => {
    const { organization, user, at, group } = await club();
    const plain = await app.as(user, organization);
    for (const query of ['', 'year=1984', 'status=former', 'access=none', 'year=1800'])
      expect(await at(query, plain)).toEqual(['Anna', 'Cem', 'Dora']);
    expect(await at(`group=${group.uuid}`, plain)).toEqual(['Anna', 'Cem']);
    const page = await plain.get('/app/members');
    expect(page.page).toContain('Gruppe');
    expect(page.page).not.toMatch(/Geburtsjahr|Ehemalige|Zugang/);
  });

  it('name the groups of each member (U2)', async () => {
    const { browser, group } = await club();
    const { text } = await browser.get(`/app/members?group=${group.uuid}`);
    expect(text.match(/<small>[^<]*<\/small>/g)).toEqual(Array(2).fill('<small> Damen</small>'));
  });

  it('are kept by pages, dialogs and the search, and counted as hits (O11)', async () => {
    const { browser, group } = await club();
    const page = await browser.get(`/app/members?group=${group.uuid}&q=test`);
    expect(page.page).toContain('2 Treffer');
    expect(page.page).toContain('Filter (1)');
    expect(page.text).toContain(`name="group" value="${group.uuid}"`);
    expect(page.text).toMatch(new RegExp(`/edit\\?q=test&amp;group=${group.uuid}`));
    const { organization } = await club();
    const many = Array.from({ length: 101 }, (_, nth) => ({
      organization_uuid: organization.uuid,
      first_name: 'Viele',
      last_name: `N${nth}`,
      birthday: '1999-09-09',
    }));
    await insertRows(app.db, 'members', many);
    const editor = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    const first = await editor.get('/app/members?year=1999');
    const next = linkOn(first, 'next');
    expect(next).toContain('year=1999');
    expect([namesOn(first).length, namesOn(await editor.get(next)).length]).toEqual([100, 1]);
  });

  it('a group of another club finds nobody (O11)', async () => {
    const { at } = await club();
    const { group } = await club();
    expect(await at(`group=${group.uuid}`)).toEqual([]);
  });
});

const HIDDEN = 'Die Kontaktdaten zeigt Ihr Verein nicht allen.';

describe('ways to reach somebody', () => {
  it('stand in the row and in the sheet for those who may see them, where there are any (O4)', async () => {
    const { organization, browser, user } = await club();
    await changeRows(
      app.db,
      'members',
      { organization_uuid: organization.uuid, first_name: 'Dora' },
      { mobile: '+49 (0)170 / 47-11', email: 'dora+tsv@post.example' },
    );
    const list = await browser.get('/app/members');
    expect(list.text.match(/href="tel:[^"]*"|href="mailto:[^"]*"/g)).toEqual([
      'href="tel:+491704711"',
      'href="mailto:dora%2Btsv@post.example"',
    ]);
    expect(list.text).toContain('aria-label="Anrufen: Dora Test"');
    const sheet = /href="(\/app\/members\/[^"?]*)"[^>]*>Test<\/a>/g;
    const paths = [...list.text.matchAll(sheet)].map(([, path = '']) => path);
    const dora = await browser.get(paths[2] ?? '');
    expect(dora.text).toContain('href="tel:+491704711"');
    expect(dora.page).toContain('+49 (0)170 / 47-11');
    expect(dora.page).toContain('Zugang noch keiner');
    expect(dora.page).not.toContain(HIDDEN);
    expect(dora.page).not.toContain('eintragen');
    const other = await browser.get(paths[0] ?? '');
    expect(other.page).toContain('E-Mail und Telefon eintragen');
    const plain = await app.as(user, organization);
    for (const path of ['/app/members', paths[2] ?? '']) {
      const page = await plain.get(path);
      expect(page.text).not.toMatch(/tel:|mailto:|4711/);
      expect(page.page).not.toContain('Zugang');
      expect(page.page.includes(HIDDEN)).toBe(path !== '/app/members');
    }
  });
});
