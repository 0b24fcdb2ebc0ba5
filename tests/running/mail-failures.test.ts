import { createServer, type Socket } from 'node:net';
import { runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { readConfig } from '~/config.server';
import {
  deleteOldFailures,
  deliveryTrouble,
  forgetFailures,
  isBlocked,
  noteDelivery,
  noteRefusal,
} from '~/mail/failures.server';
import { queueMail } from '~/mail/queue.server';
import { isForGood, refusalOf } from '~/mail/refusal';
import { queueOptions } from '~/server/queue';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';

const ANNA = 'anna@verein.example';
const bounce = { code: '550', gone: false };

async function database() {
  const { db, pool } = await createDatabase();
  return { db, pool };
}

const inDaysGone = (db: Awaited<ReturnType<typeof database>>['db'], days: number) =>
  sql`update mail_failures set last_at = last_at - make_interval(days => ${days}),
    refused_at = (select array_agg(at - make_interval(days => ${days})) from unnest(refused_at) as at)`.execute(
    db,
  );

describe('what is known against an address', () => {
  it('the third refusal within 30 days blocks an address, whatever its case (N13)', async () => {
    const { db } = await database();
    await noteRefusal(db, ANNA, bounce);
    await noteRefusal(db, 'Anna@Verein.Example', bounce);
    expect(await deliveryTrouble(db, ANNA)).toMatchObject({ count: 2, blockedAt: null });
    await noteRefusal(db, ANNA, { code: '5.2.2', gone: false });
    expect(await deliveryTrouble(db, 'ANNA@verein.example')).toEqual({
      count: 3,
      code: '5.2.2',
      blockedAt: expect.any(Date),
      lastAt: expect.any(Date),
    });
    expect(await deliveryTrouble(db, 'ben@verein.example')).toBeNull();
  });

  it('refusals of more than 30 days ago count no more, and no others are lost (N13)', async () => {
    const { db } = await database();
    await noteRefusal(db, ANNA, bounce);
    await inDaysGone(db, 20);
    await noteRefusal(db, ANNA, bounce);
    await inDaysGone(db, 11);
    await noteRefusal(db, ANNA, bounce);
    expect(await deliveryTrouble(db, ANNA)).toMatchObject({ count: 2, blockedAt: null });
    await noteRefusal(db, ANNA, bounce);
    expect(await deliveryTrouble(db, ANNA)).toMatchObject({
      count: 3,
      blockedAt: expect.any(Date),
    });
  });

  it('twenty refusals at once of one address are one row, and block it (N13)', async () => {
    const { db } = await database();
    await Promise.all(Array.from({ length: 20 }, () => noteRefusal(db, ANNA, bounce)));
    const rows = await db.selectFrom('mail_failures').select(['count', 'blocked_at']).execute();
    expect(rows).toEqual([{ count: 3, blocked_at: expect.any(Date) }]);
  });

  it('a mail that is taken clears the count; only an awaited one, or its owner, ends a block (N13)', async () => {
    const { db } = await database();
    await noteRefusal(db, ANNA, bounce);
    await noteDelivery(db, ANNA, { awaited: false });
    expect(await deliveryTrouble(db, ANNA)).toBeNull();
    await noteRefusal(db, ANNA, { code: '5.1.1', gone: true });
    await noteDelivery(db, ANNA, { awaited: false });
    expect(await deliveryTrouble(db, ANNA)).toMatchObject({ code: '5.1.1' });
    await noteDelivery(db, ANNA.toUpperCase(), { awaited: true });
    expect(await deliveryTrouble(db, ANNA)).toBeNull();
    await noteRefusal(db, ANNA, { code: '5.1.1', gone: true });
    await forgetFailures(db, ANNA);
    expect(await deliveryTrouble(db, ANNA)).toBeNull();
  });

  it('refusals are forgotten after 30 days and blocks after a year; no address is kept (N13, N16)', async () => {
    const { db } = await database();
    await noteRefusal(db, ANNA, bounce);
    await noteRefusal(db, 'fort@verein.example', { code: '5.1.1', gone: true });
    const left = async () => {
      await deleteOldFailures(db);
      return (await db.selectFrom('mail_failures').select('code').execute()).map((r) => r.code);
    };
    await inDaysGone(db, 29);
    expect((await left()).sort()).toEqual(['5.1.1', '550']);
    await inDaysGone(db, 2);
    expect(await left()).toEqual(['5.1.1']);
    const { rows } = await sql<{ row: string }>`select f::text as row from mail_failures f`.execute(
      db,
    );
    expect(rows[0]?.row).not.toContain('verein');
    await inDaysGone(db, 336);
    expect(await left()).toEqual([]);
  });

  it('a query finds the blocked addresses of users by a fragment (N13)', async () => {
    const { db } = await database();
    const make = new Factories(db, NO_PASSWORDS);
    const blocked = await make.user({ email: 'Fort@verein.example' });
    await make.user({ email: 'da@verein.example' });
    await noteRefusal(db, 'fort@verein.example', { code: '5.1.1', gone: true });
    const found = await db
      .selectFrom('users as u')
      .select('u.uuid')
      .where(isBlocked(sql.ref('u.email')))
      .execute();
    expect(found).toEqual([{ uuid: blocked.uuid }]);
  });
});

/** Lets the queue try a mail to Anna three times, of at most so many. */
async function trying(url: string, { attempts = 21 } = {}) {
  const { db, pool } = await database();
  const config = readConfig({ SESSION_SECRET: 'x'.repeat(32), SMTP_URL: url });
  const user = await new Factories(db, NO_PASSWORDS).user({ email: ANNA });
  await queueMail(db, 'passwordReset', { user: user.uuid });
  await sql`update graphile_worker._private_jobs set max_attempts = ${attempts}`.execute(db);
  const said: string[] = [];
  const write = (line: string) => said.push(JSON.parse(line).msg);
  for (let round = 0; round < 3; round++) {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
    await runOnce(queueOptions({ pool, db, config, log: pino({ level: 'warn' }, { write }) }));
  }
  const { rows } = await sql<{ attempts: number }>`
    select attempts from graphile_worker.jobs`.execute(db);
  const trouble = await deliveryTrouble(db, ANNA);
  return { attempts: rows[0]?.attempts, trouble, last: said.at(-1) };
}

async function listening(talk: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** A mail server that answers each command by its first word, or hangs up. */
const scripted = (replies: Record<string, string | null>) =>
  listening((socket) => {
    const say = (word: string) => {
      const reply = replies[word] === undefined ? '250 ok' : replies[word];
      if (reply === null) socket.destroy();
      else socket.write(`${reply}\r\n`);
    };
    say('greeting');
    let text = false;
    socket.on('data', (data) => {
      const given = String(data);
      if (text && !given.endsWith('\r\n.\r\n')) return;
      const word = text ? 'text' : (given.split(/[ :\r]/)[0] ?? '').toUpperCase();
      text = word === 'DATA' && (replies.DATA ?? '354').startsWith('354');
      say(word);
    });
  });

const GOOD = { greeting: '220 mail.example ESMTP', DATA: '354 go on' };

describe('a mail server that cannot or will not', () => {
  it.each([
    ['refuses to talk', { ...GOOD, greeting: '554 5.3.2 No service' }],
    ['greets with 421', { ...GOOD, greeting: '421 4.3.2 Too busy' }],
    ['greets with nonsense', { ...GOOD, greeting: 'HTTP/1.1 400 Bad Request' }],
    ['hangs up before it greets', { ...GOOD, greeting: null }],
    ['refuses the sender', { ...GOOD, MAIL: '550 5.1.1 No such sender' }],
    ['hangs up at RCPT TO', { ...GOOD, RCPT: null }],
    ['answers RCPT TO with nonsense', { ...GOOD, RCPT: 'nein' }],
    ['answers RCPT TO with another protocol', { ...GOOD, RCPT: '-ERR unknown' }],
    ['has no room for the message', { ...GOOD, text: '452 4.3.1 Disk full' }],
    ['hangs up after the message', { ...GOOD, text: null }],
    ['wants a log-in', { ...GOOD, RCPT: '530 5.7.0 Log in first' }],
  ])(
    '%s: the mail is tried again, and the address is not to blame (I2, N13)',
    async (_, replies) => {
      expect(await trying(await scripted(replies))).toEqual({
        attempts: 3,
        trouble: null,
        last: 'a job failed; it is tried again',
      });
    },
  );

  it('a server that refuses permanently is asked once (N13)', async () => {
    expect(
      await trying(await scripted({ ...GOOD, text: '550-5.1.1 No\r\n550 5.1.1 user' })),
    ).toEqual({
      attempts: undefined,
      trouble: expect.objectContaining({ code: '5.1.1', count: 1 }),
      last: 'a mail was refused for good and is not tried again',
    });
  });

  it('a mailbox that stays full counts once, when the mail is given up (N13)', async () => {
    const last = 'a job failed and is not tried again';
    const url = await scripted({ ...GOOD, RCPT: '552 5.2.2 Mailbox full' });
    expect(await trying(url, { attempts: 3 })).toEqual({
      attempts: 3,
      trouble: expect.objectContaining({ code: '5.2.2', count: 1, blockedAt: null }),
      last,
    });
    const relay = await scripted({ ...GOOD, RCPT: '554 5.7.1 Relay access denied' });
    expect(await trying(relay, { attempts: 3 })).toEqual({ attempts: 3, trouble: null, last });
  });

  it('timeouts and what nodemailer makes of a wrong sender are not for good; an unsendable address is (N13)', () => {
    const failure = (fields: object, message = 'x') => Object.assign(new Error(message), fields);
    for (const error of [
      failure({ code: 'ETIMEDOUT', command: 'CONN' }),
      failure({ code: 'ETIMEDOUT', command: 'RCPT TO' }),
      failure({ code: 'EENVELOPE', command: 'API' }, 'Invalid sender "x"'),
      failure({ responseCode: 250, command: 'DATA' }),
      failure({ responseCode: 5500, command: 'DATA' }),
      'no error',
    ]) {
      expect([isForGood(error), refusalOf(error)]).toEqual([false, null]);
    }
    const unsendable = failure({ code: 'EENVELOPE', command: 'API' }, 'Invalid recipient "x"');
    expect([isForGood(unsendable), refusalOf(unsendable)]).toEqual([
      true,
      { code: '5.1.3', gone: true },
    ]);
  });

  it('a log-in code goes to a blocked address, and ends the block when it is taken (N13)', async () => {
    const { db, pool } = await database();
    const taken: string[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        taken.push(...session.envelope.rcptTo.map(({ address }) => address));
        stream.resume();
        stream.on('end', () => done());
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    afterwards(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
    const { port } = smtp.server.address() as { port: number };
    const environment = { SESSION_SECRET: 'x'.repeat(32), SMTP_URL: `smtp://127.0.0.1:${port}` };
    const user = await new Factories(db, NO_PASSWORDS).user({ email: ANNA });
    await noteRefusal(db, ANNA, { code: '5.1.1', gone: true });
    await queueMail(db, 'passwordReset', { user: user.uuid });
    const config = readConfig(environment);
    await runOnce(queueOptions({ pool, db, config, log: pino({ level: 'silent' }) }));
    expect(taken).toEqual([ANNA]);
    expect(await deliveryTrouble(db, ANNA)).toBeNull();
  });
});
