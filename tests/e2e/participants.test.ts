import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

/** Recording participants (E6), with scripts and without. */
const app = testApp();
const chromium = testChromium();

async function setting({ members = 3, scripts = true } = {}) {
  const organization = await app.make.organization();
  const editor = await app.make.userOf(organization, ['EDIT_EVENTS'], { linked: false });
  const event = await app.make.event(organization, { name: 'Fest' });
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
  const page = await chromium.open({
    viewport: { width: 1280, height: 800 },
    javaScriptEnabled: scripts,
  });
  const value = await app.make.session(editor, organization);
  await page.context().addCookies([{ name: 'session', value, url: app.origin }]);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.postData() ?? '');
  });
  const tick = (...at: number[]) =>
    app.db
      .insertInto('participations')
      .values(
        at.map((each) => ({
          organization_uuid: organization.uuid,
          event_uuid: event.uuid,
          member_uuid: rows[each]?.uuid ?? '',
        })),
      )
      .execute();
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
  await app.db.deleteFrom('members').where('uuid', '=', gone).execute();
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

it('a long list of participants saves its page before moving to another one or to a search (E6)', async () => {
  const { page, present, path } = await setting({ members: 1100 });
  await page.goto(path);
  await page.waitForFunction(() => document.querySelector('dialog:modal'));
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
  expect(chromium.errors.splice(0)).toEqual([]);
});
