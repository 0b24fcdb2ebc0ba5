import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Prepares a server to be stopped without dropping a request (I6). Call before other request
 * listeners are added.
 * @returns what stops it. For `delayMs` it still serves, and closes each connection with its next
 *   answer, so that a balancer comes to send elsewhere. Then it takes no new connection, ends idle
 *   ones, and resolves when the last request is answered. What takes longer than `graceMs` is cut
 *   off.
 */
export function drainable(http: Server): (delayMs: number, graceMs: number) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let closing = false;
  http.on('request', (_request, response) => {
    if (closing) response.setHeader('Connection', 'close');
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return async (delayMs, graceMs) => {
    closing = true;
    await sleep(delayMs);
    const closed = new Promise<void>((resolve) => http.close(() => resolve()));
    for (const response of underWay) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    http.closeIdleConnections();
    await Promise.race([
      closed,
      new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref()),
    ]);
    http.closeAllConnections();
  };
}
