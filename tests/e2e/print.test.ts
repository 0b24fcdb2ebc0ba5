import { constants, inflateSync } from 'node:zlib';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { inClubDays } from '../support/events';
import { expectPage } from '../support/expect-page';

/** The lists that a club takes along on paper: members and participants. */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club({ name: 'SV Papier' });
  for (let count = 10; count < 58; count++)
    await app.make.member(club.organization, {
      firstName: 'Heinz-Jürgen',
      lastName: `Name ${count}`,
    });
});

let paper: Page | undefined;

/** A screen as it is printed: one after the other in the same page, which is only looked at. */
async function onPaper(path: string): Promise<Page> {
  paper ??= await chromium.openAs(app, [club.admin, club.organization]);
  await paper.setViewportSize({ width: 680, height: 960 });
  await paper.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await paper.goto(app.origin + path, { waitUntil: 'networkidle' });
  await paper.emulateMedia({ media: 'print', colorScheme: 'light' });
  return paper;
}

/** Printed controls, except for the boxes that people tick by hand, and names printed as text. */
async function controls(page: Page): Promise<string[]> {
  const links = await page
    .locator('a')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all
        .filter((link) => {
          const { color, textDecorationLine } = getComputedStyle(link);
          const around = getComputedStyle(link.parentElement ?? link);
          const isName = link.matches('[scope=row] > a');
          return !(isName && color === around.color && textDecorationLine === 'none');
        })
        .map(({ textContent }) => textContent ?? ''),
    );
  const others = page
    .locator('button, select, summary, nav li, input:not([type=checkbox], [type=hidden])')
    .filter({ visible: true });
  return [...links, ...(await others.allTextContents())];
}

/** Elements whose content is clipped, since nobody can scroll on paper. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    // A table's head is never clipped, however its repetitions are measured.
    [...document.querySelectorAll('main, main :not(thead)')]
      .filter(
        (each) =>
          getComputedStyle(each).overflow !== 'visible' &&
          each.scrollHeight > each.clientHeight + 1,
      )
      .filter((each) => each.checkVisibility() && !each.matches('.visually-hidden'))
      .map((each) => `${each.localName}.${each.className}`),
  );
}

it('the printed member list shows every row, the club and the date, but no controls (D1)', async () => {
  const page = await onPaper('/app/members');
  expect(await controls(page)).toEqual([]);
  expect(await cutOff(page)).toEqual([]);
  const text = await page.locator('body').innerText();
  expect(text).toMatch(/SV Papier, Stand \d\d\. \S+ \d{4}\s+Mitglieder/);
  for (let count = 10; count < 58; count++) expect(text).toContain(`Name ${count}`);
  expect(text).not.toContain('Aktionen');
  expect(await page.locator('.page-links').count()).toBe(0);
});

it('an event prints the names of those who come (J8)', async () => {
  const { organization, admin } = await app.make.club();
  const event = await app.make.event(organization, { max: 9 });
  const member = await app.make.member(organization, { firstName: 'Anna', lastName: 'Lindner' });
  await app.make.registration(event, member);
  const page = await chromium.openAs(app, [admin, organization]);
  await page.goto(`${app.origin}/app/events/${event.uuid}`);
  const name = page.locator('main details li', { hasText: 'Anna Lindner' });
  await page.emulateMedia({ media: 'print' });
  await expectPage(name).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expectPage(name).toBeHidden();
});

it('a printed event has no controls, and says nothing of its reader; who answers a poll prints with it (J4, F3)', async () => {
  const { organization, admin } = await app.make.club();
  const event = await app.make.event(organization, { name: 'Fest' });
  const poll = await app.make.poll(event, { name: 'Welche Musik?', options: ['Rock', 'Pop'] });
  const member = await app.make.member(organization, { firstName: 'Anna', lastName: 'Lindner' });
  await app.make.answer(poll, member);
  const page = await chromium.openAs(app, [admin, organization]);
  await page.emulateMedia({ media: 'print' });
  for (const path of [`/app/events/${event.uuid}`, `/app/events/${event.uuid}/polls`]) {
    await page.goto(app.origin + path);
    await expectPage(page.getByText('Welche Musik?')).toBeVisible();
    await expectPage(page.locator('main .icon').filter({ visible: true })).toHaveCount(0);
    await expectPage(page.getByText('Ihre Antwort fehlt')).toBeHidden();
  }
  const path = `${app.origin}/app/events/${event.uuid}/polls/${poll.uuid}`;
  await page.goto(`${path}/edit`);
  await expectPage(page.getByText('Pop')).toBeVisible();
  await expectPage(page.getByText('Anna Lindner')).toBeVisible();
  await expectPage(page.getByText('Noch keine Antworten')).toBeHidden();
  await page.goto(path);
  await expectPage(page.getByText('Pop')).toBeVisible();
  await expectPage(page.getByText('Eine Antwort ist möglich.')).toBeHidden();
  await app.make.answer(poll, { uuid: admin.member }, 1);
  await page.goto(path);
  await expectPage(page.getByText('1 Antwort (50 %)').first()).toBeVisible();
  await expectPage(
    page.getByText(/Ihre Antwort ist|usgewählt/).filter({ visible: true }),
  ).toHaveCount(0);
});

it('the printed list of events has whole places, no links to answer, and nothing that is only true today (E1, K5)', async () => {
  const { organization, admin } = await app.make.club();
  const place = 'Sportplatz Grünau, bei Regen in der Halle nebenan';
  const event = await app.make.event(
    organization,
    { name: 'Fest', date: '2031-03-05', max: 1 },
    { place },
  );
  await app.make.registration(event, await app.make.member(organization));
  await app.make.event(organization, { name: 'Probe', date: inClubDays(1) });
  const page = await chromium.openAs(app, [admin, organization]);
  await page.goto(`${app.origin}/app/events`);
  const near = page.getByText('Morgen', { exact: true });
  await expectPage(near).toBeVisible();
  await expectPage(page.getByRole('link', { name: 'Auf die Warteliste' })).toBeVisible();
  await page.setViewportSize({ width: 680, height: 960 });
  await page.emulateMedia({ media: 'print' });
  await expectPage(page.getByText('Auf die Warteliste')).toBeHidden();
  await expectPage(near).toBeHidden();
  const cut = await page.getByText(place).evaluate((text) => text.scrollWidth - text.clientWidth);
  expect(cut).toBe(0);
});

it("printed, list and month say nothing of their reader's answers (E1, M7)", async () => {
  const { organization, admin } = await app.make.club();
  const day = { date: '2031-03-05', max: 9 };
  const event = await app.make.event(organization, { name: 'Fest', ...day });
  await app.make.registration(event, { uuid: admin.member });
  const page = await chromium.openAs(app, [admin, organization], {
    viewport: { width: 680, height: 960 },
  });
  for (const path of ['/app/events', '/app/events/calendar?month=2031-03']) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(app.origin + path);
    const fest = page.getByRole('link', { name: /Fest/ }).first();
    const answer = page.getByText(/Angemeldet|✓/).filter({ visible: true });
    await expectPage(answer).not.toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expectPage(fest).toBeVisible();
    await expectPage(answer).toHaveCount(0);
    // On A5, which is no wider than a phone, days are in words as well.
    await page.setViewportSize({ width: 446, height: 680 });
    await expectPage(fest).toBeVisible();
    await page.setViewportSize({ width: 680, height: 960 });
  }
});

it('a month prints on one page while its weeks have room there, full or sparse (M7)', async () => {
  const { organization, admin } = await app.make.club();
  // Three weeks as high as a quarter of a page, and two without events.
  for (const day of ['06', '13', '20'])
    for (let nth = 0; nth < 4; nth++)
      await app.make.event(organization, {
        name: 'Heimspiel der 2. Mannschaft',
        date: `2031-12-${day}`,
      });
  const page = await chromium.openAs(app, [admin, organization]);
  const margin = { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' };
  for (const month of ['2031-12', '2031-03', '2031-02']) {
    await page.goto(`${app.origin}/app/events/calendar?month=${month}`);
    const pdf = (await page.pdf({ format: 'A4', margin })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g), month).toHaveLength(1);
    // Weeks share the page.
    await page.emulateMedia({ media: 'print' });
    const height = await page
      .locator('table')
      .evaluate((table) => table.clientHeight / innerHeight);
    expect(height, month).toBeGreaterThan(0.8);
  }
  await page.context().close();
});

it.each([
  ['list of members (D1)', 79, 2],
  ['group (U2)', 180, 3],
])('a long %s prints in full size, on as many pages as it takes', async (what, count, pages) => {
  const { organization, admin } = await app.make.club();
  const members = [];
  for (let nth = 0; nth < count; nth++) members.push(await app.make.member(organization));
  const group = await app.make.group(organization, members);
  const page = await chromium.openAs(app, [admin, organization]);
  const path = what.startsWith('group') ? `/app/groups/${group.uuid}` : '/app/members';
  await page.goto(app.origin + path);
  const margin = { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' };
  const pdf = (await page.pdf({ format: 'A4', margin })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(pages);
});

it('names of a printed list stand side by side in lines, whatever their state (D1)', async () => {
  const { organization, admin } = await app.make.club();
  for (let nth = 0; nth < 9; nth++) await app.make.member(organization);
  const page = await chromium.openAs(app, [admin, organization], {
    viewport: { width: 680, height: 960 },
  });
  await page.goto(`${app.origin}/app/members`);
  await expectPage(page.getByText('Mit Zugang')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const tops = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().top)));
  expect(tops).toHaveLength(10);
  expect(new Set(tops).size).toBe(5);
});

it('a printout of one page of several says that it is only a part', async () => {
  for (let count = 58; count < 170; count++)
    await app.make.member(club.organization, { lastName: `Name ${count}` });
  const page = await onPaper('/app/members');
  expect(await controls(page)).toEqual([]);
  const note = await page
    .locator('.page-links')
    .evaluate((element) => getComputedStyle(element, '::after').content);
  expect(note).toBe('"und weitere"');
});

it('the list of participants prints alone, with event, date and a box for everyone (E6)', async () => {
  const event = await app.make.event(club.organization, { name: 'Waldlauf', date: '2031-03-05' });
  const page = await onPaper(`/app/events/${event.uuid}/participants`);
  expect(await controls(page)).toEqual([]);
  expect(await cutOff(page)).toEqual([]);
  const text = await page.locator('body').innerText();
  expect(text).toMatch(
    /SV Papier, Stand .*\s+Teilnehmer\s+Waldlauf\s+Teilnahme am Mittwoch, 05\. März 2031/,
  );
  expect(text).not.toContain('Veranstaltungen');
  const boxes = page.getByRole('checkbox').filter({ visible: true });
  expect(await boxes.count()).toBe(await page.locator('.checklist > li').count());
  expect(await boxes.count()).toBeGreaterThan(60);
  // The dialog leaves the line above it in sight.
  const stand = await page.getByText(/^SV Papier, Stand/).boundingBox();
  const dialog = await page.getByRole('dialog').boundingBox();
  expect(dialog?.y).toBeGreaterThanOrEqual((stand?.y ?? Infinity) + (stand?.height ?? 0));
  // All rows are printed, and none overlaps another.
  const { height } = (await page.locator('.checklist').boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThan(60 * 24);
});

it("names of 'Wer kommt?' begin on paper where its heading does, in one weight at any width (J8)", async () => {
  const event = await app.make.event(club.organization, { max: 5 });
  await app.make.registration(event, { uuid: club.admin.member });
  const page = await onPaper(`/app/events/${event.uuid}/answers`);
  const left = async (of: string) =>
    page.locator(of).evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return Math.round(text.getBoundingClientRect().left);
    });
  for (const width of [680, 420]) {
    await page.setViewportSize({ width, height: 960 });
    expect(await left('tbody th'), `${width}`).toBe(await left('h1'));
    await expectPage(page.locator('tbody th')).toHaveCSS('font-weight', '600');
  }
});

it('a group prints in two columns, however narrow the paper (U2)', async () => {
  const members = await app.db
    .selectFrom('members')
    .select('uuid')
    .where('organization_uuid', '=', club.organization.uuid)
    .limit(6)
    .execute();
  const group = await app.make.group(club.organization, members);
  const page = await onPaper(`/app/groups/${group.uuid}`);
  await page.setViewportSize({ width: 600, height: 960 });
  const names = page.locator('main li');
  const [first, last] = [await names.first().boundingBox(), await names.last().boundingBox()];
  expect(last?.x).toBeGreaterThan((first?.x ?? Infinity) + (first?.width ?? 0));
});

it('besides those signed up, the printed list of participants only has those who came (E6)', async () => {
  const event = await app.make.event(club.organization, {
    name: 'Rodeln',
    date: '2031-01-05',
    max: 5,
  });
  await app.make.registration(event, { uuid: club.admin.member });
  const page = await onPaper(`/app/events/${event.uuid}/participants`);
  const rows = page.locator('.checklist > li').filter({ visible: true });
  await expectPage(rows).toHaveCount(1);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('checkbox').nth(1).check();
  await page.emulateMedia({ media: 'print' });
  await expectPage(rows).toHaveCount(2);
});

it('the participants are printed from the list, with club, event and day: who is registered, or all (E6)', async () => {
  const event = await app.make.event(club.organization, {
    name: 'Nachtlauf',
    date: '2031-04-06',
    max: 5,
  });
  const runner = await app.make.member(club.organization, {
    firstName: 'Rita',
    lastName: 'Renner',
  });
  await app.make.registration(event, runner);
  const page = await chromium.openAs(app, [club.admin, club.organization]);
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  for (const [link, count] of [
    // With five empty lines.
    ['Drucken', 6],
    ['Alle drucken', 162],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${app.origin}/app/events`, { waitUntil: 'networkidle' });
    const row = page.getByRole('row', { name: 'Nachtlauf' });
    await row.getByRole('link', { name: 'Teilnehmer' }).click();
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.locator('body[data-printed]').waitFor();
    await page.setViewportSize({ width: 680, height: 960 });
    await page.emulateMedia({ media: 'print' });
    expect(await controls(page)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
    const text = await page.locator('body').innerText();
    expect(text).toMatch(
      /SV Papier, Stand .*\s+Anwesenheit: Nachtlauf\s+Sonntag, 6\. April 2031\s+Angemeldet \(1 von 5\)\s+1\s+Renner, Rita/,
    );
    expect(await page.locator('main ol > li').count()).toBe(count);
  }
});

/** What is drawn on each page of a PDF, as runs of glyphs. */
function glyphsOf(pdf: Buffer): string[][] {
  const text = pdf.toString('latin1');
  const objects = new Map(
    [...text.matchAll(/(\d+) 0 obj\s(.*?)endobj/gs)].map(([, id, body]) => [id, body ?? '']),
  );
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  return pages.map((body) => {
    const stream = objects.get(/\/Contents (\d+)/.exec(body)?.[1] ?? '') ?? '';
    const from = stream.indexOf('stream') + 'stream'.length;
    const bytes = Buffer.from(stream.slice(from).replace(/^\r?\n/, ''), 'latin1');
    const drawn = inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
    return [...drawn.matchAll(/\bBT\b(.*?)\bET\b/gs)].map(([, run = '']) =>
      [...run.matchAll(/<([0-9A-F]+)> Tj/g)].map(([, glyphs]) => glyphs).join(''),
    );
  });
}

it('each printed page of an attendance sheet says which event it is about, and all its days (E6)', async () => {
  const event = await app.make.event(
    club.organization,
    { name: 'Sommerlager', date: '2031-04-06' },
    { end_date: '2031-04-09' },
  );
  const page = await onPaper(`/app/events/${event.uuid}/participants/print?of=all`);
  const DAYS = 'Sonntag, 6. April 2031 bis Mittwoch, 9. April 2031';
  expect(await page.locator('body').innerText()).toContain(DAYS);
  const [first = [], ...others] = glyphsOf(await page.pdf({ format: 'A5' }));
  expect(others.length).toBeGreaterThan(1);
  // Names and numbers are other ones on each page.
  const repeated = first.filter((run) => others.every((other) => other.includes(run)));
  const LETTERS = 4;
  const drawn = repeated.map(({ length }) => length / LETTERS);
  expect(drawn).toEqual(['Anwesenheit: Sommerlager', DAYS].map(({ length }) => length));
});

it('no heading of the printed list of participants stands alone at the foot of a page (E6)', async () => {
  const event = await app.make.event(club.organization, {
    name: 'Ausflug',
    date: '2031-06-08',
    max: 9,
  });
  const page = await onPaper(`/app/events/${event.uuid}/participants`);
  const headings = page.locator('dialog h3');
  await expectPage(headings).not.toHaveCount(0);
  const breaks = await headings.evaluateAll((all) =>
    all.map((heading) => getComputedStyle(heading).breakAfter),
  );
  expect(new Set(breaks)).toEqual(new Set(['avoid']));
});

it('without scripts, the participants to print are a page behind a link, with the way back (E6)', async () => {
  const event = await app.make.event(club.organization, { name: 'Lesung', date: '2031-05-07' });
  const page = await chromium.openAs(app, [club.admin, club.organization], {
    javaScriptEnabled: false,
  });
  await page.goto(`${app.origin}/app/events/${event.uuid}/participants`);
  await page.getByRole('link', { name: 'Drucken' }).click();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Anwesenheit: Lesung');
  // Only a script could print.
  expect(await page.getByRole('button', { name: 'Drucken' }).isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Zurück' }).click();
  expect(page.url()).toBe(`${app.origin}/app/events/${event.uuid}/participants`);
});
