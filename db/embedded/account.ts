import { execFileSync, spawnSync } from 'node:child_process';
import { ELSEWHERE, EmbeddedPostgresError } from './error';

/** The user that runs initdb and postgres, if it is not the one that runs Node. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The environment of initdb and postgres: no secrets, and no PG… variables that would mislead them.
 */
export const POSTGRES_ENVIRONMENT = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
} as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Finds a user to run Postgres, which refuses to run as root. Throws EmbeddedPostgresError if there
 * is none.
 */
export function unprivilegedAccount(): Account {
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = lookUp(name);
    // In some containers root cannot become anybody else. Then the next user is no better, but the
    // message below is.
    if (account && account.uid !== 0 && canEnter(account, '/')) return account;
  }
  throw new EmbeddedPostgresError(
    'Postgres läuft nicht als root, und es gibt keinen Benutzer postgres oder nobody, der es ausführen könnte: Starten ' +
      `Sie den Server als gewöhnlicher Benutzer ${ELSEWHERE}`,
  );
}

function lookUp(name: string): Account | undefined {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(
        execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      ),
    );
    return uid === undefined || gid === undefined ? undefined : { name, uid, gid };
  } catch {
    return undefined;
  }
}

/**
 * True if the account can reach this folder. Ask the system itself: modes alone do not tell (ACLs).
 */
export function canEnter(account: Account, folder: string): boolean {
  return runs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]);
}

export function runs(account: Account, program: string, parameters: string[]): boolean {
  const { uid, gid } = account;
  const result = spawnSync(program, parameters, {
    uid,
    gid,
    cwd: '/',
    env: POSTGRES_ENVIRONMENT,
    stdio: 'ignore',
  });
  return result.status === 0;
}
