import type { Logger } from 'pino';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import type { Budget, Limit } from './limits.server';

/** Shared by all requests. Made once, by app/server/start.ts; tests make their own. */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly passwords: Passwords;
  readonly limits: Limits;
  readonly tables: Tables;
}

/**
 * Password hashing on worker threads, so that it never delays other requests (A11). Networks are
 * served in turn, so that one cannot hold up the others; after waiting for ten seconds it rejects
 * with Problem 503 (docs/decisions/0009). Callers must not have spent anything before, or must give
 * it back.
 */
export interface Passwords {
  /**
   * True if another one for this network may wait. Otherwise refuse at once, so that a flood of
   * log-ins holds no connections.
   */
  hasRoom(network: string): boolean;
  /**
   * @param network of the client
   * @returns a bcrypt hash
   */
  hash(password: string, network?: string): Promise<string>;
  /** Compares in constant time; a null hash (no such account) takes as long as a wrong password. */
  verify(password: string, hash: string | null, network?: string): Promise<boolean>;
  /**
   * @param words that somebody who knows the user would try first
   * @returns how many passwords are likely to be tried before this one
   */
  guesses(password: string, words: readonly string[], network?: string): Promise<number>;
  /** Runs other slow hashing, with this many rounds, in this network's turn. */
  inTurn<Result>(network: string, work: (rounds: number) => Promise<Result>): Promise<Result>;
}

export interface Table {
  /** Its rows that are not empty, as JSON. */
  readonly rows: string;
  readonly count: number;
  readonly columns: number;
  /** The first rows. */
  readonly top: readonly TableRow[];
}

interface TableRow {
  /** Its number as a spreadsheet counts, empty rows included. */
  readonly line: number;
  /** A text per column. */
  readonly cells: readonly string[];
}

/** Reads and writes tables on a worker thread, so that they delay no other requests. */
export interface Tables {
  /**
   * @param bytes of a file: XLSX, or CSV in UTF-8, UTF-16 or Windows-1252
   * @throws Problem 422 at `file` if it is no table or too large, 503 if too many wait
   */
  read(bytes: Uint8Array): Promise<Table>;
  /** @returns an XLSX file. Throws Problem 503 if too many wait */
  write(rows: readonly (readonly string[])[]): Promise<Uint8Array>;
}

/** A limit, and whom it counts. */
type Counter = readonly [limit: Limit, key: string];

/** What limits say to an attempt. */
export interface Attempt {
  /** 0, or the seconds to wait if it came too early: it then counts nowhere. */
  readonly wait: number;
  /**
   * Undoes the count, and what it added to the wait and to the time until all is forgotten.
   * @param limit the only one to undo; all by default
   */
  takeBack(limit?: Limit): Promise<void>;
}

/** An exhausted budget, and the seconds until it is renewed. */
export interface Spending {
  readonly budget: Budget;
  readonly wait: number;
}

/** What is left of several budgets. */
export interface Remaining {
  /** The fewest of all; Infinity where nothing is limited. */
  readonly left: number;
  /** The exhausted budget; null if there is none. */
  readonly spent: Spending | null;
}

/** On whose behalf database connections are taken. */
export type ServedKey = { readonly user: string } | { readonly session: string };

/** Counters shared by all servers. Delays grow, but nobody is locked out for good. */
export interface Limits {
  /** Counts one attempt against each of these limits in turn, or against none if one refuses it. */
  take(...counters: readonly (Counter | false)[]): Promise<Attempt>;
  /** Seconds until an attempt of `key` would be accepted. Counts and stores nothing. */
  waitOf(limit: Limit, key: string): Promise<number>;
  /**
   * Spends each of these budgets, in the caller's transaction.
   * @param keys the owner of each budget
   * @param points of each, one by default
   * @returns null, or the budget that is used up; the caller must then throw
   */
  spend(
    db: Database,
    keys: Partial<Record<Budget, string>>,
    points?: number,
  ): Promise<Spending | null>;
  /** What is currently left of these budgets. Counts and stores nothing. */
  remaining(db: Database, keys: Partial<Record<Budget, string>>): Promise<Remaining>;
  /** Forgets the attempts of `key`, after a success. */
  clear(limit: Limit, key: string): Promise<void>;
  /** Remembers `key` as authenticated. */
  trust(key: string): Promise<void>;
  trusts(key: string): Promise<boolean>;
  /**
   * Counts one write of a user, in this process only.
   * @param size of the input, in characters
   * @param things how many things it affects, if more than one
   * @returns 0, or the seconds to wait if it was too much; it then does not count
   */
  takeWrite(user: string, size: number, things?: number): number;
  /** Counts one read of a user, as takeWrite. */
  takeRead(user: string): number;
  /**
   * Runs something for a user with a limited share of the database's connections.
   * @param key of a user, or of a session whose user is not known yet
   */
  serve<T>(key: ServedKey, work: () => Promise<T>): Promise<T>;
  /** Counts a request of a user as under way. @returns a function that ends it; null if there are too many */
  enter(user: string): (() => void) | null;
  /**
   * Waits until no other long list is read for a user.
   * @returns what ends that
   * @throws Problem 429 if too many wait
   */
  enterList(user: string): Promise<() => void>;
}
