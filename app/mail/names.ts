/** Characters of a name in a mail: enough for any real one, too few to smuggle in a message. */
const SHOWN = 60;

/**
 * Makes a name (of a person, an organisation, anything that someone typed) safe for a mail: one
 * line of at most 60 characters that no mail program turns into a link, be it in the subject, the
 * preview, the HTML or the text.
 *
 * Programs look for a full stop or a colon within a word, an @, slashes, or enough digits for a
 * telephone number. A visible space breaks these patterns without changing 'St. Pauli', 'Dr.
 * Müller' and '1. FC Köln'. Invisible characters do not work: telephone recognisers skip them, some
 * programs delete them, and spam filters distrust them.
 */
export function plainName(name: string): string {
  return plainText(name, SHOWN);
}

/** Changes a longer text, such as a place or a reason, like a name. @param shown its characters at most */
export function plainText(written: string, shown: number): string {
  const text = seen(written)
    .replace(TELEPHONE, (digits) =>
      CALENDAR.test(digits) ? digits : (digits.match(GROUP) ?? []).join(' · '),
    )
    .replace(/\\+/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/\s*@\s*/g, ' @ ')
    // Keeps '12.12.26' and '1.250', but not the four numbers of an address.
    .replace(/\.(?=[^\s.,;:!?)\]"'”“»/–-])(?!(?<=\d\.)(?<!\d\.\d{1,3}\.\d{1,3}\.)\d)/gu, '. ')
    // Keeps the time of day: no scheme or host has a digit before its colon.
    .replace(/(?<!\p{Nd}):(?=\S)|:(?=[^\s\p{Nd}])/gu, ': ')
    .replace(/ +/g, ' ')
    .trim();
  return shortened(text, shown);
}

/** A text as its reader sees it, on one line. */
const seen = (written: string): string =>
  written
    // Browsers read full-width letters and dots in a host name as ASCII (UTS 46).
    .normalize('NFKC')
    .replaceAll('\u3002', '.')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(/ +/g, ' ')
    .trim();

/** Whether a mail breaks up something in a text of several lines. */
export const isBrokenUp = (written: string): boolean =>
  written.split('\n').some((line) => plainText(line, Number.POSITIVE_INFINITY) !== seen(line));

/** Cuts a text to this many characters, without creating something that looks like a link. */
export function shortened(text: string, shown: number): string {
  const characters = [...text];
  if (characters.length <= shown) return text;
  const begun = characters.slice(0, shown - 1).join('');
  return `${begun.replace(/[\s:/.@\u200C\u200D]+$/u, '')}…`;
}

// What is written with an invisible character stays as it is: no pattern of plainText() looks there.
const EMOJI = String.raw`(?<=\p{ExtPict}\p{EMod}?\uFE0F?)\u200D|(?<=\p{ExtPict}|[\d#*](?=\uFE0F\u20E3))\uFE0F`;
/** Between letters that join: Persian, Bengali. No letter with a capital does. */
const JOINER = String.raw`(?<=[\p{Lo}\p{M}])[\u200C\u200D](?=\p{Lo})`;
/** Directions, soft hyphens, zero widths: they defeat the patterns of plainText(). */
const INVISIBLE = new RegExp(String.raw`(?!${EMOJI}|${JOINER})[\p{C}\p{DI}]`, 'gu');

// Each text matches in one way only, or a hostile one would be tried in millions of ways.
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])\.`;
const MONTH = ` ?(?:0?[1-9]|1[0-2])`;
const DATE = String.raw`${DAY}${MONTH}\.(?: ?20\d\d)?`;
const CLOCK = String.raw`(?:[01]?\d|2[0-4])\.[0-5]\d`;
const SMALL = String.raw`(?:1\d\d|\d\d?)`;
const RESULT = String.raw`${SMALL}:${SMALL}(?::\d\d)?`;
const TO = ' ?[/–-] ?';
const PARTS = [
  // '12.12.', '12.–14.12.2026', at the end also '12.12'
  `(?:(?:${DAY}|${DATE})${TO})?(?:${DATE}|${DAY}${MONTH}$)`,
  // '12.12.26', '12./13.12.26'
  String.raw`(?:${DAY}${TO})?${DAY}${MONTH}\.\d\d`,
  // '18.30–20.00'
  `${CLOCK}(?:${TO}${CLOCK})?`,
  // '18:30', '14.12. (18:00', '25:20 25:18', '1:04:30'
  `(?:${DATE}[ (/–-]{1,2})?${RESULT}(?:[ ()/–-]{1,3}${RESULT})*`,
  // '1.250,00', '1.250', '12,50'
  String.raw`(?:[1-9]\d{0,2}\.\d{3}(?:,\d\d|(?!,\d))|(?:0|[1-9]\d{0,2}),\d\d)`,
  // '2026/27'
  String.raw`(?:19|20)\d\d[/–-](?:(?:19|20)\d\d|\d\d)`,
].join('|');
/**
 * Days, times, results, amounts and seasons as people write them: '12.03.2027, 18:00–20:00'. No
 * program dials across a comma, semicolon or colon, and between those are at most eight digits
 * besides a year 20xx, too few for a number that costs anything: '030 12.34.56', '03.01.23 04.56'
 * and '03.01.23–04.05.67' are none of these.
 */
const CALENDAR = new RegExp(`^(?:${PARTS})(?:[ )]{0,2}[,;][ (]{0,2}(?:${PARTS}))*$`);

/** Six digits or more with anything but letters between them. */
const TELEPHONE = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){5,}/gu;

/** Up to five digits as they are, which may be a postcode; a longer run in fours. */
const GROUP = /(?<!\p{Nd})\p{Nd}{5}(?!\p{Nd})|\p{Nd}{1,4}/gu;
