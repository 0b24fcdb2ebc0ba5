import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/**
 * A load generator on loopback, whose kept-alive connections send the next request after each
 * response.
 */

export interface TimedRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Driven {
  readonly perSecond: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly count: number;
  /** Size of one response, including its head. */
  readonly bytes: number;
}

/**
 * Sends requests as fast as they are served.
 * @param request returns the request of this number; by connection, for requests that follow one
 *   another
 * @param expected the status of every response
 * @throws if a response has another status
 */
export async function drive(
  port: number,
  request: (number: number, connection: number) => TimedRequest,
  {
    concurrency,
    seconds,
    expected = 200,
  }: { concurrency: number; seconds: number; expected?: number },
): Promise<Driven> {
  const times: number[] = [];
  let bytes = 0;
  let number = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const connections = await Promise.all(
    Array.from({ length: concurrency }, () => Connection.open(port)),
  );
  await Promise.all(
    connections.map(async (connection, index) => {
      while (performance.now() < end) {
        const sent = performance.now();
        const response = await connection.send(request(number++, index));
        if (response.status !== expected)
          throw new Error(`${request(0, 0).path} answered ${response.status}`);
        times.push(performance.now() - sent);
        bytes += response.bytes;
      }
      connection.close();
    }),
  );
  return summary(times, performance.now() - started, bytes);
}

export function summary(times: number[], tookMs: number, bytes = 0): Driven {
  times.sort((a, b) => a - b);
  const at = (part: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return {
    perSecond: (times.length / tookMs) * 1000,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    count: times.length,
    bytes: Math.round(bytes / times.length),
  };
}

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * One connection without Node's HTTP client, which would use as much CPU as the server. It parses
 * only the status and the end of the response.
 */
export class Connection {
  #received: Buffer[] = [];
  #settle: { resolve(response: Buffer): void; reject(error: Error): void } | undefined;

  private constructor(readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      this.#received.push(chunk);
      const whole = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
      if (!isComplete(whole)) return;
      this.#received = [];
      this.#settle?.resolve(whole);
    });
    const fail = (error: Error) => this.#settle?.reject(error);
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('The server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  async send({ method = 'GET', path, headers = {}, body = '' }: TimedRequest) {
    const lines = Object.entries({
      Host: 'localhost',
      ...(body && {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
      }),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const received = new Promise<Buffer>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    const response = await received;
    return { status: Number(response.subarray(9, 12).toString('latin1')), bytes: response.length };
  }

  close(): void {
    this.#settle = undefined;
    this.socket.destroy();
  }
}

function isComplete(response: Buffer): boolean {
  const headEnd = response.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const head = response.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return response.length >= headEnd + 4 + Number(length);
  if (/\r\ntransfer-encoding: *chunked/i.test(head))
    return response.subarray(-5).toString('latin1') === '0\r\n\r\n';
  // Without a body, such as 204 and 304.
  return true;
}
