import type pg from 'pg';
import { Connection, type Driven, drive, median, type TimedRequest } from './load';
import { screensOf } from './screens';
import { emailOf } from './seed';
import { startServer } from './server';
import { short, table } from './table';

export interface Context {
  readonly url: string;
  readonly pool: pg.Pool;
  /** The id of the measured club. */
  readonly organization: string;
  readonly environment: Record<string, string>;
  readonly seconds: number;
}

/** Log-in attempts per second. */
const RATES = [2, 5, 20];
const CONCURRENCY = 4;
const ROUNDS = 5;

/** Measures a list on a quiet server and while people log in. */
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
    const time = () => drive(server.port, list.request, { concurrency: CONCURRENCY, seconds });
    await time();
    const rows: string[][] = [];
    for (const rate of RATES) {
      const rounds: Array<{ quiet: Driven; busy: Driven; ended: Ended }> = [];
      for (let round = 0; round < ROUNDS; round++) {
        const quiet = await time();
        const logins = startLogins(server.port, rate);
        const busy = await time();
        rounds.push({ quiet, busy, ended: await logins.stop() });
      }
      const middle = (of: (round: (typeof rounds)[number]) => number) =>
        short(median(rounds.map(of)));
      rows.push([
        String(rate),
        middle(({ ended }) => ended.answered / seconds),
        middle(({ ended }) => ended.refused / seconds),
        ...(['p50', 'p99'] as const).flatMap((of) => [
          middle(({ quiet }) => quiet[of]),
          middle(({ busy }) => busy[of]),
          middle(({ quiet, busy }) => busy[of] / quiet[of]),
        ]),
      ]);
    }
    console.log(
      `\nThe members' list at ${CONCURRENCY} at once, quiet and beside log-ins: milliseconds, medians of ${ROUNDS} rounds by turns; log-ins a second\n`,
    );
    const times = ['p50', 'p99'].flatMap((of) => [`${of} quiet`, 'beside', 'ratio']);
    console.log(table(['offered', 'answered', 'refused', ...times], rows));
  } finally {
    await server.stop();
  }
}

interface Ended {
  readonly answered: number;
  /** With 503, because too many were waiting. */
  readonly refused: number;
}

/** Sends log-ins at a steady rate on new connections. `stop` returns their outcomes so far. */
function startLogins(port: number, perSecond: number): { stop(): Promise<Ended> } {
  const ended = { answered: 0, refused: 0 };
  let number = 0;
  const open = new Set<Connection>();
  const send = async () => {
    const connection = await Connection.open(port);
    open.add(connection);
    const request: TimedRequest = {
      method: 'POST',
      path: '/api/login/browser',
      body: JSON.stringify({ email: emailOf(1 + (number++ % 50)), password: 'Geheim-und-lang' }),
    };
    connection.send(request).then(
      ({ status }) => {
        if (status === 503) ended.refused += 1;
        else if (status === 200 || status === 204) ended.answered += 1;
        else throw new Error(`A log-in was answered ${status}`);
        open.delete(connection);
        connection.close();
      },
      () => {},
    );
  };
  const timer = setInterval(send, 1000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      const counted = { ...ended };
      for (const connection of open) connection.close();
      // Let the queue drain before the next measurement.
      await new Promise((resolve) => setTimeout(resolve, 500));
      for (let idle = false; !idle; ) {
        const begun = performance.now();
        const probe = await Connection.open(port);
        const { status } = await probe.send({
          method: 'POST',
          path: '/api/login/browser',
          body: JSON.stringify({ email: emailOf(1), password: 'wrong' }),
        });
        probe.close();
        idle = status !== 503 && performance.now() - begun < 1000;
        if (status === 503) await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return counted;
    },
  };
}
