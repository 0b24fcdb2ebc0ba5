import { busy, Problem } from '~/kernel/problem';
import type { Table, Tables } from '~/kernel/services.server';
import { createThreads } from './threads';

/** Longer than the largest table takes on a busy machine. */
const PATIENCE_MS = 20_000;
/** Of a thread's own heap; the largest accepted table needs half of it. */
const MEGABYTES = 256;
const WAITING = 8;

const SPENT = ['ERR_WORKER_OUT_OF_MEMORY', 'ABORT_ERR'];

/** Tables are read and written on one worker thread; a malicious file can only kill that (O5). */
export function createTables(): Tables & { close(): Promise<void> } {
  const pool = createThreads<object, unknown>('./tables.worker.mjs', {
    maxThreads: 1,
    maxQueue: WAITING,
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  const run = <Result>(task: object): Promise<Result> => {
    if (pool.queueSize >= WAITING)
      throw busy(
        'Gerade viele Tabellen',
        'Gerade werden viele Tabellen gelesen und geschrieben.',
        10,
      );
    return pool.run(task, { signal: AbortSignal.timeout(PATIENCE_MS) }) as Promise<Result>;
  };
  return {
    async read(bytes) {
      const read = await run<Table | { fault: string }>({ bytes }).catch((error) => {
        if (error instanceof Problem) throw error;
        // Out of memory or out of time.
        return { fault: 'Die Tabelle ist zu groß oder zu verschachtelt. Bitte als CSV speichern.' };
      });
      if ('fault' in read)
        throw new Problem(422, 'Tabelle nicht lesbar', read.fault, { file: [read.fault] });
      return read;
    },
    async write(rows) {
      return run<Uint8Array>({ rows }).catch((error) => {
        if (!SPENT.includes(error.code)) throw error;
        throw new Problem(422, 'Tabelle zu groß', 'Das ist zu viel für Excel. Bitte CSV wählen.');
      });
    },
    close: () => pool.destroy(),
  };
}
