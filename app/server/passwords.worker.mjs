// Runs on a worker thread: bcrypt keeps a core busy for a quarter of a second (A11).
import bcrypt from 'bcryptjs';

/** @param {{ password: string, hash?: string, cost: number }} task with a hash: compare; without: hash */
export default function work({ password, hash, cost }) {
  if (hash === undefined) return bcrypt.hashSync(password, cost);
  // Compared in any case, so that every answer takes as long; but bcrypt reads only the first 72 bytes.
  const matches = bcrypt.compareSync(password, hash);
  return matches && !bcrypt.truncates(password);
}
