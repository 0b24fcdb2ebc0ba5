import type { Passwords } from '~/kernel/services.server';

/**
 * What an attacker who knows the person, the club or the most common passwords tries first (T1).
 * The rule is documented in docs/operating.md, 'Passwords' (ASVS V6.1.2, V6.2.4, V6.2.11).
 */

/** Words about this product, its subject and log-ins; docs/operating.md lists them, too. */
export const PRODUCT_WORDS: readonly string[] = [
  ...['vereinsheim', 'verein', 'vereine', 'sportverein', 'turnverein', 'club', 'klub'],
  ...['mitglied', 'mitglieder', 'vorstand', 'kassenwart', 'trainer', 'training', 'mannschaft'],
  ...['passwort', 'password', 'kennwort', 'geheim', 'login', 'anmeldung', 'konto', 'admin'],
  ...['hallo', 'willkommen', 'start', 'test', 'fussball', 'handball', 'turnen', 'tennis'],
  ...['sommer', 'winter', 'herbst', 'frühling'],
];

/** As many as eight random characters need (T1). */
const ENOUGH_GUESSES = 1e8;
/** In addition to known words, such as a date of birth or '2026!'. */
const MOST_OTHERS = 10;
const SHORTEST_WORD = 2;

/** Lower case without accents: 'Müller' becomes 'muller'. */
const plain = (text: string) =>
  text.normalize('NFKD').toLowerCase().replaceAll('ß', 'ss').replace(/\p{M}/gu, '');

const spelledOut = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[äöü]/g, (umlaut) => ({ ä: 'ae', ö: 'oe' })[umlaut] ?? 'ue');

/**
 * The words of names, addresses and the like, each plain and with umlauts spelled out, and each
 * text as one word: 'TSV Bad Ems' gives 'tsv', 'bad', 'ems' and 'tsvbadems'.
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
 * True if somebody who knows the words would soon try this password: it is made of them and a few
 * other characters, or zxcvbn says so, about the password itself or about its unaccented letters
 * and digits, where each other character counts as ten times the guesses.
 * @param words of wordsOf()
 * @param network of the client
 * @throws Problem 503 if its turn does not come
 */
export async function isGuessable(
  { guesses }: Pick<Passwords, 'guesses'>,
  password: string,
  words: ReadonlySet<string>,
  network?: string,
): Promise<boolean> {
  if (isMadeOf(words, password)) return true;
  const bare = plain(password).replace(/[^\p{L}\p{N}]/gu, '');
  const others = [...password.normalize('NFC')].length - [...bare].length;
  const few = async (text: string, times: number) =>
    (await guesses(text, [...words], network)) * times < ENOUGH_GUESSES;
  return (await few(password, 1)) || (bare !== '' && (await few(bare, 10 ** Math.max(others, 0))));
}

/** True if all its letters are known words, with few other characters. */
function isMadeOf(words: ReadonlySet<string>, password: string): boolean {
  const typed = plain(password);
  if (!/\p{L}/u.test(typed)) return false;
  const longestFirst = [...words].sort((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), typed);
  return !/\p{L}/u.test(rest) && rest.replaceAll(' ', '').length <= MOST_OTHERS;
}
