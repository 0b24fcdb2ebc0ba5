// Runs on a worker thread: bcrypt keeps a core busy for a quarter of a second (A11).
import { constants, setPriority } from 'node:os';
import bcrypt from 'bcryptjs';

// Screens go before log-ins, which still get a tenth of a busy core. On Linux each thread has its
// priority, and 0 means this one; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/** @param {{ password: string, hash?: string, cost: number }} task compares if it has a hash */
export default function work({ password, hash, cost }) {
  if (hash === undefined) return bcrypt.hashSync(password, cost);
  // bcrypt reads only 72 bytes. Longer passwords are compared all the same, for constant time.
  const matches = bcrypt.compareSync(password, hash);
  return matches && !bcrypt.truncates(password);
}
