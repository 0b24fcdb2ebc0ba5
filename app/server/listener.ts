import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MAX_BYTES } from '~/bridge/body';
import type { Config } from '~/config.server';
import { constantHeaders } from './headers';
import { networkOf } from './network';
import { refusal } from './refusal';
import { StartError } from './start-error';

/**
 * Longer than proxies keep idle connections (Caddy: two minutes): they might reuse a closed one.
 */
const KEEP_ALIVE_MS = 130_000;
/** How long a connection may be idle while it should be sending or reading. */
const STALLED_MS = 40_000;
/** How long it may take to read one response, however steadily. */
const RESPONSE_MS = 180_000;
/** Pending requests of one connection; browsers and proxies send one at a time. */
const MAX_PIPELINED = 8;
/** Each takes memory before it sends anything. Beyond this number, idle ones are closed. */
const MAX_CONNECTIONS = 4000;
/**
 * Connections that may wait to be accepted while the thread is busy. With Node's 511 the kernel
 * drops some of a thousand people who sign up in the same second, and resets them later.
 */
const BACKLOG = MAX_CONNECTIONS;
/** One network's share of connections, so that a single machine cannot keep everybody else out. */
const SHARE_OF_ONE = 0.5;

interface ListenerOptions {
  /** True if browsers reach us by https. */
  secure?: boolean;
  /** True if connections come from proxies, each for many people. */
  behindProxy?: boolean;
  log?: Pick<Logger, 'info'>;
}

/**
 * The HTTP server without its handler. Slow clients cannot hold connections for long: a head must
 * arrive within ten seconds, a request within thirty, and a response be read without a pause of
 * forty. Node itself refuses requests that two readers could understand differently (both lengths,
 * bare line feeds) and heads over 16 KiB; those refusals get our headers and words.
 */
export function createListener({
  secure = false,
  behindProxy = false,
  log,
}: ListenerOptions = {}): Server {
  const http = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 2_000,
    // target.ts judges Host, missing or not.
    requireHostHeader: false,
  });
  http.keepAliveTimeout = KEEP_ALIVE_MS;
  http.timeout = STALLED_MS;
  http.maxConnections = MAX_CONNECTIONS;
  http.on('drop', () => http.closeIdleConnections());
  if (!behindProxy) http.on('connection', shareConnections(http));
  http.on('connection', superviseResponses(http));
  http.on(
    'clientError',
    (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) => {
      const status = statusOf(error.code);
      const requestId = randomBytes(8).toString('hex');
      log?.info({ requestId, status, code: error.code }, 'a request that cannot be read');
      if (socket.writable && !isResponding(socket))
        socket.write(rawResponse(status, requestId, isCall(error), secure));
      socket.destroySoon();
    },
  );
  // Without these handlers Node would send bare responses.
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));
  http.on('checkContinue', (request, response) => {
    if (Number(request.headers['content-length'] ?? 0) <= MAX_BYTES) response.writeContinue();
    http.emit('request', request, response);
  });
  return http;
}

/** Closes connections of a network that already has its share. */
function shareConnections(http: Server): (socket: Socket) => void {
  const held = new Map<string, number>();
  return (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (held.get(network) ?? 0) + 1;
    held.set(network, count);
    socket.once('close', () => {
      const left = (held.get(network) ?? 1) - 1;
      if (left > 0) held.set(network, left);
      else held.delete(network);
    });
    if (count > http.maxConnections * SHARE_OF_ONE) socket.destroy();
  };
}

/**
 * Limits the responses of each connection: how many at once, and how long each may take. Notifies
 * all queued responses when the connection closes; Node only notifies the first. A client that
 * waits for us is not stalled: it gets its response, however late.
 */
function superviseResponses(http: Server): (socket: Socket) => void {
  const underWay = new WeakMap<Socket, Set<ServerResponse>>();
  http.on('timeout', (socket: Socket) => {
    const [first] = underWay.get(socket) ?? [];
    const isOurTurn = first?.req.complete && !first.headersSent;
    if (isOurTurn) socket.setTimeout(http.timeout);
    else socket.destroy();
  });
  http.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = underWay.get(socket);
    if (!responses) return;
    responses.add(response);
    if (responses.size > MAX_PIPELINED) socket.destroy();
    const late = setTimeout(() => socket.destroy(), RESPONSE_MS).unref();
    response.once('close', () => {
      clearTimeout(late);
      responses.delete(response);
    });
  });
  return (socket) => {
    const responses = new Set<ServerResponse>();
    underWay.set(socket, responses);
    socket.once('close', () => {
      for (const response of responses) response.emit('close');
    });
  };
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/** True if a response is partly sent; nothing else must be written into it. */
function isResponding(socket: Socket): boolean {
  const { _httpMessage } = socket as { _httpMessage?: ServerResponse };
  return _httpMessage?.headersSent ?? false;
}

/** True if the request's first line is known and is a call's. */
function isCall(error: { rawPacket?: Buffer }): boolean {
  return /^[A-Z]+ \/api\//.test(error.rawPacket?.toString('latin1', 0, 40) ?? '');
}

function rawResponse(
  status: number,
  requestId: string,
  forProgram: boolean,
  secure: boolean,
): string {
  const { headers: own, body } = refusal(status, requestId, !forProgram);
  const headers = {
    ...constantHeaders(secure),
    ...own,
    'X-Request-Id': requestId,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/**
 * @returns the port, which the system chooses if it is 0
 * @throws StartError if an operator can fix it
 */
export async function listen(
  http: Server,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<number> {
  http.listen({ port, host, backlog: BACKLOG });
  try {
    await once(http, 'listening');
    return (http.address() as AddressInfo).port;
  } catch (error) {
    const sentence = whyNotListening((error as NodeJS.ErrnoException).code, port, host);
    throw sentence ? new StartError(sentence, { cause: error }) : error;
  }
}

function whyNotListening(code: string | undefined, port: number, host: string): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} ist schon belegt: Beenden Sie das andere Programm oder setzen Sie PORT auf einen freien Port.`;
  if (code === 'EACCES')
    return `Port ${port} ist diesem Benutzer nicht erlaubt: Setzen Sie PORT auf einen über 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `Die Adresse ${host} gibt es auf diesem Rechner nicht: Berichtigen Sie HOST.`;
  return null;
}

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
