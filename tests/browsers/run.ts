import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureBuilt } from '../../scripts/setup.mjs';
import { browserPath } from '../support/browser-path';
import { startChromium } from './chromium';
import { startFirefox } from './firefox';
import { JOURNEY, type Scene } from './journey';
import type { Page, Setting } from './page';
import { Person } from './person';
import { freePort, Program } from './program';
import { startWebKit } from './webkit';

/**
 * npm run browsers: the journey in three engines, with and without scripts, at the widths of a
 * laptop and a phone. Engines can be named: npm run browsers -- Firefox WebKit. Exits with 1 if a
 * step fails anywhere.
 */

interface Engine {
  readonly start: (setting: Setting) => Promise<Page>;
  /** Programs that it needs, and the Debian package of each. */
  readonly needs: Readonly<Record<string, string>>;
}

const ENGINES: Readonly<Record<string, Engine>> = {
  Chromium: { start: startChromium, needs: { [browserPath()]: 'chromium' } },
  Firefox: { start: startFirefox, needs: { 'firefox-esr': 'firefox-esr' } },
  WebKit: {
    start: startWebKit,
    needs: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' },
  },
};

const NOT_COVERED =
  'Not covered: errors in consoles, downloads, mails, touch, and what Safari has beyond WebKitGTK.';

const WIDTHS = [1280, 360];
const HEIGHT = 900;

const wanted = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = await main();

async function main(): Promise<number> {
  const unknown = wanted.filter((name) => !ENGINES[name]);
  if (unknown.length > 0) return refuse(`Unknown: ${unknown.join(', ')}. There are ${names()}.`);
  const engines = Object.entries(ENGINES).filter(
    ([name]) => wanted.length === 0 || wanted.includes(name),
  );
  const packages = missing(engines.map(([, engine]) => engine));
  if (packages !== '') return refuse(`Install first: apt-get install ${packages}`);
  await ensureBuilt();

  const folder = await mkdtemp(join(tmpdir(), 'vereinsheim-browsers-'));
  // For root, Postgres runs in it as another user.
  await chmod(folder, 0o755);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = startServer(port, folder);
  try {
    await server.until(() =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const settings = [true, false].flatMap((scripts) =>
      WIDTHS.map((width) => ({ scripts, width })),
    );
    const runs = engines.flatMap(([name, { start }]) =>
      settings.map((setting) => ({ name, start, ...setting })),
    );
    console.log('engine    scripts  width  steps');
    let failures = 0;
    for (const [at, run] of runs.entries()) {
      const line = [
        run.name.padEnd(8),
        (run.scripts ? 'on' : 'off').padEnd(7),
        `${run.width}`.padStart(5),
      ];
      const { passed, fault } = await walk(run.start, { ...run, number: at + 1 }, origin);
      console.log(`${line.join('  ')}  ${passed} of ${JOURNEY.length}${fault && `\n  ✗ ${fault}`}`);
      if (fault) failures++;
    }
    console.log(NOT_COVERED);
    return failures > 0 ? 1 : 0;
  } finally {
    await server.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Walks until a step fails. @returns the number of steps that passed, and the fault or '' */
async function walk(start: Engine['start'], scene: Scene, origin: string) {
  let passed = 0;
  let title = 'the start of the browser';
  let page: Page | undefined;
  try {
    page = await start({ ...scene, height: HEIGHT });
    const person = new Person(page, origin);
    for (const [name, step] of JOURNEY) {
      title = name;
      await step(person, scene);
      if (scene.scripts) await fits(page, scene.width);
      passed++;
    }
    return { passed, fault: '' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const url = await page?.url().catch(() => '');
    return { passed, fault: `${title}: ${reason.slice(0, 1500)} (${url})` };
  } finally {
    await page?.close();
  }
}

/** Nothing is wider than the window, whose width is the one that was asked for. */
async function fits(page: Page, width: number): Promise<void> {
  const script = 'return [innerWidth, document.documentElement.scrollWidth]';
  const [inner = 0, content = 0] = (await page.evaluate(script)) as number[];
  if (inner !== width) throw new Error(`the window is ${inner} px wide instead of ${width}`);
  if (content > inner) throw new Error(`the page is ${content} px wide instead of ${inner}`);
}

/** The demo's clubs; one person logs in more often here than the limits let anybody. */
function startServer(port: number, folder: string): Program {
  return new Program(process.execPath, ['build/start/server.mjs', '--demo'], {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
  });
}

/** @returns the Debian packages of the programs that are not there */
function missing(engines: readonly Engine[]): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return engines
    .flatMap(({ needs }) => Object.entries(needs))
    .filter(([program]) => ![...folders, ''].some((folder) => existsSync(join(folder, program))))
    .map(([, name]) => name)
    .join(' ');
}

function refuse(message: string): number {
  console.error(message);
  return 1;
}

function names(): string {
  return Object.keys(ENGINES).join(', ');
}
