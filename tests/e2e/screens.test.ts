import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { everyScreen, everyState, type State, show } from '../support/every-screen';
import { type Club, makeClub } from '../support/every-screen-club';
import { overlaps } from '../support/overlaps';

/**
 * Every screen, dialog and state in three widths: nothing overflows the page, no cell of a table lies
 * over another one, and the console stays empty; on phones and laptops axe finds nothing in both
 * themes. SCREENSHOTS=<folder> also saves a screenshot of each.
 */
const app = testApp();
const chromium = testChromium();
let club: Club;

beforeAll(async () => {
  club = await makeClub(app);
});

const WIDTHS = [320, 768, 1280];
/** What is on a tablet is also on one of the others: there, only what sticks out is new. */
const BETWEEN = 768;
/** A test checks hundreds of pages, and the machine may be busy. */
const PATIENCE_MS = 900_000;
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The only rules whose result depends on the theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** A page for each kind of visitor, opened on first use. */
function pages(scripting: boolean) {
  const made = new Map<string, Page>();
  return async (as: State['as']): Promise<Page> => {
    const known = made.get(as ?? '');
    if (known) return known;
    const page = await chromium.open({ reducedMotion: 'reduce', javaScriptEnabled: scripting });
    if (as)
      await page
        .context()
        .addCookies([{ name: 'session', value: club.tokens[as], url: app.origin }]);
    made.set(as ?? '', page);
    return page;
  };
}

/** Runs axe in both themes. It needs scripts. */
async function violations(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours change with a short transition.
    await page.evaluate(
      () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
    );
    // Injecting half a megabyte is slow, so skip it if the document has axe from another width.
    const isThere = await page.evaluate(() => 'axe' in window);
    const axe = new AxeBuilder({ page, axeSource: isThere ? 'undefined' : undefined })
      // Skips the extra page per result, which only frames need.
      .setLegacyMode()
      // Names passing rules without describing them.
      .options({ resultTypes: ['violations'] });
    const isFirst = colorScheme === 'light';
    const result = await (isFirst ? axe.withTags(TAGS) : axe.withRules(OF_COLOURS)).analyze();
    // Every screen has text to check for contrast; otherwise axe did not run.
    expect(result.passes.length + result.violations.length, name).toBeGreaterThan(0);
    for (const { id, nodes } of result.violations)
      found.push(
        `${name}, ${colorScheme}: ${id} at ${nodes[0]?.html} (${nodes[0]?.failureSummary})`,
      );
    if (process.env.SCREENSHOTS) await picture(page, `${name} ${colorScheme}`);
  }
  return found;
}

/** Lists the faults of the page at its current width. */
async function findings(page: Page, name: string, scripting: boolean): Promise<string[]> {
  const isBetween = page.viewportSize()?.width === BETWEEN;
  const found = scripting && !isBetween ? await violations(page, name) : [];
  if (process.env.SCREENSHOTS && (!scripting || isBetween))
    await picture(page, `${name}${scripting ? '' : ' no scripts'}`);
  for (const what of await overlaps(page)) found.push(`${name}: ${what}`);
  const sticksOut = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return sticksOut > 0 ? [...found, `${name}: ${sticksOut} px too wide`] : found;
}

function picture(page: Page, name: string) {
  const file = name.replace(/[0-9a-f-]{36}|[\w-]{43}/g, 'id').replace(/\W+/g, '_');
  return page.screenshot({ path: `${process.env.SCREENSHOTS}/${file}.png` });
}

const screens = (): State[] =>
  everyScreen(club).map(({ path, open }) => (open ? { path } : { path, as: 'admin' }));

/**
 * A screen has the same markup at every width, so it is opened once and resized. A state that takes
 * actions may depend on the width (as menus do) or last only seconds (as notices do), so it is
 * reached anew at each width.
 */
async function examine(states: readonly State[], widths: readonly number[], scripting = true) {
  const pageOf = pages(scripting);
  const found: string[] = [];
  for (const each of states) {
    const { path, as, state, reach } = each;
    const page = await pageOf(as);
    for (const [at, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 800 });
      if (at === 0 || reach) await show(page, app.origin, each, scripting);
      const name = `${path} ${state ?? ''} ${as ?? ''} ${width}`;
      found.push(...(await findings(page, name, scripting)));
    }
  }
  expect(found).toEqual([]);
  expect(chromium.errors.splice(0)).toEqual([]);
}

it(
  'every screen and dialog fits at 320, 768 and 1280 px, and is accessible in both themes (WCAG 2.2 AA, B1)',
  { timeout: PATIENCE_MS },
  () => examine(screens(), WIDTHS),
);

it('every screen and dialog fits at 320 px without JavaScript (B1)', () =>
  examine(screens(), [320], false));

it(
  "errors, notices, open menus, empty screens and other users' screens are accessible and fit (WCAG 2.2 AA, B1)",
  { timeout: PATIENCE_MS },
  () => examine(everyState(club), WIDTHS),
);
