import { closeSync, openSync } from 'node:fs';
import type { Logger } from 'pino';

/** How long a full disk is remembered, as nothing tells when there is room again. */
const REMEMBERED_MS = 15_000;
/** How often file descriptors are checked. */
const LOOK_EVERY_MS = 5000;
/** How often the log repeats it. */
const SAID_EVERY_MS = 60_000;

/** Node's or Postgres' code for a disk that is full. */
const FULL = new Set(['53100', 'ENOSPC']);

/** What the machine lacks, for /readyz and the log: room on the disk, and file descriptors. */
export interface Shortages {
  /** Call it with the error of each failed statement. */
  note(error: unknown): void;
  /** What is lacking, in the words of /readyz; null if nothing is. */
  lacking(): string | null;
  stop(): void;
}

export function watchShortages(log: Pick<Logger, 'error'>): Shortages {
  let fullUntil = 0;
  const sayFull = seldom(() =>
    log.error('the disk of the database is full: nothing can be written'),
  );
  const sayNone = seldom(() =>
    log.error('no file descriptor is free: nobody can connect, raise their limit (LimitNOFILE)'),
  );
  const hasDescriptor = () => {
    if (canOpen()) return true;
    sayNone();
    return false;
  };
  const timer = setInterval(hasDescriptor, LOOK_EVERY_MS).unref();
  return {
    note(error) {
      if (!FULL.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')) return;
      fullUntil = performance.now() + REMEMBERED_MS;
      sayFull();
    },
    lacking() {
      if (!hasDescriptor()) return 'no file descriptor';
      return performance.now() < fullUntil ? 'disk full' : null;
    },
    stop: () => clearInterval(timer),
  };
}

function canOpen(): boolean {
  try {
    closeSync(openSync('/dev/null', 'r'));
    return true;
  } catch (error) {
    return !['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

function seldom(say: () => void): () => void {
  let said = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - said < SAID_EVERY_MS) return;
    said = performance.now();
    say();
  };
}
