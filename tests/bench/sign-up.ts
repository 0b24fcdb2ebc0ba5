import type pg from 'pg';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { answerToken } from '~/features/answers/queries/links.server';
import { answerLinkPath } from '~/paths/links';
import { browserPath } from '../support/browser-path';
import { SLOW_3G } from './first-visit';
import { emailOf, tokenOf } from './seed';
import { SECRET, type Served, startServer } from './server';
import { table } from './table';

/** One way to sign up, from opening the app to the answer on the screen. */
interface Way {
  readonly name: string;
  readonly path: string;
  /** False taps whatever is in sight at once, before the scripts have arrived. */
  readonly scripted: boolean;
}

const WAYS: readonly Way[] = [
  { name: 'list, 2 taps', path: '/app/events', scripted: true },
  { name: 'list, at once', path: '/app/events', scripted: false },
  { name: 'board, 1 tap', path: '/app/', scripted: true },
  { name: 'board, at once', path: '/app/', scripted: false },
];

const BY_LINK = 'answer link of a mail';

/** How much slower than here a slow phone computes. */
const SLOWER = 6;

/** Milliseconds since the app was opened, or since the tap before. */
type Times = Readonly<Record<(typeof MOMENTS)[number], number>>;
const MOMENTS = ['in sight', 'scripted', 'dialog', 'answer', 'whole'] as const;

/** A member of the measured club who is registered for nothing. */
const USER = 21;

/**
 * Measures how long a sign-up takes on a slow phone on emulated slow 3G, with an empty cache, and
 * until the buttons behind an answer link of a mail are in sight: this build, and by turns another.
 */
export async function measureSignUp(
  { url, pool }: { url: string; pool: pg.Pool },
  { against, rounds, only }: { against?: string; rounds: number; only: string },
): Promise<void> {
  const programs = [undefined, ...(against ? [against] : [])];
  const servers = await Promise.all(
    programs.map((program) => startServer({ DATABASE_URL: url }, { program })),
  );
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  try {
    const link = await linkOf(pool);
    const measured = [
      ...WAYS.map((way) => ({
        name: way.name,
        run: (server: Served) => signUp(browser, server, way, pool),
      })),
      { name: BY_LINK, run: (server: Served) => openLink(browser, server, link) },
    ];
    const rows = [];
    for (const { name, run } of measured.filter((each) => each.name.includes(only))) {
      const times = await byTurns(servers, rounds, run);
      for (const [index, each] of times.entries())
        rows.push([name + (index ? ', the other build' : ''), ...MOMENTS.map(medianOf(each))]);
    }
    console.log(
      `\nA sign-up on slow 3G with CPU x ${SLOWER}: milliseconds, medians of ${rounds}\n`,
    );
    console.log(table(['', ...MOMENTS], rows));
  } finally {
    await browser.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function byTurns(
  servers: readonly Served[],
  rounds: number,
  run: (server: Served) => Promise<Times>,
): Promise<Times[][]> {
  const times: Times[][] = servers.map(() => []);
  // The first one fills the servers' caches.
  for (const server of servers) await run(server);
  for (let round = 0; round < rounds; round++)
    for (const [index, server] of servers.entries()) times[index]?.push(await run(server));
  return times;
}

function medianOf(times: readonly Times[]): (moment: (typeof MOMENTS)[number]) => string {
  return (moment) => {
    const sorted = times.map((each) => each[moment]).sort((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    return Number.isNaN(median) ? '–' : median.toFixed(0);
  };
}

async function signUp(
  browser: Browser,
  { port }: Served,
  { path, scripted }: Way,
  pool: pg.Pool,
): Promise<Times> {
  const origin = `http://127.0.0.1:${port}`;
  const context = await newPhone(browser);
  try {
    await context.addCookies([{ name: 'session', value: tokenOf(USER), url: origin }]);
    return await tapThrough(await slowPage(context), origin + path, scripted);
  } finally {
    await context.close();
    await pool.query(
      `delete from answers using members, users
       where members.uuid = member_uuid and users.uuid = members.user_uuid and users.email = $1`,
      [emailOf(USER)],
    );
  }
}

const newPhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_3G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

/** The answer link, as a mail has it, of an event that the user has not answered. */
async function linkOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query(
    `select events.uuid as event, members.uuid as member, users.uuid as user, links_epoch as epoch,
       (extract(epoch from joined_at) * 1000000)::bigint as joined
     from users join members on members.user_uuid = users.uuid
       join organization_users ou on (ou.user_uuid, ou.organization_uuid) = (users.uuid, members.organization_uuid)
       join events on events.organization_uuid = members.organization_uuid
     where users.email = $1 and event_type = 'LIMITED_EVENT' and date > current_date
     order by date limit 1`,
    [emailOf(USER)],
  );
  return answerLinkPath(answerToken(rows[0], SECRET), 'yes');
}

/** A first visit until the answers are in sight, without a log-in, as from a mail's link. */
async function openLink(browser: Browser, { port }: Served, path: string): Promise<Times> {
  const context = await newPhone(browser);
  try {
    const page = await slowPage(context);
    const start = performance.now();
    await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'commit' });
    await inSight(page, 'main button', 'Anmelden');
    await firstPaint(page);
    const whole = performance.now() - start;
    const none = Number.NaN;
    return { 'in sight': whole, scripted: none, dialog: none, answer: none, whole };
  } finally {
    await context.close();
  }
}

/**
 * Waits until an element that begins with a text is in sight, looking in the page itself: the driver
 * looks every half second in the end, which would be most of what is measured.
 */
const inSight = (page: Page, selector: string, text = '') =>
  page.waitForFunction(
    ([selector, text]) =>
      [...document.querySelectorAll(selector)].some(
        (each) => each.textContent.startsWith(text) && each.checkVisibility(),
      ),
    [selector, text] as const,
    { polling: 20 },
  );

/** What is there is not shown before the style sheet has arrived. */
const firstPaint = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length, null, {
    polling: 20,
  });

async function tapThrough(page: Page, address: string, scripted: boolean): Promise<Times> {
  const start = performance.now();
  let last = start;
  const lap = () => {
    const since = performance.now() - last;
    last = performance.now();
    return since;
  };
  await page.goto(address, { waitUntil: 'commit' });
  await inSight(page, 'main [aria-label^="Anmelden: "]');
  await firstPaint(page);
  const action = page
    .locator('main')
    .getByLabel(/^Anmelden: /)
    .first();
  const name = (await action.getAttribute('aria-label'))?.replace('Anmelden', 'Abmelden') ?? '';
  const seen = lap();
  if (scripted) {
    // Until React has taken the actions over, or the table whose links it follows.
    await page.waitForFunction(
      () => {
        const link = document.querySelector('main [aria-label^="Anmelden: "]');
        const taken = link?.closest('table') ?? link;
        return Object.keys(taken ?? {}).some((key) => key.startsWith('__reactProps'));
      },
      null,
      { polling: 20 },
    );
  }
  const ready = scripted ? lap() : Number.NaN;
  const inList = (await action.getAttribute('href')) !== null;
  await action.tap();
  let dialog = Number.NaN;
  if (inList) {
    await inSight(page, 'dialog button', 'Anmelden');
    dialog = lap();
    await page.getByRole('dialog').getByRole('button', { name: 'Anmelden' }).tap();
  }
  // The way back, for good or for the first seconds.
  await Promise.any([
    inSight(page, `main [aria-label="${name}"]`),
    inSight(page, 'main button', 'Rückgängig'),
  ]);
  await page.waitForFunction(() => !document.querySelector('dialog'), null, { polling: 20 });
  const answer = lap();
  return { 'in sight': seen, scripted: ready, dialog, answer, whole: performance.now() - start };
}
