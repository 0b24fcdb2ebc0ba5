import { createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { join } from 'node:path';
import type { Config } from '~/config.server';
import { readSignature } from '~/mail/dkim.server';
import { renderMail } from '~/mail/render.server';
import { testMail } from '~/mail/test-mail';
import { onTheWire, smtpTransporter } from '~/mail/transport.server';

/** The TXT records of a name, each joined. */
type LookUp = (name: string) => Promise<string[]>;

interface Trial {
  /** The output for the operator, line by line. */
  readonly lines: string[];
  /** Whether the mail server accepted the mail. */
  readonly sent: boolean;
}

/**
 * Sends one mail the usual way, and reports what happened on the way, and what the sender's domain
 * tells receivers.
 */
export async function trySending(
  config: Config,
  address: string,
  lookUp: LookUp = lookUpInDns,
): Promise<Trial> {
  if (!config.smtpUrl) {
    const folder = join(config.dataDir, 'outbox');
    return {
      sent: false,
      lines: [`SMTP_URL fehlt: Niemand bekommt E-Mails. Sie liegen als Dateien in ${folder}.`],
    };
  }
  const delivery = await deliver(config, config.smtpUrl, address);
  return {
    sent: delivery.sent,
    lines: [...delivery.lines, ...(await aboutDomains(config, lookUp))].map(plain),
  };
}

async function deliver(config: Config, url: string, address: string): Promise<Trial> {
  const talk: string[] = [];
  const transporter = smtpTransporter(config, url, (line) => talk.push(line.trim()));
  const { appName, origin } = config;
  const mail = renderMail(address, testMail, { appName, link: `${origin}/app/` });
  const { hostname, port } = new URL(url);
  const about = () => [
    `Mailserver: ${hostname}${port && `:${port}`}${talk[0] ? `, er meldet sich mit „${talk[0]}“` : ', er meldet sich nicht'}.`,
    `Verbindung: ${aboutConnection(url, talk)}`,
    `Absender: ${inFull(config.mailFrom)}; Rückläufer gehen an ${bouncesTo(config)}.`,
    config.dkim
      ? `Unterschrift: mit DKIM für ${config.dkim.domain}.`
      : 'Unterschrift: keine von diesem Programm. Vielleicht unterschreibt Ihr Mailserver.',
  ];
  try {
    const { response } = await transporter.sendMail(
      onTheWire(mail, `test-${Date.now().toString(36)}`, config),
    );
    return { sent: true, lines: [...about(), `Angenommen: „${response}“.`] };
  } catch (error) {
    return { sent: false, lines: [...about(), ...whyNot(error as Failure, new URL(url))] };
  }
}

type Failure = Error & { readonly response?: string };

/** The mail server's words if it has answered, or else ours. */
export function whyNot({ response, message }: Failure, { host, hostname }: URL): string[] {
  const said = `Nicht angenommen: „${response ?? message}“.`;
  if (response) return [said];
  const ours = (sentence: string) => [`Nicht angenommen. ${sentence}`];
  if (/wrong version number/i.test(message))
    return ours(
      'Der Port spricht kein TLS von Anfang an: smtp:// statt smtps://, oder ein anderer Port.',
    );
  if (/Greeting never received/.test(message))
    return ours(
      'Der Port schweigt, vielleicht weil er TLS von Anfang an spricht, wie 465: smtps:// statt smtp://, oder ein anderer Port.',
    );
  if (/ECONNREFUSED/.test(message))
    return ours(
      `${host} nimmt keine Verbindung an: Prüfen Sie Namen und Port in SMTP_URL, und ob der Mailserver läuft.`,
    );
  if (/ENOTFOUND|EAI_AGAIN/.test(message))
    return ours(
      `Den Rechner ${hostname} kennt das Netz nicht: Prüfen Sie den Namen in SMTP_URL und die Namensauflösung.`,
    );
  return /certificate/i.test(message) ? [said, ABOUT_CERTIFICATES] : [said];
}

/** @param talk what both said: by TLS all that follows a STARTTLS that was accepted */
function aboutConnection(url: string, talk: readonly string[]): string {
  if (talk.length === 0) return 'Sie kam nicht zustande.';
  const asked = talk.findIndex((line) => /^STARTTLS/i.test(line));
  const accepted = asked >= 0 && /^2/.test(talk[asked + 1] ?? '');
  if (accepted && talk.length === asked + 2) return 'Die Verschlüsselung (TLS) kam nicht zustande.';
  return accepted || url.startsWith('smtps:')
    ? 'verschlüsselt (TLS).'
    : 'nicht verschlüsselt. Nur auf derselben Maschine ist das in Ordnung; sonst nehmen Sie smtps:.';
}

const ABOUT_CERTIFICATES =
  'Das Zertifikat des Mailservers gilt nicht für diesen Namen, ist abgelaufen, oder niemand bürgt dafür: Nehmen Sie in SMTP_URL den Namen, für den es ausgestellt ist, oder geben Sie dem Mailserver eines von einer bekannten Stelle. Bürgt dafür eine eigene Stelle, nennt die Umgebungsvariable NODE_EXTRA_CA_CERTS die Datei mit deren Zertifikat.';

const inFull = ({ name, address }: Config['mailFrom']) => (name ? `${name} <${address}>` : address);
const bouncesTo = ({ mailBounces, mailFrom }: Config) => mailBounces ?? mailFrom.address;
const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

async function aboutDomains(config: Config, lookUp: LookUp): Promise<string[]> {
  const sender = domainOf(config.mailFrom.address);
  return Promise.all([
    spf(domainOf(bouncesTo(config)), lookUp),
    dkim(config, lookUp),
    dmarc(sender, lookUp),
  ]);
}

async function spf(domain: string, lookUp: LookUp): Promise<string> {
  return sentence('SPF', lookUp, domain, /^v=spf1\b/i, {
    found: (record) =>
      `${domain} sagt, wer für sie sendet: „${record}“. Ihr Mailserver muss dabei sein.`,
    missing: `${domain} sagt nicht, wer für sie sendet. Viele Empfänger halten E-Mails dann für Spam.`,
  });
}

async function dmarc(domain: string, lookUp: LookUp): Promise<string> {
  return sentence('DMARC', lookUp, `_dmarc.${domain}`, /^v=DMARC1\b/i, {
    found: (record) => `${domain} hat eine Regel für unechte E-Mails: „${record}“.`,
    missing: `${domain} hat keine Regel für unechte E-Mails. Gmail und andere verlangen eine, wenn viele E-Mails kommen.`,
  });
}

async function dkim(config: Config, lookUp: LookUp): Promise<string> {
  if (!config.dkim) return 'DKIM: DKIM_DOMAIN ist nicht gesetzt, also gibt es nichts nachzusehen.';
  const name = `${config.dkim.selector}._domainkey.${config.dkim.domain}`;
  return sentence('DKIM', lookUp, name, /(^|;)\s*p=/, {
    found: (record) =>
      publishedKey(record) === ownKey(config)
        ? `Der Schlüssel bei ${name} passt zu DKIM_KEY_FILE.`
        : `Der Schlüssel bei ${name} ist ein anderer als der in DKIM_KEY_FILE. So gilt die Unterschrift als falsch.`,
    missing: `Bei ${name} steht kein Schlüssel. So gilt die Unterschrift als falsch.`,
  });
}

const publishedKey = (record: string) =>
  /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replace(/\s/g, '');

function ownKey(config: Config): string {
  const signature = readSignature(config);
  if (!signature) return '';
  const key = createPublicKey(signature.privateKey).export({ type: 'spki', format: 'der' });
  return key.toString('base64');
}

async function sentence(
  what: string,
  lookUp: LookUp,
  name: string,
  shape: RegExp,
  { found, missing }: { found: (record: string) => string; missing: string },
): Promise<string> {
  try {
    const record = (await lookUp(name)).find((each) => shape.test(each));
    return `${what}: ${record ? found(record) : missing}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return `${what}: ${missing}`;
    return `${what}: ${name} ließ sich nicht nachsehen (${code ?? 'kein Netz'}).`;
  }
}

const lookUpInDns: LookUp = async (name) => {
  const records = await new Resolver({ timeout: 5000, tries: 1 }).resolveTxt(name);
  return records.map((parts) => parts.join(''));
};

/** Longer than any sentence of ours. */
const SHOWN = 500;

/** Mail servers and domains choose their texts, which must not control the operator's terminal. */
function plain(line: string): string {
  const text = line.replace(/\p{Cc}+/gu, ' ');
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
