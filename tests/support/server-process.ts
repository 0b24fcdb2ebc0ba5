import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import { afterwards } from './leftovers';

const ROOT = process.cwd();
const TSX = pathToFileURL(join(ROOT, 'node_modules/tsx/dist/loader.mjs')).href;

const COMPILED = join(ROOT, 'node_modules/.cache/compiled');

type Environment = Record<string, string>;

interface Options {
  /** Working directory with its .env; the project's by default. */
  cwd?: string;
  /** A module to import first. */
  preload?: string;
  parameters?: string[];
  input?: string;
}

/** A program as started by an operator, with only PATH from our environment. */
export class Process {
  readonly child: ChildProcess;
  /** Output so far. */
  stdout = '';
  stderr = '';
  readonly #ended: Promise<unknown>;

  constructor(script: string, environment: Environment, options: Options = {}) {
    const { cwd = ROOT, preload, parameters = [], input = '' } = options;
    const imports = [
      ...(script.endsWith('.ts') ? [TSX] : []),
      ...(preload ? [pathToFileURL(join(ROOT, preload)).href] : []),
    ];
    this.child = spawn(
      process.execPath,
      [...imports.flatMap((each) => ['--import', each]), join(ROOT, script), ...parameters],
      {
        cwd,
        env: {
          NODE_ENV: 'production',
          // Otherwise the arriving mails would depend on the hour.
          QUIET_HOURS: 'off',
          PATH: process.env.PATH,
          // Hundreds of processes of a run compile the same modules: a fifth of each start.
          NODE_COMPILE_CACHE: COMPILED,
          TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json'),
          ...environment,
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    this.child.stdout?.on('data', (chunk) => (this.stdout += chunk));
    this.child.stderr?.on('data', (chunk) => (this.stderr += chunk));
    this.child.stdin?.end(input);
    this.#ended = once(this.child, 'close');
  }

  /** Waits for the exit. @returns the exit code or the name of the signal */
  async exit(): Promise<number | string | null> {
    await this.#ended;
    return this.child.exitCode ?? this.child.signalCode;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#ended;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The lines of the log so far. */
  // biome-ignore lint/suspicious/noExplicitAny: a line of the log has any fields
  get log(): any[] {
    return this.stdout
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line));
  }
}

/** A server process of the production build, as started by `npm start`. */
export class ServerProcess extends Process {
  #port = 0;

  constructor(environment: Environment, options?: Options) {
    super('build/start/server.mjs', { PORT: '0', HOST: '127.0.0.1', ...environment }, options);
  }

  get port(): number {
    return this.#port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Waits until it serves. @throws with its output if it exits instead */
  async ready(): Promise<this> {
    await until(() => {
      if (!this.running) throw new Error(`The server ended: ${this.stderr || this.stdout}`);
      this.#port = this.log.find(({ msg }) => msg === 'ready')?.port ?? 0;
      return this.#port > 0;
    });
    return this;
  }

  get(path: string): Promise<Response> {
    return fetch(this.origin + path, { redirect: 'manual', headers: { Connection: 'close' } });
  }

  call(method: string, path: string, body: unknown): Promise<Response> {
    return fetch(`${this.origin}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify(body),
    });
  }

  /** Creates an account, which queues its confirmation mail in the same transaction. */
  async register(email: string): Promise<void> {
    const response = await this.call('POST', '/registration', {
      firstName: 'Jörg',
      lastName: 'Müller',
      email,
      password: 'Geheim-und-lang',
    });
    const result = (await response.json()) as { success?: boolean };
    if (!result.success)
      throw new Error(`Not registered: ${response.status} ${JSON.stringify(result)}`);
  }

  /** Sends SIGTERM. @returns the exit code. @throws with what Node said if it aborts */
  async stop(): Promise<number | string | null> {
    this.signal('SIGTERM');
    const code = await this.exit();
    if (code === 'SIGABRT') throw new Error(`The server aborted: ${this.stderr}`);
    return code;
  }
}

/** Starts a server, which is killed at the end of the file if it still runs. */
export function server(environment: Environment, options?: Options): ServerProcess {
  const started = new ServerProcess(environment, options);
  afterwards(() => (started.running ? started.kill() : undefined));
  return started;
}

/** Runs an operator's command. @returns its exit code and output */
export async function admin(environment: Environment, parameters: string[], input = '') {
  const command = new Process('build/start/admin.mjs', environment, { parameters, input });
  const code = await command.exit();
  return { code, stdout: command.stdout, stderr: command.stderr };
}

/** Creates a folder that is removed at the end of the file. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vereinsheim-running-'));
  // For root, Postgres runs in it as another user.
  await chmod(folder, 0o755);
  afterwards(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The same with a database of this build in it, as initdb and its migrations cost a second. */
export async function newDataFolder(): Promise<string> {
  const folder = await newFolder();
  // Node's cp does not preserve owners and modes.
  execFileSync('cp', ['-Rp', inject('cluster'), join(folder, 'postgres')]);
  return folder;
}

/** Polls until a condition holds, with a timeout for busy machines. */
export async function until(isTrue: () => unknown, patienceMs = 90_000): Promise<void> {
  for (const deadline = Date.now() + patienceMs; !(await isTrue()); ) {
    if (Date.now() > deadline)
      throw new Error(`It did not happen within ${patienceMs} ms: ${isTrue}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
