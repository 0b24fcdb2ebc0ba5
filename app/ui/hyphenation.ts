/** Words of so many letters may not fit into the narrowest column for names. */
const LONG_WORD = /\p{L}{17,}/gu;

const SYLLABLE = /[aeiouyäöü][^aeiouyäöü]*?(?=(?:sch|ch|ck|ph|qu|th|[^aeiouyäöü])[aeiouyäöü])/gi;

/**
 * Lets long words break between syllables, with a hyphen: 'Jahreshaupt-versammlung'. Browsers know
 * German words only on some systems; elsewhere they would tear words apart wherever a line ends.
 */
export function hyphenated(text: string): string {
  return text.replace(LONG_WORD, (word) => word.replace(SYLLABLE, '$&\u00AD'));
}
