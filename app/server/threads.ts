import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/** Worker threads that run a file beside this one, started when needed. */
export function createThreads<Task, Result>(
  file: string,
  options: ConstructorParameters<typeof Piscina>[0],
): Piscina<Task, Result> {
  return new Piscina<Task, Result>({
    filename: fileURLToPath(new URL(file, import.meta.url)),
    minThreads: 0,
    idleTimeout: 30_000,
    // Otherwise Piscina requires the file, and Node aborts the whole process if a thread is stopped
    // while it requires an ES module, as by a server whose port is taken.
    execArgv: ['--no-experimental-require-module'],
    ...options,
  });
}
