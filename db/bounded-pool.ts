import type { Socket } from 'node:net';
import pg from 'pg';
import { PipeliningClient } from './pipelining';
import { StatementNames } from './prepared-statements';

/** Time limit for opening a connection, including TLS and authentication. */
const CONNECTING_MS = 5000;

type Taken = Parameters<pg.Pool['connect']>[0];

/**
 * A pool that drops a connection when Postgres owes a response and stays silent. A frozen server or
 * a network that swallows packets would otherwise hold it forever. Destroying the socket makes the
 * pool open a new connection; pg's own `query_timeout` would hand the stuck one to the next
 * request. Idle connections have no limit. Callers that are waiting for a connection at that moment
 * fail at once, since they would fare no better.
 */
export class BoundedPool extends pg.Pool {
  readonly #waiting = new Set<(error: Error) => void>();

  /**
   * @param silenceMs how long Postgres may stay silent while it owes a response; 0 for no limit
   * @param direct whether connections lead to Postgres itself, so that they can prepare statements
   *   and send several at once
   */
  constructor(config: pg.PoolConfig, silenceMs: number, direct: boolean) {
    super({
      ...config,
      pipeline: direct,
      Client: clientFor(silenceMs, direct ? PipeliningClient : pg.Client),
    });
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
      // This caller has been told already: put the connection back.
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

function clientFor(silenceMs: number, Client: typeof pg.Client) {
  const names = new StatementNames();
  return class extends Client {
    /** Of a client that prepares statements. */
    protected names = names;

    constructor(config?: pg.ClientConfig) {
      super(config);
      // With TLS this is the underlying socket; Node counts the traffic above as its own.
      const socket = this.connection.stream as Socket;
      socket.setTimeout(CONNECTING_MS);
      socket.on('timeout', () => {
        if (!isIdle(this)) socket.destroy(silent(socket.timeout ?? 0));
      });
      this.once('connect', () => socket.setTimeout(silenceMs));
    }
  };
}

/** True if Postgres owes no response. */
function isIdle(client: pg.Client): boolean {
  return (client as { readyForQuery?: boolean }).readyForQuery === true;
}

const silent = (ms: number) =>
  Object.assign(new Error(`Postgres has not answered for ${ms} ms`), { code: 'ETIMEDOUT' });
