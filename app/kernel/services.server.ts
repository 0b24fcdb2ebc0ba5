import type { Logger } from 'pino';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import type { Actor } from './actor';

/**
 * What the server hands to every request. Made once at start-up by server.ts; tests make their own.
 */
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
   * Whether one more of this network is done within the time that anyone waits. Who is refused at
   * once, when it is not, holds no connection in a flood of log-ins.
   */
  hasRoom(network: string): boolean;
  /**
   * @param network that asks: those that wait are served in turn, so that one alone cannot keep all
   *   others waiting
   * @returns a bcrypt hash
   */
  hash(password: string, network?: string): Promise<string>;
  /** Compares in constant time; a null hash (no such account) takes as long as a wrong password. */
  verify(password: string, hash: string | null, network?: string): Promise<boolean>;
}

export type Limit =
  | 'login'
  | 'loginsTo'
  | 'loginsFrom'
  | 'register'
  | 'mail'
  | 'mailsTo'
  | 'password'
  | 'code';

/** What there is only so much of in a time; after it one waits for the end of that time. */
export type Budget =
  | 'invitationsAtOnce'
  | 'invitationsOfUser'
  | 'invitationsOfOrganization'
  | 'invitationsOfNetwork'
  | 'invitationsTo';

/** A budget that is used up, and the seconds until it begins anew. */
export interface Spending {
  readonly budget: Budget;
  readonly wait: number;
}

/**
 * Counters shared by all servers. They slow down with growing delays and lock nobody out for good.
 */
export interface Limits {
  /**
   * Counts one try of `key` against a limit.
   * @returns seconds to wait if it comes too early, and then it does not count; else 0
   */
  take(limit: Limit, key: string): Promise<number>;
  /**
   * Seconds until a try of `key` would be let through, without counting one or keeping anything.
   */
  waitOf(limit: Limit, key: string): Promise<number>;
  /**
   * Takes one out of each of these budgets (to whom or what each belongs by its name), in the
   * caller's transaction.
   * @returns the one that is used up, and the caller must then throw; null if there was one left of
   *   each
   */
  spend(db: Database, keys: Partial<Record<Budget, string>>): Promise<Spending | null>;
  /** Forgets the tries of `key`, after a success. */
  clear(limit: Limit, key: string): Promise<void>;
  /** Takes one try back, which was none after all. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /** Remembers `key` as one that has shown who they are. */
  trust(key: string): Promise<void>;
  trusts(key: string): Promise<boolean>;
  /**
   * Counts one write of a user, in this process alone.
   * @param size of what is written, in characters
   * @returns seconds to wait if it is too much, and then it does not count; else 0
   */
  takeWrite(user: string, size: number): number;
  /** Takes one read from a user's budget, kept likewise. @returns seconds to wait, as takeWrite */
  takeRead(user: string): number;
}

/** What Remix hands to every loader and action of one request. */
export interface RequestContext {
  readonly services: Services;
  /** In the log lines of this request and in the reference number of its error screen (B7). */
  readonly requestId: string;
  /** Of the Content-Security-Policy. */
  readonly nonce: string;
  /**
   * The network of the peer, behind TRUST_PROXY of the one that the proxy names
   * (server/network.ts).
   */
  readonly ip: string;
  /**
   * Whether this request is a submission or a write: what fails then is that, however many loaders
   * fail with it.
   */
  readonly submits: boolean;
  /** Why the body of this request was not read, where it has one that was not (server/body.ts). */
  readonly unread?: 'too large' | 'no room';
  /**
   * Retry-After of the answer (RFC 9110, 10.2.3), which Remix would drop on the way from a loader.
   */
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
