import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/**
 * Time-based one-time passwords (RFC 6238) as all authenticator apps make them: SHA-1, six digits,
 * steps of 30 seconds (T3).
 */

/** RFC 4226, 4: recommended for SHA-1. */
const SECRET_BYTES = 20;
/** In seconds. */
const STEP = 30;
/** Steps by which an app's clock may be slow or fast (RFC 6238, 5.2). */
const DRIFT = 1;

/** A new shared secret of 160 bits, in base32 as apps take it. */
export function newSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/**
 * What the QR code holds for an app.
 * @param secret in base32
 * @param shown the names that the app shows: the installation's, and the account's e-mail
 */
export function keyUri(secret: string, shown: { issuer: string; account: string }): string {
  return totp(secret, { issuer: shown.issuer, label: shown.account }).toString();
}

/**
 * Compares in constant time.
 * @param secret in base32
 * @param code digits; blanks within are dropped
 * @param now milliseconds since 1970
 * @returns the code's time step; null unless it is the current one or a neighbour
 */
export function matchingStep(secret: string, code: string, now: number): number | null {
  const token = digitsOf(code);
  if (token === null) return null;
  const delta = totp(secret).validate({ token, timestamp: now, window: DRIFT });
  return delta === null ? null : Math.floor(now / 1000 / STEP) + delta;
}

/** The six digits that were typed, without blanks; null for anything else. */
function digitsOf(code: string): string | null {
  const digits = code.replace(/\s/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : null;
}

function totp(secret: string, shown: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...shown,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP,
  });
}
