import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import mimeWords from 'nodemailer/lib/mime-funcs';
import type { Config } from '~/config.server';
import { mailServer } from '~/connections.server';
import { readSignature } from './dkim.server';
import { LOGO } from './logo';
import { plainName } from './names';
import { isForGood } from './refusal';

export interface Mail {
  readonly to: string;
  /** The name before MAIL_FROM's address, if not its own. */
  readonly sender?: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Where replies go, if not to the sender. */
  readonly replyTo?: string;
  /** The organisation that it comes from, for List-Id (RFC 2919). */
  readonly list?: { readonly organization: string; readonly name: string };
  /** The address that ends mails of this kind (RFC 8058). */
  readonly unsubscribe?: string;
  /** The event that it is about: mail programs show its mails together (References). */
  readonly thread?: string;
}

export interface OutboxMail extends Mail {
  readonly id: string;
  readonly sentAt: string;
}

/** The mail server refused this mail permanently, for the given cause, so a retry is pointless. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

interface Transport {
  /**
   * @param id the same for every attempt at one mail, so that receivers recognise a repeat
   *   (Message-ID)
   * @throws Refused if a retry is pointless; any other error may be temporary
   */
  send(mail: Mail, id: string): Promise<void>;
}

/**
 * SMTP if SMTP_URL is set, else the outbox folder.
 * @throws ConfigurationError if the signing key is invalid, even if nothing is signed yet
 */
export function createTransport(config: Config): Transport {
  readSignature(config);
  return config.smtpUrl ? smtp(config, config.smtpUrl) : outbox(config);
}

function smtp(config: Config, url: string): Transport {
  const transporter = smtpTransporter(config, url);
  return {
    async send(mail, id) {
      try {
        await transporter.sendMail(onTheWire(mail, id, config));
      } catch (error) {
        throw isForGood(error)
          ? new Refused(error instanceof Error ? error.message : String(error), { cause: error })
          : error;
      }
    },
  };
}

/**
 * The transport to the mail server; it signs if DKIM is set up.
 * @param heard gets what either says, in turns; the server begins
 * @throws ConfigurationError if the signing key is invalid
 */
export function smtpTransporter(config: Config, url: string, heard?: (line: string) => void) {
  const dkim = readSignature(config);
  return nodemailer.createTransport(
    {
      // With a `url`, nodemailer ignores all other options.
      ...mailServer(url, config.plaintextHosts),
      connectionTimeout: 30_000,
      greetingTimeout: 30_000,
      socketTimeout: 60_000,
      ...(dkim && { dkim }),
      ...(heard && { debug: true, logger: listener(heard) }),
    },
    { from: config.mailFrom, attachments: [LOGO] },
  );
}

/** nodemailer only reports a conversation to a logger. */
function listener(heard: (line: string) => void) {
  const silent = () => {};
  const debug = (entry: { tnx?: string }, line: string) => {
    if (entry.tnx === 'server' || entry.tnx === 'client') heard(line);
  };
  return {
    debug,
    level: silent,
    trace: silent,
    info: silent,
    warn: silent,
    error: silent,
    fatal: silent,
  };
}

/** A mail as nodemailer takes it, with the headers that programs read. */
export function onTheWire(
  { sender, list, thread, unsubscribe, replyTo, ...mail }: Mail,
  id: string,
  config: Pick<Config, 'mailFrom' | 'mailBounces' | 'origin'>,
): SendMailOptions {
  const host = new URL(config.origin).hostname;
  // An object is always one address; a string would be parsed as a list.
  const to = { name: '', address: mail.to };
  return {
    ...mail,
    to,
    ...(sender && { from: { name: sender, address: config.mailFrom.address } }),
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    ...(config.mailBounces && { envelope: { from: config.mailBounces, to: [to] as Recipients } }),
    messageId: `<${id}@${host}>`,
    // Mails about one event all reply to the same mail, which does not exist.
    ...(thread && {
      inReplyTo: `<event-${thread}@${host}>`,
      references: [`<event-${thread}@${host}>`],
    }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(list && {
        'List-Id': { prepared: true, value: `${phrase(list.name)} <${list.organization}.${host}>` },
      }),
      ...(unsubscribe && endedBy(unsubscribe)),
    },
  };
}

/** An option that nodemailer's types lack. */
type Recipients = { name: string; address: string }[] & string[];

/** A name before an address in a header (RFC 5322, 3.2.5; RFC 2047). */
function phrase(name: string): string {
  const plain = plainName(name);
  return /^[ -~]*$/.test(plain)
    ? `"${plain.replaceAll('"', '')}"`
    : mimeWords.encodeWord(plain, 'B', 52);
}

/** The one-click needs https (RFC 8058, 3.1). */
const endedBy = (address: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${address}>` },
  ...(address.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

const folder = (config: Config) => join(config.dataDir, 'outbox');

function outbox(config: Config): Transport {
  return {
    async send(mail, id) {
      await mkdir(folder(config), { recursive: true, mode: 0o700 });
      const file = join(folder(config), `${id}.json`);
      const content: OutboxMail = { id, sentAt: new Date().toISOString(), ...mail };
      await writeFile(file, JSON.stringify(content), { mode: 0o600 });
    },
  };
}

/** The mails in the outbox, newest first. */
export async function readOutbox(config: Config): Promise<OutboxMail[]> {
  const names = await readdir(folder(config)).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json'));
  const mails = await Promise.all(
    files.map(
      async (name): Promise<OutboxMail> =>
        JSON.parse(await readFile(join(folder(config), name), 'utf8')),
    ),
  );
  return mails.sort((a, b) => b.sentAt.localeCompare(a.sentAt));
}
