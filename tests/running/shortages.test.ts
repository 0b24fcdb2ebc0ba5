import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createDatabase } from '../support/database';
import { afterwards } from '../support/leftovers';
import { server, until } from '../support/server-process';

it('a server without a free file descriptor says so in the log and by /readyz (issue 27)', async ({
  skip,
}) => {
  if (process.platform !== 'linux') return skip('only Linux can limit a process that runs');
  const { url } = await createDatabase();
  const running = await server({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) }).ready();
  // A new connection is reset now, so ask by one that is open, as balancers do.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterwards(() => agent.destroy());
  const ready = () =>
    new Promise<[number | undefined, string]>((resolve, reject) => {
      const request = get(`${running.origin}/readyz`, { agent }, async (response) =>
        resolve([response.statusCode, await text(response)]),
      );
      request.on('error', reject);
    });
  expect(await ready()).toEqual([200, 'ready']);

  const { pid } = running.child;
  const used = readdirSync(`/proc/${pid}/fd`).length;
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${used + 10}:`]);
  const crowd: Socket[] = Array.from({ length: 40 }, () =>
    connect(running.port, '127.0.0.1').on('error', () => {}),
  );
  await until(async () => (await ready())[0] !== 200);
  expect(await ready()).toEqual([503, 'no file descriptor']);
  // More than one look.
  await new Promise((resolve) => setTimeout(resolve, 6000));
  const said = running.log.filter(({ msg }) => msg.startsWith('no file descriptor is free'));
  expect(said.map(({ level }) => level)).toEqual([50]);
  expect(running.log.filter(({ msg }) => msg === 'a request failed')).toEqual([]);

  for (const socket of crowd) socket.destroy();
  await until(async () => (await ready())[0] === 200);
  expect(await running.stop()).toBe(0);
});
