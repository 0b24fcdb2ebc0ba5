/**
 * Characters of a name that a mail shows; enough for any real one, too few for a message of one's
 * own.
 */
const SHOWN = 60;

/**
 * A name (of a person, an organisation, anything that someone typed) as it may stand in a mail: no
 * mail program makes a link of it, in the subject, the preview, the HTML or the text, and it is one
 * line of at most 60 characters.
 *
 * What programs look for is a full stop or a colon within a word, an @, slashes or digits enough
 * for a telephone; a space, seen by everyone, takes that away and leaves 'St. Pauli', 'Dr. Müller'
 * and '1. FC Köln' as they are. Invisible characters would not: telephone recognisers skip them,
 * some programs delete them, and a spam filter takes them for the trick of a spammer.
 */
export function plainName(name: string): string {
  const text = name
    // Full-width letters, dots of other widths: what browsers take for ASCII in a host's name (UTS
    // 46) becomes it.
    .normalize('NFKC')
    .replaceAll('\u3002', '.')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    // Directions, soft hyphens, zero widths: nothing that one sees, but for whoever compares.
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(TELEPHONE, (digits) => (digits.match(/\p{Nd}{1,4}/gu) ?? []).join(' · '))
    .replace(/\\+/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/\s*@\s*/g, ' @ ')
    .replace(/\.(?=[^\s.,;:!?)\]"'”“»/-])/gu, '. ')
    // The time of day stays: no scheme or host ends with a digit before its colon.
    .replace(/(?<!\p{Nd}):(?=\S)|:(?=[^\s\p{Nd}])/gu, ': ')
    .replace(/ +/g, ' ')
    .trim();
  const characters = [...text];
  return characters.length <= SHOWN
    ? text
    : `${characters
        .slice(0, SHOWN - 1)
        .join('')
        .trimEnd()}…`;
}

/** Six digits or more with whatever people put between them, but no letters. */
const TELEPHONE = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){5,}/gu;
