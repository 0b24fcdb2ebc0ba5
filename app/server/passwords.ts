import { availableParallelism } from 'node:os';
import { tooBusy } from '~/kernel/problem';
import type { Passwords } from '~/kernel/services.server';
import { FairQueue, NoTurn } from './fair-queue';
import { createThreads } from './threads';

const COST = 12;
/** Of PBKDF2-HMAC-SHA-512: a tenth of a second for each recovery code. */
const ROUNDS = 210_000;
/** Waiting jobs for each thread: ten seconds' work. */
const WAITING = 40;
/** People do not wait longer. */
const PATIENCE_MS = 10_000;

interface PasswordOptions {
  /** bcrypt's cost; lower in tests. */
  cost?: number;
  /** PBKDF2's rounds; fewer in tests. */
  rounds?: number;
  /** Server processes that share this machine's cores. */
  processes?: number;
  /** Waiting jobs for each thread. */
  waiting?: number;
  /** How long each may wait for its turn. */
  patienceMs?: number;
}

interface Task {
  readonly password: string;
  readonly hash?: string;
  readonly cost?: number;
  readonly words?: readonly string[];
}

/** Password hashing on worker threads, one for each core. */
export function createPasswords({
  cost = COST,
  rounds = ROUNDS,
  processes = 1,
  waiting = WAITING,
  patienceMs = PATIENCE_MS,
}: PasswordOptions = {}): Passwords & { close(): Promise<void> } {
  const threads = Math.max(1, Math.floor(availableParallelism() / processes));
  const pool = createThreads<Task, string | boolean | number>('./passwords.worker.mjs', {
    maxThreads: threads,
  });
  const queue = new FairQueue(threads, waiting * threads, patienceMs);
  const inTurn = <Result>(
    network: string,
    work: (rounds: number) => Promise<Result>,
  ): Promise<Result> =>
    queue
      .run(network, () => work(rounds))
      .catch((error: unknown) => {
        throw error instanceof NoTurn ? tooBusy() : error;
      });
  // Compared if there is no such account, so that timing does not reveal which accounts exist.
  const decoy = pool.run({ password: 'decoy', cost });
  decoy.catch(() => {});
  return {
    hasRoom: (network) => queue.hasRoom(network),
    inTurn,
    hash: async (password, network = '') =>
      String(await inTurn(network, () => pool.run({ password, cost }))),
    verify: async (password, hash, network = '') => {
      const compared = hash ?? String(await decoy);
      const matches = await inTurn(network, () => pool.run({ password, hash: compared, cost }));
      return hash !== null && matches === true;
    },
    guesses: async (password, words, network = '') =>
      Number(await inTurn(network, () => pool.run({ password, words }))),
    close: () => pool.destroy(),
  };
}
