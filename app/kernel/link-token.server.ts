import { openBytes, type Secrets, sealBytes } from './sealing.server';

/**
 * The content of a link in a mail, sealed into its address: nobody can read, change or create one
 * without the installation's secret, or use it for another purpose.
 */

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
  const bytes = Buffer.concat([
    ...ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex')),
    Buffer.from(rest, 'ascii'),
  ]);
  return sealBytes(bytes, `link ${purpose}`, secret).toString('base64url');
}

/** Longer ones are not ours. */
const MAX_TOKEN = 400;

/**
 * Opens what a visitor sent.
 * @param count how many ids it begins with
 * @param secrets one of which must have sealed it
 * @returns null for anything but a link of this purpose
 */
export function openLinkToken(
  purpose: string,
  token: string,
  count: number,
  secrets: Secrets,
): { ids: string[]; rest: string } | null {
  if (token.length > MAX_TOKEN) return null;
  const bytes = Buffer.from(token, 'base64url');
  // Only the canonical spelling.
  if (bytes.toString('base64url') !== token) return null;
  const opened = openBytes(bytes, `link ${purpose}`, secrets);
  if (!opened || opened.length < 16 * count) return null;
  const ids = Array.from({ length: count }, (_, at) =>
    asUuid(opened.subarray(16 * at, 16 * at + 16)),
  );
  return { ids, rest: opened.subarray(16 * count).toString('ascii') };
}

const asUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
