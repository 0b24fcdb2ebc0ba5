import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const PATIENCE_MS = 60_000;

/** A program that runs until it is ended, or this process is. */
export class Program {
  readonly #child: ChildProcess;
  readonly #exit = () => this.#child.kill();
  #output = '';
  #fault = '';

  constructor(name: string, parameters: string[], environment: Record<string, string> = {}) {
    this.#child = spawn(name, parameters, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (data) => (this.#output += data));
    this.#child.stderr?.on('data', (data) => (this.#fault = `${this.#fault}${data}`.slice(-2000)));
    this.#child.once('error', (error) => (this.#fault = String(error)));
    process.once('exit', this.#exit);
  }

  /** Asks until there is an answer. @throws with the program's output if it ends before */
  until<Answer>(ask: () => Answer | Promise<Answer>): Promise<NonNullable<Answer>> {
    return until(() => {
      if (this.#ended) throw new Error(`${this.#child.spawnfile} ended: ${this.#fault}`);
      return ask();
    });
  }

  /** Waits for what it prints. @returns the first group */
  says(words: RegExp): Promise<string> {
    return this.until(() => words.exec(this.#output)?.[1]);
  }

  async end(): Promise<void> {
    process.off('exit', this.#exit);
    if (this.#ended) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    const hard = setTimeout(() => this.#child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(hard);
  }

  get #ended(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid === undefined || exitCode !== null || signalCode !== null;
  }
}

/** Asks again and again until there is an answer. */
async function until<Answer>(ask: () => Answer | Promise<Answer>): Promise<NonNullable<Answer>> {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    const answer = await ask();
    if (answer) return answer as NonNullable<Answer>;
    if (Date.now() > deadline) throw new Error(`Not within ${PATIENCE_MS / 1000} seconds: ${ask}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
