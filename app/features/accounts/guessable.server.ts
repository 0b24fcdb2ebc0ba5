import { isCommon } from './common-passwords.server';

/**
 * What somebody who knows the person, the club or the most common passwords tries first (T1). The
 * rule is documented in docs/operating.md, 'Passwords' (ASVS V6.1.2, V6.2.4, V6.2.11).
 */

/** Words of this product, of its subject and of log-ins; docs/operating.md lists them, too. */
export const PRODUCT_WORDS: readonly string[] = [
  ...['vereinsheim', 'verein', 'vereine', 'sportverein', 'turnverein', 'club', 'klub'],
  ...['mitglied', 'mitglieder', 'vorstand', 'kassenwart', 'trainer', 'training', 'mannschaft'],
  ...['passwort', 'password', 'kennwort', 'geheim', 'login', 'anmeldung', 'konto', 'admin'],
  ...['hallo', 'willkommen', 'start', 'test', 'fussball', 'handball', 'turnen', 'tennis'],
  ...['sommer', 'winter', 'herbst', 'frühling'],
];

/** Characters beside the words that do not make a password another one: '2026!', a date of birth. */
const MOST_OTHERS = 10;
/** What repeats something shorter is as short as that. */
const SHORTEST_UNIT = 8;
/** Neighbours on a keyboard, German and English, or in a row of letters or digits. */
const SHORTEST_RUN = 3;
const SHORTEST_WORD = 2;

const ROWS = [
  ...['qwertzuiopu', 'asdfghjkloa', 'yxcvbnm', 'qwertyuiop', 'zxcvbnm'],
  ...['abcdefghijklmnopqrstuvwxyz', '01234567890'],
].flatMap((row) => [row, [...row].reverse().join('')]);

/** Letters that people write as these characters. */
const DISGUISES: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'il', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' },
  ...{ '@': 'a', $: 's', '!': 'i', '€': 'e', '+': 't' },
};

/** Lower case without accents: 'Müller' becomes 'muller'. */
const plain = (text: string) =>
  text.normalize('NFKD').toLowerCase().replaceAll('ß', 'ss').replace(/\p{M}/gu, '');

const spelledOut = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[äöü]/g, (umlaut) => ({ ä: 'ae', ö: 'oe' })[umlaut] ?? 'ue');

/**
 * The words of names, addresses and the like, each plain and with umlauts spelled out, and each text
 * in one piece: 'TSV Bad Ems' gives 'tsv', 'bad', 'ems' and 'tsvbadems'.
 */
export function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const spelling of [plain(text), plain(spelledOut(text))]) {
      const parts = spelling.split(/[^\p{L}\p{N}]+/u);
      for (const word of [...parts, parts.join('')])
        if (word.length >= SHORTEST_WORD && /\p{L}/u.test(word)) words.add(word);
    }
  }
  return words;
}

/**
 * True if a password is one of the first that anybody would try: a common one or two of them, one
 * that only repeats something short, or one made of nothing but known words, keyboard rows and up to
 * ten other characters. Less than a millisecond: passwords have 72 bytes at most.
 * @param words of wordsOf()
 */
export function isGuessable(password: string, words: ReadonlySet<string>): boolean {
  const typed = plain(password);
  const unit = unitOf(typed);
  if (unit.length < typed.length && unit.length < SHORTEST_UNIT) return true;
  return isDerivedFromCommon(unit) || isMadeOf(unit, words);
}

/** What a text repeats at least twice, the last time perhaps in part; otherwise the text. */
function unitOf(text: string): string {
  for (let period = 1; period * 2 <= text.length; period++)
    if (text.startsWith(text.slice(period))) return text.slice(0, period);
  return text;
}

/** Common as it is, or without digits and signs around it or in it, or undisguised; or two such. */
function isDerivedFromCommon(text: string): boolean {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const candidates = new Set([text]);
  if (text.length - core.length <= MOST_OTHERS) {
    candidates.add(core).add(core.replace(/[^\p{L}\p{N}]/gu, ''));
    for (const which of [0, -1])
      candidates.add(undisguised(core, which)).add(undisguised(text, which));
  }
  return [...candidates].some((candidate) => isCommon(candidate) || isTwoCommon(candidate));
}

/** @param which of the letters that a character may stand for, 0 or -1 */
const undisguised = (text: string, which: number) =>
  [...text].map((character) => DISGUISES[character]?.at(which) ?? character).join('');

function isTwoCommon(text: string): boolean {
  for (let end = SHORTEST_UNIT; end <= text.length - SHORTEST_UNIT; end++)
    if (isCommon(text.slice(0, end)) && isCommon(text.slice(end))) return true;
  return false;
}

/**
 * True if nothing but words, rows and a few other characters make up the text. Without letters, digits
 * must be rows as well: a long number may be a good password.
 */
function isMadeOf(text: string, words: ReadonlySet<string>): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  const isOther = /\p{L}/u.test(text) ? /[^\p{L}]/u : /[^\p{L}\p{N}]/u;
  // At each place, how few other characters lead there.
  const others = new Array<number>(text.length + 1).fill(Number.POSITIVE_INFINITY);
  others[0] = 0;
  const reach = (place: number, count: number) => {
    others[place] = Math.min(others[place] ?? count, count);
  };
  for (let place = 0; place < text.length; place++) {
    const count = others[place] ?? Number.POSITIVE_INFINITY;
    if (count > MOST_OTHERS) continue;
    if (isOther.test(text.charAt(place))) reach(place + 1, count + 1);
    for (let end = place + SHORTEST_RUN; end <= place + longestRun(text, place); end++)
      reach(end, count);
    for (const word of words) if (standsAt(text, place, word)) reach(place + word.length, count);
  }
  return (others[text.length] ?? MOST_OTHERS + 1) <= MOST_OTHERS;
}

/** Characters from a place on that are equal, or neighbours in one direction. */
function longestRun(text: string, place: number): number {
  const first = text.charAt(place);
  let equal = 1;
  while (text.charAt(place + equal) === first) equal++;
  const neighbours = ROWS.map((row) => {
    const start = row.indexOf(first);
    let length = 0;
    while (start >= 0 && start + length < row.length && place + length < text.length) {
      if (row.charAt(start + length) !== text.charAt(place + length)) break;
      length++;
    }
    return length;
  });
  return Math.max(equal, ...neighbours);
}

/** True if the word stands there, perhaps disguised: 'p@ssw0rt'. */
function standsAt(text: string, place: number, word: string): boolean {
  if (place + word.length > text.length) return false;
  for (let index = 0; index < word.length; index++) {
    const [there, wanted] = [text.charAt(place + index), word.charAt(index)];
    if (there !== wanted && !DISGUISES[there]?.includes(wanted)) return false;
  }
  return true;
}
