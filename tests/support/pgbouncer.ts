import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterwards } from './leftovers';
import { newFolder, until } from './server-process';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
  (path) => existsSync(path),
);

/** True if PgBouncer is installed; prints a note if not. */
export function havePgBouncer(): boolean {
  if (!PROGRAM) process.stdout.write('PgBouncer is not installed: its tests are skipped\n');
  return PROGRAM !== undefined;
}

/**
 * Starts a PgBouncer in transaction mode in front of this database.
 * @returns the connection string through it
 */
export async function startPgBouncer(database: string): Promise<string> {
  const folder = await newFolder();
  const url = new URL(database);
  const port = await freePort();
  await writeFile(
    join(folder, 'users.txt'),
    `"${url.username}" "${decodeURIComponent(url.password)}"\n`,
  );
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 5
`,
  );
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child: ChildProcess = spawn(PROGRAM ?? '', [...asRoot, join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  });
  afterwards(() => child.kill('SIGKILL'));
  url.port = String(port);
  await until(async () => {
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return url.href;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
