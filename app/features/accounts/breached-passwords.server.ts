import { createHash } from 'node:crypto';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { type Config, ConfigurationError } from '~/config.server';

/**
 * A local file of stolen passwords (ASVS V6.2.12): a line for each, the SHA-1 in hexadecimal
 * digits, optionally followed by ':' and a count, sorted by hash, as Have I Been Pwned offers it.
 * It may have 40 GB; a search reads a few blocks, and nothing leaves the server. SHA-1 is only the
 * file's key and protects nothing.
 */

type Settings = Pick<Config, 'breachedPasswordsFile'>;

const HASH_DIGITS = 40;
const LINE = /^([\dA-F]{40})(?::\d{1,12})?$/i;
/** Longer than any line. */
const LINE_BYTES = 64;
/** Bytes read at once at the end of a search. */
const BLOCK_BYTES = 4096;
/** Places in the file that are checked at the start. */
const SAMPLES = 64;

/**
 * @returns false without such a file
 * @throws if it cannot be read, or is no such file
 */
export async function isBreached(password: string, { breachedPasswordsFile }: Settings) {
  if (!breachedPasswordsFile) return false;
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
  // Opened anew each time, so that the file can be replaced while the server runs.
  return reading(breachedPasswordsFile, (file, size) => isListed(wanted, file, size));
}

/**
 * Looks at the file's ends and at some offsets between.
 * @throws ConfigurationError if it is not such a file
 */
export async function checkBreachedPasswords({ breachedPasswordsFile }: Settings): Promise<void> {
  if (!breachedPasswordsFile) return;
  try {
    await reading(breachedPasswordsFile, checkOrder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code
      ? `ist nicht lesbar (${code})`
      : 'muss aus Zeilen mit SHA-1-Werten bestehen, nach diesen sortiert (docs/operating.md, Passwords)';
    throw new ConfigurationError([
      `BREACHED_PASSWORDS_FILE: Die Datei ${breachedPasswordsFile} ${why}`,
    ]);
  }
}

async function reading<T>(
  path: string,
  read: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  // Does not wait for a pipe's writer, which would block a thread for good.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile() && !stats.isDirectory()) throw new Error('not a file');
    // An empty file, perhaps about to be replaced, would otherwise silently accept everything.
    if (stats.size === 0) throw new Error('the file is empty');
    return await read(file, stats.size);
  } finally {
    await file.close();
  }
}

async function isListed(wanted: string, file: FileHandle, size: number): Promise<boolean> {
  // The wanted line begins at `from` or later and before `to`; a line begins at `from`.
  let [from, to] = [0, size];
  while (to - from > BLOCK_BYTES) {
    const line = await lineAfter(file, Math.floor((from + to) / 2) - LINE_BYTES);
    if (line.hash === wanted) return true;
    if (line.hash > wanted) to = line.start;
    else from = line.start;
  }
  const lines = await textAt(file, from, to - from);
  return lines.split('\n').some((line) => line.slice(0, HASH_DIGITS).toUpperCase() === wanted);
}

/** The first line that begins after an offset, which must not be the last line's. */
async function lineAfter(file: FileHandle, offset: number) {
  const text = await textAt(file, offset, 2 * LINE_BYTES);
  const begin = text.indexOf('\n') + 1;
  const [line = ''] = text.slice(begin).split('\n');
  if (begin === 0) throw new Error('a line is too long');
  return { start: offset + begin, hash: hashIn(line) };
}

function hashIn(line: string): string {
  const [, hash] = LINE.exec(line.replace(/\r$/, '')) ?? [];
  if (!hash) throw new Error('a line is not a SHA-1 hash');
  return hash.toUpperCase();
}

async function textAt(file: FileHandle, offset: number, length: number): Promise<string> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.toString('latin1', 0, filled);
}

async function checkOrder(file: FileHandle, size: number): Promise<void> {
  const [first = ''] = (await textAt(file, 0, LINE_BYTES)).split('\n');
  const hashes = [hashIn(first)];
  const last = size - 2 * LINE_BYTES;
  for (let sample = 0; sample < SAMPLES && last > 0; sample++)
    hashes.push((await lineAfter(file, Math.floor((last * sample) / SAMPLES))).hash);
  const end = (await textAt(file, Math.max(0, size - 2 * LINE_BYTES), 2 * LINE_BYTES))
    .trimEnd()
    .split('\n');
  hashes.push(hashIn(end.at(-1) ?? ''));
  if (hashes.some((hash, index) => index > 0 && hash < (hashes[index - 1] ?? '')))
    throw new Error('the lines are not sorted');
}
