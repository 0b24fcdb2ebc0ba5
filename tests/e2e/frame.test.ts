import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

/** The frame on a phone, and the way in. */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
  for (let count = 0; count < 8; count++) await app.make.event(club.organization);
});

const PHONE = { width: 360, height: 740 };

async function open(
  path: string,
  { viewport = PHONE, javaScriptEnabled = true, as = club.admin } = {},
): Promise<Page> {
  const page = await chromium.openAs(app, [as, club.organization], { viewport, javaScriptEnabled });
  await page.goto(app.origin + path);
  return page;
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Schnellzugriff' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Hauptmenü' });

describe('bottom bar', () => {
  it('a phone has the four places at hand, each 44 px high and the current one marked (B1)', async () => {
    const page = await open('/app/events');
    const places = bar(page).getByRole('link');
    expect(await places.allTextContents()).toEqual([
      'Übersicht',
      'Veranstaltungen',
      'Mitglieder',
      'Mein Konto',
    ]);
    for (const place of await places.all()) {
      const { width = 0, height = 0 } = (await place.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    const current = bar(page).locator('[aria-current=page]');
    expect(await current.allTextContents()).toEqual(['Veranstaltungen']);
    for (const [path, place] of [
      ['/app', 'Übersicht'],
      ['/app/', 'Übersicht'],
      ['/app/members/', 'Mitglieder'],
    ] as const) {
      await page.goto(app.origin + path);
      expect([path, ...(await current.allTextContents())]).toEqual([path, place]);
    }

    await places.nth(3).click();
    await page.getByRole('heading', { name: 'Mein Konto', level: 1 }).waitFor();
    expect(await current.allTextContents()).toEqual(['Mein Konto']);
  });

  it('on a phone a heading and its action take one line, so that the list begins above 150 px, and the bar covers nothing (B1, E1)', async () => {
    const page = await open('/app/events');
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    const button = await page.getByRole('link', { name: 'Veranstaltung erstellen' }).boundingBox();
    if (!title || !button) throw new Error('no heading or action');
    expect(title.height).toBeLessThan(32);
    expect(button.x).toBeGreaterThan(title.x + title.width);
    expect(button.y + button.height).toBeLessThanOrEqual(134);

    // The page ends above it, and so does what the focus scrolls to.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const upper = (await bar(page).boundingBox())?.y ?? 0;
    const footer = await page.getByRole('contentinfo').boundingBox();
    // Heights of rows are no whole pixels.
    expect(Math.floor((footer?.y ?? 0) + (footer?.height ?? 0))).toBeLessThanOrEqual(upper);

    await page.evaluate(() => window.scrollTo(0, 0));
    const last = page.locator('main a').last();
    await last.focus();
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(upper);
  });

  it('there is no bar beside the side navigation, in little height, or on paper (B1)', async () => {
    const page = await open('/app/events', { viewport: { width: 768, height: 1024 } });
    for (const viewport of [
      { width: 768, height: 1024 },
      { width: 740, height: 360 },
    ]) {
      await page.setViewportSize(viewport);
      await expectPage(bar(page)).toBeHidden();
      await expectPage(page.getByRole('link', { name: 'Mein Konto' })).toBeVisible();
      if (viewport.width < 768) await page.locator('summary[aria-label="Menü"]').click();
      await expectPage(menu(page).getByRole('link')).toHaveCount(5);
    }
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ media: 'print' });
    await expectPage(bar(page)).toBeHidden();
  });

  it('one click opens the menu with what the bar lacks, and the session ends in it (B1, A10)', async () => {
    const page = await open('/app/events', { javaScriptEnabled: false });
    await page.locator('summary[aria-label="Menü"]').click();
    expect(await menu(page).getByRole('link').allTextContents()).toEqual([
      'Meine Organisation',
      'Berechtigungen',
    ]);
    const logOut = menu(page).getByRole('button', { name: 'Abmelden: Sitzung beenden' });
    expect(await logOut.textContent()).toBe('Abmelden');
    await logOut.click();
    await page.waitForURL(/\/app\/login/);
  });

  it('the navigation is 300 px wide, slim on a tablet, and folds below 48rem (B1, Y)', async () => {
    const page = await open('/app/', { viewport: { width: 1024, height: 800 } });
    expect((await menu(page).boundingBox())?.width).toBe(300);
    await page.setViewportSize({ width: 768, height: 800 });
    expect((await menu(page).boundingBox())?.width).toBe(112);
    await page.setViewportSize({ width: 767, height: 800 });
    await expectPage(menu(page)).toBeHidden();
  });
});

describe('the welcome', () => {
  const NAMES = [
    ['a short name', 'TSV Au', 'Jo', 'Ey'],
    [
      'a long name',
      'Turn- und Sportverein Donaudampfschifffahrt Obereidelberg 1897 e. V.',
      'Maximiliane-Henriette Wilhelmine',
      'von Rechteren-Limpurg-Speckfeld',
    ],
  ] as const;

  describe.each(NAMES)('with %s', (_kind, club, firstName, lastName) => {
    it('it is in the header, or else in the menu (B1)', async () => {
      const organization = await app.make.organization({ name: club });
      const user = await app.make.user({ firstName, lastName });
      await app.make.belongs(user, organization);
      await app.make.belongs(user, await app.make.organization({ name: 'Anderer Verein' }));
      const page = await chromium.openAs(app, [user, organization]);
      await page.goto(`${app.origin}/app/`);
      const header = page.getByRole('banner');
      const text = `Willkommen, ${firstName} ${lastName}`;
      const welcome = (within: Locator) => within.getByText(text, { exact: true });
      for (const width of [1280, 1023, 768, 360]) {
        await page.setViewportSize({ width, height: 740 });
        if (width < 768) {
          await expectPage(welcome(header)).toBeHidden();
          await page.locator('summary[aria-label="Menü"]').click();
          await expectPage(welcome(menu(page))).toBeVisible();
        } else {
          await expectPage(welcome(header)).toBeVisible();
          await expectPage(welcome(menu(page))).toBeHidden();
          // Whole: two lines are enough for it.
          const cut = await welcome(header).evaluate(
            (each) => each.scrollHeight - each.clientHeight,
          );
          expect(cut).toBeLessThanOrEqual(0);
        }
        expect((await header.boundingBox())?.height).toBe(60);
        const selector = await header.locator('summary').first().boundingBox();
        if (width >= 768) expect(selector?.width).toBe(width < 1024 ? 200 : 344);
        expect((selector?.x ?? 0) + (selector?.width ?? 0)).toBeLessThanOrEqual(width);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wider).toBeLessThanOrEqual(0);
      }
    });
  });
});

describe('room', () => {
  it('the name of the club is whole in the header, on a phone, too (B1)', async () => {
    const name = 'Turn- und Sportverein Donaudampfschifffahrt Obereidelberg 1897 e. V.';
    const organization = await app.make.organization({ name });
    const user = await app.make.userOf(organization);
    await app.make.belongs(user, await app.make.organization({ name: 'Anderer Verein' }));
    const page = await chromium.openAs(app, [user, organization]);
    await page.goto(`${app.origin}/app/`);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const shown = page.locator('header summary > span').last();
      expect(await shown.textContent()).toBe(`Verein: ${name}`);
      const hidden = await shown.evaluate((each) => each.scrollHeight - each.clientHeight);
      expect(hidden, `${width} px`).toBeLessThanOrEqual(0);
      // Open, the list begins with it, by the alphabet or not.
      await page.locator('header summary').first().click();
      const choices = page.locator('header button[name=organization]');
      expect(await choices.allTextContents()).toEqual([name, 'Anderer Verein']);
      expect(await choices.first().getAttribute('aria-current')).toBe('true');
      await page.locator('header summary').first().click();
    }
  });

  it('no screen scrolls sideways in text of twice the size on the narrowest phone (B1)', async () => {
    const { uuid } = await app.make.event(club.organization);
    const page = await open('/app/', { viewport: { width: 320, height: 640 } });
    const { uuid: user } = club.admin;
    for (const path of [
      '',
      'events',
      'events/calendar',
      'events/new',
      `events/${uuid}`,
      `events/${uuid}/page/edit`,
      'members',
      'members/new',
      'members/export',
      `admin/permissions/${user}`,
      'groups/new',
    ]) {
      await page.goto(`${app.origin}/app/${path}`);
      const wider = await page.evaluate(() => {
        const { documentElement: root } = document;
        root.style.fontSize = '200%';
        const dialog = document.querySelector('dialog[open]') ?? root;
        return root.scrollWidth > innerWidth || dialog.scrollWidth > dialog.clientWidth;
      });
      expect(wider && path).toBe(false);
    }
  });

  it('words stay whole in text of twice the size, or break with a hyphen (A7, A8, B1)', async () => {
    const page = await open('/app/');
    const visitor = await chromium.open();
    for (const [who, width, path] of [
      [visitor, 320, 'login'],
      [visitor, 320, 'auth/register'],
      [page, 360, ''],
      [page, 360, 'events'],
      [page, 768, ''],
      [page, 768, 'events'],
    ] as const) {
      await who.setViewportSize({ width, height: 740 });
      await who.goto(`${app.origin}/app/${path}`);
      const faults = await who.evaluate(() => {
        const { documentElement: root } = document;
        root.style.fontSize = '200%';
        const found = root.scrollWidth > innerWidth ? ['the page is too wide'] : [];
        for (const box of document.querySelectorAll('h1, label, .button, .header p, .nav-item')) {
          if (!box.checkVisibility() || box.closest('.visually-hidden')) continue;
          const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const range = document.createRange();
            for (const { index, 0: word } of (node.textContent ?? '').matchAll(
              /[\p{L}\u00AD]+/gu,
            )) {
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size;
              const parts = word.split('\u00AD').length;
              const { left, right } = box.getBoundingClientRect();
              const { left: first, right: last } = range.getBoundingClientRect();
              if (lines > parts || first < left || last > right + 1) found.push(word);
            }
          }
        }
        return found;
      });
      expect(faults, `${path} at ${width} px`).toEqual([]);
    }
  });

  it('names have room in text of twice the size on a phone: what can be done is below them (B1)', async () => {
    const page = await open('/app/events');
    for (const path of ['events', 'members']) {
      await page.goto(`${app.origin}/app/${path}`);
      const [name, action] = await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
        const row = document.querySelector('main tbody tr:has(.row-actions)');
        const box = (part: string) => row?.querySelector(part)?.getBoundingClientRect();
        return [box('th'), box('.row-actions > *')];
      });
      expect(name?.width, path).toBeGreaterThan(100);
      expect(action?.top, path).toBeGreaterThanOrEqual(name?.bottom ?? Number.NaN);
    }
  });

  it('a long name of a single club takes its room in the header from no other words (B1)', async () => {
    const organization = await app.make.organization({
      name: 'Turn- und Sportverein Blau-Weiß Neckarau 1921 e. V.',
    });
    const user = await app.make.user({
      firstName: 'Maximiliane-Friederike',
      lastName: 'von Schönberg-Hohenlohe',
    });
    await app.make.belongs(user, organization);
    const page = await chromium.openAs(app, [user, organization]);
    await page.goto(`${app.origin}/app/`);
    for (const width of [768, 900, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const torn = await page.getByRole('banner').evaluate((header) => {
        const linesOf = (word: string, node: Node): number => {
          const range = document.createRange();
          const at = node.textContent?.indexOf(word) ?? -1;
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        };
        const words = ['Willkommen,', 'Vereinsheim', 'Mein Konto', 'Neckarau'];
        const walker = document.createTreeWalker(header, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const word = words.find((each) => node?.textContent?.includes(each));
          const box = node.parentElement;
          if (!word || !box?.checkVisibility()) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          // By fractions of a pixel too: the whole of a last letter gives way to the dots.
          const cut = range.getBoundingClientRect().width - box.getBoundingClientRect().width;
          const isCut = word === 'Vereinsheim' && cut > 0.1;
          if (linesOf(word, node) > 1 || isCut) found.push(word);
        }
        return found;
      });
      expect(torn, `${width} px`).toEqual([]);
      const name = page.locator('header summary > span').last();
      const hidden = await name.evaluate((each) => each.scrollHeight - each.clientHeight);
      expect(hidden, `${width} px`).toBeLessThanOrEqual(0);
    }
  });

  it('a single club stands in the header like plain text, and founds another from there (B1, B4)', async () => {
    const organization = await app.make.organization({ name: 'Einziger Verein' });
    const page = await chromium.openAs(app, [await app.make.userOf(organization), organization], {
      viewport: { width: 1280, height: 740 },
    });
    await page.goto(`${app.origin}/app/account`);
    const header = page.getByRole('banner');
    const summary = header.locator('summary').filter({ hasText: 'Einziger Verein' });
    await expectPage(summary).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
    await summary.click();
    await header.getByRole('link', { name: 'Organisation erstellen' }).click();
    await page.getByRole('heading', { name: 'Organisation erstellen' }).waitFor();
  });
});

describe('passwords', () => {
  const reveal = (page: Page, label: string) =>
    page.getByRole('button', { name: `Anzeigen (${label})`, exact: true });

  it('the log-in shows the password on demand, and hides it again before it is sent (A8)', async () => {
    const user = await app.make.user();
    const page = await chromium.open();
    await page.goto(`${app.origin}/app/login`);
    const password = page.getByLabel('Passwort');
    await page.getByLabel('E-Mail').fill(user.email);
    await password.fill('falsch');
    const button = reveal(page, 'Passwort');
    await expectPage(button).toHaveAttribute('aria-pressed', 'false');
    await button.click();
    await expectPage(button).toHaveAttribute('aria-pressed', 'true');
    await expectPage(password).toHaveAttribute('type', 'text');
    await expectPage(password).toHaveValue('falsch');
    await page.evaluate(() => {
      document.forms[0]?.addEventListener('submit', (event) => event.preventDefault());
    });
    await page.getByRole('button', { name: 'Einloggen' }).click();
    await expectPage(password).toHaveAttribute('type', 'password');
    await expectPage(button).toHaveAttribute('aria-pressed', 'false');
  });

  it('each field of a new password has its own button (A7, A12)', async () => {
    const page = await open('/app/account/password');
    const field = page.getByLabel('Neues Passwort', { exact: true });
    await reveal(page, 'Neues Passwort').click();
    await expectPage(field).toHaveAttribute('type', 'text');
    await expectPage(page.getByLabel('Neues Passwort wiederholen')).toHaveAttribute(
      'type',
      'password',
    );
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await expectPage(page.getByRole('alert')).toBeVisible();
    await expectPage(field).toHaveAttribute('type', 'password');
  });

  it('the button leaves the label alone on the narrowest phone (A12)', async () => {
    const page = await open('/app/account/password', { viewport: { width: 320, height: 640 } });
    const label = 'Neues Passwort wiederholen';
    const button = reveal(page, label);
    await expectPage(button).toBeVisible();
    const right = await page.locator('label', { hasText: label }).evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element.firstElementChild?.firstChild ?? element);
      return text.getBoundingClientRect().right;
    });
    expect(right).toBeLessThanOrEqual((await button.boundingBox())?.x ?? 0);
  });

  it('there is no such button without JavaScript (A8)', async () => {
    const page = await chromium.open({ javaScriptEnabled: false });
    await page.goto(`${app.origin}/app/login`);
    await expectPage(page.getByLabel('Passwort')).toBeVisible();
    await expectPage(reveal(page, 'Passwort')).toBeHidden();
  });
});

describe('what unfolds over a page', () => {
  it.each([true, false])(
    "'Mehr' closes on Escape and at a click outside, or else where it opened, JavaScript %s (B1, Y4)",
    async (javaScriptEnabled) => {
      const event = await app.make.event(club.organization, { name: 'Wanderung' });
      const page = await open(`/app/events/${event.uuid}`, { javaScriptEnabled });
      const more = page.locator('summary', { hasText: 'Mehr' });
      const line = page.getByRole('link', { name: 'Anwesenheit' });
      await more.click();
      await expectPage(line).toBeInViewport();
      if (javaScriptEnabled) {
        await line.focus();
        await page.keyboard.press('Escape');
        await expectPage(line).toBeHidden();
        await expectPage(more).toBeFocused();
        await more.click();
        await page.mouse.click(5, 70);
      } else await more.click();
      await expectPage(line).toBeHidden();
    },
  );
});
