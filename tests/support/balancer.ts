import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOK_EVERY_MS = 100;

/**
 * A round-robin proxy like those in front of several servers: it polls /readyz, forwards to servers
 * that are ready, and tries the next one only if the connection was refused, since a request that
 * was sent may have had its effect.
 */
export class Balancer {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2000 });
  readonly #http = createServer((incoming, response) => this.#carry(incoming, response));
  readonly #ready = new Map<string, boolean>();
  #looking: NodeJS.Timeout | undefined;
  #turn = 0;
  /** Number of requests by server. */
  readonly served: Record<string, number> = {};

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    this.#looking = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  add(origin: string): void {
    this.#ready.set(origin, false);
  }

  remove(origin: string): void {
    this.#ready.delete(origin);
  }

  /**
   * Polls every server once. A server too busy to respond keeps its state, as with real balancers.
   */
  async look(): Promise<void> {
    await Promise.all(
      [...this.#ready.keys()].map(async (origin) => {
        const probe = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(
          (error: Error) => (error.name === 'TimeoutError' ? 'late' : 'away'),
        );
        if (probe === 'late' || !this.#ready.has(origin)) return;
        this.#ready.set(origin, probe !== 'away' && probe.status === 200);
      }),
    );
  }

  #next(tried: ReadonlySet<string>): string | undefined {
    const open = [...this.#ready].filter(([origin, ready]) => ready && !tried.has(origin));
    this.#turn += 1;
    return open[this.#turn % open.length]?.[0];
  }

  async #carry(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    this.#send(incoming, Buffer.concat(chunks), response, new Set());
  }

  #send(
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    tried: Set<string>,
  ): void {
    const origin = this.#next(tried);
    if (!origin) {
      response.writeHead(502).end();
      return;
    }
    const { method, url, headers } = incoming;
    const onward = request(new URL(url ?? '/', origin), { method, headers, agent: this.#agent });
    onward.on('response', (upstream) => {
      this.served[origin] = (this.served[origin] ?? 0) + 1;
      const { connection: _, 'keep-alive': __, ...kept } = upstream.headers;
      response.writeHead(upstream.statusCode ?? 502, kept);
      upstream.pipe(response);
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') this.#send(incoming, body, response, tried.add(origin));
      else response.destroy();
    });
    onward.end(body);
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
    this.#agent.destroy();
  }
}
