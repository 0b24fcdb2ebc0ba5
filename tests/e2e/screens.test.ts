import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import {
  type Club,
  everyScreen,
  everyState,
  makeClub,
  type State,
  show,
} from '../support/every-screen';

/**
 * Every screen, dialog and state in three widths and both themes: axe finds nothing, nothing sticks
 * out of the page, the browser has nothing to complain about. SCREENSHOTS=<folder> also takes a
 * picture of each, for looking at.
 */
const app = testApp();
const chromium = testChromium();
let club: Club;

beforeAll(async () => {
  club = await makeClub(app);
});

const WIDTHS = [320, 768, 1280];
/** In milliseconds: one test looks at hundreds of pages, and the machine may be busy. */
const PATIENCE = 900_000;
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The second theme changes no more than what these rules look at. */
const THEMES = { light: null, dark: ['color-contrast', 'link-in-text-block'] } as const;

/** A page for each kind of visitor, made when it is first asked for. */
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

/** What axe finds in what the page shows, in both themes. It cannot run where scripts may not. */
async function violations(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours are on their way for a moment, however short.
    await page.evaluate(
      () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
    );
    // A document that was looked at before has axe already: half a megabyte to send and compile.
    const isThere = await page.evaluate(() => 'axe' in window);
    const axe = new AxeBuilder({ page, axeSource: isThere ? 'undefined' : undefined })
      // Without a page of its own for every result, which only frames need.
      .setLegacyMode()
      // What passed is only named, not described.
      .options({ resultTypes: ['violations'] });
    const rules = THEMES[colorScheme];
    const result = await (rules ? axe.withRules([...rules]) : axe.withTags(TAGS)).analyze();
    // Every screen has text whose colours are judged, or else axe did not look.
    expect(result.passes.length + result.violations.length, name).toBeGreaterThan(0);
    for (const { id, nodes } of result.violations)
      found.push(
        `${name}, ${colorScheme}: ${id} at ${nodes[0]?.html} (${nodes[0]?.failureSummary})`,
      );
    if (process.env.SCREENSHOTS) await picture(page, `${name} ${colorScheme}`);
  }
  return found;
}

/** What is wrong with what the page shows at its present width. */
async function findings(page: Page, name: string, scripting: boolean): Promise<string[]> {
  const found = scripting ? await violations(page, name) : [];
  if (process.env.SCREENSHOTS && !scripting) await picture(page, `${name} no scripts`);
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
 * A screen as it opens has the same markup in every width, so it is opened once and its window
 * resized. A state that takes actions to reach may depend on the width (which menu there is) or
 * last but seconds (a notice): it is reached anew in each.
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
      found.push(
        ...(await findings(page, `${path} ${state ?? ''} ${as ?? ''} ${width}`, scripting)),
      );
    }
  }
  expect(found).toEqual([]);
  expect(chromium.errors.splice(0)).toEqual([]);
}

describe('every screen and dialog', () => {
  it(
    'is accessible and fits at 320, 768 and 1280 px, light and dark (WCAG 2.2 AA, B1)',
    { timeout: PATIENCE },
    () => examine(screens(), WIDTHS),
  );

  it('fits at 320 px without scripts (B1)', () => examine(screens(), [320], false));
});

describe('every state of them: refused, empty, unfolded, with a notice, for other people', () => {
  it(
    'is accessible and fits at 320, 768 and 1280 px, light and dark (WCAG 2.2 AA, B1)',
    { timeout: PATIENCE },
    () => examine(everyState(club), WIDTHS),
  );
});
