import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createDatabase } from '../support/database';
import { type ServerProcess, server } from '../support/server-process';

/** The memory of a machine of 512 MB, and the heap limit that Node would choose on it. */
const MACHINE_MB = 512;
const NODE_OPTIONS = '--max-old-space-size=256';

/** Peak resident memory of the server in MB. */
async function peak({ child }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

interface Flood {
  connections: number;
  head: string;
  /** Sent repeatedly, as fast as the server accepts it. */
  part: string;
  times: number;
}

const CHUNK = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
const post = (path: string, host = 'localhost', type = 'application/x-www-form-urlencoded') =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
const JSON_TYPE = 'application/json';

/** Sends everything without reading responses, or until the server hangs up, and disconnects. */
async function flood(
  running: ServerProcess,
  { connections, head, part, times }: Flood,
): Promise<void> {
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect(running.port, '127.0.0.1');
      let sent = 0;
      const go = () => {
        while (sent < times && !socket.destroyed) {
          sent += 1;
          if (!socket.write(part)) return;
        }
        socket.end();
      };
      socket.on('drain', go).on('error', () => {});
      socket.on('close', () => resolve());
      socket.on('end', () => socket.destroy());
      socket.resume();
      socket.setTimeout(4000, () => socket.destroy());
      socket.write(head);
      go();
    });
  await Promise.all(Array.from({ length: connections }, one));
}

/** Opens connections that stay open after the beginning of a request. */
function hold(running: ServerProcess, connections: number, beginning: string): Socket[] {
  return Array.from({ length: connections }, () => {
    const socket = connect(running.port, '127.0.0.1').on('error', () => {});
    socket.pause();
    socket.write(beginning);
    return socket;
  });
}

it('a server with 512 MB of memory survives floods and keeps serving (ASVS V4.2, V15.2.2)', async () => {
  const made = await createDatabase();
  const environment = { DATABASE_URL: made.url, SESSION_SECRET: 'x'.repeat(32), NODE_OPTIONS };
  const running = await server(environment).ready();
  const screen = 'GET /app/login HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const unread = 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const held = [
    // Bodies that stop in the middle of their megabyte, responses that nobody reads, and heads that
    // never end.
    ...hold(
      running,
      300,
      `${post('/app/login')}Content-Length: 1000000\r\n\r\n${'a'.repeat(500_000)}`,
    ),
    ...hold(running, 300, unread),
    ...hold(running, 300, 'GET / HTTP/1.1\r\nX: '),
  ];
  const floods: Flood[] = [
    ...[
      '/app/login',
      '/api/../app/login',
      '/api/x',
      '/nowhere',
      '/app/login.data',
      '/',
      '//api/x',
    ].map((path) => ({ connections: 1, head: post(path) + chunked, part: CHUNK, times: 700 })),
    {
      connections: 1,
      head: post('/api/x', 'localhost/app/login?') + chunked,
      part: CHUNK,
      times: 700,
    },
    {
      connections: 1,
      head: `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${chunked}`,
      part: CHUNK,
      times: 700,
    },
    { connections: 150, head: post('/app/login') + chunked, part: CHUNK, times: 15 },
    {
      connections: 150,
      head: post('/api/login/browser', 'localhost', JSON_TYPE) + chunked,
      part: CHUNK,
      times: 15,
    },
    // One chunk per byte.
    {
      connections: 5,
      head: post('/app/login') + chunked,
      part: '1\r\na\r\n'.repeat(10_000),
      times: 50,
    },
    // Pipelined requests.
    { connections: 20, head: '', part: screen.repeat(1000), times: 10 },
    { connections: 400, head: screen, part: '', times: 1 },
  ];
  for (const each of floods) await flood(running, each);
  expect(running.running, running.stderr.slice(-2000)).toBe(true);
  for (const path of ['/healthz', '/app/login']) {
    const answers = await Promise.race([running.get(path), sleep(60_000)]);
    expect((answers as Response | undefined)?.status, path).toBe(200);
  }
  for (const socket of held) socket.destroy();
  const most = await peak(running);
  process.stdout.write(`flood: at most ${Math.round(most)} MB\n`);
  expect(most).toBeLessThan(MACHINE_MB);
  expect(running.stderr).toBe('');
  expect(running.log.filter(({ level }) => level >= 50)).toEqual([]);
  const lines = running.stdout.split('\n').filter(Boolean);
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([]);
});
