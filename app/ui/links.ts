/** Addresses in texts that people write for everybody: plain text, except for https links. */

export interface Piece {
  readonly text: string;
  /** True if it is the address of a page. */
  readonly link: boolean;
}

// Ends at invisible characters, so that a link leads to what it shows.
const ADDRESS = /https:\/\/[^\s<>"„“”‚‘’«»\p{Cc}\p{Cf}]+/gu;

/**
 * Finds the addresses in a text. Only https, and none that pretends to be another: with a user in
 * it, or a host in other letters than ours. Punctuation at the end belongs to the sentence.
 */
export function linked(text: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found);
    if (!isAddress(address)) continue;
    if (index > done) pieces.push({ text: text.slice(done, index), link: false });
    pieces.push({ text: address, link: true });
    done = index + address.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), link: false });
  return pieces;
}

const PUNCTUATION = ".,;:!?'*]}…–-";

/** A closing bracket stays if it was opened in the address: '…/Verein_(Recht)'. */
function withoutPunctuation(found: string): string {
  let stray = found.split(')').length - found.split('(').length;
  let end = found.length;
  // In one pass, as somebody may write ten thousand full stops.
  while (end > 0) {
    const last = found.charAt(end - 1);
    if (last === ')' && stray > 0) stray--;
    else if (!PUNCTUATION.includes(last)) break;
    end--;
  }
  return found.slice(0, end);
}

/** Excludes lookalike hosts such as 'verein⁄a.example' and 'vеrein.example'. */
const PLAIN_HOST = /^https:\/\/[\p{Script=Latin}\d.-]+(?::\d+)?(?:[/?#]|$)/u;

function isAddress(text: string): boolean {
  return (
    PLAIN_HOST.test(text.normalize('NFC')) &&
    URL.canParse(text) &&
    new URL(text).hostname.includes('.')
  );
}
