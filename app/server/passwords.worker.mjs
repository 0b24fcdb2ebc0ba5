// Runs on a worker thread: bcrypt keeps a core busy for a quarter of a second (A11).
import { constants, setPriority } from 'node:os';
import bcrypt from 'bcryptjs';

// Whoever waits for a screen goes before whoever logs in, who still gets a tenth of a busy core.
// Linux has a priority for each thread, and 0 means this one; elsewhere it would be the whole
// process'.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/**
 * @param {{ password: string, hash?: string, cost: number }} task with a hash: compare; without:
 * hash
 */
export default function work({ password, hash, cost }) {
  if (hash === undefined) return bcrypt.hashSync(password, cost);
  // Compared in any case, so that every answer takes as long; but bcrypt reads only the first 72
  // bytes.
  const matches = bcrypt.compareSync(password, hash);
  return matches && !bcrypt.truncates(password);
}
