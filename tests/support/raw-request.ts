import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

export interface RawRequest {
  readonly method: string;
  /** Sent verbatim, without encoding or normalisation. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends requests that no browser and no fetch would send. */
export function sendRaw(
  origin: string,
  { method, path, headers, body }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        headers: { ...length, ...headers },
        maxHeaderSize: 128 * 1024,
      },
      (response) => received(response).then(resolve, reject),
    );
    // A server may respond and close before everything is sent.
    sent.on('error', reject);
    sent.end(body);
  });
}

function received(response: IncomingMessage): Promise<RawResponse> {
  const chunks: Buffer[] = [];
  const headers = new Headers();
  for (let at = 0; at < response.rawHeaders.length; at += 2)
    headers.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '');
  return new Promise((resolve, reject) => {
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () =>
      // As fetch reads it: without a mark of the byte order.
      resolve({
        status: response.statusCode ?? 0,
        headers,
        text: new TextDecoder().decode(Buffer.concat(chunks)),
      }),
    );
  });
}

/** Sends raw bytes. @returns everything received until the server hangs up */
export function sendBytes({ origin }: { origin: string }, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let response = '';
    socket.on('data', (part) => (response += part));
    socket.on('error', () => {});
    socket.on('close', () => resolve(response));
    socket.write(bytes);
  });
}

/** The bytes of a GET after which the server hangs up. */
export const getBytes = (target: string, headers = 'Host: localhost') =>
  `GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`;
export const statusOf = (response: string) => Number(response.split(' ')[1]);
