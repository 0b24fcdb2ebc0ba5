import type pg from 'pg';
import { type Asked, Connection, type Driven, drive, median } from './load';
import { screensOf } from './screens';
import { emailOf } from './seed';
import { startServer } from './server';
import { short, table } from './table';

export interface Context {
  readonly url: string;
  readonly pool: pg.Pool;
  /** The measured club. */
  readonly organization: string;
  readonly environment: Record<string, string>;
  readonly seconds: number;
}

const PER_SECOND = 20;
const CONCURRENCY = 4;
const ROUNDS = 5;

/** A list's times while 20 people a second log in, whatever the answers take, beside the times of a quiet server. */
export async function measureLogins({
  url,
  pool,
  organization,
  environment,
  seconds,
}: Context): Promise<void> {
  const server = await startServer({ DATABASE_URL: url, ...environment });
  try {
    const list = (await screensOf(pool, organization)).find(({ name }) => name === 'members');
    if (!list) throw new Error('There is no such screen');
    const time = () => drive(server.port, list.ask, { concurrency: CONCURRENCY, seconds });
    await time();
    const rounds: Array<{ quiet: Driven; busy: Driven; answered: number }> = [];
    for (let round = 0; round < ROUNDS; round++) {
      const quiet = await time();
      const logins = startLogins(server.port);
      const busy = await time();
      rounds.push({ quiet, busy, answered: (await logins.stop()) / seconds });
    }
    const middle = (of: (round: (typeof rounds)[number]) => number) => short(median(rounds.map(of)));
    const row = (name: string, of: 'perSecond' | 'p50' | 'p95' | 'p99') => [
      name,
      middle(({ quiet }) => quiet[of]),
      middle(({ busy }) => busy[of]),
      middle(({ quiet, busy }) => busy[of] / quiet[of]),
    ];
    console.log(
      `\nThe members' list at ${CONCURRENCY} at once, while ${PER_SECOND} people a second log in: medians of ${ROUNDS} rounds by turns`,
    );
    console.log(`Of the log-ins ${middle(({ answered }) => answered)} a second were answered.\n`);
    console.log(
      table(
        ['', 'quiet', 'beside log-ins', 'ratio'],
        [row('r/s', 'perSecond'), row('p50', 'p50'), row('p95', 'p95'), row('p99', 'p99')],
      ),
    );
  } finally {
    await server.stop();
  }
}

/** Sends log-ins at a steady rate, each on a connection of its own. `stop` gives how many were answered. */
function startLogins(port: number): { stop(): Promise<number> } {
  let answered = 0;
  let number = 0;
  const open = new Set<Connection>();
  const send = async () => {
    const connection = await Connection.open(port);
    open.add(connection);
    const asked: Asked = {
      method: 'POST',
      path: '/api/login/browser',
      body: JSON.stringify({ email: emailOf(1 + (number++ % 50)), password: 'Geheim-und-lang' }),
    };
    connection.ask(asked).then(
      ({ status }) => {
        if (status !== 200 && status !== 204) throw new Error(`A log-in was answered ${status}`);
        answered += 1;
        open.delete(connection);
        connection.close();
      },
      () => {},
    );
  };
  const timer = setInterval(send, 1000 / PER_SECOND);
  return {
    async stop() {
      clearInterval(timer);
      const count = answered;
      for (const connection of open) connection.close();
      // What still waits is hashed before the next measurement begins.
      await new Promise((resolve) => setTimeout(resolve, 500));
      for (let idle = false; !idle; ) {
        const begun = performance.now();
        const probe = await Connection.open(port);
        await probe.ask({
          method: 'POST',
          path: '/api/login/browser',
          body: JSON.stringify({ email: emailOf(1), password: 'wrong' }),
        });
        probe.close();
        idle = performance.now() - begun < 1000;
      }
      return count;
    },
  };
}
