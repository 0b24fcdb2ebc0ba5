import type pg from 'pg';
import { type Asked, Connection, type Driven, drive } from './load';
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
    const time = () => drive(server.port, list.ask, { concurrency: CONCURRENCY, seconds: seconds * 3 });
    await time();
    const rows: string[][] = [];
    const row = (name: string, driven: Driven, logins: number, quiet?: Driven) =>
      rows.push([
        name,
        short(driven.perSecond),
        short(driven.p50),
        short(driven.p95),
        short(driven.p99),
        short(logins),
        quiet ? short(driven.p99 / quiet.p99) : '1',
      ]);
    for (let round = 1; round <= 2; round++) {
      const quiet = await time();
      row(`quiet ${round}`, quiet, 0);
      const logins = startLogins(server.port);
      const busy = await time();
      row(`log-ins ${round}`, busy, (await logins.stop()) / (seconds * 3), quiet);
    }
    console.log(
      `\nThe members' list at ${CONCURRENCY} at once, while ${PER_SECOND} people a second log in\n`,
    );
    console.log(table(['', 'r/s', 'p50', 'p95', 'p99', 'log-ins/s answered', 'p99 / quiet'], rows));
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
