/**
 * Cleanup for the end of a test file, last registered first. Concurrent tests share it: `onTestFinished`
 * of one would fire while another still uses the same server.
 */
const leftovers: Array<() => unknown> = [];

export function afterwards(clear: () => unknown): void {
  leftovers.unshift(clear);
}

export async function clearLeftovers(): Promise<void> {
  for (const clear of leftovers.splice(0)) await clear();
}
