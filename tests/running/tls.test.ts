import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { connect } from '#db/connection';
import { readConfig } from '~/config.server';
import { queueMail } from '~/mail/queue.server';
import { openDatabase } from '~/server/database';
import { queueOptions } from '~/server/queue';
import { StartError } from '~/server/start-error';
import { trySending } from '~/server/test-mail';
import { selfSigned, selfSignedMapped } from '../support/certificate';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { newFolder } from '../support/server-process';

/** A mail server with a self-signed certificate, by an address that is this machine's or looks foreign. */
async function mailServer(secure: boolean, foreign: boolean) {
  let spoken = 0;
  const smtp = new SMTPServer({
    ...(foreign ? selfSignedMapped : selfSigned),
    secure,
    authOptional: true,
    onMailFrom(_address, _session, done) {
      spoken++;
      done();
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  afterwards(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const { port } = smtp.server.address() as AddressInfo;
  const host = foreign ? selfSignedMapped.address : 'localhost';
  return { url: `${secure ? 'smtps' : 'smtp'}://${host}:${port}`, spoken: () => spoken };
}

/** Starts like a Postgres with TLS and counts the bytes received over TLS. */
async function postgres() {
  let told = 0;
  const listener = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext(selfSigned),
      });
      secure.on('error', () => {});
      secure.on('data', (bytes) => {
        told += bytes.byteLength;
        secure.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  afterwards(() => listener.close());
  const { port } = listener.address() as AddressInfo;
  const url = (host: string, query: string) =>
    `postgres://u:p@${host}:${port}/vereinsheim?${query}`;
  return { url, told: () => told };
}

/** The error code of a first statement. */
async function failureOf(url: string): Promise<string | undefined> {
  const { db } = connect(url, { max: 1 });
  const error = await sql`select 1`.execute(db).catch((caught) => caught);
  await db.destroy();
  return (error as NodeJS.ErrnoException).code;
}

it.each([true, false])(
  'a mail server with an untrusted certificate gets no mail, and the log says why, smtps %s (ASVS V12.3.2, V16.3.4)',
  async (secure) => {
    const { db, pool } = await createDatabase();
    const { url, spoken } = await mailServer(secure, true);
    const lines: Array<{ reason?: string }> = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const config = readConfig({ SESSION_SECRET: 'x'.repeat(32), SMTP_URL: url });
    const user = await new Factories(db, NO_PASSWORDS).user();
    await queueMail(db, 'passwordReset', { user: user.uuid });
    await runOnce(queueOptions({ pool, db, config, log }));
    const { rows } = await sql`select from graphile_worker.jobs`.execute(db);
    expect([spoken(), rows.length]).toEqual([0, 1]);
    expect(lines.map(({ reason }) => reason).join()).toContain('self-signed certificate');
  },
);

it.each([true, false])(
  'a mail server on this machine may sign its certificate itself, smtps %s (clients.md 2)',
  async (secure) => {
    const { db, pool } = await createDatabase();
    const { url, spoken } = await mailServer(secure, false);
    const config = readConfig({ SESSION_SECRET: 'x'.repeat(32), SMTP_URL: url });
    const user = await new Factories(db, NO_PASSWORDS).user();
    await queueMail(db, 'passwordReset', { user: user.uuid });
    await runOnce(queueOptions({ pool, db, config, log: pino({ level: 'silent' }) }));
    const { rows } = await sql`select from graphile_worker.jobs`.execute(db);
    expect([spoken(), rows.length]).toEqual([1, 0]);
    const { lines, sent } = await trySending(config, 'anna@verein.example', async () => []);
    expect(sent).toBe(true);
    expect(lines).toContain('Verbindung: verschlüsselt (TLS).');
  },
);

it('test-mail says what to do about a certificate that nobody vouches for (N10)', async () => {
  const { url, spoken } = await mailServer(false, true);
  const config = readConfig({ SESSION_SECRET: 'x'.repeat(32), SMTP_URL: url });
  const { lines, sent } = await trySending(config, 'anna@verein.example', async () => []);
  expect([sent, spoken()]).toEqual([false, 0]);
  expect(lines).toContain('Verbindung: Die Verschlüsselung (TLS) kam nicht zustande.');
  expect(lines).toContainEqual(
    expect.stringMatching(/^Nicht angenommen: „self-signed certificate/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/Zertifikat .*NODE_EXTRA_CA_CERTS/));
});

it('a Postgres with an untrusted certificate gets no password, with require and verify-full (ASVS V12.3.2)', async () => {
  const { url, told } = await postgres();
  for (const mode of ['require', 'verify-full'])
    expect(await failureOf(url('localhost', `sslmode=${mode}`))).toBe(
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    );
  expect(told()).toBe(0);
});

it('a self-signed Postgres certificate is trusted only by sslrootcert, for its own host (ASVS V12.3.2, V12.3.4)', async () => {
  const { url, told } = await postgres();
  const file = join(await newFolder(), 'ca.crt');
  await writeFile(file, selfSigned.cert);
  const query = `sslmode=verify-full&sslrootcert=${file}`;
  expect(await failureOf(url('127.0.0.1', query))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(told()).toBe(0);
  await failureOf(url('localhost', query));
  expect(told()).toBeGreaterThan(0);
});

it('an untrusted Postgres certificate ends the start with one sentence (ASVS V12.3.2)', async () => {
  const { url } = await postgres();
  const config = readConfig({
    DATABASE_URL: url('localhost', 'sslmode=require'),
    SESSION_SECRET: 'x'.repeat(32),
  });
  const opening = openDatabase(config, pino({ level: 'silent' }));
  await expect(opening).rejects.toThrow(StartError);
  await expect(opening).rejects.toThrow('werden sich über TLS nicht einig');
});
