import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Config, ConfigurationError } from '~/config.server';

/** Signs mails in the name of their domain (RFC 6376), so that mail servers trust them. */

/** As RFC 8301 recommends; less can be broken (ASVS V11.2.3). */
const MIN_BITS = 2048;

/** With List-Unsubscribe-Post, which must be signed (RFC 8058, 4). */
const SIGNED = [
  'From',
  'Sender',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'In-Reply-To',
  'References',
  'Auto-Submitted',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':');

/**
 * Reads the key that signs mails; null if mails are not signed here.
 * @throws ConfigurationError if it cannot be read, or is no RSA key of 2048 bits or more
 */
export function readSignature({ dkim }: Pick<Config, 'dkim'>) {
  if (!dkim) return null;
  const { domain, selector, keyFile } = dkim;
  return {
    domainName: domain,
    keySelector: selector,
    privateKey: readKey(keyFile).export({ type: 'pkcs8', format: 'pem' }).toString(),
    headerFieldNames: SIGNED,
  };
}

function readKey(file: string): KeyObject {
  const key = parsed(contentOf(file));
  if (!key) throw mistake('enthält keinen privaten Schlüssel (openssl genrsa 2048)');
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_BITS) {
    throw mistake(`muss ein RSA-Schlüssel mit mindestens ${MIN_BITS} Bit sein`);
  }
  return key;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw mistake(`ist nicht lesbar (${(error as NodeJS.ErrnoException).code})`);
  }
}

function parsed(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

const mistake = (what: string) => new ConfigurationError([`DKIM_KEY_FILE ${what}`]);
