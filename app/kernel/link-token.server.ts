import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * What a link in a mail stands for, sealed into its address: nobody can read, change or make one
 * without the installation's secret, and none can be used for another purpose than its own.
 */

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = (purpose: string, secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `vereinsheim link ${purpose}`, 32));

/**
 * Seals the parts of a link; short enough for an address, as ids take 16 bytes each.
 * @param purpose what the link does; each has a key of its own
 * @param ids UUIDs
 * @param rest anything else, in ASCII
 */
export function linkToken(
  purpose: string,
  { ids, rest = '' }: { ids: readonly string[]; rest?: string },
  secret: string,
): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(purpose, secret), iv);
  const bytes = Buffer.concat([
    ...ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex')),
    Buffer.from(rest, 'ascii'),
  ]);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Longer ones are none of ours. */
const MAX_TOKEN = 400;

/**
 * Opens what a visitor sent.
 * @param count how many ids it begins with
 * @returns null for anything but a link of this purpose
 */
export function openLinkToken(
  purpose: string,
  token: string,
  count: number,
  secret: string,
): { ids: string[]; rest: string } | null {
  if (token.length > MAX_TOKEN) return null;
  const bytes = Buffer.from(token, 'base64url');
  // Of all its spellings, only the one that was written.
  if (bytes.toString('base64url') !== token) return null;
  if (bytes.length < IV_BYTES + TAG_BYTES + 16 * count) return null;
  try {
    const [key, iv] = [keyFor(purpose, secret), bytes.subarray(0, IV_BYTES)];
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const opened = Buffer.concat([
      decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
    const ids = Array.from({ length: count }, (_, at) =>
      asUuid(opened.subarray(16 * at, 16 * at + 16)),
    );
    return { ids, rest: opened.subarray(16 * count).toString('ascii') };
  } catch {
    return null;
  }
}

const asUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
