import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../support/database';
import { newDataFolder, server, until } from '../support/server-process';

/** The pids of the server processes behind one port, from their log. */
const readyOnes = (running: ReturnType<typeof server>): number[] =>
  running.log.filter(({ msg }) => msg === 'ready').map(({ pid }) => pid);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie counts as exited.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

async function sharedDatabase() {
  const { url } = await createDatabase();
  return { DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) };
}

async function twoProcesses(database: Record<string, string>) {
  const running = await server({ ...database, WEB_CONCURRENCY: '2' }).ready();
  await until(() => readyOnes(running).length === 2);
  return running;
}

describe.concurrent('WEB_CONCURRENCY', () => {
  it('WEB_CONCURRENCY runs several processes on one port, joins their metrics, replaces a killed one and stops them all (I3, I5, I6)', async () => {
    const running = await twoProcesses({ DATA_DIR: await newDataFolder() });
    const pids = readyOnes(running);
    expect(new Set([...pids, running.child.pid]).size).toBe(3);
    expect(
      new Set(running.log.filter(({ msg }) => msg === 'ready').map(({ port }) => port)).size,
    ).toBe(1);

    for (let request = 0; request < 20; request++)
      expect((await running.get('/app/login')).status).toBe(200);
    const served = new Set(
      running.log.filter(({ msg }) => msg === 'request').map(({ pid }) => pid),
    );
    expect([...served].sort()).toEqual([...pids].sort());
    const metrics = await (await running.get('/metrics')).text();
    expect(metrics).toMatch(/^http_request_duration_seconds_count\{.*area="app".*\} 20$/m);

    // One that is killed is replaced while the others keep serving.
    const [first = 0] = readyOnes(running);
    process.kill(first, 'SIGKILL');
    await until(() => !isAlive(first));
    // A connection just given to the dead process is lost; a browser would retry.
    const isReady = async () => {
      const signal = AbortSignal.timeout(1000);
      const response = await fetch(`${running.origin}/readyz`, { signal }).catch(() => null);
      return response?.status === 200;
    };
    await until(isReady);
    await until(() => readyOnes(running).length === 3);
    expect(await running.stop()).toBe(0);
    expect(readyOnes(running).filter(isAlive)).toEqual([]);
  });

  it('no worker process outlives its killed parent', async () => {
    const running = await twoProcesses(await sharedDatabase());
    await running.kill();
    await until(() => readyOnes(running).every((pid) => !isAlive(pid)));
  });

  it('several processes report a mistake in the configuration once and exit with code 1 (I2)', async () => {
    const running = server({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      SESSION_SECRET: 'x'.repeat(32),
      DATABASE_WAIT: '0',
      WEB_CONCURRENCY: '2',
    });
    expect(await running.exit()).toBe(1);
    expect(running.stderr.trim().split('\n')).toHaveLength(2);
    const wrong = server({ WEB_CONCURRENCY: '0' });
    expect(await wrong.exit()).toBe(1);
    expect(wrong.stderr).toContain('WEB_CONCURRENCY');
  });
});
