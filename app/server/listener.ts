import { createServer, type Server } from 'node:http';

/**
 * The HTTP server without its handler. Whoever sends slowly holds a connection no longer than this: the head has to be
 * there in ten seconds, all of a request in thirty. Node itself refuses what two readers could take for different
 * requests (both lengths, bare line feeds) and heads over 16 KiB.
 */
export function createListener(): Server {
  const http = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 2_000,
  });
  http.keepAliveTimeout = KEEP_ALIVE_MS;
  return http;
}

/** Longer than proxies keep an idle connection (Caddy: two minutes), or they would send into one we just closed. */
const KEEP_ALIVE_MS = 130_000;
