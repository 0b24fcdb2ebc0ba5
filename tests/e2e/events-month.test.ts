import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { weeklySeries } from '../support/series-club';

const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
  await weeklySeries(app.pool, club.organization, { count: 5, dates: 60, from: '2031-03-03' });
  await app.make.event(club.organization, { name: 'Grillen', date: '2031-03-05', max: 4 });
});

const opened = (options: Parameters<typeof chromium.open>[0] = {}) =>
  chromium.visit(app, [club.admin, club.organization], '/app/events', options);

it('entries of a month and its neighbours open without a page load (M7)', async () => {
  const page = await opened();
  await page.goto(`${app.origin}/app/events/calendar?month=2031-02`, { waitUntil: 'networkidle' });
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await page.getByRole('link', { name: 'März 2031' }).click();
  await page.getByRole('heading', { name: 'März 2031' }).waitFor();
  await page.getByRole('link', { name: /Grillen/ }).click();
  await page.getByRole('heading', { name: 'Grillen' }).waitFor();
  expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  await page.context().close();
});

it('a tablet has no room for answers in words: signs, explained below, and the words for screen readers (M7)', async () => {
  const event = await app.make.event(club.organization, { date: '2033-06-05', max: 4 });
  await app.make.registration(event, { uuid: club.admin.member });
  const page = await opened({ viewport: { width: 768, height: 1024 } });
  await page.goto(`${app.origin}/app/events/calendar?month=2033-06`);
  const words = page.locator('td em span');
  const legend = page.getByText('✓ Sie sind dabei');
  await expectPage(words).toHaveText('Angemeldet');
  await expectPage(words).toHaveCSS('font-size', '0px');
  await expectPage(legend).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectPage(words).not.toHaveCSS('font-size', '0px');
  await expectPage(legend).toBeHidden();
  await page.context().close();
});

it("on a phone the dot of a date has its group's colour, and is grey without a group (M7)", async () => {
  const { make } = app;
  for (const [date, color] of [
    ['2033-05-05', 'red'],
    ['2033-05-06', 'blue'],
    ['2033-05-07', undefined],
  ] as const) {
    const event = await make.event(club.organization, { date, max: 4 });
    if (color) await make.forGroups(event, [await make.group(club.organization, [], { color })]);
  }
  const page = await opened({ viewport: { width: 360, height: 740 } });
  await page.goto(`${app.origin}/app/events/calendar?month=2033-05`);
  const colors = await page
    .locator('td [data-sign="●"]')
    .evaluateAll((dots) => dots.map((dot) => getComputedStyle(dot, '::before').color));
  expect(colors).toEqual(['oklch(0.64 0.13 15)', 'oklch(0.64 0.13 240)', 'rgb(100, 91, 76)']);
  // In wide cells the names of all of them begin at one edge.
  await page.setViewportSize({ width: 1280, height: 800 });
  const edges = await page.locator('td [data-sign="●"] > a').evaluateAll((names) =>
    names.map((name) => {
      const cell = name.closest('td');
      return name.getBoundingClientRect().left - (cell?.getBoundingClientRect().left ?? 0);
    }),
  );
  expect(new Set(edges.map(Math.round)).size).toBe(1);
  await page.context().close();
});

it('the day that is chosen on a phone takes the focus, its list in sight, with and without scripts (M7)', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await opened({ viewport: { width: 360, height: 640 }, javaScriptEnabled });
    await page.goto(`${app.origin}/app/events/calendar?month=2031-03`);
    await page.getByRole('link', { name: /^5\. März: / }).click();
    const list = page.getByRole('region', { name: 'Mittwoch, 5. März' });
    await expectPage(list).toBeFocused();
    // Again, as for those who looked elsewhere meanwhile.
    await page.getByRole('link', { name: /^5\. März: / }).click();
    await expectPage(list).toBeFocused();
    await expectPage(list).toBeInViewport();
    await expectPage(page.getByRole('link', { name: /^10\. März: / })).toBeInViewport();
    // A link that a fragment names keeps its place in the order of tabs.
    const link = page.getByRole('link', { name: 'Grillen' }).last();
    await page.evaluate(() => document.getElementById('tag')?.removeAttribute('id'));
    await link.evaluate((named) => Object.assign(named, { id: 'tag' }));
    await page.getByRole('link', { name: /^5\. März: / }).click();
    if (javaScriptEnabled) await expectPage(link).toBeFocused();
    await expectPage(link).not.toHaveAttribute('tabindex');
    await page.context().close();
  }
});

it('on a phone a day shows as many signs as fit, then that there are more, and the months have a line of their own (M7)', async () => {
  const { organization, admin } = await app.make.club();
  for (let nth = 0; nth < 4; nth++)
    await app.make.event(organization, { date: '2033-05-14', max: 4 });
  for (let nth = 0; nth < 3; nth++)
    await app.make.event(organization, { date: '2033-05-15', max: 4 });
  const page = await chromium.visit(
    app,
    [admin, organization],
    '/app/events/calendar?month=2033-05',
    { viewport: { width: 360, height: 740 } },
  );
  const days = await page.locator('td:has(li)').evaluateAll((cells) =>
    cells.map((cell) => {
      const room = cell.getBoundingClientRect();
      const shown = [...cell.querySelectorAll('li')].filter((sign) => sign.offsetWidth > 0);
      return {
        signs: shown.map((sign) => getComputedStyle(sign, '::before').content),
        inside: shown.every((sign) => {
          const { left, right } = sign.getBoundingClientRect();
          return left >= room.left && right <= room.right;
        }),
      };
    }),
  );
  expect(days).toEqual([
    { signs: ['"●"', '"●"', '"+"'], inside: true },
    { signs: ['"●"', '"●"', '"●"'], inside: true },
  ]);
  const months = page.getByRole('navigation', { name: 'Monate' }).getByRole('link');
  const tops = await months.evaluateAll((links) =>
    links.map((link) => link.getBoundingClientRect().top),
  );
  expect(tops.length).toBe(3);
  expect(new Set(tops).size).toBe(1);
  await page.context().close();
});
