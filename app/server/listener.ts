import { randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { MAX_BYTES } from './body';
import { constantHeaders } from './headers';
import { networkOf } from './network';
import { refusal } from './refusal';

/**
 * Longer than proxies keep an idle connection (Caddy: two minutes), or they would send into one we
 * just closed.
 */
const KEEP_ALIVE_MS = 130_000;
/** Whoever takes nothing of an answer, or sends nothing, for so long is hung up on. */
const STALLED_MS = 40_000;
/** And whoever takes longer for an answer, however steadily. */
const ANSWER_MS = 180_000;
/** Requests of one connection that wait for their answers; browsers and proxies send one. */
const MAX_PIPELINED = 8;
/** Each takes memory before it has said anything. Where there are more, idle ones are closed. */
const MAX_CONNECTIONS = 4000;
/**
 * How many connections may wait to be taken while the thread is busy. With Node's 511 the kernel
 * drops some of a thousand people who sign up in the same second, and resets them later.
 */
export const BACKLOG = MAX_CONNECTIONS;
/**
 * The part of them that one network may have, or a single machine would keep out everybody else.
 */
const SHARE_OF_ONE = 0.5;

interface ListenerOptions {
  /** Whether browsers reach us by https. */
  secure?: boolean;
  /** Whether connections come from proxies, each for many people. */
  behindProxy?: boolean;
  log?: Pick<Logger, 'info'>;
}

/**
 * The HTTP server without its handler. Whoever sends or reads slowly holds a connection no longer
 * than this: the head has to be there in ten seconds, all of a request in thirty, an answer is
 * taken without a pause of forty. Node itself refuses what two readers could take for different
 * requests (both lengths, bare line feeds) and heads over 16 KiB; its answers get the same headers
 * and words as ours.
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
    // Missing or not, Host is judged with the rest of the target.
    requireHostHeader: false,
  });
  http.keepAliveTimeout = KEEP_ALIVE_MS;
  http.timeout = STALLED_MS;
  http.maxConnections = MAX_CONNECTIONS;
  http.on('drop', () => http.closeIdleConnections());
  if (!behindProxy) http.on('connection', shareConnections(http));
  http.on('connection', superviseAnswers(http));
  http.on(
    'clientError',
    (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) => {
      const status = statusOf(error.code);
      const requestId = randomBytes(8).toString('hex');
      log?.info({ requestId, status, code: error.code }, 'a request that cannot be read');
      if (socket.writable && !answering(socket))
        socket.write(rawAnswer(status, requestId, isCall(error), secure));
      socket.destroySoon();
    },
  );
  // Without these Node answers by itself, bare.
  http.on('checkExpectation', (asked, answer) => http.emit('request', asked, answer));
  http.on('checkContinue', (asked, answer) => {
    if (Number(asked.headers['content-length'] ?? 0) <= MAX_BYTES) answer.writeContinue();
    http.emit('request', asked, answer);
  });
  return http;
}

/** Hangs up on connections of a network that has its share of them already. */
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
 * Watches the answers of each connection: not too many at once, none for too long. Those that are
 * still waiting for their turn when it closes hear of it, too; Node tells only the first.
 */
function superviseAnswers(http: Server): (socket: Socket) => void {
  const underWay = new WeakMap<Socket, Set<ServerResponse>>();
  http.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const answers = underWay.get(socket);
    if (!answers) return;
    answers.add(answer);
    if (answers.size > MAX_PIPELINED) socket.destroy();
    const late = setTimeout(() => socket.destroy(), ANSWER_MS).unref();
    answer.once('close', () => {
      clearTimeout(late);
      answers.delete(answer);
    });
  });
  return (socket) => {
    const answers = new Set<ServerResponse>();
    underWay.set(socket, answers);
    socket.once('close', () => {
      for (const answer of answers) answer.emit('close');
    });
  };
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/** Whether an answer has begun, into which another must not be written. */
function answering(socket: Socket): boolean {
  const { _httpMessage } = socket as { _httpMessage?: ServerResponse };
  return _httpMessage?.headersSent ?? false;
}

/** Where the request's first line is at hand, it tells whom the answer is for. */
function isCall(error: { rawPacket?: Buffer }): boolean {
  return /^[A-Z]+ \/api\//.test(error.rawPacket?.toString('latin1', 0, 40) ?? '');
}

function rawAnswer(
  status: number,
  requestId: string,
  forProgram: boolean,
  secure: boolean,
): string {
  const { type, body } = refusal(status, requestId, !forProgram);
  const headers = {
    ...constantHeaders(secure),
    'X-Request-Id': requestId,
    'Content-Type': type,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
