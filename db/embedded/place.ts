import { createHash } from 'node:crypto';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Account, canEnter, isRoot, unprivilegedAccount } from './account';
import { type Binaries, binariesFor, platformBinaries, publicFolder } from './binaries';
import { EmbeddedPostgresError } from './error';

/** The location of an embedded server, and the user that runs it. */
export interface Place {
  /** The data folder as the operator knows it. */
  folder: string;
  /**
   * Folder of cluster, password and log: the data folder, or another if the account cannot enter
   * that.
   */
  home: string;
  /** Postgres' own data directory. */
  cluster: string;
  binaries: Binaries;
  /** Only as root. */
  account?: Account;
}

/** True unless the data folder is missing or empty. */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  const missing = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  };
  const cluster = await stat(join(dataDir, 'cluster')).catch(missing);
  return cluster !== undefined || (await readPointer(dataDir)) !== undefined;
}

/** Creates the data folder if necessary, and returns its real path. */
export async function prepareFolder(dataDir: string): Promise<string> {
  // As root, another user runs Postgres: let it pass through. The cluster below is closed to
  // everyone else.
  await makeFolder(dataDir, isRoot() ? 0o755 : 0o700);
  return realpath(dataDir);
}

/** Node's own recursive mkdir loops forever if a parent is a dangling link (an unmounted disk). */
async function makeFolder(path: string, mode: number): Promise<void> {
  if (await stat(path).catch(() => undefined)) return;
  if (dirname(path) !== path && !(await lstat(dirname(path)).catch(() => undefined)))
    await makeFolder(dirname(path), mode);
  await mkdir(path, { mode }).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have been faster.
    if (error.code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  });
}

/**
 * Finds the place of a data folder; the caller must hold its lock. Throws EmbeddedPostgresError.
 */
export async function findPlace(folder: string, log: (message: string) => void): Promise<Place> {
  const binaries = await platformBinaries();
  const elsewhere = await readPointer(folder);
  if (elsewhere && !(await stat(elsewhere).catch(() => undefined)))
    throw new EmbeddedPostgresError(
      `Die Datenbank von ${folder} liegt laut ${pointerOf(folder)} in ${elsewhere}, und der Ordner fehlt oder ist diesem ` +
        'Benutzer verschlossen: Stellen Sie ihn wieder her, oder löschen Sie diesen Verweis, um leer zu beginnen.',
    );
  const home = elsewhere ?? folder;
  if (!isRoot()) return { folder, home, cluster: join(home, 'cluster'), binaries };
  const owner = await ownerOf(join(home, 'cluster'));
  const account = owner ?? unprivilegedAccount();
  const place = (at: string) => ({ folder, home: at, cluster: join(at, 'cluster'), account });
  if (canEnter(account, home)) {
    if (elsewhere) tellWhere(folder, elsewhere, account, log);
    return { ...place(home), binaries: await binariesFor(account, binaries) };
  }
  if (owner || elsewhere)
    throw new EmbeddedPostgresError(
      `Der Benutzer ${account.name}, dem die Datenbank gehört, kann ${home} nicht betreten: Erlauben Sie es mit chmod o+x ` +
        'für diesen Ordner und die darüber.',
    );
  const made = await makeHome(folder, account);
  tellWhere(folder, made, account, log);
  return { ...place(made), binaries: await binariesFor(account, binaries) };
}

/** Only its owner can run an existing cluster. */
async function ownerOf(cluster: string): Promise<Account | undefined> {
  const found = await stat(cluster).catch(() => undefined);
  return found && found.uid !== 0
    ? { name: `number ${found.uid}`, uid: found.uid, gid: found.gid }
    : undefined;
}

const pointerOf = (folder: string) => join(folder, 'location');

const readPointer = (folder: string) => readIfThere(pointerOf(folder));

/** A file's text, trimmed; undefined if there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The pointer in the data folder, not the folder's name, locates the data. They follow a data
 * folder that is moved, and a new clone at the same path does not find the old one's data.
 */
async function makeHome(folder: string, account: Account): Promise<string> {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 10);
  const home = await mkdtemp(join(publicFolder(account), `vereinsheim-${hash}-`));
  await chmod(home, 0o755);
  const draft = `${pointerOf(folder)}.draft`;
  await writeFile(draft, `${home}\n`, { flush: true });
  await rename(draft, pointerOf(folder));
  return home;
}

function tellWhere(
  folder: string,
  home: string,
  account: Account,
  log: (message: string) => void,
): void {
  log(
    `The database lies in ${home}, since the user ${account.name}, who runs Postgres, cannot enter ${folder}.`,
  );
}
