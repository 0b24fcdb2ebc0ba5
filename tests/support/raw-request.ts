import { type IncomingMessage, request } from 'node:http';

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

async function received(response: IncomingMessage): Promise<RawResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const flat = Object.entries(response.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(flat),
    text: Buffer.concat(chunks).toString('utf8'),
  };
}
