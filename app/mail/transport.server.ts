import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import type { Config } from '~/config.server';
import { LOGO } from './logo';
import { isForGood } from './refusal';

/** A mail that is ready to be sent. */
export interface Mail {
  readonly to: string;
  /** The name before MAIL_FROM's address, if not its own. */
  readonly sender?: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Where answers go, if not to the sender. */
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

/** The mail server refused this mail for good, as its cause says: a retry would be refused too. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export interface Transport {
  /**
   * @param id the same for every try of one mail, so that receivers recognise a repeat (Message-ID)
   * @throws Refused if a retry is pointless; any other error may be temporary
   */
  send(mail: Mail, id: string): Promise<void>;
}

/** SMTP if SMTP_URL is set, else the outbox folder. */
export function createTransport(config: Config): Transport {
  return config.smtpUrl ? smtp(config, config.smtpUrl) : outbox(config);
}

function smtp(config: Config, url: string): Transport {
  const transporter = nodemailer.createTransport(
    { url, connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 },
    { from: config.mailFrom, attachments: [LOGO] },
  );
  const [own] = addressparser(config.mailFrom, { flatten: true });
  const host = new URL(config.origin).hostname;
  return {
    async send({ sender, ...mail }, id) {
      try {
        await transporter.sendMail({
          ...mail,
          ...(sender && own && { from: { name: sender, address: own.address } }),
          // An object is one address, whatever it holds; a string would be parsed as a list.
          to: { name: '', address: mail.to },
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isForGood(error)
          ? new Refused(error instanceof Error ? error.message : String(error), { cause: error })
          : error;
      }
    },
  };
}

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
