import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { type Driven, drive } from './load';
import { cpuOf } from './processes';
import { drivePostgres, type References } from './references';
import type { Measured } from './screens';
import type { Sent, Served } from './server';

/** Everything that is known of one screen or call after a run. */
export interface Result {
  readonly name: string;
  /** By concurrency. */
  readonly driven: ReadonlyMap<number, Driven>;
  /** Milliseconds of CPU a request, at 20 at once. */
  readonly serverCpu: number;
  readonly postgresCpu: number;
  readonly roundTrips: number;
  /** Of the same bytes by bare node:http, at 20 at once. */
  readonly bare: Driven;
  /**
   * Times a second that renderToString makes the same page, of its components and of bare markup;
   * null for what is none.
   */
  readonly components: number | null;
  readonly markup: number | null;
  /** Of the same queries without a server around them, at 20 at once; null if there are none. */
  readonly queries: Driven | null;
}

export interface Bench {
  readonly server: Served;
  readonly postgresPid: number;
  /** The same server again, whose queries are kept. */
  readonly captured: Served;
  readonly references: References;
  readonly pool: pg.Pool;
  /** Seconds that each figure is measured for. */
  readonly seconds: number;
}

export const CONCURRENCIES = [1, 20, 200] as const;

/** Measures one screen or call, and its reference points right after it. */
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
  const response = await responseOf(server.port, request(0));
  await references.serve(request(0), response);
  const bare = await drive(references.port, () => request(0), {
    concurrency: 20,
    seconds: seconds / 2,
  });
  const html = response.headers['content-type']?.startsWith('text/html') ? response.text : null;
  const rendered = html === null ? null : await references.render(request(0), html, seconds / 2);
  if (html !== null && rendered && Math.abs(rendered.markup.length / html.length - 1) > 0.1)
    throw new Error(
      `${name}: the reference has ${rendered.markup.length} characters instead of ${html.length}`,
    );
  const sent = await queriesOf(bench.captured, request(0));
  const isRead = (request(0).method ?? 'GET') === 'GET';
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
 * What the server sends to Postgres for this request: the second time it is asked, when nothing is
 * left to prepare.
 */
export async function queriesOf(
  captured: Served,
  request: ReturnType<Measured['request']>,
): Promise<Sent[]> {
  await responseOf(captured.port, request);
  await captured.taken();
  await responseOf(captured.port, request);
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
