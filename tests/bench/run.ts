import { availableParallelism, cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import bcrypt from 'bcryptjs';
import type { Pool } from 'pg';
import { compareServers } from './compare';
import { startPostgres } from './database';
import { measureGrowth } from './growth';
import { measureImport } from './import';
import { measureLogins } from './logins';
import { measure, type Result } from './measure';
import { measureMemory } from './memory';
import { measureProfile } from './profile';
import { screensOf } from './screens';
import { measureSearch } from './search';
import { seed } from './seed';
import { startServer } from './server';
import { measureSignUp } from './sign-up';
import { measureStarts } from './starts';
import { printResults } from './table';
import { measureWeek } from './week';

/** `npm run bench`: docs/performance.md says what it measures and how. */

const USAGE = `npm run bench -- [options]
  --quick              under two minutes: a small database, short measurements
  --all                screens, log-ins, memory, growth and starts, one after the other: half an hour
  --only <text>        only screens and calls with this in their name
  --growth <of>        time against size instead: 'members' of the club, or 'clubs' in the database
  --logins             screens while people log in instead
  --memory             memory after 10,000 and 100,000 requests instead
  --starts             time from start to ready instead
  --profile <screen>   where the server's time goes on this screen instead
  --with <NAME=value>  an environment variable of the server; when servers are compared, of this one only
  --sign-up            how long a sign-up and opening an answer link take on a slow phone (slow 3G, CPU x 6) instead,
                       also of another build by turns (--against <file>)
  --compare            this server with another by turns, instead: this one with a setting (--with NAME=value), the
                       other without; or another build (--against <file>) on its own database with the same rows
  --week               the mails of a week in a club with six teams, with groups and without, instead
  --import             how long tables of members (--rows, 20,000) take and how long others wait meanwhile, instead
  --search             what a search takes in the database by how many it finds, in a club of 100,000, instead
  --clubs, --members, --events, --registrations, --polls <number>
                       clubs; of each club; of each club; of each event; of each event
  --largest <number>   members of the measured club
  --dates <number>     of its weekly series, beside its 120 other events
  --processes <number> WEB_CONCURRENCY of the server
  --seconds <number>   for each figure`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const { values: options } = parseArgs({
  options: {
    quick: flag,
    all: flag,
    only: text,
    growth: text,
    logins: flag,
    memory: flag,
    starts: flag,
    profile: text,
    'sign-up': flag,
    compare: flag,
    search: flag,
    import: flag,
    rows: text,
    week: flag,
    with: { type: 'string', multiple: true },
    against: text,
    help: flag,
    clubs: text,
    members: text,
    events: text,
    registrations: text,
    polls: text,
    largest: text,
    dates: text,
    processes: text,
    seconds: text,
  },
});
const quick = options.quick ?? false;
const size = {
  clubs: Number(options.clubs ?? (quick ? 200 : 2000)),
  members: Number(options.members ?? 50),
  events: Number(options.events ?? 10),
  registrations: Number(options.registrations ?? 20),
  polls: Number(options.polls ?? 1),
  largest: {
    members: Number(options.largest ?? (options.search ? 100_000 : 300)),
    events: 120,
    users: 60,
  },
  newer: { declines: 5, dates: Number(options.dates ?? 0) },
};
const seconds = Number(options.seconds ?? (quick ? 0.4 : options.all ? 2 : 3));
const settings = Object.fromEntries(
  (options.with ?? []).map((setting) => [
    setting.split('=', 1)[0],
    setting.slice(setting.indexOf('=') + 1),
  ]),
);
const environment = {
  WEB_CONCURRENCY: options.processes ?? '1',
  // When servers are compared, only one has them.
  ...(options.compare ? {} : settings),
};

console.log(
  `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`,
);
if (options.help) console.log(USAGE);
else if (options.starts) await measureStarts();
else await withPostgres();
if (options.all) await measureStarts();

async function withPostgres(): Promise<void> {
  const postgres = await startPostgres();
  try {
    if (options.week) await measureWeek(postgres);
    else if (options.growth) await measureGrowth(postgres, { of: options.growth, quick });
    else {
      const begun = performance.now();
      const database = await postgres.create('bench');
      const organization = await seed(database.pool, size, {
        passwordHash: await bcrypt.hash('Geheim-und-lang', 12),
      });
      console.log(
        `${JSON.stringify(size)}, made in ${Math.round((performance.now() - begun) / 1000)} s`,
      );
      const context = {
        url: database.url,
        db: database.db,
        pool: database.pool,
        organization,
        environment,
        seconds,
      };
      if (options.import)
        await measureImport(database, { rows: Number(options.rows ?? 20_000), environment });
      else if (options.logins) await measureLogins(context);
      else if (options.memory) await measureMemory(context, { quick });
      else if (options.compare)
        await compareServers(
          postgres,
          { ...context, size },
          {
            program: options.against,
            settings,
            only: options.only ?? '',
          },
        );
      else if (options.search) await measureSearch(context);
      else if (options['sign-up'])
        await measureSignUp(context, {
          against: options.against,
          rounds: quick ? 1 : 5,
          only: options.only ?? '',
        });
      else if (options.profile) await measureProfile(context, options.profile);
      else await measureScreens(context);
      if (options.all) {
        await measureLogins(context);
        await measureMemory(context, { quick });
      }
      await database.drop();
    }
    if (options.all) {
      for (const of of ['members', 'clubs']) await measureGrowth(postgres, { of, quick });
    }
  } finally {
    await postgres.stop();
  }

  async function measureScreens({
    url,
    pool,
    organization,
  }: {
    url: string;
    pool: Pool;
    organization: string;
  }) {
    const server = await startServer({ DATABASE_URL: url, ...environment });
    const captured = await startServer({ DATABASE_URL: url }, { capture: true });
    try {
      const bench = { server, captured, seconds, postgresPid: postgres.pid };
      const results: Result[] = [];
      for (const measured of await screensOf(pool, organization)) {
        if (!measured.name.includes(options.only ?? '')) continue;
        process.stderr.write(`${measured.name} … `);
        results.push(await measure(bench, measured));
      }
      process.stderr.write('\n');
      printResults(results);
    } finally {
      await Promise.all([server.stop(), captured.stop()]);
    }
  }
}
