import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '~/config.server';

/** A mail, ready to be sent. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface OutboxMail extends Mail {
  readonly id: string;
  readonly sentAt: string;
}

export interface Transport {
  /** @param id the same for every try of one mail, so that a receiver can recognise a repeat (Message-ID) */
  send(mail: Mail, id: string): Promise<void>;
}

/** SMTP if SMTP_URL is set, else the outbox folder. */
export function createTransport(config: Config): Transport {
  return config.smtpUrl ? smtp(config, config.smtpUrl) : outbox(config);
}

function smtp(config: Config, url: string): Transport {
  const transporter = nodemailer.createTransport(
    { url, connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 },
    { from: config.mailFrom },
  );
  const host = new URL(config.origin).hostname;
  return {
    async send(mail, id) {
      await transporter.sendMail({
        ...mail,
        // As an object it is one address, whatever it holds; a text would be read as a list.
        to: { name: '', address: mail.to },
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
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
      async (name): Promise<OutboxMail> => JSON.parse(await readFile(join(folder(config), name), 'utf8')),
    ),
  );
  return mails.sort((a, b) => b.sentAt.localeCompare(a.sentAt));
}
