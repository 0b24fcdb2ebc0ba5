import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

const app = testApp();
const chromium = testChromium();

/** What pages of a club have below them, by addresses that do not say which club. */
const BELOW: Record<string, readonly string[]> = {
  '/app/admin/permissions': ['/:user', '/:user/remove', '/second-factor'],
  '/app/members': ['/export', '/import', '/invitations', '/new'],
  '/app/groups': ['/new'],
  '/app/events': ['/new'],
  '/app/admin/organization': ['/delete', '/retention'],
};

describe('with scripts', () => {
  async function setting() {
    const { organization: first, admin } = await app.make.club({ name: 'Erster Verein' });
    const second = await app.make.organization({ name: 'Zweiter Verein' });
    await app.make.belongs(admin, second, 'ORGANIZATION_ADMIN', 'EDIT_EVENTS', 'EDIT_MEMBERS');
    const bookmark = `${app.origin}/app/events/${(await app.make.event(second)).uuid}`;
    const page = await chromium.openAs(app, [admin, first]);
    const other = await page.context().newPage();
    return { first, second, admin, page, other, bookmark };
  }

  it('what opens over a page is of the club of that page, whatever another tab has chosen since (B1)', async () => {
    const { first, admin, page, bookmark } = await setting();
    const links = page.locator('main a[href]');
    for (const [at, screens] of Object.entries(BELOW)) {
      await page.goto(app.origin + at, { waitUntil: 'networkidle' });
      const heading = await page.locator('h1').innerText();
      const list = page.locator('main:not(:has(dialog)) h1', { hasText: RegExp(`^${heading}$`) });
      const paths = await links.evaluateAll((all) =>
        all.map((link) => (link as HTMLAnchorElement).pathname),
      );
      const below = paths
        .map((path) => path.replace(admin.uuid, ':user'))
        .filter((path) => path.startsWith(`${at}/`) && !/[0-9a-f]{8}-/.test(path))
        .map((path) => path.slice(at.length));
      expect([...new Set(below)].sort()).toEqual(screens);
      for (const screen of screens) {
        const path = at + screen.replace(':user', admin.uuid);
        // As another tab does.
        await page.request.get(bookmark);
        await links.evaluateAll(
          (all, to) => (all as HTMLAnchorElement[]).find((link) => link.pathname === to)?.click(),
          path,
        );
        // In the same update as the header.
        await list.waitFor({ state: 'detached' });
        const clubs = await page
          .locator('main input[name=organization]')
          .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
        const header = await page.locator('header summary').textContent();
        expect(new Set([header, ...clubs]), path).toEqual(
          new Set([`Verein: ${first.name}`, ...clubs.map(() => first.uuid)]),
        );
        await page.goBack();
        await list.waitFor();
      }
    }
  });

  it('a user is removed from the club whose list is on the screen, which the dialog names (B1, C3)', async () => {
    const { first, second, page, other, bookmark } = await setting();
    const both = await app.make.userOf(first);
    await app.make.belongs(both, second);
    await page.goto(`${app.origin}/app/admin/permissions`, { waitUntil: 'networkidle' });
    await other.goto(bookmark);
    const path = `/app/admin/permissions/${both.uuid}/remove`;
    await page.locator(`main a[href="${path}"]`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(first.name).waitFor();
    await dialog.getByRole('button', { name: 'Benutzer entfernen' }).click();
    await dialog.waitFor({ state: 'detached' });
    const left = await app.db
      .selectFrom('organization_users')
      .select('organization_uuid')
      .where('user_uuid', '=', both.uuid)
      .execute();
    expect(left).toEqual([{ organization_uuid: second.uuid }]);
  });

  it('where the list is of a club that the user has lost since, the whole page changes to another (B1)', async () => {
    const { first, second, admin, page } = await setting();
    await page.goto(`${app.origin}/app/members`, { waitUntil: 'networkidle' });
    await app.make.member(second, { lastName: 'Drüben' });
    await app.make.userOf(first, ['ORGANIZATION_ADMIN']);
    await app.db
      .deleteFrom('organization_users')
      .where('organization_uuid', '=', first.uuid)
      .where('user_uuid', '=', admin.uuid)
      .execute();
    await page.getByRole('link', { name: 'Mitglied erstellen' }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByText('Drüben').first().waitFor();
    expect(await page.locator('header').textContent()).toContain(second.name);
  });

  it('a link and a choice in the header lead into the other club (B1)', async () => {
    const { first, second, page } = await setting();
    const header = page.locator('header summary');
    await page.goto(`${app.origin}/app/account/notifications`, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: second.name }).click();
    await expectPage(header).toHaveText(`Verein: ${second.name}`);
    await page.waitForLoadState('networkidle');
    // As for answers that do not bring the next page along.
    await page.route('**/*.data', (route) => {
      const { 'x-form-page': _asked, ...headers } = route.request().headers();
      return route.continue({ headers });
    });
    await header.click();
    await page.getByRole('button', { name: first.name }).click();
    await page.getByText(`für ${first.name}`).waitFor();
    expect(await header.textContent()).toBe(`Verein: ${first.name}`);
  });
});
