import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { everyState } from '../support/every-screen';
import { type Club, makeClub } from '../support/every-screen-club';
import { examine, PHONE, screensOf } from '../support/examined-screens';
import { changeRows } from '../support/rows';

/**
 * Every screen and dialog, with the longest possible names in one word: German has such words, and no
 * name may put a button out of reach. Nothing overflows the page, no cell of a table lies over another
 * one, the console stays empty, and axe finds nothing. SCREENSHOTS=<folder> also saves a screenshot of
 * each.
 */
const app = testApp({ appName: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenverwaltungen' });
const chromium = testChromium();
let club: Club;

/** The test checks hundreds of pages, and the machine may be busy. */
const PATIENCE_MS = 900_000;

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

it('every screen and dialog is accessible in either theme and fits whatever the words, at each width and in each state, also without JavaScript (WCAG 2.2 AA, B1)', {
  timeout: PATIENCE_MS,
}, async () => {
  const here = { app, chromium, club };
  const otherwise = await examine(here, [...screensOf(club), ...everyState(club)]);
  expect(otherwise.length).toBeGreaterThan(50);
  const reached = otherwise.filter(({ reach }) => !reach);
  await examine(here, reached, { widths: [PHONE], scripting: false });
});
