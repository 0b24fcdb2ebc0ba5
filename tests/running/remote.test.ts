import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { readConfig } from '~/config.server';
import { queueMail } from '~/mail/queue.server';
import { queueOptions } from '~/server/queue';
import { selfSignedMapped } from '../support/certificate';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { admin, newFolder, Process, server } from '../support/server-process';

/** An address of this machine that others could use: for the program, another machine. */
const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address;

const SESSION_SECRET = 'x'.repeat(32);
const REMOTE = {
  DATABASE_URL: 'postgres://verein:geheim@192.0.2.99:1/verein',
  SMTP_URL: 'smtp://post:geheim@mail.verein.example:25?ignoreTLS=true',
};
const REFUSAL = `Die Konfiguration ist fehlerhaft:
  - DATABASE_URL muss ?sslmode=verify-full enthalten, denn 192.0.2.99 ist ein anderer Rechner (im eigenen Netz, das sonst niemand mitliest: PLAINTEXT_HOSTS=192.0.2.99)
  - SMTP_URL darf die Verschlüsselung nicht abschalten, denn mail.verein.example ist ein anderer Rechner (im eigenen Netz, das sonst niemand mitliest: PLAINTEXT_HOSTS=mail.verein.example)
`;

describe('addresses that would be reached in the clear', () => {
  it.each([
    ['server', []],
    ['admin', ['list-users']],
    ['backup', ['backup.gz']],
    ['restore', ['backup.gz']],
  ])(
    'end %s %j, before any connection, with one line for each (ASVS V12.3.1, I2)',
    async (name, parameters) => {
      const environment = { ...REMOTE, SESSION_SECRET };
      const command = new Process(`build/start/${name}.mjs`, environment, { parameters });
      expect(await command.exit()).toBe(1);
      expect(command.stderr).toBe(REFUSAL);
    },
  );
});

/** A way to the tests' Postgres by TLS. @returns its port, and how many connections were encrypted */
async function postgresByTls(to: URL) {
  let encrypted = 0;
  const listener = createServer((socket: Socket) => {
    socket.on('error', () => {});
    // libpq's request for TLS comes first.
    socket.once('data', () => {
      socket.write('S');
      const secureContext = createSecureContext(selfSignedMapped);
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      const onward = dial(Number(to.port), to.hostname);
      for (const each of [secure, onward]) each.on('error', () => socket.destroy());
      secure.once('secure', () => encrypted++);
      onward.on('close', () => socket.destroy());
      secure.on('close', () => onward.destroy());
      secure.pipe(onward).pipe(secure);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  afterwards(() => listener.close());
  return { port: (listener.address() as AddressInfo).port, encrypted: () => encrypted };
}

it('a server works with a Postgres on another machine by verified TLS alone (ASVS V12.3.1)', async () => {
  const { url } = await createDatabase();
  const { port, encrypted } = await postgresByTls(new URL(url));
  const ca = join(await newFolder(), 'ca.crt');
  await writeFile(ca, selfSignedMapped.cert);
  const remote = new URL(url);
  remote.host = `${selfSignedMapped.address}:${port}`;
  remote.search = `sslmode=verify-full&sslrootcert=${ca}`;
  const running = await server({ DATABASE_URL: remote.href, SESSION_SECRET }).ready();
  await running.register('anna@verein.example');
  expect((await running.get('/readyz')).status).toBe(200);
  expect(encrypted()).toBeGreaterThan(2);
  const listed = await admin({ DATABASE_URL: remote.href }, ['list-users']);
  expect(listed.stdout).toContain('anna@verein.example');
  expect(await running.stop()).toBe(0);
});

it.runIf(elsewhere)(
  'a mail server on another machine gets no mail unless it takes STARTTLS, or the operator says so (ASVS V12.3.1)',
  async () => {
    const { db, pool } = await createDatabase();
    const user = await new Factories(db, NO_PASSWORDS).user();
    let spoken = 0;
    const smtp = new SMTPServer({
      // As if somebody on the way had cut it out.
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onMailFrom(_address, _session, done) {
        spoken++;
        done();
      },
    });
    smtp.on('error', () => {});
    await new Promise<void>((resolve) => smtp.listen(0, '0.0.0.0', resolve));
    afterwards(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
    const SMTP_URL = `smtp://${elsewhere}:${(smtp.server.address() as AddressInfo).port}`;
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const send = async (PLAINTEXT_HOSTS: string) => {
      const config = readConfig({ SESSION_SECRET, SMTP_URL, PLAINTEXT_HOSTS });
      await queueMail(db, 'passwordReset', { user: user.uuid });
      await runOnce(queueOptions({ pool, db, config, log }));
      const { rows } = await sql`select from graphile_worker.jobs`.execute(db);
      return [spoken, rows.length];
    };
    expect(await send('')).toEqual([0, 1]);
    expect(lines.join()).toContain('STARTTLS');
    expect(await send(`mail, ${elsewhere}`)).toEqual([1, 1]);
  },
);
