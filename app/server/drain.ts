import type { Server, ServerResponse } from 'node:http';

/**
 * Prepares a server to be stopped without dropping a request (I6). Call before other request listeners are added.
 * @returns what stops it: takes no new connection, ends idle ones, tells kept-alive ones to close after their answer,
 * and resolves when the last request is answered. What takes longer than `ms` is cut off.
 */
export function drainable(http: Server): (ms: number) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let closing = false;
  http.on('request', (_request, response) => {
    if (closing) response.setHeader('Connection', 'close');
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return async (ms) => {
    closing = true;
    const closed = new Promise<void>((resolve) => http.close(() => resolve()));
    for (const response of underWay) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    http.closeIdleConnections();
    await Promise.race([closed, new Promise<void>((resolve) => setTimeout(resolve, ms).unref())]);
    http.closeAllConnections();
  };
}
