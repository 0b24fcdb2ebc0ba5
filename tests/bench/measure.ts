import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { type Driven, drive } from './load';
import { cpuOf } from './processes';
import { drivePostgres, type References } from './references';
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
  /** The same bytes sent by bare node:http, at 20 at once. */
  readonly bare: Driven;
  /**
   * Renderings per second of the same page by renderToString, from its components and from bare
   * markup; null if it is not a page.
   */
  readonly components: number | null;
  readonly markup: number | null;
  /** The same queries without a server, at 20 at once; null if there are none. */
  readonly queries: Driven | null;
}

export interface Bench {
  readonly server: Served;
  readonly postgresPid: number;
  /** A second server that records its queries. */
  readonly captured: Served;
  readonly references: References;
  readonly pool: pg.Pool;
  /** Seconds per figure. */
  readonly seconds: number;
}

export const CONCURRENCIES = [1, 20, 200] as const;

/** Measures one screen or call and then its reference points. */
export async function measure(
  bench: Bench,
  { name, request, expected }: Measured,
): Promise<Result> {
  const { server, postgresPid, references, pool, seconds } = bench;
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
  const some = request(0);
  const response = await responseOf(server.port, some);
  await references.serve(some, response);
  const bare = await drive(references.port, () => some, {
    concurrency: 20,
    seconds: seconds / 2,
  });
  const html = response.headers['content-type']?.startsWith('text/html') ? response.text : null;
  const rendered = html === null ? null : await references.render(some, html, seconds / 2);
  if (html !== null && rendered && Math.abs(rendered.markup.length / html.length - 1) > 0.1)
    throw new Error(
      `${name}: the reference has ${rendered.markup.length} characters instead of ${html.length}`,
    );
  const sent = await queriesOf(bench.captured, () => request(0));
  const isRead = (some.method ?? 'GET') === 'GET';
  const queries =
    isRead && sent.length > 0
      ? await drivePostgres(pool, sent, { concurrency: 20, seconds: seconds / 2 })
      : null;
  return {
    name,
    driven,
    serverCpu,
    postgresCpu,
    roundTrips: sent.length,
    bare,
    components: rendered?.components?.perSecond ?? null,
    markup: rendered?.markup.perSecond ?? null,
    queries,
  };
}

/**
 * The queries of the second request, without preparation.
 * @param request the next one, which may do the opposite of the one before
 */
export async function queriesOf(
  captured: Served,
  request: () => ReturnType<Measured['request']>,
): Promise<Sent[]> {
  await responseOf(captured.port, request());
  await captured.taken();
  await responseOf(captured.port, request());
  return captured.taken();
}

async function responseOf(
  port: number,
  { method = 'GET', path, headers = {}, body }: ReturnType<Measured['request']>,
) {
  const { request: send } = await import('node:http');
  return new Promise<{ headers: Record<string, string>; body: Buffer; text: string }>(
    (resolve, reject) => {
      const json = body ? { 'Content-Type': 'application/json' } : {};
      const sent = send(
        { port, host: '127.0.0.1', method, path, headers: { ...json, ...headers }, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () => {
            const whole = Buffer.concat(chunks);
            const { 'transfer-encoding': _, connection, date, ...kept } = response.headers;
            resolve({
              headers: {
                ...(kept as Record<string, string>),
                'content-length': String(whole.length),
              },
              body: whole,
              text: unpacked(whole, response.headers['content-encoding']),
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    },
  );
}

function unpacked(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString('utf8');
  if (encoding === 'gzip') return gunzipSync(body).toString('utf8');
  return body.toString('utf8');
}
