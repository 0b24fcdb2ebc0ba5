/** Words longer than this may not fit into the narrowest column for names. */
const LONG_WORD = 17;

/** Where shorter words may break, a number and its word have no room together. */
const NARROW = 10;

const WORD = /\p{L}+/gu;

/**
 * From a vowel to where the next syllable begins: with consonants that words begin with, if others
 * stand before them ('Schnupper-training'), with those of one sound, or else with the last one,
 * unless two belong together ('Be-grüßung').
 */
const SYLLABLE =
  /[aeiouyäöü](?:[^aeiouyäöü]+?(?=(?:sch[lmnrw]|[bfgkpt]r|[bfgkp]l|s[pt])[aeiouyäöü])|[^aeiouyäöü]*?(?<![bfgkp](?=[lr])|[dt](?=r))(?=(?:sch|ch|ck|ph|qu|(?<![rs])th|[^aeiouyäöü])[aeiouyäöü]))/gi;

/** One or two letters that would stand alone: 'Ho-henstein'. */
const ALONE = /^(..?)\xAD|\xAD(..?)$/g;

/**
 * Lets long words break between syllables, with a hyphen: 'Jahreshaupt-versammlung'. Browsers know
 * German words only on some systems; elsewhere they would break words anywhere. A number stays with
 * its word ('1. Mannschaft'), unless that is more than a narrow column has room for.
 *
 * @param long the minimum of letters
 */
export function hyphenated(text: string, long = LONG_WORD): string {
  if (text.length < long) return text;
  const broken = text.replace(WORD, (word) =>
    word.length < long ? word : word.replace(SYLLABLE, '$&\xAD').replace(ALONE, '$1$2'),
  );
  return long < NARROW ? broken : broken.replace(/(\d\.) /g, '$1\xA0');
}
