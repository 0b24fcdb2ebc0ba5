/** Maximum of feeds per user. */
export const MOST_FEEDS = 10;

const DEVICES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Android-Handy'],
  [/Android/, 'Android-Tablet'],
];

/** The default name of a feed, as far as the user agent tells (Y8). */
export const deviceName = (userAgent: string): string =>
  DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Computer';

const LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
/** Characters of a file's name, which may take four bytes each; systems allow 255 bytes. */
const LONGEST = 50;

/**
 * A title as a file name, for the two parameters of Content-Disposition (RFC 6266).
 * @returns the name in ASCII, and in full, percent-encoded
 */
export function fileNames(title: string): { ascii: string; utf8: string } {
  const tidy = [...title.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()];
  const short = tidy.length > LONGEST ? tidy.slice(0, LONGEST) : tidy;
  const words = short.join('').trim().replaceAll(' ', '-');
  const ascii = words
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/^-+|-+$|-(?=-)/g, '');
  return { ascii: ascii || 'termin', utf8: encodeURIComponent(words) || 'termin' };
}
