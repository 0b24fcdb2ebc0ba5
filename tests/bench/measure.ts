import { type Driven, drive } from './load';
import { cpuOf } from './processes';
import type { Measured } from './screens';
import type { Sent, Served } from './server';

/** All figures of one screen or call. */
export interface Result {
  readonly name: string;
  /** By concurrency. */
  readonly driven: ReadonlyMap<number, Driven>;
  /** CPU milliseconds per request, at 20 at once. */
  readonly serverCpu: number;
  readonly postgresCpu: number;
  readonly roundTrips: number;
}

interface Bench {
  readonly server: Served;
  readonly postgresPid: number;
  /** A second server that records its queries. */
  readonly captured: Served;
  /** Seconds per figure. */
  readonly seconds: number;
}

export const CONCURRENCIES = [1, 20, 200] as const;

/** Measures one screen or call. */
export async function measure(
  bench: Bench,
  { name, request, expected }: Measured,
): Promise<Result> {
  const { server, postgresPid, seconds } = bench;
  await drive(server.port, request, { concurrency: 20, seconds: Math.min(1, seconds), expected });
  const driven = new Map<number, Driven>();
  let serverCpu = 0;
  let postgresCpu = 0;
  for (const concurrency of CONCURRENCIES) {
    const before = [cpuOf(server.pid), cpuOf(postgresPid)] as const;
    const result = await drive(server.port, request, { concurrency, seconds, expected });
    driven.set(concurrency, result);
    if (concurrency !== 20) continue;
    serverCpu = (cpuOf(server.pid) - before[0]) / result.count;
    postgresCpu = (cpuOf(postgresPid) - before[1]) / result.count;
  }
  const { length: roundTrips } = await queriesOf(bench.captured, () => request(0));
  return { name, driven, serverCpu, postgresCpu, roundTrips };
}

/**
 * The queries of the second request, without preparation.
 * @param request the next one, which may do the opposite of the one before
 */
export async function queriesOf(
  captured: Served,
  request: () => ReturnType<Measured['request']>,
): Promise<Sent[]> {
  await asked(captured.port, request());
  await captured.taken();
  await asked(captured.port, request());
  return captured.taken();
}

async function asked(
  port: number,
  { method = 'GET', path, headers = {}, body }: ReturnType<Measured['request']>,
): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
    body,
    redirect: 'manual',
  });
  await response.arrayBuffer();
}
