import type { Socket } from 'node:net';
import pg from 'pg';

/** How long making a connection may take, TLS and log-in included. */
const CONNECTING_MS = 5000;

type Taken = Parameters<pg.Pool['connect']>[0];

/**
 * A pool that gives up a connection on which Postgres owes an answer and says nothing: a server
 * that is frozen, or a network that swallows packets, would otherwise keep it for good. Its socket
 * is destroyed, so that the pool makes a new one; pg's own `query_timeout` would hand the stuck
 * connection to the next request. An idle connection may be silent as long as it likes. Whoever
 * waits for a connection at that moment is told at once, as they would fare no better.
 */
export class BoundedPool extends pg.Pool {
  readonly #waiting = new Set<(error: Error) => void>();

  /** @param silenceMs how long Postgres may be silent while it owes an answer, 0 for no limit */
  constructor(config: pg.PoolConfig, silenceMs: number) {
    super({ ...config, Client: clientFor(silenceMs) });
    this.on('connect', (client) => client.on('error', (error) => this.#heard(error)));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    if (!taken)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      );
    const giveUp = (error: Error) => taken(error, undefined, () => {});
    this.#waiting.add(giveUp);
    super.connect((error, client, release) => {
      // Told already; the connection is for somebody else.
      if (!this.#waiting.delete(giveUp)) return client && release();
      taken(error, client, release);
      if (error) this.#heard(error);
    });
  }

  #heard(error: Error): void {
    if ((error as NodeJS.ErrnoException).code !== 'ETIMEDOUT') return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const giveUp of waiting) giveUp(error);
  }
}

function clientFor(silenceMs: number) {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // With TLS this is the socket underneath; Node counts the traffic above as its own.
      const socket = this.connection.stream as Socket;
      socket.setTimeout(CONNECTING_MS);
      socket.on('timeout', () => {
        if (!isIdle(this)) socket.destroy(silent(socket.timeout ?? 0));
      });
      this.once('connect', () => socket.setTimeout(silenceMs));
    }
  };
}

/** Whether Postgres has answered everything that it was asked. */
function isIdle(client: pg.Client): boolean {
  return (client as { readyForQuery?: boolean }).readyForQuery === true;
}

const silent = (ms: number) =>
  Object.assign(new Error(`Postgres has not answered for ${ms} ms`), { code: 'ETIMEDOUT' });
