import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Prepares a server to stop without dropping a request (I6). Call it before adding other request
 * listeners.
 * @returns stops the server: for `delayMs` it still serves, but closes each connection with its
 *   next response, so that balancers go elsewhere. Then it accepts no connections, closes idle
 *   ones, and resolves when the last response is sent. Requests are cut off after `graceMs`.
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
