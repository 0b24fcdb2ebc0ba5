import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../support/database';
import { afterwards } from '../support/leftovers';
import {
  newDataFolder,
  newFolder,
  type ServerProcess,
  server,
  until,
} from '../support/server-process';

const SESSION_SECRET = 'x'.repeat(32);
const JSON_TYPE = 'Content-Type: application/json\r\n';

/** A raw connection that can send half a request and collects the response. */
async function connection(to: ServerProcess): Promise<{ socket: Socket; response: () => string }> {
  const socket = connect(to.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.on('error', () => {});
  await once(socket, 'connect');
  afterwards(() => socket.destroy());
  return { socket, response: () => text };
}

/** A request under way: a log-in whose body has not arrived yet. */
async function slowRequest(to: ServerProcess) {
  const made = await connection(to);
  // Without a password: comparing one takes seconds of the ten on a busy machine.
  const body = JSON.stringify({ email: 'niemand@verein.example' });
  const head = `POST /api/login/browser HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}Content-Length: ${body.length}\r\n\r\n`;
  made.socket.write(head + body.slice(0, 5));
  // Once the server responds to the next request, it has read this one.
  await to.get('/healthz');
  return { ...made, finish: () => made.socket.write(body.slice(5)) };
}

async function database() {
  const made = await createDatabase();
  return made;
}

const isStopping = (process: ServerProcess) =>
  until(() => process.log.some(({ msg }) => msg === 'stopping'));

const accepts = (process: ServerProcess) =>
  process.get('/healthz').then(
    () => true,
    () => false,
  );

describe.concurrent('SIGTERM', () => {
  it('SIGTERM lets requests finish, refuses new connections, stops the database and exits with 0 (I6)', async () => {
    const DATA_DIR = await newDataFolder();
    const running = await server({ DATA_DIR }).ready();
    const slow = await slowRequest(running);
    const half = await connection(running);
    half.socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n');
    const idle = await connection(running);
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => idle.response().endsWith('ok'));
    const idleClosed = once(idle.socket, 'close');

    running.signal('SIGTERM');
    await isStopping(running);
    await idleClosed;
    await until(async () => !(await accepts(running)));
    // Ctrl-C in a terminal signals both the server and npm, so the signal arrives twice.
    running.signal('SIGINT');

    half.socket.write('\r\n');
    await until(() => half.response().includes('shutting down'));
    expect(half.response()).toMatch(/^HTTP\/1.1 503 /);
    expect(half.response()).toMatch(/\r\nConnection: close\r\n/i);

    expect(slow.response()).toBe('');
    slow.finish();
    await until(() => slow.response().includes('problem+json'));
    expect(slow.response()).toMatch(/^HTTP\/1.1 422 /);
    expect(slow.response()).toMatch(/\r\nConnection: close\r\n/i);

    expect(await running.exit()).toBe(0);
    await expect(access(join(DATA_DIR, 'postgres/cluster/postmaster.pid'))).rejects.toThrow(
      'ENOENT',
    );
  });

  it('SIGTERM gives a hanging request and mail ten seconds, requeues the mail and exits with 0 (I6)', async () => {
    const { url, db } = await database();
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    afterwards(() => silent.close());
    const SMTP_URL = `smtp://127.0.0.1:${(silent.address() as { port: number }).port}`;
    const running = await server({ DATABASE_URL: url, SESSION_SECRET, SMTP_URL }).ready();
    const taken = once(silent, 'connection');
    await running.register('haengt@verein.example');
    await taken;
    await slowRequest(running);

    const before = Date.now();
    expect(await running.stop()).toBe(0);
    const seconds = (Date.now() - before) / 1000;
    expect(seconds).toBeGreaterThan(8);
    expect(seconds).toBeLessThan(14);
    const { rows } = await sql<{ locked_by: string | null; attempts: number }>`
      select locked_by, attempts from graphile_worker.jobs`.execute(db);
    expect(rows).toEqual([{ locked_by: null, attempts: 1 }]);
  });

  it('SIGTERM ends a server that is still starting, with 0, and the next start works (I6)', async () => {
    const DATA_DIR = await newFolder();
    const starting = server({ DATA_DIR });
    await until(() => starting.stdout.includes('Making a database'));
    expect(await starting.stop()).toBe(0);
    expect(starting.log.some(({ msg }) => msg === 'ready')).toBe(false);
    await expect(access(join(DATA_DIR, 'postgres/cluster/postmaster.pid'))).rejects.toThrow(
      'ENOENT',
    );
    const next = await server({ DATA_DIR }).ready();
    expect((await next.get('/readyz')).status).toBe(200);
    expect(await next.stop()).toBe(0);
  });
});

describe.concurrent('unexpected end', () => {
  it('an uncaught fault is logged, running requests finish, and the server exits with 1', async () => {
    const { url } = await database();
    const environment = { DATABASE_URL: url, SESSION_SECRET };
    const running = await server(environment, { preload: 'tests/running/fault.mjs' }).ready();
    const slow = await slowRequest(running);
    running.signal('SIGUSR2');
    await until(() => running.log.some(({ level }) => level === 60));
    slow.finish();
    expect(await running.exit()).toBe(1);
    expect(slow.response()).toMatch(/^HTTP\/1.1 422 /);
    const fault = running.log.find(({ level }) => level === 60);
    expect(fault.err.message).toBe('a fault for …@…');
    expect(fault.err.stack).toContain('fault.mjs');
  });

  it('where the log has no room, its lines are dropped, requests are answered, and a fault ends the server with 1 (I5)', async () => {
    const { url } = await database();
    const environment = { DATABASE_URL: url, SESSION_SECRET };
    const running = await server(environment, { preload: 'tests/running/full-log.mjs' }).ready();
    running.signal('SIGHUP');
    await until(() => running.stderr.includes('full'));
    for (const status of [200, 200]) expect((await running.get('/app/login')).status).toBe(status);
    running.signal('SIGUSR2');
    expect(await running.exit()).toBe(1);
  });
});
