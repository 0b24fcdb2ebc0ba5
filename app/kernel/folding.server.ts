/** Octets of a line at most, without its line break (RFC 5545, 3.1; RFC 2425, 5.8.1). */
const LINE = 75;

/**
 * Folds the lines of a calendar or of vCards at 75 octets, never inside a character. The library of
 * calendars encodes each character separately, which takes a second for a megabyte.
 */
export function folded(lines: string): string {
  return lines
    .split('\r\n')
    .map((line) => (isShort(line) ? line : foldedLine(Buffer.from(line))))
    .join('\r\n');
}

/** Most lines need no count: each UTF-16 unit takes three octets at most. */
const isShort = (line: string) => line.length <= LINE / 3 || Buffer.byteLength(line) <= LINE;

function foldedLine(line: Buffer): string {
  const parts: string[] = [];
  let from = 0;
  // Continued lines begin with a space, which counts.
  for (let room = LINE; from < line.length; room = LINE - 1) {
    let to = Math.min(from + room, line.length);
    while (to < line.length && isInside(line[to])) to -= 1;
    parts.push(line.toString('utf8', from, to));
    from = to;
  }
  return parts.join('\r\n ');
}

/** True for an octet of UTF-8 that continues a character. */
const isInside = (octet = 0) => (octet & 0xc0) === 0x80;
