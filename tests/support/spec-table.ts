import { sql } from 'kysely';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from './app';
import { testChromium } from './chromium';
import { makeSpecClub, type SpecClub, type Who } from './spec-club';
import type { Seen, Sight, Step } from './spec-words';

/**
 * A row of the table that walks the specification (tests/spec): a person opens a screen, does
 * `steps` and nothing else, and sees what the specification says. Each row is walked in Chromium, on
 * a phone or on a desk, with or without scripts (waysOf), by somebody who logged in an hour ago.
 */
export interface Row {
  /** The specification's words, verbatim. */
  readonly line: string;
  readonly who: Who;
  /** The screen's path; a function may create what it shows. */
  readonly at: string | ((club: SpecClub) => string | Promise<string>);
  readonly sees?: readonly Sight[];
  /** What is done there, with as many taps as the specification implies. */
  readonly steps?: readonly Step[];
  /** What should be seen afterwards. */
  readonly after?: readonly Sight[];
  /** Only there; a comment beside the row says why. */
  readonly only?: { readonly scripts?: boolean; readonly width?: Width };
  /** A table of the database that nobody can write to from the steps on. */
  readonly unwritable?: string;
  /** Whether the server cannot be reached from the steps on. */
  readonly offline?: boolean;
  /** A column that nobody can read, as in 'events.date'. */
  readonly unreadable?: string;
  /** True if it sees the effect of the row before, and so is walked in the same ways. */
  readonly follows?: true;
}

type Width = 360 | 1280;

const WAYS = [
  { width: 1280, scripts: true },
  { width: 360, scripts: false },
  { width: 1280, scripts: false },
  { width: 360, scripts: true },
] as const satisfies readonly { width: Width; scripts: boolean }[];

type Way = (typeof WAYS)[number];

/**
 * The way in which each row is walked. A row says what matters to it; otherwise rows take turns, so
 * that what can be done on a screen is done on a phone and on a desk, with and without scripts. Rows
 * on the same page of the same person are walked together, which loads it once. Whole journeys are
 * walked with and without scripts by keyboard.test.ts, and every screen is looked at in each way by
 * screens.test.ts.
 */
function waysOf(rows: readonly Row[]): readonly Way[] {
  let page = 0;
  return rows.map((row, at) => {
    const before = rows[at - 1];
    const again = before?.who === row.who && before.at === row.at && !before.steps && !row.steps;
    if (!again && !row.follows) page += 1;
    const turns = [...WAYS.slice(page % WAYS.length), ...WAYS.slice(0, page % WAYS.length)];
    const { width, scripts } = row.only ?? {};
    const way = turns.find(
      (each) => (width ?? each.width) === each.width && (scripts ?? each.scripts) === each.scripts,
    );
    if (!way) throw new Error(`no way for ${row.line}`);
    return way;
  });
}

/**
 * Walks the rows of a test file in one club.
 * @param prepare adds to the club what many rows show
 */
export function walk(
  sections: Readonly<Record<string, readonly Row[]>>,
  prepare?: (club: SpecClub) => Promise<unknown>,
): void {
  const app = testApp();
  const chromium = testChromium();
  let club: SpecClub;
  const pages = new Map<Way, Page>();
  let last: { row: Row; path: string; way: Way } | undefined;
  beforeAll(async () => {
    club = await makeSpecClub(app);
    await prepare?.(club);
  });
  async function pageOf(way: Way): Promise<Page> {
    const page =
      pages.get(way) ??
      (await chromium.open({
        viewport: { width: way.width, height: way.width === 360 ? 740 : 900 },
        javaScriptEnabled: way.scripts,
      }));
    pages.set(way, page);
    return page;
  }

  for (const [section, rows] of Object.entries(sections)) {
    const ways = waysOf(rows);
    describe(section, () => {
      for (const [at, row] of rows.entries()) {
        const way = ways[at] ?? WAYS[0];
        it(`${row.line} [${row.who}, ${way.width} px, scripts ${way.scripts}]`, async () => {
          const seen = { ...way, page: await pageOf(way), club, app };
          const path = typeof row.at === 'string' ? row.at : await row.at(club);
          const unchanged =
            last?.row.who === row.who && last.path === path && last.way === way && !last.row.steps;
          last = undefined;
          await whileUnreadable(app, row.unreadable, async () => {
            if (!unchanged || row.unreadable) await open(seen, row.who, path);
            for (const sight of row.sees ?? []) await sight(seen);
            await whileUnwritable(app, row.unwritable, () =>
              whileOffline(seen, row.offline, async () => {
                for (const step of row.steps ?? []) await step(seen);
                for (const sight of row.after ?? []) await sight(seen);
              }),
            );
          }).finally(() => {
            // The browser's console also contains the provoked failures.
            if (row.unreadable || row.unwritable || row.offline) chromium.errors.splice(0);
          });
          last = row.unreadable ? undefined : { row, path, way };
        });
      }
    });
  }
}

async function open({ page, scripts, club, app }: Seen, who: Who, path: string): Promise<void> {
  // Users who logged out or changed their mind in a row before are there again.
  await page.context().clearCookies();
  const value = await club.sessionOf(who);
  if (value) await page.context().addCookies([{ name: 'session', value, url: app.origin }]);
  await page.goto(app.origin + path);
  if (scripts) await scripted(page);
}

/**
 * Waits until React has taken over the page, whose forms and links then need no page load. Screens
 * before the log-in have no scripts.
 */
async function scripted(page: Seen['page']): Promise<void> {
  const isScripted = () =>
    page.evaluate(() => {
      if (!document.querySelector('script[type=module]')) return true;
      const element = document.querySelector('main, #inhalt') ?? document.body;
      return Object.keys(element).some((key) => key.startsWith('__reactFiber'));
    });
  await expect.poll(isScripted, { timeout: 30_000, interval: 20 }).toBe(true);
}

/** Makes every write to a table fail, as a full disk would. */
async function whileUnwritable(app: TestApp, table: string | undefined, act: () => Promise<void>) {
  if (!table) return act();
  await sql`create function refuse() returns trigger language plpgsql
    as $$ begin raise 'broken'; end $$`.execute(app.db);
  await sql`create trigger refuse before insert or update or delete on ${sql.table(table)}
    for each row execute function refuse()`.execute(app.db);
  try {
    await act();
  } finally {
    await sql`drop function refuse() cascade`.execute(app.db);
    app.errors.splice(0);
  }
}

/** Makes every use of a column fail. */
async function whileUnreadable(app: TestApp, column: string | undefined, act: () => Promise<void>) {
  if (!column) return act();
  const [table = '', name = ''] = column.split('.');
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(
      app.db,
    );
  await rename(name, 'gone');
  try {
    await act();
  } finally {
    await rename('gone', name);
    app.errors.splice(0);
  }
}

/** Ends every request before it leaves the browser. */
async function whileOffline(
  { page }: Seen,
  offline: boolean | undefined,
  act: () => Promise<void>,
) {
  if (!offline) return act();
  await page.route('**', (route) => route.abort());
  try {
    await act();
  } finally {
    await page.unrouteAll({ behavior: 'wait' });
  }
}
