import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { TestApp } from './app';
import { axe, violations } from './axe';
import type { testChromium } from './chromium';
import { everyScreen, type State, show } from './every-screen';
import type { Club } from './every-screen-club';
import { outOfReach } from './out-of-reach';
import { overlaps } from './overlaps';

export const PHONE = 320;
const LAPTOP = 1280;
/** On a laptop, a screen has the layout of a tablet with more room: axe looks at every other one there. */
const WIDTHS = [PHONE, 768];

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

/** Without scripts, a dialog is a part of the page, and what only scripts can do has a substitute. */
const OTHERWISE = 'dialog, noscript, [class*="noscript:"]';

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
 * @returns the states that look otherwise without scripts
 */
export async function examine(
  examined: Examined,
  states: readonly State[],
  { widths = WIDTHS, scripting = true } = {},
): Promise<State[]> {
  const otherwise: State[] = [];
  const pageOf = pages(examined, scripting);
  const found: string[] = [];
  // States of a screen follow it, in the page that is already open.
  const placeOf = ({ path, as }: State) =>
    states.findIndex((one) => one.path === path && one.as === as);
  const ordered = states.toSorted((one, other) => placeOf(one) - placeOf(other));
  for (const [nth, each] of ordered.entries()) {
    const { path, as, state, passing } = each;
    const page = await pageOf(as);
    const turn = scripting ? TURNS[nth % TURNS.length] : undefined;
    const at = [...new Set([...widths, turn?.width ?? PHONE])];
    // From where the one before has ended, as each change of the width costs.
    if (nth % 2 > 0) at.reverse();
    const before = ordered[nth - 1];
    const isOpen = before?.path === path && before.as === as && !before.reach;
    for (const [place, width] of at.entries()) {
      await page.setViewportSize({ width, height: 800 });
      if (place === 0 || passing)
        await show(page, examined.app.origin, each, { scripting, isOpen: isOpen && !passing });
      const faults = [...(await outOfReach(page)), ...(await overlaps(page))];
      if (turn && width === turn.width) {
        const frame = passing || nth % 5 === 0;
        faults.push(...(await violations(page, turn.theme, { frame })));
      }
      const name = `${path} ${state ?? ''} ${as ?? ''} ${width}`;
      if (process.env.SCREENSHOTS) await picture(page, name);
      found.push(...faults.map((what) => `${name}: ${what}`));
    }
    if ((await page.locator(OTHERWISE).count()) > 0) otherwise.push(each);
  }
  expect(found).toEqual([]);
  return otherwise;
}

function picture(page: Page, name: string) {
  const file = name.replace(/[0-9a-f-]{36}|[\w-]{43}/g, 'id').replace(/\W+/g, '_');
  return page.screenshot({ path: `${process.env.SCREENSHOTS}/${file}.png` });
}
