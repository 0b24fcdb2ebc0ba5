import { isIP } from 'node:net';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import shared from 'nodemailer/lib/shared';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import pg from 'pg';

/**
 * Connections to other machines are encrypted, and their certificates verified, unless the operator
 * names the host as one of a network that nobody else can read (ASVS V12.3.1, docs/decisions/0049).
 */

/** True for what never leaves this machine: loopback, or a Unix socket. */
function isThisMachine(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.+)\]$/, '$1');
  if (name === '' || name.startsWith('/') || name === 'localhost') return true;
  return isIP(name) === 4 ? name.startsWith('127.') : name === '::1';
}

const mayBePlain = (host: string, plaintextHosts: readonly string[]) =>
  isThisMachine(host) || plaintextHosts.includes(host.toLowerCase());

/** With this variable of Node's, no certificate is verified at all. */
const verifiesNothing = () => process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0';

/**
 * Asks the driver itself what it would do with an address: sslmode, sslrootcert, `host` in the query
 * and libpq's variables all count.
 * @returns what is wrong with DATABASE_URL, as a German predicate; null if nothing is
 */
export function mistakeOfDatabaseUrl(
  url: string,
  plaintextHosts: readonly string[],
): string | null {
  let connection: { host: string; ssl: unknown };
  try {
    connection = new pg.Client({ connectionString: url }) as unknown as typeof connection;
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    return code && path ? `nennt die Datei ${path}, die nicht lesbar ist (${code})` : message;
  }
  const { host, ssl } = connection;
  // The driver takes other modes for the same, until its next major version.
  const asked = /[?&]sslmode=verify-full(&|$)/.test(url);
  if (mayBePlain(host, plaintextHosts) || (asked && isVerified(ssl) && !verifiesNothing()))
    return null;
  return (
    `muss ?sslmode=verify-full enthalten, denn ${host} ist ein anderer Rechner ` +
    `(im eigenen Netz, das sonst niemand mitliest: PLAINTEXT_HOSTS=${host})`
  );
}

/** By an authority, and for this host: libpq's verify-ca replaces the latter check by none. */
function isVerified(ssl: unknown): boolean {
  if (typeof ssl !== 'object' || ssl === null) return ssl === true;
  const { rejectUnauthorized, checkServerIdentity } = ssl as TlsOptions;
  return rejectUnauthorized !== false && checkServerIdentity === undefined;
}

/** `service` names a provider, whose host nodemailer knows; its types do not know the query. */
const parsed = (url: string): SMTPTransport.Options => shared.parseConnectionUrl(url);

const mayMailPlainly = (server: SMTPTransport.Options, plaintextHosts: readonly string[]) =>
  server.service === undefined && mayBePlain(server.host ?? '', plaintextHosts);

/** @returns what is wrong with SMTP_URL, as a German predicate; null if nothing is */
export function mistakeOfSmtpUrl(url: string, plaintextHosts: readonly string[]): string | null {
  let server: SMTPTransport.Options;
  try {
    server = parsed(url);
  } catch {
    return 'darf kein einzelnes % enthalten: Im Passwort steht dafür %25';
  }
  if (mayMailPlainly(server, plaintextHosts)) return null;
  const { service, ignoreTLS = false, tls } = server;
  const host = service ?? server.host;
  const isUnverified = (tls?.rejectUnauthorized ?? true) !== true || verifiesNothing();
  if (ignoreTLS === false && !isUnverified) return null;
  return (
    `darf die Verschlüsselung nicht abschalten, denn ${host} ist ein anderer Rechner ` +
    `(im eigenen Netz, das sonst niemand mitliest: PLAINTEXT_HOSTS=${host})`
  );
}

/**
 * The address of the mail server, for nodemailer. Another machine gets mails by TLS or not at all:
 * with `smtp:` it has to take STARTTLS (RFC 3207), as nobody would notice an attacker stripping it.
 * On this machine, where it need not be encrypted at all, a certificate may be anybody's: Debian's
 * Postfix has one that it signed itself.
 */
export function mailServer(url: string, plaintextHosts: readonly string[]) {
  const server = parsed(url);
  if (!mayMailPlainly(server, plaintextHosts))
    return { ...server, requireTLS: true, opportunisticTLS: false };
  if (!isThisMachine(server.host ?? '')) return server;
  return { ...server, tls: { rejectUnauthorized: false, ...server.tls } };
}
