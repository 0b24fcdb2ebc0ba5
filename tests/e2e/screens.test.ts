import { beforeAll, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { type Club, makeClub } from '../support/every-screen-club';
import { examine, screensOf } from '../support/examined-screens';

/**
 * Every screen and dialog with scripts: nothing overflows the page, no cell of a table lies over
 * another one, the console stays empty, and axe finds nothing. Without scripts at every width, and in
 * other states, they are in long-words.test.ts. SCREENSHOTS=<folder> also saves a screenshot of each.
 */
const app = testApp();
const chromium = testChromium();
let club: Club;

beforeAll(async () => {
  club = await makeClub(app);
});

it(
  'every screen and dialog fits at 320 px, and is accessible at 320 or 1280 px in either theme (WCAG 2.2 AA, B1)',
  // It checks hundreds of pages, and the machine may be busy.
  { timeout: 900_000 },
  () => examine({ app, chromium, club }, screensOf(club), { widths: [320] }),
);
