import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { inDays } from '../support/events';
import { expectPage } from '../support/expect-page';
import { insertRows } from '../support/rows';

/** What is on, at a glance: the next event on a phone's first screen, one line a row on a laptop. */
const app = testApp();
const chromium = testChromium();

const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 800 };
const LONG = 'Gemeinsame Wanderung der Leichtathletikabteilung mit anschließender Einkehr';

/**
 * A club with events so many days from today, all limited and with long names.
 * @param more columns of those ahead
 */
async function clubWith(days: number[], more = {}) {
  const { organization } = await app.make.club();
  for (const isAhead of [false, true]) {
    const rows = days
      .filter((day) => day > 0 === isAhead)
      .map((day) => ({
        organization_uuid: organization.uuid,
        name: `${LONG} (Tag ${day})`,
        date: inDays(day),
        event_type: 'LIMITED_EVENT' as const,
        max_participants: 20,
        ...(isAhead ? more : {}),
      }));
    if (rows.length > 0) await insertRows(app.db, 'events', rows);
  }
  const editor = await app.make.userOf(organization, ['EDIT_EVENTS']);
  const plain = await app.make.userOf(organization);
  const open = async (
    user: { uuid: string },
    options: Parameters<typeof chromium.open>[0],
  ): Promise<Page> => {
    const page = await chromium.openAs(app, [user, organization], options);
    await page.goto(`${app.origin}/app/events`);
    return page;
  };
  return { organization, editor, plain, open };
}

/** Name and button of the event so many days ahead are above the bar at the phone's lower edge. */
async function expectOnFirstScreen(page: Page, day: number) {
  const row = page.getByRole('row').filter({ hasText: `(Tag ${day})` });
  const bar = await page.locator('.bottom-bar').boundingBox();
  expect(bar?.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  for (const part of [row.getByRole('rowheader'), row.getByRole('link', { name: 'Anmelden' })]) {
    const box = await part.boundingBox();
    expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
}

const everyWeek = Array.from({ length: 104 }, (_, week) => (week - 52) * 7 + 3);

/** With these a row is as high as it gets (J1). */
const DETAILS = {
  start_time: '18:00',
  end_time: '20:30',
  place: 'Sportheim am Mühlbach, großer Saal im ersten Stock',
  description: 'Bitte Turnschuhe mitbringen.',
  companions: 3,
  coming_visible: 'members',
} as const;

describe('the next event', () => {
  it.each([
    ['a club with weekly training over two years', everyWeek, [true, false], {}],
    ['a club with few events', [-200, -90, -40, 12, 80], [false, true], DETAILS],
  ])(
    'the next event of %s is on the first screen of a phone, with its button (E1)',
    async (_club, days, scripts, details) => {
      const { editor, plain, open } = await clubWith(days, details);
      const [next = 0, then = 0] = days.filter((day) => day >= 0).sort((a, b) => a - b);
      for (const [at, user] of [editor, plain].entries()) {
        const javaScriptEnabled = scripts[at];
        const page = await open(user, { javaScriptEnabled, viewport: PHONE, hasTouch: true });
        await expectOnFirstScreen(page, next);
        const other = page.getByRole('row').filter({ hasText: `(Tag ${then})` });
        await other.getByRole('link', { name: 'Anmelden' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Anmelden' }).click();
        const notice = page.locator('[data-kind=success]');
        await expectPage(notice).toContainText('Angemeldet: ');
        // Nothing of it is cut off.
        if (!javaScriptEnabled) await expectPage(notice).toContainText(LONG);
        await app.db.deleteFrom('answers').where('answer', '=', 'yes').execute();
        await page.context().close();
      }
    },
  );

  it.each([true, false])(
    "'Frühere Veranstaltungen' leads to the newest of them, however few there are, JavaScript %s (E1)",
    async (javaScriptEnabled) => {
      const days = Array.from({ length: 40 }, (_, at) => at + 1);
      const { plain, open } = await clubWith([...days.map((day) => -day), ...days]);
      const page = await open(plain, { javaScriptEnabled, viewport: PHONE });
      await page.getByRole('link', { name: /^Frühere/ }).click();
      await expectPage(page.getByRole('row').filter({ hasText: '(Tag -3)' })).toBeInViewport();
    },
  );

  it.each([
    ['phone', PHONE],
    ['tablet', { width: 768, height: 1024 }],
  ])(
    'every action of every row has its words and 44 px on a %s, past rows included (E3)',
    async (_, viewport) => {
      const { editor, open } = await clubWith([-90, -40, 12, 40, 80]);
      const page = await open(editor, { viewport, hasTouch: true, isMobile: true });
      const links = page.locator('td').getByRole('link');
      await expect.poll(() => links.count()).toBe(25);
      for (const link of await links.all()) {
        const box = await link.boundingBox();
        expect(box?.height, await link.innerText()).toBeGreaterThanOrEqual(44);
        expect(await link.innerText()).toMatch(
          /^(Anmelden|Umfragen|Bearbeiten|Teilnehmer|Löschen)$/,
        );
        expect(await link.evaluate((of) => getComputedStyle(of).fontSize)).toBe('13px');
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(viewport.width);
    },
  );

  it('eight rows of members fit on a phone, those of editors have one more line, and no actions share a tap (E3, Y1)', async () => {
    const { organization, editor, plain, open } = await clubWith([]);
    for (let day = 1; day <= 12; day += 1) {
      await app.make.event(
        organization,
        { name: 'Training der 1. Mannschaft', max: 22, date: inDays(day) },
        { start_time: '19:00', place: 'Sportplatz' },
      );
    }
    // One is full, and has a waiting list.
    const full = { name: 'Training der 1. Mannschaft', max: 1, date: inDays(8) };
    const taken = await app.make.event(organization, full, { start_time: '19:00' });
    await app.make.registration(taken, await app.make.member(organization));
    const heights = [];
    for (const user of [plain, editor]) {
      const page = await open(user, { viewport: PHONE, hasTouch: true, isMobile: true });
      const rows = page.getByRole('row').filter({ hasText: 'Training' });
      await expectPage(rows).toHaveCount(13);
      heights.push(await rows.evaluateAll((all) => all.map((row) => row.clientHeight)));
      await rows.nth(5).scrollIntoViewIfNeeded();
      const missed = await rows.nth(5).evaluate((row) =>
        [...row.querySelectorAll('.row-actions :is(a, button)')].filter((action) => {
          const { left, right, top, bottom } = action.getBoundingClientRect();
          const [x, y] = [(left + right) / 2, (top + bottom) / 2];
          return [top + 2, y, bottom - 2].some((at) => document.elementFromPoint(x, at) !== action);
        }),
      );
      expect(missed).toEqual([]);
    }
    const [members = [], editors = []] = heights;
    expect(new Set(members).size).toBe(1);
    expect(Math.max(...members) * 8).toBeLessThanOrEqual(PHONE.height - 84);
    expect(Math.max(...editors)).toBeLessThanOrEqual(100);
  });

  it('nothing in the row of a full event lies over other words on a phone, and no actions share a tap (E2, K6)', async () => {
    const { organization, editor, plain, open } = await clubWith([]);
    const taken = await app.make.event(
      organization,
      { name: 'Nikolausfeier für Kinder', max: 12, date: inDays(8) },
      { start_time: '15:00', place: 'Vereinsheim, großer Saal' },
    );
    for (let at = 0; at < 12; at += 1)
      await app.make.registration(taken, await app.make.member(organization));
    for (const [user, size] of [
      [plain, '100%'],
      [plain, '115%'],
      [editor, '100%'],
      [editor, '130%'],
    ] as const) {
      const page = await open(user, { viewport: PHONE, hasTouch: true, isMobile: true });
      await page.locator(':root').evaluate((root, size) => {
        (root as HTMLElement).style.fontSize = size;
      }, size);
      const row = page.getByRole('row').filter({ hasText: 'Nikolausfeier' });
      await expectPage(row.getByText('(12 von 12 belegt)')).toBeVisible();
      await row.scrollIntoViewIfNeeded();
      expect(await row.evaluate(overlapsIn)).toEqual([]);
      const missed = await row
        .locator('td')
        .getByRole('link')
        .evaluateAll((all) =>
          all.filter((link) => {
            const { left, right, top, bottom } = link.getBoundingClientRect();
            const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return at !== link;
          }),
        );
      expect(missed).toEqual([]);
    }
  });

  it('a row has columns on a tablet, in the lists of events and of members (Y1)', async () => {
    const { plain, open } = await clubWith([12]);
    const page = await open(plain, { viewport: { width: 768, height: 1024 } });
    const beside = async (row: Locator, left: string, right: string) => {
      const [one, other] = [
        await row.locator(left).boundingBox(),
        await row.locator(right).boundingBox(),
      ];
      expect(other?.x).toBeGreaterThanOrEqual((one?.x ?? Number.NaN) + (one?.width ?? Number.NaN));
      expect(other?.y).toBeLessThan((one?.y ?? Number.NaN) + (one?.height ?? Number.NaN));
    };
    const event = page.getByRole('row').filter({ hasText: LONG });
    await beside(event, 'th', 'td:nth-child(3)');
    await beside(event, 'td:nth-child(3)', '[data-main]');
    await page.goto(`${app.origin}/app/events/calendar`);
    await expectPage(page.locator('.month th span').first()).toHaveText('ntag');
    await expectPage(page.locator('.month th span').first()).toBeVisible();
    await page.goto(`${app.origin}/app/members`);
    expect((await page.locator('thead').boundingBox())?.height).toBeGreaterThan(20);
  });

  it('on a laptop the first lines of a row are in line, and no place is cut (E1, J4)', async () => {
    const place = 'Sportplatz Grünau, bei Regen in der kleinen Turnhalle';
    const { plain, open } = await clubWith([12], { place, start_time: '19:00' });
    const page = await open(plain, { viewport: LAPTOP });
    const row = page.getByRole('row').filter({ hasText: LONG });
    const where = row.locator('th i');
    await expectPage(where).toContainText('Turnhalle');
    expect(await where.evaluate((of) => of.scrollWidth - of.clientWidth)).toBeLessThanOrEqual(0);
    const [date, places] = [row.locator('td').nth(0), row.locator('td').nth(1)];
    const [day, free] = [
      await date.locator('i').boundingBox(),
      await places.locator('.badge').boundingBox(),
    ];
    expect(Math.abs((day?.y ?? 0) - (free?.y ?? Number.NaN))).toBeLessThan(3);
  });

  it('on a laptop no line of the facts begins with a dot (E1, E2)', async () => {
    const { organization, plain, open } = await clubWith([12]);
    await app.make.event(organization, { name: 'Vereinsabend', date: inDays(-1) });
    const page = await open(plain, { viewport: LAPTOP });
    const facts = page.getByRole('row').filter({ hasText: 'Vereinsabend' }).locator('td').nth(1);
    const kind = await facts.getByText('Offene Veranstaltung').boundingBox();
    const over = facts.getByText('Vorbei');
    const { y = 0, height = 0 } = (await over.boundingBox()) ?? {};
    expect(y + height).toBeGreaterThan((kind?.y ?? Number.NaN) + (kind?.height ?? 0) + 10);
    expect(await over.evaluate((of) => getComputedStyle(of, '::before').content)).not.toContain(
      '·',
    );
  });

  it('the actions of a row are words on a laptop, those of editors in a line of their own (E3, Y1)', async () => {
    const { editor, open } = await clubWith([12]);
    const page = await open(editor, { viewport: LAPTOP });
    const links = page.locator('td').getByRole('link');
    await page.getByRole('link', { name: 'Bearbeiten: ' }).waitFor();
    const [answer, polls, ...changes] = await links.evaluateAll((all) =>
      all.map((link) => {
        const { top, bottom, width } = link.getBoundingClientRect();
        const size = Number.parseFloat(getComputedStyle(link).fontSize);
        return { middle: Math.round((top + bottom) / 2), isSeen: width > 40 && size >= 14 };
      }),
    );
    expect(polls).toEqual({ ...answer, isSeen: true });
    const [edit] = changes;
    expect(edit?.middle).toBeGreaterThan(polls?.middle ?? Number.NaN);
    expect(changes).toEqual(Array(3).fill({ ...edit, isSeen: true }));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(LAPTOP.width);
  });
});

/** Pairs of words in a row that lie over each other. */
const overlapsIn = (row: Element) => {
  const seen: { text: string; lines: DOMRect[] }[] = [];
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const range = new Range();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
    seen.push({ text: text.textContent ?? '', lines });
  }
  const meet = (one: DOMRect, other: DOMRect) =>
    one.left < other.right - 1 &&
    other.left < one.right - 1 &&
    one.top < other.bottom - 2 &&
    other.top < one.bottom - 2;
  return seen.flatMap(({ text, lines }, at) =>
    seen
      .slice(at + 1)
      .filter((other) => lines.some((one) => other.lines.some((line) => meet(one, line))))
      .map((other) => `${text} / ${other.text}`),
  );
};
