import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createListener } from '~/server/listener';
import { afterwards } from '../support/leftovers';

/** Far more than the kernel buffers for a connection. */
const LARGE = Buffer.alloc(64 * 1024 * 1024);

/**
 * Sends the beginning of a request and waits for the end of the connection.
 * @param shorten sets shorter times than people wait for
 */
async function begin(
  head: string,
  shorten: (http: Server) => void,
): Promise<{ response: string; seconds: number }> {
  const http = createListener();
  shorten(http);
  http.on('request', (request, response) => request.resume().on('end', () => response.end('ok')));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  afterwards(() => http.closeAllConnections());
  afterwards(() => http.close());
  const started = Date.now();
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
  let response = '';
  socket.on('data', (part) => (response += part));
  socket.write(head);
  await once(socket, 'close');
  return { response, seconds: (Date.now() - started) / 1000 };
}

describe.concurrent('listener', () => {
  it('a client that reads nothing is disconnected after forty seconds, and its response is freed', async () => {
    const http = createListener();
    expect(http.timeout).toBe(40_000);
    http.timeout = 4000;
    const over = new Promise<number>((resolve) => {
      http.on('request', (_request, response) => {
        const started = Date.now();
        response.once('close', () => resolve((Date.now() - started) / 1000));
        response.end(LARGE);
      });
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    afterwards(() => http.close());
    const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    afterwards(() => socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const seconds = await over;
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(30);
  });

  it('a client that waits for us is not stalled: it gets its response, however late (A11)', async () => {
    const http = createListener();
    http.timeout = 200;
    http.on('request', (request, response) => {
      // Several times as long as a stalled client may take.
      request.resume().on('end', () => setTimeout(() => response.end('late'), 1500));
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    afterwards(() => http.closeAllConnections());
    afterwards(() => http.close());
    const { port } = http.address() as AddressInfo;
    const answered = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x=y' });
    expect(await answered.text()).toBe('late');
    // A client that has begun to read and then stops still is.
    const stalled = connect(port, '127.0.0.1');
    stalled.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc');
    await once(stalled, 'close');
  });

  it.runIf(process.platform === 'linux')(
    'one client gets at most half of the connections (ASVS V15.2.2)',
    async () => {
      const http = createListener();
      http.maxConnections = 40;
      http.on('request', (_request, response) => response.end('ok'));
      http.listen(0, '127.0.0.1');
      await once(http, 'listening');
      afterwards(() => http.closeAllConnections());
      afterwards(() => http.close());
      const { port } = http.address() as AddressInfo;
      const sockets = Array.from({ length: 60 }, () =>
        connect(port, '127.0.0.1').on('error', () => {}),
      );
      afterwards(() => {
        for (const socket of sockets) socket.destroy();
      });
      // Connections over the half are closed at once and without a word.
      let said = '';
      for (const socket of sockets) socket.on('data', (part) => (said += part));
      await new Promise<void>((resolve) => {
        let refused = 0;
        for (const socket of sockets) socket.once('close', () => ++refused === 40 && resolve());
      });
      expect(said).toBe('');
      const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      other.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      let response = '';
      for await (const part of other) response += part;
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it('a client that has not sent its head after ten seconds is disconnected (ASVS V15.2.2)', async () => {
    const head = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
    const { response, seconds } = await begin(head, (http) => {
      expect(http.headersTimeout).toBe(10_000);
      http.headersTimeout = 2000;
    });
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(8);
  });

  it('a client that has not sent its body after thirty seconds is disconnected (ASVS V15.2.2)', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc';
    const { response, seconds } = await begin(head, (http) => {
      expect(http.requestTimeout).toBe(30_000);
      http.requestTimeout = 3000;
      // Node takes the shorter one of both for the head.
      http.headersTimeout = 2000;
    });
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(9);
  });
});
