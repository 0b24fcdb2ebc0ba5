/**
 * Cleanup for the end of a test file, last registered first. Not `onTestFinished`: concurrent tests
 * may still be using the same server.
 */
const leftovers: Array<() => unknown> = [];

export function afterwards(clear: () => unknown): void {
  leftovers.unshift(clear);
}

/** Runs every cleanup, even after one fails: the next file runs in the same worker. */
export async function clearLeftovers(): Promise<void> {
  const faults: unknown[] = [];
  for (const clear of leftovers.splice(0)) {
    try {
      await clear();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'the cleanup failed');
}
