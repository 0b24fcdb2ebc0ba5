import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { createDatabase } from '../support/database';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { type ServerProcess, server, until } from '../support/server-process';

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Warnings that mails have links or a sender that nobody can reach. */
const fromLocalhost = ({ log }: ServerProcess) =>
  log.filter(({ msg }) => msg.startsWith('ORIGIN or MAIL_FROM is not set'));

it('a server starts without its mail server; mails wait, are retried and arrive (I2)', async () => {
  const { url } = await createDatabase();
  const port = await freePort();
  const running = await server({
    DATABASE_URL: url,
    SESSION_SECRET: 'x'.repeat(32),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'TSV Neustadt <post@verein.example>',
    ORIGIN: 'https://verein.example',
  }).ready();
  await running.register('wartet@verein.example');
  const failed = ({ msg }: (typeof running.log)[number]) =>
    msg === 'a job failed; it is tried again';
  await until(() => running.log.some(failed));
  // Not a fault of the program: what failed, in one line without a stack.
  const { level, task, reason } = running.log.find(failed) ?? {};
  expect({ level, task, reason }).toEqual({
    level: 40,
    task: 'mail',
    reason: `connect ECONNREFUSED 127.0.0.1:${port}`,
  });

  const received: ParsedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        received.push(mail);
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  afterwards(() => new Promise<void>((resolve) => smtp.close(resolve)));
  await until(() => received.length > 0);

  const [mail] = received;
  expect(mail?.from?.text).toBe('"TSV Neustadt" <post@verein.example>');
  expect([mail?.to].flat().map((to) => to?.text)).toEqual(['wartet@verein.example']);
  expect(mail?.subject).toContain('E-Mail-Adresse bestätigen');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.messageId).toMatch(/^<mail-\d+-[a-z\d]+@verein\.example>$/);
  const link = /https:\/\/verein\.example(\/app\/auth\/verify\/\S+)/.exec(mail?.text ?? '');
  expect(String(mail?.html)).toContain(link?.[1]);
  // The code works: the server stores its hash.
  const confirmed = await fetch(running.origin + link?.[1], {
    method: 'POST',
    body: new URLSearchParams(),
  });
  expect(await confirmed.text()).toContain('Validierung erfolgreich');
  expect(await running.stop()).toBe(0);
  expect(received).toHaveLength(1);
  expect(fromLocalhost(running)).toEqual([]);
});

it('every mail has its own Message-ID, even when a restored database restarts its job numbers, and a start warns of a sender that is nobody (I2)', async () => {
  const { url, db } = await createDatabase();
  const mailbox = await openMailbox();
  afterwards(mailbox.close);
  const environment = { DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32), SMTP_URL: mailbox.url };
  const running = await server(environment).ready();
  expect(fromLocalhost(running)).toMatchObject([{ level: 40 }]);
  for (const email of ['davor@verein.example', 'danach@verein.example']) {
    await sql`alter table graphile_worker._private_jobs alter column id restart with 1`.execute(db);
    await running.register(email);
    await until(() => mailbox.mails.some(({ to }) => [to].flat()[0]?.text === email));
    await until(async () => {
      const { rows } = await sql`select from graphile_worker._private_jobs`.execute(db);
      return rows.length === 0;
    });
  }
  const ids = mailbox.mails.map(({ messageId }) => messageId);
  expect(ids).toHaveLength(2);
  for (const id of ids) expect(id).toMatch(/^<mail-1-/);
  expect(new Set(ids).size).toBe(2);
  expect(await running.stop()).toBe(0);
});

it('a mail server that accepts connections and then says nothing holds up mails only: access ends on its day (O8)', async () => {
  const { url, db } = await createDatabase();
  const silent: Socket[] = [];
  const smtp = createServer((socket) => silent.push(socket));
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    for (const socket of silent) socket.destroy();
    smtp.close();
  });
  const running = await server({
    DATABASE_URL: url,
    SESSION_SECRET: 'x'.repeat(32),
    SMTP_URL: `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`,
  }).ready();
  for (let nth = 0; nth < 8; nth++) await running.register(`wartet${nth}@verein.example`);
  const held = async () => {
    const { rows } = await sql`
      select from graphile_worker.jobs where task_identifier = 'mail' and locked_at is not null`.execute(
      db,
    );
    return rows.length;
  };
  await until(async () => (await held()) > 2 && silent.length >= (await held()));
  const { rows } = await sql<{ uuid: string }>`
    with club as (insert into organizations (name) values ('TSV Neustadt') returning uuid)
    insert into members (organization_uuid, first_name, last_name)
    select uuid, 'Anna', 'Bacher' from club returning uuid`.execute(db);
  await sql`update members set left_on = current_date - 2 where uuid = ${rows[0]?.uuid}`.execute(
    db,
  );
  await until(async () => {
    const { rows: left } = await sql`select from members where left_at is not null`.execute(db);
    return left.length === 1;
  }, 10_000);
  expect(await held()).toBeGreaterThan(2);
  expect(running.log.filter(({ err }) => err)).toEqual([]);
  await running.kill();
});
