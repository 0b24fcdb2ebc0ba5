import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createListener } from '~/server/listener';
import { afterwards } from '../support/server-process';

/** Far more than the system keeps for a connection by itself. */
const LARGE = Buffer.alloc(64 * 1024 * 1024);

/** Sends the beginning of a request and waits. @returns what was answered, and after how many seconds it ended */
async function begin(head: string): Promise<{ answer: string; seconds: number }> {
  const http = createListener();
  http.on('request', (request, response) => request.resume().on('end', () => response.end('ok')));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  afterwards(() => http.closeAllConnections());
  afterwards(() => http.close());
  const started = Date.now();
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (part) => (answer += part));
  socket.write(head);
  await once(socket, 'close');
  return { answer, seconds: (Date.now() - started) / 1000 };
}

describe.concurrent('whoever reads nothing', () => {
  it('loses the connection after forty seconds, and what was kept for it is let go', async () => {
    const http = createListener();
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
    expect(seconds).toBeGreaterThan(35);
    expect(seconds).toBeLessThan(90);
  });
});

describe.concurrent('whoever sends slowly', () => {
  it('loses the connection when the head is not there after ten seconds (ASVS V15.2.2)', async () => {
    const { answer, seconds } = await begin('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(seconds).toBeGreaterThan(9);
    expect(seconds).toBeLessThan(16);
  });

  it('loses it when the body is not there after thirty (ASVS V15.2.2)', async () => {
    const { answer, seconds } = await begin(
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(seconds).toBeGreaterThan(29);
    expect(seconds).toBeLessThan(36);
  });
});
