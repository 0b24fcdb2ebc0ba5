import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A cipher that seals bytes so that nobody can read, change or make them without the secret. Seals
 * begin with a version byte, so that another cipher can take over while seals of this one are still
 * in use (ASVS V11.2.2, docs/decisions/0004).
 */
export interface Cipher {
  /** 1 to 255, never reused for another cipher. */
  readonly version: number;
  seal(bytes: Buffer, purpose: string, secret: string): Buffer;
  /** @throws Error if these bytes were not sealed for this purpose with this secret */
  open(sealed: Buffer, purpose: string, secret: string): Buffer;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derived per purpose, so that a seal opens for no other. */
const keyFor = (purpose: string, secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `vereinsheim ${purpose}`, 32));

const VERSION = Buffer.of(1);

/** The current cipher, AES-256-GCM: nonce, tag, text. The version is authenticated as well. */
export const AES_GCM: Cipher = {
  version: 1,
  seal(bytes, purpose, secret) {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, keyFor(purpose, secret), iv).setAAD(VERSION);
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  },
  open(sealed, purpose, secret) {
    const options = { authTagLength: TAG_BYTES };
    const [iv, text] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES + TAG_BYTES)];
    const key = keyFor(purpose, secret);
    const decipher = createDecipheriv(CIPHER, key, iv, options).setAAD(VERSION);
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(text), decipher.final()]);
  },
};

/** The installation's secret; or several, any of which may have sealed, the current one first. */
export type Secrets = string | readonly string[];

/**
 * Seals with the first of these ciphers, and opens seals of any.
 * @param ciphers the newest first
 */
export function sealing(ciphers: readonly [Cipher, ...Cipher[]]) {
  const [newest] = ciphers;
  return {
    sealBytes(bytes: Buffer, purpose: string, secret: string): Buffer {
      return Buffer.concat([Buffer.of(newest.version), newest.seal(bytes, purpose, secret)]);
    },

    /** @returns null if it was changed, or sealed for another purpose or with another secret */
    openBytes(sealed: Buffer, purpose: string, secrets: Secrets): Buffer | null {
      const named = ciphers.find(({ version }) => version === sealed[0]);
      if (!named) return null;
      for (const secret of [secrets].flat()) {
        try {
          return named.open(sealed.subarray(1), purpose, secret);
        } catch {
          // Changed, or sealed with another secret, perhaps a former one.
        }
      }
      return null;
    },
  };
}

export const { sealBytes, openBytes } = sealing([AES_GCM]);
