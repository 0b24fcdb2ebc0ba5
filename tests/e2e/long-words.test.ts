import { sql } from 'kysely';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { everyScreen, everyState, type State, show } from '../support/every-screen';
import { type Club, makeClub } from '../support/every-screen-club';
import { overlaps } from '../support/overlaps';
import { changeRows } from '../support/rows';

/**
 * The longest possible names in one word: German has such words, and no name may put a button out
 * of reach.
 */
const app = testApp({ appName: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenverwaltungen' });
const chromium = testChromium();
let club: Club;

const WORD = 'Jahreshauptversammlungsvorbereitungstreffen'.repeat(5);
const name = (letters: number) => sql<string>`left(${WORD}, ${letters})`;

beforeAll(async () => {
  club = await makeClub(app);
  const { db } = app;
  await changeRows(db, 'organizations', {}, { name: name(200), motd: name(200) });
  await changeRows(db, 'users', {}, { first_name: name(100), last_name: name(100) });
  await db
    .updateTable('members')
    .set({ first_name: name(100), last_name: name(100), description: name(200) })
    .set({ custom_member_identifier: name(100) })
    .execute();
  await changeRows(db, 'events', {}, { name: name(200) });
  await changeRows(db, 'polls', {}, { name: name(200), description: name(200) });
  await changeRows(db, 'audit_log', {}, { action: name(200) });
  await db
    .updateTable('poll_options')
    .set({ name: name(200) })
    // What is answered keeps its name.
    .where('uuid', 'not in', (eb) => eb.selectFrom('poll_answers').select('option_uuid'))
    .execute();
});

/** Finds controls outside the window and boxes that scroll sideways, including the page itself. */
function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter((each) =>
      each.checkVisibility(),
    );
    const say = (each: Element) => each.outerHTML.slice(0, 80);
    const beside = shown
      .filter((each) =>
        each.matches('a, button, input:not([type=hidden]), select, textarea, summary'),
      )
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left < -1 || right > width + 1;
      });
    const scrolling = [
      document.documentElement,
      ...shown.filter((each) => !each.matches('input, textarea')),
    ]
      .filter((each) => each.scrollWidth > each.clientWidth + 1)
      .filter(
        (each) =>
          each === document.documentElement || /auto|scroll/.test(getComputedStyle(each).overflowX),
      );
    return [
      ...beside.map((each) => `beside: ${say(each)}`),
      ...scrolling.map((each) => `scrolls: ${say(each)}`),
    ];
  });
}

/** Opens each screen once and resizes it, as in screens.test.ts, unless its state passes. */
async function examine(states: readonly State[], widths: readonly number[], scripting = true) {
  const found: string[] = [];
  const pages = new Map<string, Page>();
  for (const each of states) {
    const { path, as, state, passing } = each;
    const page =
      pages.get(as ?? '') ??
      (await chromium.open({ reducedMotion: 'reduce', javaScriptEnabled: scripting }));
    if (as && !pages.has(as)) {
      await page
        .context()
        .addCookies([{ name: 'session', value: club.tokens[as], url: app.origin }]);
    }
    pages.set(as ?? '', page);
    for (const [at, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 800 });
      if (at === 0 || passing) await show(page, app.origin, each, scripting);
      for (const what of [...(await outOfReach(page)), ...(await overlaps(page))])
        found.push(`${path} ${state ?? ''} ${width}: ${what}`);
    }
  }
  expect(found).toEqual([]);
}

it('words of 200 letters cause no sideways scrolling, lie over no other cell and hide no control at 360, 768 and 1280 px', () =>
  examine(
    everyScreen(club).map(({ path, open }) => (open ? { path } : { path, as: 'admin' })),
    [360, 768, 1280],
    // Its words break as the server has sent them; what scripts add is in the states below.
    false,
  ));

it('words of 200 letters cause no sideways scrolling under errors, notices and menus at 360 and 1280 px', () =>
  examine(everyState(club), [360, 1280]));
