import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { messageSetting } from '../support/messages';
import { changeRows } from '../support/rows';

/** Sizes, times, positions and colours that only a browser can measure. */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
});

const open = ({ width = 1280, javaScriptEnabled = true } = {}): Promise<Page> =>
  chromium.openAs(app, [club.admin, club.organization], {
    viewport: { width, height: 800 },
    javaScriptEnabled,
  });

const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).first().boundingBox();
  if (!found) throw new Error(`${selector} is not to be seen`);
  return found;
};

const style = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

it('a choice and a file look like fields that can be changed, and what is fixed does not (B1)', async () => {
  const page = await open();
  const colour = (selector: string) => style(page, `main ${selector}`, 'background-color');
  await page.goto(`${app.origin}/app/admin/organization`);
  const field = await colour('input[name="name"]');
  expect(await colour('select')).toBe(field);
  await page.locator('main input[name="name"]').evaluate((each: HTMLInputElement) => {
    each.readOnly = true;
  });
  expect(await colour('input[name="name"]')).not.toBe(field);
  await page.goto(`${app.origin}/app/members/import`);
  expect(await colour('input[type="file"]')).toBe(field);
});

/** Saves the message of the day, which raises a toast. */
const save = (page: Page) => page.getByRole('button', { name: 'Speichern' }).click();

describe('the message of the day', () => {
  it('its text area shows five lines at least and grows with a longer text (C2)', async () => {
    const page = await open();
    await page.goto(`${app.origin}/app/admin/organization`);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const area = page.getByLabel('Nachricht des Tages');
      const lines = () =>
        area.evaluate((element) => {
          const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
          const inner = element.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
          return Math.round((inner / parseFloat(lineHeight)) * 10) / 10;
        });
      await area.fill('');
      expect(await lines()).toBeGreaterThanOrEqual(5);
      expect(await lines()).toBeLessThan(6);
      await area.fill('Zeile\n'.repeat(11));
      expect(await lines()).toBeGreaterThanOrEqual(12);
    }
  });
});

describe('notifications', () => {
  it('equal toasts become one that says how often (B6)', async () => {
    const page = await open();
    await page.goto(`${app.origin}/app/admin/organization`);
    await page.clock.install();
    for (let count = 1; count <= 3; count++) {
      const posted = page.waitForResponse((response) => response.request().method() === 'POST');
      await save(page);
      await posted;
      await page.clock.runFor(300);
    }
    const toast = page.locator('[data-toast]');
    await expectPage(toast).toHaveCount(1);
    await expectPage(toast).toContainText('gespeichert. (3 ×)');
  });

  it('a failure is no longer shown once its form has succeeded (B6)', async () => {
    const page = await open();
    await page.goto(`${app.origin}/app/admin/organization`);
    const other = await open();
    await other.goto(`${app.origin}/app/admin/organization`);
    await other.getByLabel('Nachricht des Tages').fill('Die Halle ist zu.');
    await save(other);
    await other.locator('[data-kind=success]').waitFor();
    // No toast leaves by itself.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByLabel('Nachricht des Tages').fill('Die Halle ist offen.');
    await save(page);
    await page.locator('[data-toast][data-kind=error]').waitFor();
    await save(page);
    await page.locator('[data-toast][data-kind=success]').waitFor();
    await expectPage(page.locator('[data-kind=error]')).toHaveCount(0);
  });
});

describe('date picker', () => {
  it('on a phone no day is below the navigation, on a short page neither (E4, L8)', async () => {
    const page = await chromium.openAs(app, [club.admin, club.organization], {
      viewport: { width: 360, height: 740 },
    });
    await page.goto(`${app.origin}/app/absences`, { waitUntil: 'networkidle' });
    for (const label of ['Von', 'Bis']) {
      await page.getByLabel(label).fill('15.11.2026');
      await page
        .getByRole('button', { name: 'Kalender' })
        .nth(label === 'Von' ? 0 : 1)
        .click();
      await page.getByRole('dialog', { name: 'Kalender' }).waitFor();
      const days = await box(page, '.calendar');
      expect(days.y).toBeGreaterThanOrEqual(0);
      expect(days.y + days.height).toBeLessThanOrEqual((await box(page, '.bottom-bar')).y);
      await page.keyboard.press('Escape');
    }
    // A dialog lies over the navigation, and has room below its field.
    await page.goto(`${app.origin}/app/events/new`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Kalender' }).first().click();
    await page.getByRole('dialog', { name: 'Kalender' }).waitFor();
    const field = await page.getByLabel('Datum').first().boundingBox();
    const days = await box(page, '.calendar');
    expect(days.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
    expect(days.y + days.height).toBeLessThanOrEqual(740);
    // Held sideways, a phone is lower than six weeks: the last one is scrolled to.
    await page.setViewportSize({ width: 640, height: 300 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Kalender' }).first().click();
    await page.getByRole('dialog', { name: 'Kalender' }).waitFor();
    const low = await box(page, '.calendar');
    expect(low.y).toBeGreaterThanOrEqual(0);
    expect(low.y + low.height).toBeLessThanOrEqual(300);
    const last = page.locator('.calendar [data-part=table-cell-trigger]').last();
    await last.scrollIntoViewIfNeeded();
    const lastDay = await last.boundingBox();
    expect((lastDay?.y ?? 0) + (lastDay?.height ?? 0)).toBeLessThanOrEqual(300);
  });
});

describe('the list of events on a phone', () => {
  it('reaches both edges (E1, G6)', async () => {
    await app.make.event(club.organization, { name: 'Randlauf', date: '2031-01-01' });
    const page = await open({ width: 360 });
    await page.goto(`${app.origin}/app/events`);
    const { y } = await box(page, 'tr:has-text("Randlauf")');
    const seen = await page.evaluate(
      (at) => [1, 358].map((x) => document.elementFromPoint(x, at)?.closest('.agenda') !== null),
      y + 30,
    );
    expect(seen).toEqual([true, true]);
  });
});

describe('a new event', () => {
  it.each([true, false])(
    'shows what follows from an answer once it is given, JavaScript %s (E4, L4)',
    async (javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled });
      await page.goto(`${app.origin}/app/events/new`);
      const shown = (...labels: string[]) =>
        Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).isVisible()));
      const asked = ['Bis', 'Wie oft', 'Montag', 'Mitglieder sagen zu oder ab', 'Bundesland'];
      expect(await shown(...asked)).toEqual([false, false, false, true, false]);
      await page.getByLabel('Wiederholt sich').selectOption('week');
      await page.getByLabel('Begrenzte Teilnehmerzahl').check();
      expect(await shown(...asked)).toEqual([true, false, false, false, true]);
      await page.getByLabel('Wiederholt sich').selectOption('other');
      expect(await shown(...asked)).toEqual([true, true, true, false, true]);
      await page.getByLabel('Wie oft').selectOption('last');
      expect(await shown(...asked)).toEqual([true, true, false, false, true]);
      // What was refused there stays in sight.
      await page.getByLabel('Bis', { exact: true }).fill('Sommer');
      await page.getByLabel('Wiederholt sich').selectOption('never');
      expect(await shown('Bis')).toEqual([false]);
      await page.getByRole('button', { name: 'Erstellen', exact: true }).click();
      await expectPage(page.getByLabel('Bis', { exact: true })).toBeVisible();
      const { uuid } = await app.make.event(club.organization, { date: '2031-03-11' });
      await page.goto(`${app.origin}/app/events/${uuid}/series`);
      const series = ['Montag', 'Anzahl der Termine', 'Letzter Tag'];
      expect(await shown(...series)).toEqual([true, false, false]);
      await page.getByLabel('Wie oft').selectOption('Jeden Monat am 2. Dienstag');
      await page.getByLabel('Nach einer Anzahl von Terminen').check();
      expect(await shown(...series)).toEqual([false, true, false]);
      await page.getByLabel('Bis zu einem Tag').check();
      expect(await shown(...series)).toEqual([false, false, true]);
      await page.context().close();
    },
  );

  it('asks its members once it repeats, and names holidays once it has a state (J3, Y3)', async () => {
    const page = await open();
    await page.goto(`${app.origin}/app/events/new`, { waitUntil: 'networkidle' });
    await page.getByLabel('Wiederholt sich').selectOption('week');
    await expectPage(page.getByLabel('Mitglieder sagen zu oder ab')).toBeChecked();
    const skips = page.getByLabel(/^Fällt/).locator('..');
    await expectPage(skips).toHaveText(['Fällt in Pausen des Vereins aus']);
    await page.getByLabel('Bundesland').selectOption('Bayern');
    await expectPage(skips).toHaveText([
      'Fällt an Feiertagen aus',
      'Fällt in Schulferien und Pausen aus',
    ]);
  });

  it('asks its members once it is for a group, unless the user has decided otherwise (U3, J3)', async () => {
    await app.make.group(club.organization, [], { name: 'Damen' });
    const page = await open();
    await page.goto(`${app.origin}/app/events/new`, { waitUntil: 'networkidle' });
    const group = page.getByLabel('Damen');
    const asks = page.getByLabel('Mitglieder sagen zu oder ab');
    await expectPage(asks).not.toBeChecked();
    await group.check();
    await expectPage(asks).toBeChecked();
    await asks.uncheck();
    await group.uncheck();
    await group.check();
    await expectPage(asks).not.toBeChecked();
  });
});

describe('what is long', () => {
  /** How many lines the text of an element takes, and how many edges these begin at. */
  const linesOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const lines = [...range.getClientRects()];
        return {
          lines: new Set(lines.map(({ top }) => Math.round(top))).size,
          edges: new Set(lines.map(({ left }) => Math.round(left))).size,
        };
      });

  it('the address of a member to invite has the whole line of a phone (D4)', async () => {
    const { organization, admin } = await app.make.club();
    const { uuid } = await app.make.member(organization);
    await changeRows(app.db, 'members', { uuid }, { email: 'mitglied196@post.example' });
    const page = await chromium.visit(app, [admin, organization], '/app/members/invitations', {
      viewport: { width: 360, height: 800 },
    });
    expect((await linesOf(page, 'label span span:last-child')).lines).toBe(1);
    await page.getByText('Ändern').click();
    const field = await box(page, '[type=email]');
    const name = await box(page, 'li label');
    expect(field.y).toBeGreaterThan(name.y + name.height);
    await page.context().close();
  });

  it('all lines of a name on the waiting list begin beside its disc (J8)', async () => {
    const { organization, admin } = await app.make.club();
    const event = await app.make.event(organization, { max: 1 });
    const name = { firstName: 'Anna-Katharina', lastName: 'Hinterhuber-Niederreiter' };
    await app.make.registration(event, { uuid: admin.member });
    await app.make.waiting(event, await app.make.member(organization, name));
    const path = `/app/events/${event.uuid}/answers?of=waiting`;
    const page = await chromium.visit(app, [admin, organization], path, {
      viewport: { width: 768, height: 1024 },
    });
    expect(await linesOf(page, 'tbody th a')).toEqual({ lines: 2, edges: 1 });
    await page.context().close();
  });

  it('whom a message went to and when are lines that begin at one edge on a phone (N11)', async () => {
    const { admin, organization, asEditor, send, event } = await messageSetting(app);
    await send(asEditor, { to: { event: event.uuid, of: ['coming', 'waiting'] } });
    const page = await chromium.visit(app, [admin, organization], '/app/admin/messages', {
      viewport: { width: 360, height: 800 },
    });
    const cells = page.locator('tbody tr > *');
    const edges = await cells.evaluateAll((all) =>
      all.flatMap((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return [...range.getClientRects()].map(({ left }) => Math.round(left));
      }),
    );
    expect(edges.length).toBeGreaterThan(2);
    expect(new Set(edges).size).toBe(1);
    await page.context().close();
  });

  it('a title leaves the one action its place at the right (F1)', async () => {
    const { organization, admin } = await app.make.club();
    const name = 'Weihnachtsfeier mit Ehrungen und gemeinsamem Abendessen';
    const event = await app.make.event(organization, { name });
    await app.make.poll(event, { name: 'Wann?', options: ['Heute', 'Morgen'] });
    for (const width of [768, 1280]) {
      const path = `/app/events/${event.uuid}/polls`;
      const page = await chromium.visit(app, [admin, organization], path, {
        viewport: { width, height: 800 },
      });
      const title = await box(page, 'h1');
      const create = await box(page, 'main .button-row .button');
      const table = await box(page, 'main table');
      expect(create.y).toBeLessThan(title.y + title.height);
      expect(create.x + create.width).toBeCloseTo(table.x + table.width, 0);
      expect(create.height).toBe(44);
      await page.context().close();
    }
  });
});
