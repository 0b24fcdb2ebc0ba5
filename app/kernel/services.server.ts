import type { Logger } from 'pino';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import type { Actor } from './actor';

/** What the server hands to every request. Made once at start-up by server.ts; tests make their own. */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly passwords: Passwords;
  readonly limits: Limits;
}

/** Password hashing on worker threads, so that it never delays other requests (A11). */
export interface Passwords {
  /**
   * Whether one more is done within the time that anyone waits. Who is refused at once, when it is not, holds no connection in
   * a flood of log-ins.
   */
  hasRoom(): boolean;
  /** @returns a bcrypt hash */
  hash(password: string): Promise<string>;
  /** Compares in constant time; a null hash (no such account) takes as long as a wrong password. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

export type Limit = 'login' | 'loginsTo' | 'loginsFrom' | 'register' | 'mail' | 'invitation' | 'code';

/** Counters shared by all servers. They slow down with growing delays and lock nobody out for good. */
export interface Limits {
  /**
   * Counts one try of `key` against a limit.
   * @returns seconds to wait if it comes too early, and then it does not count; else 0
   */
  take(limit: Limit, key: string): Promise<number>;
  /** Forgets the tries of `key`, after a success. */
  clear(limit: Limit, key: string): Promise<void>;
  /** Takes one try back, which was none after all. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /** Remembers `key` as one that has shown who they are. */
  trust(key: string): Promise<void>;
  trusts(key: string): Promise<boolean>;
}

/** What Remix hands to every loader and action of one request. */
export interface RequestContext {
  readonly services: Services;
  /** In the log lines of this request and in the reference number of its error screen (B7). */
  readonly requestId: string;
  /** Of the Content-Security-Policy. */
  readonly nonce: string;
  /** The network of the peer, behind TRUST_PROXY of the one that the proxy names (server/network.ts). */
  readonly ip: string;
  /** Whether this request is a submission or a write: what fails then is that, however many loaders fail with it. */
  readonly submits: boolean;
  /** Why the body of this request was not read, where it has one that was not (server/body.ts). */
  readonly unread?: 'too large' | 'no room';
  /** Retry-After of the answer (RFC 9110, 10.2.3), which Remix would drop on the way from a loader. */
  retryAfter?: string;
  /** Filled by authenticate(): one look-up a request, however many loaders ask. */
  actor?: Promise<Actor | null>;
}

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
