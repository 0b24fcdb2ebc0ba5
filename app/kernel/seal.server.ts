import type { z } from 'zod';
import { type Secret, secretsOf } from '~/config.server';
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

/** Seals a text for one purpose: it cannot pass for what was sealed for another. */
export function sealFor(purpose: string, text: string, { secret }: Secret): string {
  return seal(text, keyOf(purpose, secret));
}

/** Opens what sealFor() sealed; null for anything else. */
export function openFor(purpose: string, sealed: string, config: Secret): string | null {
  const keys = secretsOf(config).map((secret) => keyOf(purpose, secret));
  return unsealed(sealed, keys);
}

/** Values that travel through a browser, sealed for one purpose. */
export const sealedValues = <Shape extends z.ZodObject>(purpose: string, shape: Shape) => ({
  seal: (value: z.input<Shape>, config: Secret): string =>
    sealFor(purpose, JSON.stringify(value), config),
  /** Null for what was not sealed here, or had another shape before an update. */
  open(sealed: string, config: Secret): z.output<Shape> | null {
    const text = openFor(purpose, sealed, config);
    return text === null ? null : (shape.safeParse(JSON.parse(text)).data ?? null);
  },
});

const keyOf = (purpose: string, secret: string) => `${purpose} ${secret}`;

/** Like unseal(), but null if it cannot be opened: for untrusted input. */
export function unsealed(sealed: string, secrets: Secrets): string | null {
  return openBytes(Buffer.from(sealed, 'base64url'), PURPOSE, secrets)?.toString() ?? null;
}
