import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A key of its own, so that what is sealed here can be opened by nothing else that the secret is
 * used for.
 */
function key(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'vereinsheim seal', 32));
}

/**
 * Encrypts a text for storage where others may read along: the queue, its backups.
 * @param secret the installation's (config.secret)
 * @returns a text that only unseal() with the same secret opens, another one each time
 */
export function seal(text: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key(secret), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** What was sealed. @throws Error if it was changed or sealed with another secret */
export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, key(secret), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return (
    decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') +
    decipher.final('utf8')
  );
}
