import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derived, so that the secret's other uses cannot open what is sealed here. */
function key(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'vereinsheim seal', 32));
}

/**
 * Encrypts a text for storage that others may read: the queue, its backups.
 * @param secret the installation's (config.secret)
 * @returns a different text each time, which unseal() opens with the same secret
 */
export function seal(text: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key(secret), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a sealed text. @throws Error if it was changed or sealed with another secret */
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

/** As unseal(), but null for what cannot be opened: for what anybody may send. */
export function unsealed(sealed: string, secret: string): string | null {
  try {
    return unseal(sealed, secret);
  } catch {
    return null;
  }
}
