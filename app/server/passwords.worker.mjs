// Runs on a worker thread: bcrypt keeps a core busy for a quarter of a second (A11).
import bcrypt from 'bcryptjs';

/** @param {{ password: string, hash?: string, cost: number }} task with a hash: compare; without: hash */
export default function work({ password, hash, cost }) {
  return hash === undefined ? bcrypt.hashSync(password, cost) : bcrypt.compareSync(password, hash);
}
