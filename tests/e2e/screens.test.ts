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
const THEMES = ['light', 'dark'] as const;

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

/** What is wrong with what the page shows, in both themes. */
async function findings(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
    for (const { id, nodes } of violations) found.push(`${name}, ${colorScheme}: ${id} at ${nodes[0]?.html}`);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${fileName(name)}-${colorScheme}.png` });
  }
  const sticksOut = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return sticksOut > 0 ? [...found, `${name}: ${sticksOut} px too wide`] : found;
}

const fileName = (name: string) => name.replace(/[0-9a-f-]{36}|[\w-]{43}/g, 'id').replace(/\W+/g, '_');

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
    found.push(...(await findings(page, `${path} ${state ?? ''} ${as ?? ''} ${width}`)));
  }
  expect(found).toEqual([]);
  expect(chromium.errors.splice(0)).toEqual([]);
}

describe('is accessible and fits, light and dark,', { timeout: 900_000 }, () => {
  it.each([320, 768, 1280])('every screen and dialog at %i px (WCAG 2.2 AA, B1)', async (width) => {
    await examine(screens(), width);
  });

  it.each([320, 768, 1280])('every state at %i px (WCAG 2.2 AA, B1)', async (width) => {
    await examine(everyState(club), width);
  });

  it('every screen without scripts at 320 px (WCAG 2.2 AA, B1)', async () => {
    await examine(screens(), 320, false);
  });
});
