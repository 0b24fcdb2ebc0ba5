import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';
import { connect } from '#db/connection';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { createPasswords } from '~/server/passwords';
import { Factories, QUICK_HASHES } from '../support/factories';
import { aboveBudget } from './budgets';
import { firstVisit, type Visit } from './first-visit';
import { makeFullClub } from './full-club';

/**
 * `npm run bench:bytes`: a table of the bytes of a first visit to each screen of the production
 * server, and of the time to first content on emulated slow 3G. Exits with 1 if a screen exceeds
 * its budget. Needs a build.
 */
const folder = await mkdtemp(join(tmpdir(), 'vereinsheim-bytes-'));
// For root, Postgres runs in it as another user.
await chmod(folder, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
const { server, origin } = await startProduction(postgres.connectionString);
const database = connect(postgres.connectionString, { max: 4 });
const passwords = createPasswords(QUICK_HASHES);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
try {
  const { token, screens } = await makeFullClub(new Factories(database.db, passwords));
  const visits = new Map<string, Visit>();
  write(row('screen', ['HTML', 'CSS', 'JS', 'other', 'sum', 'requests', 'readable', 'slow 3G']));
  for (const { path, kind } of screens) {
    const options = { token: kind === 'public' ? null : token };
    // The first visit fills the server's caches.
    if (visits.size === 0) await firstVisit(browser, origin + path, options);
    const visit = await firstVisit(browser, origin + path, options);
    const slow = await firstVisit(browser, origin + path, { ...options, slow: true });
    visits.set(path, visit);
    const { html, css, js, other, requests } = visit;
    const sizes = [html, css, js, other, html + css + js + other].map((bytes) =>
      (bytes / 1024).toFixed(1),
    );
    const times = [visit, slow].map(({ readableMs }) => `${readableMs} ms`);
    write(row(path.replace(/[0-9a-f-]{36}/, ':event'), [...sizes, String(requests), ...times]));
  }
  const faults = screens.flatMap((screen) => aboveBudget(screen, visits));
  write(
    faults.length === 0
      ? '\nEvery screen is within its budget.'
      : `\nAbove budget:\n${faults.join('\n')}`,
  );
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await passwords.close();
  await database.db.destroy();
  server.kill('SIGTERM');
  await once(server, 'exit');
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Starts the production server on a free port. */
async function startProduction(
  databaseUrl: string,
): Promise<{ server: ChildProcess; origin: string }> {
  const server = spawn(process.execPath, ['--import', 'tsx', 'server.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: 'localhost',
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SESSION_SECRET: 'x'.repeat(32),
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const { msg, port } = JSON.parse(line);
    if (msg === 'ready') return { server, origin: `http://localhost:${port}` };
  }
  throw new Error('The server ended before it was ready.');
}

function row(screen: string, cells: string[]): string {
  return [screen.padEnd(38), ...cells.map((cell) => cell.padStart(9))].join('');
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
