import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { POSTGRES_ENVIRONMENT } from './account';
import { EmbeddedPostgresError, explain } from './error';
import { type Place, readIfThere } from './place';

/** The superuser of the embedded server, and the name of its database. */
export const NAME = 'vereinsheim';

/**
 * Creates the cluster unless it exists, whole or not at all: initdb works in a temporary folder
 * that is renamed at the end. Returns the superuser's password. Throws EmbeddedPostgresError.
 */
export async function ensureCluster(
  place: Place,
  options: { sync: boolean; log: (message: string) => void },
): Promise<string> {
  await removeDrafts(place.home);
  const version = await readIfThere(join(place.cluster, 'PG_VERSION'));
  const password = await readIfThere(join(place.home, 'password'));
  if (version === undefined) {
    options.log(`Making a database in ${place.home}.`);
    return initialize(place, password ?? (await makePassword(place.home)), options.sync);
  }
  const major = place.binaries.version.split('.')[0];
  if (version !== major)
    throw new EmbeddedPostgresError(
      `Der Datenordner ${place.folder} stammt von Postgres ${version}, und dies ist Postgres ${major}: Sichern Sie die Daten mit der alten ` +
        'Version dieses Programms (npm run backup), und spielen Sie sie hier mit npm run restore in ein leeres DATA_DIR ein.',
    );
  if (!password)
    throw new EmbeddedPostgresError(
      `Das Passwort der Datenbank in ${place.folder} fehlt: Stellen Sie die Datei ${join(place.home, 'password')} aus einer Sicherung wieder her.`,
    );
  return password;
}

/**
 * Removes what killed starts have left. If their initdb still writes, the next start removes it.
 */
async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith('init-'))
      await rm(join(home, name), { recursive: true, force: true }).catch(() => {});
  }
}

async function makePassword(home: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const draft = join(home, 'password.draft');
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true });
  await rename(draft, join(home, 'password'));
  return password;
}

async function initialize(
  { home, cluster, folder, binaries, account }: Place,
  password: string,
  sync: boolean,
) {
  const draft = await mkdtemp(join(home, 'init-'));
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) {
    for (const path of [passwordFile, draft]) await chown(path, account.uid, account.gid);
  }
  const parameters = [
    `--pgdata=${join(draft, 'cluster')}`,
    `--username=${NAME}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-instructions',
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=de',
    ...(sync ? [] : ['--no-sync']),
  ];
  const child = spawn(binaries.initdb, parameters, {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: draft,
    env: POSTGRES_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw explain(output, folder);
  }
  await rename(join(draft, 'cluster'), cluster);
  await rm(draft, { recursive: true, force: true });
  return password;
}
