import { createServer } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { createDatabase } from '../support/database';
import { afterwards, server, until } from '../support/server-process';

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

it('starts without its mail server, which only delays mails: they are tried again and arrive (I2)', async () => {
  const { url, drop } = await createDatabase();
  afterwards(drop);
  const port = await freePort();
  const running = await server({
    DATABASE_URL: url,
    SESSION_SECRET: 'x'.repeat(32),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'TSV Neustadt <post@verein.example>',
    ORIGIN: 'https://verein.example',
  }).ready();
  await running.register('wartet@verein.example');
  await until(() => running.log.some(({ msg }) => msg.startsWith('Failed task')));

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
  expect(mail?.messageId).toMatch(/^<mail-\d+@verein\.example>$/);
  const link = /https:\/\/verein\.example(\/app\/auth\/verify\/\S+)/.exec(mail?.text ?? '');
  expect(String(mail?.html)).toContain(link?.[1]);
  // The code in it works: it is what the server stores a hash of.
  const confirmed = await fetch(running.origin + link?.[1], {
    method: 'POST',
    body: new URLSearchParams(),
  });
  expect(await confirmed.text()).toContain('Validierung erfolgreich');
  expect(await running.stop()).toBe(0);
  expect(received).toHaveLength(1);
});
