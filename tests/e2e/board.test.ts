import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { inDays as day } from '../support/events';
import { expectPage } from '../support/expect-page';

/** The notice board in a real browser: taps, first screen, and what lies over what. */
const app = testApp();
const chromium = testChromium();

const PHONE = { width: 360, height: 740 };

const MESSAGE = Array.from({ length: 10 }, (_, line) => `Zeile ${line + 1} der Information.`);

async function makeClub() {
  const organization = await app.make.organization({
    name: 'Turn- und Sportverein Donaudampfschifffahrt Obereidelberg an der Unteren Aue 1897',
    motd: MESSAGE.join('\n'),
  });
  const user = await app.make.userOf(organization, ['EDIT_EVENTS', 'EDIT_MEMBERS']);
  const first = await app.make.event(organization, {
    name: 'Weihnachtsfeier der Jugendabteilung mit Nikolausbesuch und Plätzchenbacken',
    date: day(1),
    max: 20,
  });
  for (let count = 2; count < 9; count++)
    await app.make.event(organization, { name: `Training ${count}`, date: day(count), max: 5 });
  await app.make.poll(first, {
    name: 'Was bringst du mit?',
    options: ['Kuchen', 'Salat'],
  });
  return { organization, user, first };
}

let club: Awaited<ReturnType<typeof makeClub>>;
beforeAll(async () => {
  club = await makeClub();
});

type Setting = { width?: number; user?: { uuid: string }; path?: string };

/** Opens the app. Taps are counted from here. */
async function openApp({ width = 360, user = club.user, path = '/app/' }: Setting = {}) {
  const viewport = { width, height: width < 500 ? 740 : 800 };
  return chromium.visit(app, [user, club.organization], path, { viewport });
}

const person = () => app.make.userOf(club.organization);

describe('the board', () => {
  it('on a phone no line begins or ends with a dot, and places left are beside the button (E2, Y5)', async () => {
    const organization = await app.make.organization();
    const user = await app.make.userOf(organization);
    const guest = await app.make.member(organization);
    for (const [at, place] of ['Gymnastikraum', 'Festwiese an der Burg'].entries())
      for (const [name, asks_answer] of [
        [`Frage ${at}`, true],
        [`Kurs ${at}`, false],
      ] as const) {
        const limit = asks_answer ? {} : { max: 5 };
        const event = await app.make.event(
          organization,
          { name, date: day(at + 1), ...limit },
          { place, start_time: '18:00', asks_answer },
        );
        await app.make.registration(event, guest);
      }
    const page = await chromium.visit(app, [user, organization], '/app/', { viewport: PHONE });
    const facts = page.locator('main li p').filter({ hasText: '·' });
    expect(await facts.count()).toBe(4);
    expect((await facts.evaluateAll(linesOf)).filter((line) => /^·|·$/.test(line))).toEqual([]);
    for (let at = 0; at < 2; at++) {
      const row = page.locator('main li').filter({ hasText: `Kurs ${at}` });
      const left = await row.getByText('4 Plätze frei').boundingBox();
      const button = await row.getByRole('button', { name: 'Anmelden' }).boundingBox();
      expect(left?.y).toBeGreaterThan(button?.y ?? Number.POSITIVE_INFINITY);
    }
  });

  it('on a phone the words about a full event stay in one line (E2, K6)', async () => {
    const organization = await app.make.organization();
    const user = await app.make.userOf(organization);
    const full = await app.make.event(organization, { name: 'Kurs', date: day(1), max: 1 });
    await app.make.registration(full, await app.make.member(organization));
    const page = await chromium.visit(app, [user, organization], '/app/', { viewport: PHONE });
    await expectPage(page.getByRole('button', { name: 'Auf die Warteliste' })).toBeVisible();
    const state = page.locator('main li p').filter({ hasText: 'Keine freien Plätze mehr.' });
    expect(await state.evaluateAll(linesOf)).toEqual(['Keine freien Plätze mehr.']);
  });

  it('on a laptop the buttons stand in the middle of each row, whatever the state and its words (E2, K6)', async () => {
    // Its notes leave the rows little room.
    const organization = await app.make.organization({ motd: 'Sommerfest' });
    const user = await app.make.userOf(organization);
    const make = (name: string, at: number, max: number) =>
      app.make.event(organization, { name, date: day(at), max }, { place: 'Feuerwehrhaus Grünau' });
    await app.make.registration(await make('Zugesagt', 1, 5), { uuid: user.member });
    const full = await make('Erste-Hilfe-Kurs', 2, 1);
    await app.make.registration(full, await app.make.member(organization));
    await app.make.waiting(full, { uuid: user.member });
    await make('Training der 1. Mannschaft auf dem Platz', 3, 2);
    const page = await chromium.visit(app, [user, organization], '/app/', {
      viewport: { width: 1280, height: 800 },
    });
    const rows = page.locator('main li:has(time)');
    await expectPage(rows).toHaveCount(3);
    const middles = await rows.evaluateAll((all) =>
      all.map((row) =>
        ['time', '.button'].map((each) => {
          const { top = 0, bottom = 0 } = row.querySelector(each)?.getBoundingClientRect() ?? {};
          return (top + bottom) / 2;
        }),
      ),
    );
    for (const [leaf = 0, button = 0] of middles) expect(Math.abs(leaf - button)).toBeLessThan(2);
  });

  it('one tap from opening the app signs up, one more takes it back (E3, E7)', async () => {
    const page = await openApp({ user: await person() });
    const name = `Anmelden: ${club.first.name}`;
    const top = () => page.evaluate(() => window.scrollY);
    const before = await top();
    await page.getByRole('button', { name }).click();
    // Its own card says so, where it is.
    const said = page.locator('main li').filter({ hasText: club.first.name }).first();
    await expectPage(said).toContainText('Angemeldet');
    // What confirms it may be a line higher than the buttons were.
    expect(Math.abs((await top()) - before)).toBeLessThan(44);
    const undo = said.getByRole('button', { name: 'Rückgängig' });
    await expectPage(undo).toBeFocused();
    // The second tap of a double one.
    await undo.hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expectPage(undo).not.toHaveAttribute('aria-busy');
    await undo.click();
    // The card asks as before.
    await expectPage(said).toContainText('Anmelden');
    await expectPage(
      page.getByRole('button', { name: /Rückgängig|^Anmelden: W/ }).first(),
    ).toBeVisible();
    await expectPage(page.locator('[data-toast]')).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/app/');
  });

  it('a poll is answered in two taps from opening the app (F4)', async () => {
    const page = await openApp({ user: await person() });
    await page.getByRole('link', { name: 'Was bringst du mit?' }).click();
    await page.getByRole('button', { name: 'Eintragen: Kuchen' }).click();
    const dialog = page.getByRole('dialog');
    await expectPage(dialog).toContainText('Ausgewählt');
    // Confirmed where it stands: a toast would lie over it (Y7).
    await expectPage(dialog).toContainText('Ihre Antwort ist eingetragen.');
    await expectPage(page.locator('[data-toast]')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Rückgängig' }).click();
    await expectPage(page.getByRole('button', { name: 'Eintragen: Kuchen' })).toBeVisible();
    await expectPage(dialog.getByRole('button', { name: 'Rückgängig' })).toHaveCount(0);
  });

  it('a refused sign-up leaves the board where it is and says why (E7, E8)', async () => {
    const late = await app.make.event(club.organization, { name: 'Rar', date: day(0), max: 1 });
    try {
      const page = await openApp({ user: await person() });
      await app.make.registration(late, await app.make.member(club.organization));
      await page.getByRole('button', { name: 'Anmelden: Rar' }).click();
      await expectPage(page.locator('[data-kind=error]').last()).toContainText(
        'Fehler beim Anmelden zur Veranstaltung.',
      );
      await expectPage(page.locator('main').getByRole('alert').last()).toContainText(
        'Keine freien Plätze mehr.',
      );
      await expectPage(page.getByRole('button', { name: 'Anmelden: Rar' })).toHaveCount(0);
    } finally {
      await app.db.deleteFrom('events').where('uuid', '=', late.uuid).execute();
    }
  });

  it('the next event and its button are on the first screen of a phone, below a long Information (C1)', async () => {
    const page = await openApp({ user: await person() });
    const button = page.getByRole('button', { name: `Anmelden: ${club.first.name}` });
    await expectHittable(page, button);
    // The text is in the page from the beginning, and in sight after a tap.
    await expectPage(page.locator('main')).toContainText(MESSAGE.join(''));
    const last = page.getByText('Zeile 10 der Information.');
    const isCut = () =>
      last.evaluate((line) => {
        const { bottom } = line.getBoundingClientRect();
        const section = line.closest('section')?.getBoundingClientRect();
        return section !== undefined && bottom > section.bottom;
      });
    expect(await isCut()).toBe(true);
    await page.getByText('Weiterlesen').click();
    expect(await isCut()).toBe(false);
    const wide = await openApp({ width: 1280 });
    await expectPage(wide.getByText('Weiterlesen')).toBeHidden();
    await expectHittable(wide, wide.getByText('Zeile 10 der Information.'));
  });
});

describe('what toasts cover', () => {
  it.each([360, 1280])(
    'at %i px a toast lies over no button of a dialog and no action of a row (B6)',
    async (width) => {
      const page = await openApp({ width, path: '/app/events' });
      await page.clock.install();
      const row = page.getByRole('row', { name: /Training 2/ });
      await row.getByRole('link', { name: 'Bearbeiten' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Speichern' }).click();
      await page.clock.runFor(300);
      await page.locator('[data-toast]').waitFor();
      await dialog.waitFor({ state: 'detached' });
      await expectAllHittable(page, '.row-actions :is(a, button)');
      await row.getByRole('link', { name: 'Bearbeiten' }).click();
      await page.locator('dialog:modal').waitFor();
      await page.clock.runFor(300);
      await settled(page.locator('dialog [data-toast]'));
      await expectAllHittable(page, '[data-dialog-buttons] > *');
      const [toast, buttons] = await Promise.all(
        ['[data-toast]', '[data-dialog-buttons]'].map((part) => dialog.locator(part).boundingBox()),
      );
      if (!toast || !buttons) throw new Error('a toast and buttons are to be seen');
      const apart =
        toast.y + toast.height <= buttons.y ||
        toast.y >= buttons.y + buttons.height ||
        toast.x >= buttons.x + buttons.width;
      expect(apart, 'the toast is beside the buttons').toBe(true);
    },
  );

  it('each answer is confirmed in its card, without a toast, until the user leaves (Y7)', async () => {
    const page = await openApp({ user: await person() });
    await page.clock.install();
    const leaf = (name: string) => page.locator('main li').filter({ hasText: name });
    for (const name of ['Training 2', 'Training 3']) {
      await page.getByRole('button', { name: `Anmelden: ${name}` }).click();
      await page.clock.runFor(300);
      await expectPage(leaf(name)).toContainText('Angemeldet');
      await expectPage(leaf(name).getByRole('button')).toHaveText('Rückgängig');
      await expectPage(page.getByRole('status').last()).toContainText(`Angemeldet: ${name}`);
    }
    await expectPage(leaf('Training 2').getByRole('button')).toHaveText('Rückgängig');
    await expectPage(page.locator('[data-toast]')).toHaveCount(0);
    // A button that turned into another by itself would do the wrong thing to a tap at that moment.
    await page.clock.runFor(60_000);
    await expectPage(page.getByRole('button', { name: 'Rückgängig' })).toHaveCount(2);
    await page.reload();
    await expectPage(page.getByRole('button', { name: 'Rückgängig' })).toHaveCount(0);
    await expectPage(page.getByRole('button', { name: 'Abmelden: Training 2' })).toBeVisible();
  });

  it('an answer that the board has no room for is still said in its card (Y7)', async () => {
    const organization = await app.make.organization();
    const user = await app.make.userOf(organization);
    for (let count = 1; count < 7; count++) {
      const event = { name: `Fest ${count}`, date: day(count), max: 5 };
      await app.make.registration(await app.make.event(organization, event), {
        uuid: user.member,
      });
    }
    await app.make.event(organization, { name: 'Fest 7', date: day(7) }, { asks_answer: true });
    const page = await chromium.visit(app, [user, organization], '/app/');
    await page.getByRole('button', { name: 'Zusagen: Fest 7' }).click();
    const card = page.locator('main li').filter({ hasText: 'Fest 7' });
    await expectPage(card).toContainText('Zugesagt: Fest 7');
    await card.getByRole('button', { name: 'Rückgängig' }).click();
    await expectPage(card.getByRole('button', { name: 'Zusagen: Fest 7' })).toBeVisible();
  });

  it('the last actions of a list can be scrolled clear of a toast (B6)', async () => {
    const page = await openApp({ path: '/app/events' });
    await page.getByRole('row').last().getByRole('link', { name: 'Bearbeiten' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
    await settled(page.locator('[data-toast]'));
    const gap = await page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      const actions = [...document.querySelectorAll('.row-actions')].at(-1);
      const toast = document.querySelector('[data-toast]');
      if (!actions || !toast) throw new Error('a row and a toast are to be seen');
      return toast.getBoundingClientRect().top - actions.getBoundingClientRect().bottom;
    });
    expect(gap).toBeGreaterThanOrEqual(0);
  });
});

/** In the page: the lines that their words stand in. */
const linesOf = (all: Element[]) =>
  all.flatMap((element) => {
    const lines = new Map<number, string>();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const [at, letter] of [...(text.textContent ?? '')].entries()) {
        const range = new Range();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const y = Math.round(range.getBoundingClientRect().bottom);
        lines.set(y, (lines.get(y) ?? '') + letter);
      }
    return [...lines.values()].map((line) => line.trim());
  });

/** Waits until a toast is where it stays. */
async function settled(toast: ReturnType<Page['locator']>) {
  await toast.evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished)),
  );
}

/** Where its middle is, nothing else takes the tap. */
async function expectHittable(page: Page, target: ReturnType<Page['locator']>) {
  const box = await target.boundingBox();
  expect(box).not.toBeNull();
  if (!box) return;
  const hit = await target.evaluate(
    (element, [x, y]) => element.contains(document.elementFromPoint(x ?? 0, y ?? 0)),
    [box.x + box.width / 2, box.y + box.height / 2],
  );
  expect(hit, `${await target.textContent()} at ${JSON.stringify(box)}`).toBe(true);
  expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
}

/** No toast is where a visible control has its middle; for a toast's own, it is that very toast. */
async function expectAllHittable(page: Page, selector: string) {
  const covered = await page.evaluate((controls) => {
    const visible = [...document.querySelectorAll(controls)].filter((control) =>
      control.checkVisibility(),
    );
    return visible.flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const toast = hit?.closest('[data-toast]');
      return toast && !toast.contains(control) ? [control.textContent] : [];
    });
  }, selector);
  expect(covered, 'covered by a toast').toEqual([]);
}
