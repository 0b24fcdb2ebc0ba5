import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { changeRows } from '../support/rows';

const app = testApp();
const chromium = testChromium();

it('members are found as one types, and their dialogs keep what was searched for (D1, D2)', async () => {
  const { organization, admin } = await app.make.club();
  await app.make.member(organization, { firstName: 'Özlem', lastName: 'Öztürk' });
  const page = await chromium.openAs(app, [admin, organization]);
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row', { name: /Öztürk/ });
  await page.goto(`${app.origin}/app/members`);
  const other = page.getByRole('row', { name: admin.lastName });
  await other.waitFor();
  const search = page.getByRole('searchbox', { name: 'Mitglieder suchen' });
  // Leaving alone what is being typed.
  await search.pressSequentially('öz');
  await expectPage(other).toHaveCount(0);
  await expectPage(search).toBeFocused();
  await expectPage(search).toHaveValue('öz');
  await search.fill('özt');
  await search.press('Enter');
  await expectPage(page).toHaveURL(/q=%C3%B6zt/);
  await row.getByRole('link', { name: 'Bearbeiten' }).click();
  await dialog.getByLabel('Vorname').fill('Öznur');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expectPage(row).toContainText('Öznur');
  expect(page.url()).toContain('q=%C3%B6zt');
  await row.getByRole('link', { name: 'Löschen' }).click();
  await dialog.getByRole('button', { name: 'Löschen' }).click();
  await page.getByText('Keine Mitglieder gefunden').waitFor();
});

it('where there is room, groups stand in the line of the name, below a heading that is no column (D1, U2)', async () => {
  const { organization, admin } = await app.make.club();
  const member = await app.make.member(organization, { firstName: 'Ida', lastName: 'Cox' });
  const { name } = await app.make.group(organization, [member]);
  const page = await chromium.visit(app, [admin, organization], '/app/members');
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Vorname',
    'Nachname',
    'Aktionen',
  ]);
  const lines = await page.getByRole('row', { name: 'Cox' }).evaluate((row) => {
    const [last, groups] = ['th a', 'small'].map((part) => {
      const range = document.createRange();
      range.selectNodeContents(row.querySelector(part) as Element);
      return range.getBoundingClientRect();
    });
    const heading = document.querySelector('thead :nth-child(2)') as Element;
    return {
      apart: Math.abs((last?.bottom ?? 0) - (groups?.bottom ?? 9)),
      heading: getComputedStyle(heading, '::after').content,
    };
  });
  expect(lines.apart).toBeLessThan(1.5);
  expect(lines.heading).toContain('Gruppen');
  await page.getByRole('row', { name }).waitFor();
});

it('on a phone an editor has each name and 44 px for all that can be done in one row, in columns (O4)', async () => {
  const { organization, admin } = await app.make.club();
  for (const [firstName, lastName, email] of [
    ['Jo', 'Abt', 'jo@verein.example'],
    ['Mechthild', 'Birkenfeld', ''],
    ['Ida', 'Cox', 'ida@verein.example'],
  ] as const) {
    const { uuid } = await app.make.member(organization, { firstName, lastName });
    await changeRows(app.db, 'members', { uuid }, { phone: '0621 47', email });
  }
  const viewport = { width: 360, height: 740 };
  const page = await chromium.visit(app, [admin, organization], '/app/members', { viewport });
  const places: Record<string, number[]> = {};
  for (const name of ['Abt', 'Birkenfeld', 'Cox']) {
    const row = page.getByRole('row', { name });
    expect((await row.boundingBox())?.height).toBeLessThan(56);
    const text = await row.getByRole('rowheader').getByRole('link').boundingBox();
    for (const link of await row.getByRole('cell').getByRole('link').all()) {
      const { x = 0, width, height } = (await link.boundingBox()) ?? {};
      expect([width, height]).toEqual([44, 44]);
      // Its sign is in its middle.
      expect(x + 12).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
      const action = (await link.getAttribute('aria-label'))?.replace(/:.*/, '') ?? '';
      places[action] = [...(places[action] ?? []), x];
    }
  }
  const [phone = 0] = places.Anrufen ?? [];
  const columns = { Anrufen: 0, 'E-Mail': 44, Bearbeiten: 88, Löschen: 132 };
  for (const [action, from] of Object.entries(columns))
    for (const x of places[action] ?? []) expect(x - phone, action).toBe(from);
  expect(
    Object.values(places)
      .map(({ length }) => length)
      .toSorted(),
  ).toEqual([2, 3, 3, 3]);
});

it('the longest dates are whole where two of them are beside one another, in large type too (D2)', async () => {
  const { organization, admin } = await app.make.club();
  const { uuid } = await app.make.member(organization);
  const page = await chromium.visit(app, [admin, organization], `/app/members/${uuid}/edit`, {
    viewport: { width: 1280, height: 800 },
  });
  await page.getByText('Anschrift und Daten').click();
  for (const [name, size] of [
    ['Geburtstag', '100%'],
    ['Mitglied seit', '125%'],
  ] as const) {
    const field = page.getByRole('textbox', { name });
    await field.fill('28.09.1944');
    await field.blur();
    await expectPage(field).toHaveValue('28. September 1944');
    const cut = await field.evaluate((input, size) => {
      document.documentElement.style.fontSize = size;
      return input.scrollWidth - input.clientWidth;
    }, size);
    expect(cut).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});
