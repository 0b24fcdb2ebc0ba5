import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../support/database';
import { type ServerProcess, server } from '../support/server-process';

const MANY = 100;
const CROWD = '203.0.113.7';
const SOMEBODY = '198.51.100.2';

interface Asked {
  readonly line: string;
  readonly from: string;
  readonly type?: string;
  readonly body?: string;
}

describe('requests that come at once (ASVS V15.2.2)', () => {
  let running: ServerProcess;

  beforeAll(async () => {
    const made = await createDatabase();
    running = await server({
      DATABASE_URL: made.url,
      SESSION_SECRET: 'x'.repeat(32),
      TRUST_PROXY: 'true',
    }).ready();
  });

  /** Sends all of a request but its last byte. @returns what sends that, and the answer's status */
  async function almost({ line, from, type = 'text/plain', body = '' }: Asked) {
    const head = [
      `${line} HTTP/1.1`,
      ...['Host: localhost', 'Connection: close', `X-Forwarded-For: ${from}`],
      ...(body ? [`Content-Type: ${type}`, `Content-Length: ${body.length}`] : []),
    ];
    const text = `${head.join('\r\n')}\r\n\r\n${body}`;
    const socket: Socket = connect(running.port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    await new Promise((done) => socket.write(text.slice(0, -1), done));
    return {
      finish: () => socket.write(text.slice(-1)),
      status: once(socket, 'data').then(([data]) => Number(String(data).slice(9, 12))),
    };
  }

  /** The place of a request among the answers, if its end comes after those of a burst. */
  async function placeAfter(burst: Asked, later: Asked) {
    const sent = [];
    for (let nth = 0; nth < MANY; nth++) sent.push(await almost(burst));
    sent.push(await almost(later));
    const order: number[] = [];
    const answered = sent.map(({ status }, nth) => status.then(() => order.push(nth)));
    for (const { finish } of sent) finish();
    await Promise.all(answered);
    const statuses = await Promise.all(sent.map(({ status }) => status));
    return { place: order.indexOf(MANY), burst: statuses.slice(0, -1), later: statuses.at(-1) };
  }

  const form = {
    line: 'POST /app/auth/register',
    type: 'application/x-www-form-urlencoded',
    body: `firstName=${'%3C%22'.repeat(10_900)}`,
  };
  const call = {
    line: 'POST /api/login/browser',
    type: 'application/json',
    body: `{${Array.from({ length: 6000 }, (_, nth) => `"k${nth}":1`).join()}}`,
  };
  const page = { line: 'GET /app/login' };

  it.each([
    ['large forms', 422, form],
    ['large calls', 422, call],
    ['pages', 200, page],
  ])('%s of one network leave others their turn', async (_what, status, burst) => {
    const answers = await placeAfter({ ...burst, from: CROWD }, { ...page, from: SOMEBODY });
    expect(answers.burst).toEqual(Array(MANY).fill(status));
    expect(answers.later).toBe(200);
    expect(answers.place).toBeLessThan(MANY / 2);
  });

  it('large forms leave small requests of the same network their turn', async () => {
    const answers = await placeAfter({ ...form, from: CROWD }, { ...page, from: CROWD });
    expect(answers.later).toBe(200);
    expect(answers.place).toBeLessThan(MANY / 2);
  });
});
