import { getEventListeners } from 'node:events';
import { type JobHelpers, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { readConfig } from '~/config.server';
import { deliveryTrouble } from '~/mail/failures.server';
import { queueMail } from '~/mail/queue.server';
import { readOutbox } from '~/mail/transport.server';
import { sendMail } from '~/server/mail-task';
import { queueOptions } from '~/server/queue';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { newFolder } from '../support/server-process';

type Stage = 'onMailFrom' | 'onRcptTo' | 'onData';

/** Lets the queue send one mail to a server that refuses it at this stage. */
async function refusing(stage: Stage, responseCode: number, message: string) {
  const { db, pool } = await createDatabase();
  let tries = 0;
  const refuse = (done: (error: Error) => void) => {
    tries++;
    done(Object.assign(new Error(message), { responseCode }));
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    [stage]: (subject: { resume?(): void }, _session: unknown, done: (error: Error) => void) => {
      if (stage !== 'onData') return refuse(done);
      const stream = subject as NodeJS.ReadableStream;
      stream.resume();
      stream.on('end', () => refuse(done));
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  afterwards(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const { port } = smtp.server.address() as { port: number };
  const lines: Array<{ level: number; msg: string; answer?: string }> = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const config = readConfig({
    SESSION_SECRET: 'x'.repeat(32),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
  const user = await new Factories(db, NO_PASSWORDS).user({ email: 'fort@verein.example' });
  await queueMail(db, 'passwordReset', { user: user.uuid });
  for (let round = 0; round < 3; round++) {
    // Skips the delay after a failure.
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
    await runOnce(queueOptions({ pool, db, config, log }));
  }
  const { rows } = await sql`select 1 from graphile_worker.jobs`.execute(db);
  const trouble = await deliveryTrouble(db, 'FORT@verein.example');
  return { tries, waiting: rows.length, lines, trouble };
}

it.each([
  ['onRcptTo', 501, '5.1.3 Bad recipient address syntax', '5.1.3', true],
  ['onRcptTo', 550, 'No such user here <fort@verein.example>', '550', false],
  ['onRcptTo', 550, '5.2.1 Mailbox disabled', '5.2.1', false],
  ['onRcptTo', 550, '5.2.2 Mailbox full', '5.2.2', false],
  ['onRcptTo', 551, 'User not local', '551', false],
  ['onRcptTo', 553, '5.1.1 <fort@verein.example>: Recipient address rejected', '5.1.1', true],
  ['onRcptTo', 550, '5.1.1\nNo such user\n5.1.1 Really', '5.1.1', true],
  ['onRcptTo', 556, '5.1.10 Domain does not accept mail', '5.1.10', true],
  ['onData', 550, '5.1.1 User unknown', '5.1.1', true],
  ['onData', 554, '5.6.0 Message rejected', '5.6.0', false],
  ['onData', 554, 'Transaction failed', '554', false],
] as const)(
  'a mail refused for good, %s %i %s, is tried and logged once, without its address, and counts against it (N13, issue 10, low)',
  async (stage, code, message, known, blocks) => {
    const { tries, waiting, lines, trouble } = await refusing(stage, code, message);
    expect(trouble).toMatchObject({ code: known, count: 1 });
    expect(trouble?.blockedAt instanceof Date).toBe(blocks);
    expect({ tries, waiting }).toEqual({ tries: 1, waiting: 0 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 40,
      msg: 'a mail was refused for good and is not tried again',
    });
    expect(lines[0]?.answer).toContain(String(code));
    expect(JSON.stringify(lines)).not.toContain('fort@verein.example');
  },
);

it.each([
  ['onRcptTo', 450, '4.2.0 Greylisted'],
  ['onRcptTo', 452, '4.2.2 Mailbox full'],
  ['onRcptTo', 552, 'Too many recipients'],
  ['onRcptTo', 554, '5.7.1 Relay access denied'],
  ['onRcptTo', 530, '5.7.0 Authentication required'],
  ['onRcptTo', 550, '5.1.8 Sender domain not found'],
  ['onRcptTo', 552, '5.2.2 Mailbox full'],
  ['onRcptTo', 421, '4.3.2 Shutting down'],
  ['onMailFrom', 550, 'Sender rejected'],
  ['onMailFrom', 501, '5.1.7 Bad sender address syntax'],
  ['onData', 451, '4.3.0 Try again later'],
  ['onData', 550, '5.7.1 Blocked for now'],
] as const)(
  'a mail refused for now or for a cause the operator can fix, %s %i %s, is retried, and says nothing against the address (I2, N13)',
  async (stage, code, message) => {
    const { tries, waiting, trouble } = await refusing(stage, code, message);
    expect({ tries, waiting, trouble }).toEqual({ tries: 3, waiting: 1, trouble: null });
  },
);

it('a mail that was sent leaves nothing behind on the signal of all jobs (I6)', async () => {
  const { db } = await createDatabase();
  const config = readConfig({ DATA_DIR: await newFolder() });
  const user = await new Factories(db, NO_PASSWORDS).user();
  const { signal } = new AbortController();
  const job = { id: '1', created_at: new Date(), attempts: 1, max_attempts: 2 };
  const helpers = { job, abortSignal: signal } as unknown as JobHelpers;
  const send = sendMail({ db, config, log: pino({ level: 'silent' }) });
  for (let time = 0; time < 3; time++)
    await send({ template: 'factorOff', user: user.uuid }, helpers);
  expect(await readOutbox(config)).not.toEqual([]);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
