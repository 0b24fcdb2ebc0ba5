import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { TestApp } from './app';
import { axe, violations } from './axe';
import type { testChromium } from './chromium';
import { everyScreen, type State, show } from './every-screen';
import type { Club } from './every-screen-club';
import { outOfReach } from './out-of-reach';
import { overlaps } from './overlaps';

const PHONE = 320;
const LAPTOP = 1280;
const WIDTHS = [PHONE, 768, LAPTOP];

/**
 * How axe sees a screen; it sees the next one in the next way, and so what screens have in common in
 * all of them. What is on a tablet is also on one of the others.
 */
const TURNS = [
  { width: PHONE, theme: 'light' },
  { width: LAPTOP, theme: 'dark' },
  { width: PHONE, theme: 'dark' },
  { width: LAPTOP, theme: 'light' },
] as const;

/** Every screen and dialog, as an admin sees it. */
export const screensOf = (club: Club): State[] =>
  everyScreen(club).map(({ path, open }) => (open ? { path } : { path, as: 'admin' }));

interface Examined {
  readonly app: TestApp;
  readonly chromium: ReturnType<typeof testChromium>;
  readonly club: Club;
}

/** A page for each kind of visitor, opened on first use. */
function pages({ app, chromium, club }: Examined, scripting: boolean) {
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
 * Finds what sticks out, lies over something else, or is wrong to axe, which needs scripts. A screen
 * has the same markup at every width, so it is opened once and resized; a passing state is reached
 * anew.
 * @param widths to examine it at, besides that at which axe sees it
 */
export async function examine(
  examined: Examined,
  states: readonly State[],
  { widths = WIDTHS, scripting = true } = {},
) {
  const pageOf = pages(examined, scripting);
  const found: string[] = [];
  for (const [nth, each] of states.entries()) {
    const { path, as, state, passing } = each;
    const page = await pageOf(as);
    const turn = scripting ? TURNS[nth % TURNS.length] : undefined;
    const at = WIDTHS.filter((width) => widths.includes(width) || width === turn?.width);
    for (const width of at) {
      await page.setViewportSize({ width, height: 800 });
      if (width === at[0] || passing) await show(page, examined.app.origin, each, scripting);
      const faults = [...(await outOfReach(page)), ...(await overlaps(page))];
      if (turn && width === turn.width) faults.push(...(await violations(page, turn.theme)));
      const name = `${path} ${state ?? ''} ${as ?? ''} ${width}`;
      if (process.env.SCREENSHOTS) await picture(page, name);
      found.push(...faults.map((what) => `${name}: ${what}`));
    }
  }
  expect(found).toEqual([]);
}

function picture(page: Page, name: string) {
  const file = name.replace(/[0-9a-f-]{36}|[\w-]{43}/g, 'id').replace(/\W+/g, '_');
  return page.screenshot({ path: `${process.env.SCREENSHOTS}/${file}.png` });
}
