import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

export interface Served {
  readonly pid: number;
  readonly port: number;
  /** Time from process start to readiness. */
  readonly readyMs: number;
  /** Statements sent to Postgres since the last call; requires `capture`. */
  taken(): Promise<Sent[]>;
  stop(): Promise<void>;
}

export interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

/** With which every server of the bench seals. */
export const SECRET = 'x'.repeat(32);

const BUILT = 'build/start/server.mjs';

/**
 * Starts the production server in a new process that logs to a file.
 * @param program another build; sources are compiled on the fly
 */
export async function startServer(
  environment: Record<string, string>,
  { capture = false, program = BUILT }: { capture?: boolean; program?: string } = {},
): Promise<Served> {
  const port = await freePort();
  const log = openSync(join(tmpdir(), `vereinsheim-bench-${port}.log`), 'w');
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...(capture ? ['--import', './tests/bench/capture.mjs'] : []),
      ...(program.endsWith('.ts') ? ['--import', 'tsx'] : []),
      program,
    ],
    {
      // A build of another checkout runs in its own folder.
      cwd: isAbsolute(program) ? resolve(program, '../../..') : undefined,
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        SESSION_SECRET: SECRET,
        RATE_LIMITS: 'off',
        DATA_DIR: join(tmpdir(), `vereinsheim-bench-${port}`),
        ...environment,
      },
    },
  );
  // Stop it even if the bench is interrupted.
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  await ready(child, port);
  return {
    pid: child.pid ?? 0,
    port,
    readyMs: performance.now() - started,
    async taken() {
      child.send('take');
      const [message] = await once(child, 'message');
      return JSON.parse(message as string);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
