import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommon } from '~/features/accounts/common-passwords.server';
import { isGuessable, PRODUCT_WORDS, wordsOf } from '~/features/accounts/guessable.server';
import { passwordHint } from '~/features/accounts/wording';
import { commonPasswords, FILE, generated } from '../../scripts/common-passwords';

const known = wordsOf([
  ...PRODUCT_WORDS,
  ...['Jörg', 'Müller-Lüdenscheid', 'joerg.mueller@post.example', 'TSV 1893 Bad Ems', 'Schalke04'],
]);
const guessable = (password: string) => isGuessable(password, known);

describe('common passwords', () => {
  it('the list is what the package gives: 10,000 passwords in 80,000 bytes (T1, ASVS V6.2.4)', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(generated());
    const passwords = commonPasswords();
    expect(passwords).toHaveLength(10_000);
    expect(passwords.slice(0, 3)).toEqual(['password', '12345678', '123456789']);
    expect(passwords.every((password) => [...password].length >= 8)).toBe(true);
  });

  it('each of them is found, whatever its case, and none of others (T1)', () => {
    for (const password of commonPasswords()) {
      expect(isCommon(password), password).toBe(true);
      expect(guessable(password.toUpperCase()), password).toBe(true);
    }
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 72 }), (text) => {
        fc.pre(!commonPasswords().includes(text));
        expect(isCommon(text)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('the licence of the list is in NOTICE', () => {
    expect(readFileSync('NOTICE', 'utf8')).toContain('Copyright (c) 2012-2016 Dan Wheeler');
  });
});

describe('guessable passwords', () => {
  it.each([
    // Common ones, with what forms ask for, disguised, repeated, in pairs.
    ...['Sunshine', 'Sunshine1!', '2026sunshine', 'Sun-shine!', 'P@ssw0rd!2026', 'sun5h1n3'],
    ...['passwordpassword', 'passwordpassword1', 'baseballfootball', 'Baseball Football 7'],
    // Repetitions and rows.
    ...['aaaaaaaa', 'ababababab', 'abc1abc1abc1', '........', 'xK9$qLpxK9$qLpxK9$'],
    ...[
      'qwertzuiop',
      'poiuztrewq',
      'asdfghjkl123',
      '12345678901234567890',
      '111222333',
      '4321 8765',
    ],
    // Names, addresses, clubs, in either spelling.
    ...['jörgmüller', 'JoergMueller', 'jorg.muller!', 'J0ergMue11er', 'Müller-Lüdenscheid-1962'],
    ...['joerg.mueller@post.example', 'tsv-bad-ems', 'TSV1893BadEms', 'badems24.12.1985'],
    // Of the product, of the operator, several words.
    ...['Vereinsheim', 'Passwort2026', 'P@ssw0rt!!', 'MitgliedVerein'],
    ...['schalke04!', 'Schalke04Schalke04', 'JörgVereinsheim', 'Sommer2026!', 'frühling26'],
  ])('%s is refused (T1, ASVS V6.1.2, V6.2.11)', (password) => {
    expect(guessable(password)).toBe(true);
  });

  it.each([
    // Words in a longer sentence, four words, random ones.
    ...['Geheim-und-lang', 'Mein Verein tanzt gern', 'jörg mag blaue Pferde'],
    ...['correct horse battery staple', 'computer internet midnight liverpool'],
    ...['xK9$qLp2', '7w-Q.k3Zr', '4829105738', '$%!&*(!@#=', '🎈🎪🚲🎻🧊🧲🪁🪗', 'Пароль-дня-7'],
    // More than ten characters beside the word.
    ...['jörg 82736451902', 'verein#7f$2!9q%4&', 'sunshine82736451902'],
  ])('%s is taken (T1)', (password) => {
    expect(guessable(password)).toBe(false);
  });

  it('random passwords of 12 characters are taken, whatever is known of their user (T1)', () => {
    const character = fc.constantFrom(...'ABCDEFGHJKMNPQRSTVWXYZ23456789-_+=%');
    fc.assert(
      fc.property(fc.array(character, { minLength: 12, maxLength: 72 }), (characters) => {
        fc.pre(new Set(characters).size >= 8);
        expect(guessable(characters.join(''))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('whatever is typed is judged, and known words with up to ten other characters are refused (T1)', () => {
    const word = fc.constantFrom(...known);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.string({ maxLength: 6, unit: fc.constantFrom(...'0123456789!?.- ') }),
        (words, others) => {
          expect(guessable(words.join('-') + others)).toBe(true);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 72, unit: 'binary' }), (text) => {
        expect(typeof guessable(text)).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
  });

  it('docs/operating.md lists the words of which no password may be made (ASVS V6.1.2)', () => {
    const text = readFileSync('docs/operating.md', 'utf8');
    const [, listed = ''] = /<!-- words -->([\s\S]*?)<!-- \/words -->/.exec(text) ?? [];
    expect(listed.trim().split(/,\s+/)).toEqual([...PRODUCT_WORDS]);
  });
});

it('the hint of a new password says what is refused, where it is (T1)', () => {
  const advice =
    'Gut sind 15 Zeichen oder mehr, etwa vier zufällige Wörter, die Sie nirgends sonst benutzen.';
  expect(passwordHint(1)).toBe(advice);
  expect(passwordHint(7)).toBe(`Mindestens 7 Zeichen. ${advice}`);
  expect(passwordHint(8)).toBe(
    `Mindestens 8 Zeichen. Bitte keines, auf das andere gleich kommen: kein häufiges Passwort, nicht nur Ihr Name oder der Ihres Vereins. ${advice}`,
  );
});
