import { sql } from 'kysely';
import { beforeAll, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { everyState } from '../support/every-screen';
import { type Club, makeClub } from '../support/every-screen-club';
import { examine, screensOf } from '../support/examined-screens';
import { changeRows } from '../support/rows';

/**
 * The longest possible names in one word: German has such words, and no name may put a button out
 * of reach. Screens without scripts and states with them are only examined here, as what has room for
 * these names has room for others (screens.test.ts has those).
 */
const app = testApp({ appName: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenverwaltungen' });
const chromium = testChromium();
let club: Club;

/** A test checks hundreds of pages, and the machine may be busy. */
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

it('words of 200 letters cause no sideways scrolling, lie over no other cell and hide no control at 320, 768 and 1280 px without JavaScript (B1)', () =>
  // What scripts add is in the states below.
  examine({ app, chromium, club }, screensOf(club), { scripting: false }));

it(
  "errors, notices, open menus, empty screens and other users' screens are accessible and fit, whatever the words (WCAG 2.2 AA, B1)",
  { timeout: PATIENCE_MS },
  () => examine({ app, chromium, club }, everyState(club)),
);
