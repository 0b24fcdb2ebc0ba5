import { type BrowserContext, type Page, chromium as playwright } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { browserPath } from '../support/browser-path';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

/** What a browser still shows of a club once its session is over (ASVS V14.3.1). */
const app = testApp();
const chromium = testChromium({ provoked: /ERR_INTERNET_DISCONNECTED/ });
const DAY = 24 * 60 * 60 * 1000;
const NAME = 'Geheime Vorstandssitzung';
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
  await app.make.event(club.organization, { name: NAME });
});

/** Logs a browser in and opens the list of events. */
async function inTab(context: BrowserContext, path = '/app/events') {
  const page = await context.newPage();
  await page.goto(app.origin + path, { waitUntil: 'networkidle' });
  return page;
}

async function loggedIn(context: BrowserContext) {
  const value = await app.make.session(club.admin, club.organization);
  await context.addCookies([{ name: 'session', value, url: app.origin }]);
}

async function firstTab(javaScriptEnabled = true): Promise<Page> {
  const page = await chromium.open({ javaScriptEnabled });
  await loggedIn(page.context());
  await page.goto(`${app.origin}/app/events`, { waitUntil: 'networkidle' });
  await expectPage(page.getByText(NAME).first()).toBeVisible();
  return page;
}

const logOut = (page: Page) =>
  page.getByRole('button', { name: 'Abmelden: Sitzung beenden' }).click();
const endSessions = () =>
  app.db.deleteFrom('sessions').where('user_uuid', '=', club.admin.uuid).execute();
const sessions = () =>
  app.db.selectFrom('sessions').select('uuid').where('user_uuid', '=', club.admin.uuid).execute();
/** All that is in the document, seen or not. */
const content = (page: Page) => page.evaluate(() => document.documentElement?.textContent ?? '');

describe('after a log-out', () => {
  it('every other tab leaves for the log-in, and what was typed there goes (ASVS V14.3.1)', async () => {
    const page = await firstTab();
    const list = await inTab(page.context());
    const form = await inTab(page.context(), '/app/events/new');
    await form.getByLabel('Name').fill('Halb getippt');
    const asked: string[] = [];
    form.on('dialog', (dialog) => {
      asked.push(dialog.type());
      dialog.accept();
    });
    await logOut(page);
    await expectPage(page).toHaveURL(`${app.origin}/app/login`);
    await expectPage(page.getByText('Sie sind ausgeloggt.')).toBeVisible();
    await expectPage(list).toHaveURL(`${app.origin}/app/login?redirect=%2Fapp%2Fevents`);
    await expectPage(form).toHaveURL(`${app.origin}/app/login?redirect=%2Fapp%2Fevents%2Fnew`);
    for (const tab of [page, list, form]) {
      expect(await content(tab)).not.toContain(NAME);
      expect(await content(tab)).not.toContain('Halb getippt');
      await expectPage(tab.getByText('Ihre Sitzung ist abgelaufen.')).toHaveCount(0);
    }
    expect(asked).toEqual([]);
    expect(await sessions()).toEqual([]);
  });

  it('code that the browser cuts off as it leaves the page does not stop it (A10)', async () => {
    const page = await firstTab();
    // WebKit cuts off all that is being loaded once the log-out is on its way.
    const cut = page.waitForEvent('requestfailed', (request) => /logout-/.test(request.url()));
    await page.route('**/assets/logout-*.js', (route) =>
      route.request().resourceType() === 'script' ? route.abort('aborted') : route.continue(),
    );
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(`${request.method()} ${request.url()}`);
    });
    await page.route('**/app/logout', async (route) => {
      await cut;
      // Time for what the page does about it.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue().catch(() => {});
    });
    await logOut(page);
    await expectPage(page.getByText('Sie sind ausgeloggt.')).toBeVisible();
    expect(loads).toEqual([`POST ${app.origin}/app/logout`, `GET ${app.origin}/app/login`]);
    expect(await sessions()).toEqual([]);
    chromium.errors.splice(0);
  });

  it.each([true, false])(
    'Back shows nothing of the club, and with the document all goes that scripts have loaded (JavaScript %s, ASVS V14.3.1)',
    async (scripts) => {
      const page = await firstTab(scripts);
      if (scripts)
        await page.evaluate(() => {
          Object.assign(window, { before: true });
          localStorage.setItem('before', 'yes');
        });
      else await page.goto(`${app.origin}/app/account`);
      await logOut(page);
      await expectPage(page).toHaveURL(`${app.origin}/app/login`);
      expect(await page.evaluate(() => 'before' in window)).toBe(false);
      expect(await page.evaluate(() => localStorage.getItem('before'))).toBeNull();
      await page.goBack();
      await expectPage(page).toHaveURL(/\/app\/login\?redirect=/);
      expect(await content(page)).not.toContain(NAME);
      expect(await content(page)).not.toContain(club.organization.name);
    },
  );

  it('ending this very session in Mein Konto ends it in all tabs', async () => {
    const page = await firstTab();
    const other = await inTab(page.context());
    await page.goto(`${app.origin}/app/account`, { waitUntil: 'networkidle' });
    await page.getByText(/^Geräte/).click();
    await page.getByRole('link', { name: /^Ausloggen: / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ausloggen' }).click();
    await expectPage(page).toHaveURL(`${app.origin}/app/login`);
    await expectPage(page.getByText('Gerät ausgeloggt.')).toBeVisible();
    await expectPage(other).toHaveURL(/\/app\/login\?redirect=/);
    expect(await content(other)).not.toContain(NAME);
  });

  it('what is typed is asked about first, and staying logs out nowhere', async () => {
    const page = await firstTab();
    const other = await inTab(page.context());
    const event = await app.make.event(club.organization);
    await page.goto(`${app.origin}/app/events/${event.uuid}/edit`, { waitUntil: 'networkidle' });
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Noch nicht gespeichert');
    await page.evaluate(() => {
      for (const form of document.forms)
        if (form.action.endsWith('/app/logout')) form.requestSubmit();
    });
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expectPage(name).toHaveValue('Noch nicht gespeichert');
    await expectPage(other.getByText(NAME).first()).toBeVisible();
    expect(await sessions()).not.toEqual([]);
    await endSessions();
  });
});

describe('without the server', () => {
  it('a log-out takes the page off the screen in all tabs, and is sent again by a reload (ASVS V14.3.1)', async () => {
    const page = await firstTab();
    const other = await inTab(page.context());
    await page.context().setOffline(true);
    await logOut(page);
    await expectPage(page.getByText(NAME)).toHaveCount(0);
    await expectPage(other.getByText(NAME)).toHaveCount(0);
    await page.context().setOffline(false);
    expect(await sessions()).not.toEqual([]);
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload().catch(() => {});
    await expectPage(page).toHaveURL(`${app.origin}/app/login`);
    expect(await sessions()).toEqual([]);
  });

  it('a log-out that is not answered takes the page off the screen at once (ASVS V14.3.1)', async () => {
    const page = await firstTab();
    await page.route('**/app/logout', () => new Promise(() => {}));
    const shown = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('form[action="/app/logout"] button')?.click();
      while (document.body.querySelector('h1')) await new Promise(requestAnimationFrame);
      return document.documentElement.textContent ?? '';
    });
    expect(shown).not.toContain(NAME);
    await endSessions();
  });
});

describe('a session that ends by itself', () => {
  it('a page is asked for again when its session runs out, and stays if that was used elsewhere since', async () => {
    const page = await chromium.open();
    await loggedIn(page.context());
    await page.clock.install();
    await page.goto(`${app.origin}/app/events`, { waitUntil: 'networkidle' });
    await page.clock.fastForward(29 * DAY);
    await expectPage(page.getByText(NAME).first()).toBeVisible();
    // Used elsewhere: the page is asked for again, and shown again.
    const answered = page.waitForResponse(`${app.origin}/app/events`);
    await page.clock.fastForward(2 * DAY);
    expect((await answered).status()).toBe(200);
    await expectPage(page.getByText(NAME).first()).toBeVisible();
    await endSessions();
  });

  it('the page of a session that has run out is left for the log-in (ASVS V14.3.1)', async () => {
    const page = await chromium.open();
    await loggedIn(page.context());
    await page.clock.install();
    await page.goto(`${app.origin}/app/events`, { waitUntil: 'networkidle' });
    await endSessions();
    await page.clock.fastForward(31 * DAY);
    await expectPage(page).toHaveURL(/\/app\/login\?redirect=/);
    expect(await content(page)).not.toContain(NAME);
  });

  it('a clock that is years ahead does not load pages again and again', async () => {
    const page = await chromium.open();
    await loggedIn(page.context());
    await page.clock.install({ time: new Date('2040-01-01') });
    await page.goto(`${app.origin}/app/events`, { waitUntil: 'networkidle' });
    const asked: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && asked.push(request.url()));
    await page.clock.runFor('10:00');
    expect(asked).toEqual([]);
    await expectPage(page.getByText(NAME).first()).toBeVisible();
    await endSessions();
  });

  it('a tab that finds it ended leaves what is typed in others, whose input is kept (B2)', async () => {
    const page = await firstTab();
    const form = await inTab(page.context(), '/app/events/new');
    await form.getByLabel('Name').fill('Noch da');
    await endSessions();
    await page.getByRole('link', { name: 'Mitglieder' }).click();
    await expectPage(page).toHaveURL(/\/app\/login\?redirect=/);
    expect(await content(page)).not.toContain(NAME);
    await expectPage(form.getByLabel('Name')).toHaveValue('Noch da');
  });
});

describe("the browser's memory of pages", () => {
  it('a page that comes back from it is asked for again, and shows nothing until then (ASVS V14.3.1)', async () => {
    const page = await firstTab();
    await endSessions();
    const left = await page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      return document.body?.textContent ?? '';
    });
    expect(left).toBe('');
    await expectPage(page).toHaveURL(/\/app\/login\?redirect=/);
    expect(await content(page)).not.toContain(NAME);
  });

  it('a real Back to a page whose session has ended shows the log-in, with the memory on (ASVS V14.3.1)', async () => {
    const browser = await playwright.launch({
      executablePath: browserPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--enable-features=BackForwardCache,CacheControlNoStoreEnterBackForwardCache:level/restore-and-evict',
      ],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    try {
      const context = await browser.newContext();
      await loggedIn(context);
      const page = await inTab(context);
      await page.goto(`${app.origin}/app/imprint`).catch(() => {});
      await page.goto(`${app.origin}/favicon.svg`);
      await endSessions();
      await page.goBack();
      await page.goBack();
      await expectPage(page).toHaveURL(/\/app\/login\?redirect=/);
      expect(await content(page)).not.toContain(NAME);
    } finally {
      await browser.close();
    }
  });
});
