import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, readConfig } from '~/config.server';
import { readSignature } from '~/mail/dkim.server';
import { createTransport } from '~/mail/transport.server';
import { trySending, whyNot } from '~/server/test-mail';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { operate } from '../support/operator';
import { newFolder } from '../support/server-process';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PUBLISHED = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

async function keyFile(content = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()) {
  const file = join(await newFolder(), 'dkim.pem');
  await writeFile(file, content);
  return file;
}

const configured = (env: Record<string, string>) =>
  readConfig({ MAIL_FROM: 'Vereinsheim <post@verein.example>', ...env }, { demo: true });

const nowhere = async (name: string): Promise<string[]> => {
  throw Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' });
};

describe('test-mail', () => {
  it('a mail to try it out arrives, and what is to be seen on the way is said (N10)', async () => {
    const mailbox = await openMailbox();
    afterwards(mailbox.close);
    const config = configured({
      SMTP_URL: mailbox.url,
      MAIL_BOUNCES: 'zurueck@bounces.example',
      DKIM_DOMAIN: 'verein.example',
      DKIM_KEY_FILE: await keyFile(),
    });
    const records: Record<string, string[]> = {
      'bounces.example': ['unrelated', 'v=spf1 mx -all'],
      '_dmarc.verein.example': ['v=DMARC1; p=none'],
      'vereinsheim._domainkey.verein.example': [`v=DKIM1; k=rsa; p=${PUBLISHED}`],
    };
    const { sent, lines } = await trySending(
      config,
      'anna@verein.example',
      async (name) => records[name] ?? [],
    );
    expect(sent).toBe(true);
    expect(lines).toEqual([
      expect.stringMatching(
        /^Mailserver: 127\.0\.0\.1:\d+, er meldet sich mit „220 .* ESMTP.*“\.$/,
      ),
      'Verbindung: nicht verschlüsselt. Nur auf derselben Maschine ist das in Ordnung; sonst nehmen Sie smtps:.',
      'Absender: Vereinsheim <post@verein.example>; Rückläufer gehen an zurueck@bounces.example.',
      'Unterschrift: mit DKIM für verein.example.',
      expect.stringMatching(/^Angenommen: „250 .*“\.$/),
      'SPF: bounces.example sagt, wer für sie sendet: „v=spf1 mx -all“. Ihr Mailserver muss dabei sein.',
      'DKIM: Der Schlüssel bei vereinsheim._domainkey.verein.example passt zu DKIM_KEY_FILE.',
      'DMARC: verein.example hat eine Regel für unechte E-Mails: „v=DMARC1; p=none“.',
    ]);
    const mail = mailbox.newestTo('anna@verein.example');
    expect(mail.subject).toBe('Test: E-Mails von Vereinsheim kommen an');
    expect(mail.headers.get('dkim-signature')).toBeDefined();
    // An unsigned one-click counts for nothing (RFC 8058, 4).
    const signed = readSignature(config)?.headerFieldNames.split(':');
    expect(signed).toEqual(expect.arrayContaining(['List-Unsubscribe', 'List-Unsubscribe-Post']));
  });

  it('what a domain lacks, or nobody can look up, is said in a sentence, and control characters are not (N10)', async () => {
    const mailbox = await openMailbox();
    afterwards(mailbox.close);
    const config = configured({
      SMTP_URL: mailbox.url,
      DKIM_DOMAIN: 'verein.example',
      DKIM_KEY_FILE: await keyFile(),
    });
    const missing = await trySending(config, 'anna@verein.example', nowhere);
    expect(missing.lines.slice(-3)).toEqual([
      'SPF: verein.example sagt nicht, wer für sie sendet. Viele Empfänger halten E-Mails dann für Spam.',
      'DKIM: Bei vereinsheim._domainkey.verein.example steht kein Schlüssel. So gilt die Unterschrift als falsch.',
      'DMARC: verein.example hat keine Regel für unechte E-Mails. Gmail und andere verlangen eine, wenn viele E-Mails kommen.',
    ]);
    const offline = await trySending(config, 'anna@verein.example', async () => {
      throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
    });
    expect(offline.sent).toBe(true);
    expect(offline.lines.at(-1)).toBe(
      'DMARC: _dmarc.verein.example ließ sich nicht nachsehen (ETIMEOUT).',
    );
    const hostile = await trySending(config, 'anna@verein.example', async () => [
      'v=spf1 \u001b[2J',
      'v=DKIM1; p=andere',
      'v=DMARC1; \r\n',
    ]);
    expect(hostile.lines.join('')).not.toMatch(/\p{Cc}/u);
    expect(hostile.lines.at(-2)).toContain('ist ein anderer als der in DKIM_KEY_FILE');
  });

  it("a refusal is told in the mail server's words, and a port without TLS in ours (N10)", async () => {
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_to, _session, done) =>
        done(Object.assign(new Error('5.7.1 Relay access denied'), { responseCode: 554 })),
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    afterwards(() => new Promise<void>((resolve) => smtp.close(resolve)));
    const { port } = smtp.server.address() as { port: number };
    const trying = (scheme: string) =>
      trySending(
        configured({ SMTP_URL: `${scheme}://127.0.0.1:${port}` }),
        'anna@verein.example',
        nowhere,
      );
    const { sent, lines } = await trying('smtp');
    expect(sent).toBe(false);
    expect(lines[4]).toBe('Nicht angenommen: „554 5.7.1 Relay access denied“.');
    expect(lines).toContain(
      'DKIM: DKIM_DOMAIN ist nicht gesetzt, also gibt es nichts nachzusehen.',
    );
    const tooEarly = await trying('smtps');
    expect([tooEarly.sent, tooEarly.lines[1], tooEarly.lines[4]]).toEqual([
      false,
      'Verbindung: Sie kam nicht zustande.',
      'Nicht angenommen. Der Port spricht kein TLS von Anfang an: smtp:// statt smtps://, oder ein anderer Port.',
    ]);
  });

  it('the command says what is missing: SMTP_URL, an address, a mail server that answers (I4, N10)', async () => {
    const DATA_DIR = await newFolder();
    const run = (address: string, environment = {}) =>
      operate(null, ['test-mail', address], { environment: { DATA_DIR, ...environment } });
    await expect(run('anna@verein.example')).rejects.toThrow(
      `SMTP_URL fehlt: Niemand bekommt E-Mails. Sie liegen als Dateien in ${DATA_DIR}/outbox.`,
    );
    await expect(run('anna')).rejects.toThrow('anna ist keine E-Mail-Adresse.');
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as { port: number };
    await new Promise((resolve) => probe.close(resolve));
    const closed = run('anna@verein.example', { SMTP_URL: `smtp://127.0.0.1:${port}` });
    await expect(closed).rejects.toThrow(
      /er meldet sich nicht\.\nVerbindung: Sie kam nicht zustande\.\n.*Nicht angenommen\. 127\.0\.0\.1:\d+ nimmt keine Verbindung an: /s,
    );
    for (const [message, sentence] of [
      ['Greeting never received', 'smtps:// statt smtp://, oder ein anderer Port.'],
      [
        'getaddrinfo ENOTFOUND mail.gibtesnicht.example',
        'Den Rechner mail.verein.example kennt das Netz nicht',
      ],
    ] as const) {
      const [line] = whyNot(new Error(message), new URL('smtp://mail.verein.example:465'));
      expect(line).toContain(sentence);
    }
  });
});

describe('the key that signs', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const other = generateKeyPairSync('ed25519').privateKey;
  it.each([
    ['no file', null, 'DKIM_KEY_FILE ist nicht lesbar (ENOENT)'],
    ['no key', 'kein Schlüssel', 'DKIM_KEY_FILE enthält keinen privaten Schlüssel'],
    [
      'a public key',
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      'enthält keinen',
    ],
    ['a weak key', weak.export({ type: 'pkcs8', format: 'pem' }).toString(), 'mindestens 2048 Bit'],
    ['another kind', other.export({ type: 'pkcs8', format: 'pem' }).toString(), 'RSA-Schlüssel'],
  ])('%s ends the start with a sentence (I2, N10)', async (_what, content, sentence) => {
    const DKIM_KEY_FILE = content === null ? '/gibt/es/nicht' : await keyFile(content);
    const config = configured({ DKIM_DOMAIN: 'verein.example', DKIM_KEY_FILE });
    for (const read of [readSignature, createTransport]) {
      expect(() => read(config)).toThrow(ConfigurationError);
      expect(() => read(config)).toThrow(sentence);
    }
  });
});
