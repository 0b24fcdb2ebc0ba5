import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { changeRows, deleteRows, insertRows } from '../support/rows';

/** Recording participants (E6), with scripts and without. */
const app = testApp();
const chromium = testChromium();

async function setting({
  members = 3,
  registered = 0,
  date = '2030-06-15',
  scripts = true,
  viewport = { width: 1280, height: 800 },
} = {}) {
  const organization = await app.make.organization();
  const editor = await app.make.userOf(organization, ['EDIT_EVENTS'], { linked: false });
  const max = registered > 0 ? 25 : undefined;
  const event = await app.make.event(organization, { name: 'Fest', date, max });
  const rows = await app.db
    .insertInto('members')
    .values(
      Array.from({ length: members }, (_, at) => ({
        organization_uuid: organization.uuid,
        first_name: 'A',
        last_name: `N${String(at).padStart(5, '0')}`,
      })),
    )
    .returning('uuid')
    .execute();
  for (const member of rows.slice(0, registered)) await app.make.registration(event, member);
  const page = await chromium.openAs(app, [editor, organization], {
    viewport,
    javaScriptEnabled: scripts,
  });
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.postData() ?? '');
  });
  const tick = (...at: number[]) =>
    insertRows(
      app.db,
      'participations',
      at.map((each) => ({
        organization_uuid: organization.uuid,
        event_uuid: event.uuid,
        member_uuid: rows[each]?.uuid ?? '',
      })),
    );
  const rename = async (names: readonly string[]) => {
    for (const [at, last_name] of names.entries())
      await changeRows(app.db, 'members', rows[at]?.uuid ?? '', { last_name });
  };
  const present = async () => {
    const found = await app.db
      .selectFrom('participations')
      .select('member_uuid as member')
      .where('event_uuid', '=', event.uuid)
      .execute();
    return rows
      .map(({ uuid }, at) => (found.some(({ member }) => member === uuid) ? at : -1))
      .filter((at) => at >= 0);
  };
  return {
    page,
    posts,
    tick,
    rename,
    present,
    path: `${app.origin}/app/events/${event.uuid}/participants`,
  };
}

const listed = (post: string) =>
  [...new URLSearchParams(post).keys()].filter((name) => /^(participated|inQuestion)\[/.test(name));

it.each([true, false])(
  'two people recording participants at once do not overwrite each other, JavaScript %s (E6)',
  async (scripts) => {
    const { page, posts, tick, present, path } = await setting({ members: 40, scripts });
    await tick(0, 1, 2);
    await page.goto(path);
    if (scripts) await page.waitForFunction(() => document.querySelector('dialog:modal'));
    const boxes = page.getByRole('checkbox');
    await boxes.nth(1).uncheck();
    await boxes.nth(30).check();
    // Somebody else saves in between.
    await tick(35);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.waitForURL('**/app/events');
    expect(await present()).toEqual([0, 2, 30, 35]);
    // With scripts, only the two changed rows are sent.
    expect(listed(posts[0] ?? '')).toHaveLength(scripts ? 2 : 6);
    if (scripts) return;
    // Without scripts, names are searched for by a button.
    await page.goto(path);
    await page.getByLabel('Mitglieder suchen').fill('N00030');
    await page.getByRole('button', { name: 'Suchen' }).click();
    await expectPage(boxes.filter({ visible: true })).toHaveCount(1);
  },
);

it('recording participants sends only the changes, and keeps every tick when refused (E6)', async () => {
  const { page, posts, tick, present, path } = await setting({ members: 12 });
  await tick(0, 1);
  await page.goto(path);
  await page.waitForFunction(() => document.querySelector('dialog:modal'));
  const boxes = page.getByRole('checkbox');
  await boxes.nth(0).uncheck();
  await boxes.nth(5).check();
  await boxes.nth(7).check();
  const gone = (await boxes.nth(5).getAttribute('value')) ?? '';
  await deleteRows(app.db, 'members', gone);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.locator('.error-summary').waitFor();
  // After the refusal the list reloads without the member who is gone.
  await page.locator(`input[type=checkbox][value="${gone}"]`).waitFor({ state: 'detached' });
  expect(
    await boxes.evaluateAll((all) =>
      all.flatMap((box, at) => ((box as HTMLInputElement).checked ? [at] : [])),
    ),
  ).toEqual([1, 6]);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.waitForURL('**/app/events');
  expect(posts.map((post) => listed(post).length)).toEqual([3, 2]);
  expect(await present()).toEqual([1, 7]);
});

it('a long list of participants saves its page before moving to another one or to a search, without reloading the list of events behind (E6)', async () => {
  const { page, present, path } = await setting({ members: 1100 });
  await page.goto(path);
  await page.waitForFunction(() => document.querySelector('dialog:modal'));
  const loads: Array<string | null> = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('.data') && request.method() === 'GET')
      loads.push(searchParams.get('_routes'));
  });
  await page.getByRole('checkbox').nth(3).check();
  await page.getByRole('button', { name: 'Speichern und weiter' }).click();
  await expectPage(page.getByText('N00500, A')).toBeVisible();
  await expectPage(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await page.getByRole('checkbox').nth(0).check();
  await page.getByLabel('Mitglieder suchen').fill('N01099');
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.waitForURL('**/app/events');
  expect(await present()).toEqual([3, 500, 1099]);
  expect(loads).toHaveLength(3);
  // Without a list of routes, all of them would be loaded.
  for (const routes of loads)
    expect(routes?.split(',')).not.toContain('features/events/pages/list');
});

it('participants are filtered as one types, counted as one ticks, and saved whatever is hidden (E6)', async () => {
  const { page, present, path } = await setting({
    members: 30,
    registered: 20,
    date: '2020-06-15',
  });
  await page.goto(path);
  await page.waitForFunction(() => document.querySelector('dialog:modal'));
  const headings = page.getByRole('dialog').getByRole('heading', { level: 3 });
  expect(await headings.allInnerTexts()).toEqual(['Angemeldet (20 von 25)', 'Weitere Mitglieder']);
  await expectPage(page.getByText('Noch niemand eingetragen.')).toBeVisible();
  await page.getByRole('checkbox').nth(3).check();
  await expectPage(page.getByText('1 war dabei.')).toBeVisible();
  const search = page.getByLabel('Mitglieder suchen');
  await search.fill('n0002');
  await expectPage(page.getByRole('status').filter({ hasText: '10 Treffer' })).toBeVisible();
  expect(await headings.filter({ visible: true }).allInnerTexts()).toEqual(['Weitere Mitglieder']);
  await page.getByRole('checkbox').filter({ visible: true }).first().check();
  await expectPage(page.getByText('2 waren dabei.')).toBeVisible();
  // Enter belongs to the search: it saves nothing.
  await search.press('Enter');
  await search.fill('');
  await expectPage(page.getByRole('checkbox').filter({ visible: true })).toHaveCount(30);
  await search.fill('N00003');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.waitForURL('**/app/events');
  expect(await present()).toEqual([3, 20]);
});

/** The server finds as the page does: tests/http/member-search.test.ts. */
it('participants are found however their names are typed (E6)', async () => {
  const names = ['Yılmaz', 'Yilmaz', 'O’Brien', "O'Brien", 'OBrien', 'Łukasz-Groß', 'Müller'];
  const { page, path, rename } = await setting({ members: names.length });
  await rename(names);
  await page.goto(path);
  await page.waitForFunction(() => document.querySelector('dialog:modal'));
  const found = async (typed: string) => {
    await page.getByLabel('Mitglieder suchen').fill(typed);
    const shown = page.getByRole('checkbox').filter({ visible: true });
    return shown.evaluateAll((boxes) =>
      boxes.map((box) => box.closest('label')?.querySelector('span')?.textContent?.split(',')[0]),
    );
  };
  for (const typed of ['Yilmaz', 'yılmaz', 'YILMAZ', 'YİLMAZ'])
    expect((await found(typed)).toSorted(), typed).toEqual(['Yilmaz', 'Yılmaz']);
  for (const typed of ["o'brien", 'obrien', 'O’Brien', 'O`Brien'])
    expect((await found(typed)).toSorted(), typed).toEqual(["O'Brien", 'OBrien', 'O’Brien']);
  for (const typed of ['lukasz', 'gross', 'LUKASZ GROSS', 'łukasz-groß'])
    expect(await found(typed), typed).toEqual(['Łukasz-Groß']);
  for (const typed of ['mueller', 'Müller', 'muller'])
    expect(await found(typed), typed).toEqual(['Müller']);
  // Closing asks nothing about what was only searched for.
  await page.keyboard.press('Escape');
  await page.waitForURL('**/app/events');
});

it('at 400 % zoom the participants can be read and ticked: nothing stays in front of them (E6)', async () => {
  for (const scripts of [true, false]) {
    const { page, path } = await setting({
      members: 12,
      scripts,
      viewport: { width: 320, height: 256 },
    });
    await page.goto(path);
    const box = page.getByRole('checkbox').nth(5);
    await box.scrollIntoViewIfNeeded();
    const inSight = await page.locator('.checklist label').evaluateAll(
      (rows) =>
        rows.filter((row) => {
          const { left, width, top, height } = row.getBoundingClientRect();
          const at = document.elementFromPoint(left + width / 2, top + height / 2);
          return at !== null && row.contains(at);
        }).length,
    );
    expect(inSight).toBeGreaterThanOrEqual(3);
    await box.check();
  }
});

it('the dialog opens with the focus on its title, so that a space ticks nobody (E6)', async () => {
  const { page, path } = await setting({ registered: 1, viewport: { width: 360, height: 740 } });
  await page.goto(path);
  await page.locator('dialog:modal').waitFor();
  const named = page.getByRole('dialog', { name: 'Teilnehmer', exact: true });
  await expectPage(named).toHaveAccessibleDescription('Fest');
  const title = page.getByRole('heading', { name: 'Teilnehmer', exact: true });
  await expectPage(title).toBeFocused();
  await page.keyboard.press('Space');
  expect(await page.locator('input:checked').count()).toBe(0);
  // The head of the dialog leaves a phone to the list.
  const [dialog, first] = await Promise.all([
    page.getByRole('dialog').boundingBox(),
    page.getByRole('checkbox').first().boundingBox(),
  ]);
  expect((first?.y ?? 0) - (dialog?.y ?? 0)).toBeLessThan(290);
  await expectPage(page.getByRole('checkbox', { name: /N00000, A.*dabei/ })).toBeVisible();
});

it('all who signed up are ticked at once, except those whom a search hides (E6)', async () => {
  const { page, path, rename, present } = await setting({
    members: 5,
    registered: 3,
    date: '2026-01-15',
  });
  await rename(['Abel', 'Adler', 'Bauer', 'Adam']);
  await page.goto(path);
  await page.getByPlaceholder('Mitglieder suchen').fill('Ad');
  await page.getByRole('button', { name: 'Alle ankreuzen' }).click();
  await expectPage(page.getByText('1 war dabei')).toBeVisible();
  await page.getByPlaceholder('Mitglieder suchen').fill('');
  await page.getByRole('button', { name: 'Alle ankreuzen' }).click();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expectPage(page.locator('[data-kind=success]')).toHaveCount(1);
  expect(await present()).toEqual([0, 1, 2]);
});
