import { openBytes, type Secrets, sealBytes } from './sealing.server';

const PURPOSE = 'seal';

/**
 * Encrypts a text for storage that others may read: the queue, its backups.
 * @param secret the installation's (config.secret)
 * @returns a different text each time, which unseal() opens with the same secret
 */
export function seal(text: string, secret: string): string {
  return sealBytes(Buffer.from(text), PURPOSE, secret).toString('base64url');
}

/**
 * Decrypts a sealed text.
 * @param secrets the one that sealed it, or several of which one did (secretsOf)
 * @throws Error if it was changed or sealed with another secret
 */
export function unseal(sealed: string, secrets: Secrets): string {
  const text = unsealed(sealed, secrets);
  if (text === null) throw new Error('This was changed, or sealed with another secret');
  return text;
}

/** Like unseal(), but null if it cannot be opened: for untrusted input. */
export function unsealed(sealed: string, secrets: Secrets): string | null {
  return openBytes(Buffer.from(sealed, 'base64url'), PURPOSE, secrets)?.toString() ?? null;
}
