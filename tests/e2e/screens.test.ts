import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { type Club, everyScreen, everyState, makeClub, type State } from '../support/every-screen';

/**
 * Every screen, dialog and state in three widths and both themes: axe finds nothing, nothing sticks out of the page, the
 * browser has nothing to complain about. SCREENSHOTS=<folder> also takes a picture of each, for looking at.
 */
const app = testApp();
const chromium = testChromium();
let club: Club;

beforeAll(async () => {
  club = await makeClub(app);
});

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The second theme changes no more than what these rules look at. */
const THEMES = { light: null, dark: ['color-contrast', 'link-in-text-block'] } as const;

/** A page for each kind of visitor, made when it is first asked for. */
function pages(width: number, scripting: boolean) {
  const made = new Map<string, Page>();
  return async (as: State['as']): Promise<Page> => {
    const known = made.get(as ?? '');
    if (known) return known;
    const page = await chromium.open({
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
      javaScriptEnabled: scripting,
    });
    if (as) await page.context().addCookies([{ name: 'session', value: club.tokens[as], url: app.origin }]);
    made.set(as ?? '', page);
    return page;
  };
}

/** What is wrong with what the page shows, in both themes. axe cannot run where scripts may not. */
async function findings(page: Page, name: string, scripting: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of scripting ? (['light', 'dark'] as const) : []) {
    await page.emulateMedia({ colorScheme });
    // Colours are on their way for a moment, however short.
    await page.evaluate(
      () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
    );
    const rules = THEMES[colorScheme];
    // Legacy: without a page of its own for every result, which only frames need.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (rules ? axe.withRules([...rules]) : axe.withTags(TAGS)).analyze();
    for (const { id, nodes } of violations)
      found.push(`${name}, ${colorScheme}: ${id} at ${nodes[0]?.html} (${nodes[0]?.failureSummary})`);
    if (process.env.SCREENSHOTS) await picture(page, `${name} ${colorScheme}`);
  }
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

async function examine(states: readonly State[], width: number, scripting = true) {
  const pageOf = pages(width, scripting);
  const found: string[] = [];
  for (const { path, as, state, reach } of states) {
    const page = await pageOf(as);
    await page.goto(app.origin + path);
    // A dialog is modal once the page lives.
    if (scripting && as)
      await page.waitForFunction(() => !document.querySelector('dialog[open]:not(:modal)'));
    await reach?.(page);
    found.push(...(await findings(page, `${path} ${state ?? ''} ${as ?? ''} ${width}`, scripting)));
  }
  expect(found).toEqual([]);
  expect(chromium.errors.splice(0)).toEqual([]);
}

describe('every screen and dialog', () => {
  it.each([320, 768, 1280])('is accessible and fits at %i px, light and dark (WCAG 2.2 AA, B1)', (width) =>
    examine(screens(), width),
  );

  it('fits at 320 px without scripts (B1)', () => examine(screens(), 320, false));
});

describe('every state of them: refused, empty, unfolded, with a notice, for other people', () => {
  it.each([320, 768, 1280])('is accessible and fits at %i px, light and dark (WCAG 2.2 AA, B1)', (width) =>
    examine(everyState(club), width),
  );
});
