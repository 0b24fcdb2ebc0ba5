import type pg from 'pg';
import { type Browser, chromium, type Page } from 'playwright';
import { browserPath } from '../support/chromium';
import { SLOW_3G } from './first-visit';
import { tokenOf } from './seed';
import { type Served, startServer } from './server';
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

/** Milliseconds since the app was opened, or since the tap before. */
type Times = Readonly<Record<(typeof MOMENTS)[number], number>>;
const MOMENTS = ['in sight', 'scripted', 'dialog', 'answer', 'whole'] as const;

/** A member of the measured club who is registered for nothing. */
const USER = 21;

/**
 * Measures how long a sign-up takes on a phone on emulated slow 3G, with an empty cache: this build,
 * and by turns another one.
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
    const rows = [];
    for (const way of WAYS.filter(({ name }) => name.includes(only))) {
      const times = await byTurns(servers, rounds, (server) => signUp(browser, server, way, pool));
      for (const [index, each] of times.entries())
        rows.push([way.name + (index ? ', the other build' : ''), ...MOMENTS.map(medianOf(each))]);
    }
    console.log(`\nA sign-up on slow 3G: milliseconds, medians of ${rounds}\n`);
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
  const context = await browser.newContext({
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    await context.addCookies([{ name: 'session', value: tokenOf(USER), url: origin }]);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_3G);
    return await tapThrough(page, origin + path, scripted);
  } finally {
    await context.close();
    await pool.query(
      `delete from registrations using members, sessions
       where members.uuid = member_uuid and members.user_uuid = sessions.user_uuid
         and token_hash = '\\x01' || sha256(convert_to($1, 'utf8'))`,
      [tokenOf(USER)],
    );
  }
}

async function tapThrough(page: Page, address: string, scripted: boolean): Promise<Times> {
  const start = performance.now();
  let last = start;
  const lap = () => {
    const since = performance.now() - last;
    last = performance.now();
    return since;
  };
  await page.goto(address, { waitUntil: 'commit' });
  const action = page
    .locator('main')
    .getByLabel(/^Anmelden: /)
    .first();
  await action.waitFor();
  // What is there is not shown before the style sheet has arrived.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  const name = (await action.getAttribute('aria-label'))?.replace('Anmelden', 'Abmelden') ?? '';
  const inSight = lap();
  if (scripted) {
    // Until React has taken the actions over.
    await page.waitForFunction(
      () =>
        Object.keys(document.querySelector('main [aria-label^="Anmelden: "]') ?? {}).some((key) =>
          key.startsWith('__reactProps'),
        ),
      null,
      { polling: 20 },
    );
  }
  const ready = scripted ? lap() : Number.NaN;
  const inList = (await action.getAttribute('href')) !== null;
  await action.tap();
  let dialog = Number.NaN;
  if (inList) {
    const question = page.getByRole('dialog').getByRole('button', { name: 'Anmelden' });
    await question.waitFor();
    dialog = lap();
    await question.tap();
  }
  await page
    .getByText(/^Angemeldet: /)
    .first()
    .waitFor();
  await page.locator('main').getByLabel(name, { exact: true }).first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const answer = lap();
  return { 'in sight': inSight, scripted: ready, dialog, answer, whole: performance.now() - start };
}
