import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { everyScreen, everyState, type State, show } from '../support/every-screen';
import { type Club, makeClub } from '../support/every-screen-club';
import { overlaps } from '../support/overlaps';

/**
 * Every screen, dialog and state in three widths: nothing overflows the page, no cell of a table lies
 * over another one, and the console stays empty; axe finds nothing on a phone in one theme and on a
 * laptop in the other. SCREENSHOTS=<folder> also saves a screenshot of each.
 */
const app = testApp();
interface Axe {
  run(
    document: Document,
    options: object,
  ): Promise<{
    passes: unknown[];
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
  }>;
}
declare global {
  interface Window {
    axe: Axe;
  }
}

/** The axe that its builder brings. */
const { source: axe }: { source: string } = createRequire(
  createRequire(import.meta.url).resolve('@axe-core/playwright'),
)('axe-core');
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

type Theme = 'light' | 'dark';

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
    // The browser keeps what it compiles of half a megabyte, unless that is sent to each page anew.
    if (scripting) await page.addInitScript({ content: axe });
    made.set(as ?? '', page);
    return page;
  };
}

/**
 * Runs axe in a theme. It needs scripts. Its builder would take as long again to prepare for frames, of
 * which there are none.
 */
async function violations(page: Page, name: string, theme: Theme): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  const { checked, found } = await page.evaluate(async (tags) => {
    // What an answer at the lower edge covers depends on where the page is scrolled to.
    document.querySelector('.own-answer')?.scrollIntoView({ block: 'end' });
    // Colours change with a short transition.
    await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
    const { passes, violations } = await window.axe.run(document, {
      runOnly: tags,
      // Names passing rules without describing them; and without reading all styles anew for each
      // page, which only rules that are not among ours ask for.
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    });
    return {
      checked: passes.length + violations.length,
      found: violations.map(
        ({ id, nodes }) => `${id} at ${nodes[0]?.html} (${nodes[0]?.failureSummary})`,
      ),
    };
  }, TAGS);
  // Every screen has text to check for contrast; otherwise axe did not run.
  expect(checked, name).toBeGreaterThan(0);
  return found.map((what) => `${name}, ${theme}: ${what}`);
}

/** Lists the faults of the page at its current width. */
async function findings(page: Page, name: string, theme?: Theme): Promise<string[]> {
  const found = theme ? await violations(page, name, theme) : [];
  if (process.env.SCREENSHOTS) await picture(page, `${name} ${theme ?? ''}`);
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
 * A screen has the same markup at every width, so it is opened once and resized; a passing state is
 * reached anew. What a phone shows in the light theme and a laptop in the dark one, the next screen
 * shows the other way round: each screen is seen in both themes, and what all screens have in common
 * in each theme at each width. Only colours depend on the theme.
 */
async function examine(states: readonly State[], widths: readonly number[], scripting = true) {
  const pageOf = pages(scripting);
  const found: string[] = [];
  for (const [nth, each] of states.entries()) {
    const { path, as, state, passing } = each;
    const page = await pageOf(as);
    for (const [at, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 800 });
      if (at === 0 || passing) await show(page, app.origin, each, scripting);
      const name = `${path} ${state ?? ''} ${as ?? ''} ${width}`;
      const theme = width < BETWEEN === (nth % 2 === 0) ? 'light' : 'dark';
      const isChecked = scripting && width !== BETWEEN;
      found.push(...(await findings(page, name, isChecked ? theme : undefined)));
    }
  }
  expect(found).toEqual([]);
  expect(chromium.errors.splice(0)).toEqual([]);
}

it(
  'every screen and dialog fits at 320, 768 and 1280 px, and is accessible in either theme (WCAG 2.2 AA, B1)',
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
