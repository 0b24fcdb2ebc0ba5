import { fork } from 'node:child_process';
import { once } from 'node:events';
import type pg from 'pg';
import { type Driven, summary, type TimedRequest } from './load';
import type { Sent } from './server';

export interface Rendered {
  readonly perSecond: number;
  /** Length of the result in characters. */
  readonly length: number;
}

export interface References {
  readonly pid: number;
  readonly port: number;
  /** Makes the bare server respond to this request with the same bytes as the product. */
  serve(
    request: TimedRequest,
    response: { headers: Record<string, string>; body: Buffer },
  ): Promise<void>;
  /** Measures renderToString of a page's bare markup and of its components. */
  render(
    request: TimedRequest,
    html: string,
    seconds: number,
  ): Promise<{ markup: Rendered; components: Rendered | null }>;
  stop(): void;
}

/** @param database the address of the measured database */
export async function startReferences(database: string): Promise<References> {
  const child = fork('./tests/bench/reference-process.ts', {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [port] = (await once(child, 'message')) as [number];
  return {
    pid: child.pid ?? 0,
    port,
    async serve({ path }, { headers, body }) {
      child.send({ do: 'serve', path, headers, body: body.toString('base64') });
      await once(child, 'message');
    },
    async render({ path, headers }, html, seconds) {
      child.send({ do: 'render', html, database, path, headers, seconds });
      const [rendered] = await once(child, 'message');
      return rendered as { markup: Rendered; components: Rendered | null };
    },
    stop: () => child.kill(),
  };
}

/** Sends the queries of a request in sequence, as the server does, from several clients at once. */
export async function drivePostgres(
  pool: pg.Pool,
  sent: readonly Sent[],
  { concurrency, seconds }: { concurrency: number; seconds: number },
): Promise<Driven> {
  const queries = sent.map(({ text, values }) => ({ text, values: values.map(revived) }));
  const times: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      const client = await pool.connect();
      while (performance.now() < started + seconds * 1000) {
        const begun = performance.now();
        // By text, so that it is prepared as the server's are.
        for (const { text, values } of queries) await client.query(text, values);
        times.push(performance.now() - begun);
      }
      client.release();
    }),
  );
  return summary(times, performance.now() - started);
}

/** A value from the capture's JSON. */
function revived(value: unknown): unknown {
  const { hex } = (value ?? {}) as { hex?: string };
  return hex === undefined ? value : Buffer.from(hex, 'hex');
}
