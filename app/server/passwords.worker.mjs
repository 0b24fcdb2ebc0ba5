// Runs on a worker thread: each of these keeps a core busy for up to a quarter of a second (A11).
import { constants, setPriority } from 'node:os';
import bcrypt from 'bcryptjs';

// Screens go before log-ins, which still get a tenth of a busy core. On Linux each thread has its
// priority, and 0 means this one; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/** Loaded for the first new password: the dictionaries take half a second and 40 MiB. */
let estimator;

/**
 * @param {{ password: string, hash?: string, cost?: number, words?: string[] }} task estimates if it
 *   has words, and compares if it has a hash
 */
export default async function work({ password, hash, cost, words }) {
  if (words) {
    estimator ??= newEstimator();
    return (await (await estimator).checkAsync(password, words)).guesses;
  }
  if (hash === undefined) return bcrypt.hashSync(password, cost);
  // bcrypt reads only 72 bytes. Longer passwords are compared all the same, for constant time.
  const matches = bcrypt.compareSync(password, hash);
  return matches && !bcrypt.truncates(password);
}

async function newEstimator() {
  const [{ ZxcvbnFactory }, common, german] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-de'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...german.dictionary },
    graphs: common.adjacencyGraphs,
    // Anything longer makes a password no easier to guess, and a hundred disguises would take long.
    maxLength: 40,
    l33tMaxSubstitutions: 20,
  });
}
