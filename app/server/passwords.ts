import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Passwords } from '~/kernel/services.server';

const COST = 12;

/**
 * Password hashing on worker threads.
 * @param cost bcrypt's; tests take a low one
 */
export function createPasswords({ cost = COST } = {}): Passwords & { close(): Promise<void> } {
  const pool = new Piscina<{ password: string; hash?: string; cost: number }, string | boolean>({
    filename: fileURLToPath(new URL('./passwords.worker.mjs', import.meta.url)),
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: 30_000,
  });
  // Compared with when there is no such account, so that the answer takes as long (no user enumeration by time).
  const decoy = pool.run({ password: 'decoy', cost });
  decoy.catch(() => {});
  return {
    hash: async (password) => String(await pool.run({ password, cost })),
    verify: async (password, hash) => {
      const matches = await pool.run({ password, hash: hash ?? String(await decoy), cost });
      return hash !== null && matches === true;
    },
    close: () => pool.destroy(),
  };
}
