import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import pg from 'pg';
import { PreparingClient, StatementNames } from './prepared-statements';

/** On whose behalf connections are taken, and how many one user may hold at once. */
interface Owner {
  readonly key: string;
  readonly connections: number;
}

// By name, as server and screens are built apart.
const OWNERS = Symbol.for('vereinsheim.owners');
const shared = globalThis as { [OWNERS]?: AsyncLocalStorage<Owner> };
shared[OWNERS] ??= new AsyncLocalStorage();
const owners = shared[OWNERS];

/** Runs something on behalf of one user: the connections that it takes count as theirs. */
export const onBehalfOf = <T>(owner: Owner, work: () => T): T => owners.run(owner, work);

/** The user that connections are currently taken for; undefined for the server itself and visitors. */
const presentOwner = (): Owner | undefined => owners.getStore();

/** Time limit for opening a connection, including TLS and authentication. */
const CONNECTING_MS = 5000;

/** Wait for a free connection for as long as a rush of a thousand sign-ups takes. */
const PATIENCE_MS = 30_000;

type Taken = Parameters<pg.Pool['connect']>[0];

interface Waiting {
  readonly taken: Taken;
  readonly owner: Owner | undefined;
  readonly late: NodeJS.Timeout;
}

/**
 * A pool that drops a connection when Postgres owes a response and stays silent. A frozen server or
 * a network that swallows packets would otherwise hold it forever. Destroying the socket makes the
 * pool open a new connection; pg's own `query_timeout` would hand the stuck one to the next
 * request. Idle connections have no limit. Callers that are waiting for a connection at that moment
 * fail at once, as they would fare no better, unless Postgres has answered another connection since:
 * after a frozen network thaws, the last attempt from before still runs out of time.
 *
 * They wait here, not in pg's own pool, which would keep opening connections for callers that have
 * already failed, ahead of new ones. One user's callers also wait while they hold their share
 * (`onBehalfOf`), and let others pass.
 */
export class BoundedPool extends pg.Pool {
  readonly #most: number;
  /** Connections that are in use or being opened: never more than pg's pool may have. */
  #taken = 0;
  /** First come, first served, except for holders of a share. */
  readonly #waiting = new Set<Waiting>();
  /** Connections by the user that they are held for. */
  readonly #held = new Map<string, number>();
  readonly #owners = new WeakMap<pg.PoolClient, Owner>();

  /**
   * @param silenceMs how long Postgres may stay silent while it owes a response; 0 for no limit
   * @param direct whether connections lead to Postgres itself, so that they can prepare statements
   *   and send several at once
   */
  constructor(config: pg.PoolConfig & { max: number }, silenceMs: number, direct: boolean) {
    let answered = Number.NEGATIVE_INFINITY;
    const heard: Heard = {
      answer: () => {
        answered = performance.now();
      },
      silence: () => {},
    };
    super({
      ...config,
      pipeline: direct,
      Client: clientFor(silenceMs, heard, direct ? PreparingClient : pg.Client),
    });
    heard.silence = (since, error) => {
      if (answered > since) return;
      for (const each of [...this.#waiting]) this.#refuse(each, error);
    };
    this.#most = config.max;
    // Only afterwards does pg's pool count the connection as free, or as gone.
    this.on('release', (_error, client) => {
      const owner = this.#owners.get(client);
      this.#owners.delete(client);
      process.nextTick(() => this.#free(owner));
    });
  }

  /** How many callers wait for a connection. */
  get waiting(): number {
    return this.#waiting.size;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    if (!taken)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      );
    const owner = presentOwner();
    if (this.#taken < this.#most && this.#mayHave(owner)) {
      this.#take(taken, owner);
      return;
    }
    const tooLong = () =>
      this.#refuse(waiting, unanswered(`no connection came free within ${PATIENCE_MS} ms`));
    const waiting = { taken, owner, late: setTimeout(tooLong, PATIENCE_MS) };
    this.#waiting.add(waiting);
  }

  #take(taken: Taken, owner: Owner | undefined): void {
    this.#taken++;
    if (owner) this.#held.set(owner.key, this.#heldBy(owner) + 1);
    super.connect((error, client, release) => {
      if (error) process.nextTick(() => this.#free(owner));
      else if (client && owner) this.#owners.set(client, owner);
      taken(error, client, release);
    });
  }

  #free(owner: Owner | undefined): void {
    this.#taken--;
    if (owner) {
      const left = this.#heldBy(owner) - 1;
      if (left > 0) this.#held.set(owner.key, left);
      else this.#held.delete(owner.key);
    }
    for (const next of this.#waiting) {
      if (!this.#mayHave(next.owner)) continue;
      this.#forget(next);
      this.#take(next.taken, next.owner);
      return;
    }
  }

  #mayHave(owner: Owner | undefined): boolean {
    return !owner || this.#heldBy(owner) < owner.connections;
  }

  #heldBy({ key }: Owner): number {
    return this.#held.get(key) ?? 0;
  }

  #refuse(waiting: Waiting, error: Error): void {
    this.#forget(waiting);
    waiting.taken(error, undefined, () => {});
  }

  #forget(waiting: Waiting): void {
    clearTimeout(waiting.late);
    this.#waiting.delete(waiting);
  }
}

/** What the connections of a pool hear of Postgres. */
interface Heard {
  answer(): void;
  /** A connection is given up. @param since when it began to owe a response, in milliseconds */
  silence(since: number, error: Error): void;
}

function clientFor(silenceMs: number, heard: Heard, Client: typeof pg.Client) {
  const names = new StatementNames();
  return class extends Client {
    /** For a client that prepares statements. */
    protected names = names;

    /** When Postgres began to owe a response, in milliseconds. */
    #owing = performance.now();

    constructor(config?: pg.ClientConfig) {
      super(config);
      // With TLS this is the underlying socket; Node counts the traffic above as its own.
      const socket = this.connection.stream as Socket;
      socket.setTimeout(CONNECTING_MS);
      socket.on('timeout', () => {
        if (isIdle(this)) return;
        const { bytesRead, timeout = 0 } = socket;
        // Node picks a timer before it runs the effects of the previous one, such as this
        // statement, and fires it although the write has reset it.
        if (performance.now() - this.#owing < timeout / 2) {
          socket.setTimeout(timeout);
          return;
        }
        // Read what arrived while this process was stopped first, which resets the timer.
        setImmediate(() => {
          if (isIdle(this) || socket.bytesRead > bytesRead) return;
          const error = unanswered(`Postgres has not answered for ${timeout} ms`);
          socket.destroy(error);
          heard.silence(this.#owing, error);
        });
      });
      this.once('connect', () => socket.setTimeout(silenceMs));
      // Not when it is released, which it also is after a failure.
      this.on('connect', heard.answer);
      this.on('drain', heard.answer);
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg has ten overloads, which are kept.
    override query(...asked: any[]): any {
      if (isIdle(this)) this.#owing = performance.now();
      return Reflect.apply(super.query, this, asked);
    }
  };
}

/** True if Postgres owes no response. */
function isIdle(client: pg.Client): boolean {
  return (client as { readyForQuery?: boolean }).readyForQuery === true;
}

const unanswered = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' });
