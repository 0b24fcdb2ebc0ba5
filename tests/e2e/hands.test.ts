import type { BrowserContextOptions, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { changeRows } from '../support/rows';

/** Keyboard use, and the settings of people's systems. */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
});

async function admin(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await chromium.visit(app, [club.admin, club.organization], path, options);
  // A dialog takes the focus once the scripts run.
  await page.waitForFunction(() => !document.querySelector('dialog[open]:not(:modal)'));
  return page;
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

describe('keyboard', () => {
  it('the first tab stop skips the navigation', async () => {
    const page = await admin('/app/events');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Zum Inhalt springen');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  });

  it('a dialog opened by keyboard takes the focus, closes on Escape and gives the focus back, and leads to what it refuses', async () => {
    const page = await admin('/app/members');
    const link = page.getByRole('link', { name: 'Mitglied erstellen' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
      'firstName',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Mitglied erstellen');

    // Refused, its form focuses the error summary, whose links lead to the fields.
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('[name=firstName]'));
    await page.keyboard.press('Enter');
    const summary = page.locator('.error-summary');
    await summary.waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('.error-summary'));
    await summary.getByRole('link', { name: 'Nachname' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
      'lastName',
    );
  });

  it('Escape closes a dialog even while a toast is shown (B6)', async () => {
    const user = await app.make.userOf(club.organization);
    const page = await admin(`/app/admin/permissions/${user.uuid}`);
    await page
      .getByRole('button', { name: /ktivieren/ })
      .nth(2)
      .click();
    await page.locator('[data-toast]').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('system settings', () => {
  it('text at twice its size is not cut off (WCAG 1.4.4)', async () => {
    const page = await admin('/app/events', { viewport: { width: 1280, height: 800 } });
    await page.evaluate(() => {
      document.documentElement.style.setProperty('font-size', '212.5%');
    });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
  });

  it('no animation outlasts an instant when motion is to be reduced', async () => {
    const page = await admin('/app/members/new', { reducedMotion: 'reduce' });
    const longest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].map((each) => {
          const { animationDuration, transitionDuration } = getComputedStyle(each);
          return Math.max(
            Number.parseFloat(animationDuration),
            Number.parseFloat(transitionDuration),
          );
        }),
      ),
    );
    expect(longest).toBeLessThanOrEqual(0.001);
  });

  it('buttons and the current navigation entry keep an outline in forced colours', async () => {
    const page = await admin('/app/events', { forcedColors: 'active' });
    const outlines = await page.evaluate(() => {
      const style = (selector: string) =>
        getComputedStyle(document.querySelector(selector) as Element);
      return [
        style('main [data-variant="primary"]').borderTopColor,
        style('nav [aria-current]').outlineStyle,
      ];
    });
    expect(outlines[0]).not.toBe('rgba(0, 0, 0, 0)');
    expect(outlines[1]).toBe('solid');
  });
});

describe('slow connection', () => {
  /** Opens a screen whose scripts arrive when the test says so. */
  async function slow(path: string) {
    const page = await chromium.openAs(app, [club.admin, club.organization]);
    let arrive = () => {};
    const underWay = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await underWay;
      await route.continue();
    });
    await page.goto(app.origin + path, { waitUntil: 'commit' });
    return { page, arrive };
  }

  it('a day that was emptied before the scripts arrive stays empty', async () => {
    const event = await app.make.event(club.organization, { date: '2031-03-05' });
    await changeRows(app.db, 'events', event.uuid, { sign_up_until: '2031-03-01T11:00:00Z' });
    const { page, arrive } = await slow(`/app/events/${event.uuid}/edit`);
    const day = page.locator('input[name="signUpUntil.day"]');
    await day.fill('');
    await page.getByLabel('Name').focus();
    arrive();
    await page.waitForFunction(() => document.querySelector('dialog:modal'));
    expect(await day.inputValue()).toBe('');
  });

  it('input and focus from before the scripts arrive are kept', async () => {
    const { page, arrive } = await slow('/app/events/new');
    await page.getByLabel('Name').fill('Früh getippt');
    await page.getByLabel('Datum').fill('2031-03-05');
    arrive();
    await page.waitForFunction(() => document.querySelector('dialog:modal'));
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('date');

    await page.getByLabel('Name').focus();
    expect(await page.getByLabel('Name').inputValue()).toBe('Früh getippt');
    expect(await page.locator('input[name=date]').inputValue()).toBe('2031-03-05');
  });
});
