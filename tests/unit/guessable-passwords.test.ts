import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isGuessable, PRODUCT_WORDS, wordsOf } from '~/features/accounts/guessable.server';
import { passwordHint } from '~/features/accounts/wording';
import { createPasswords } from '~/server/passwords';
import { QUICK_HASHES } from '../support/factories';

const passwords = createPasswords(QUICK_HASHES);
afterAll(() => passwords.close());

const known = wordsOf([
  ...PRODUCT_WORDS,
  ...['Jörg', 'Müller-Lüdenscheid', 'joerg.mueller@post.example', 'TSV 1893 Bad Ems', 'Schalke04'],
]);
const guessable = (password: string) => isGuessable(passwords, password, known);

describe('guessable passwords', () => {
  it.each([
    // Common ones, with what forms ask for, disguised, repeated, in pairs.
    ...['Sunshine', 'Sunshine1!', '2026sunshine', 'Sun-shine!', 'P@ssw0rd!2026', 'sun5h1n3'],
    ...['passwordpassword', 'passwordpassword1', 'baseballfootball'],
    // Repetitions and rows.
    ...['aaaaaaaa', 'ababababab', 'abc1abc1abc1', '........'],
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
  ])('%s is refused (T1, ASVS V6.1.2, V6.2.11)', async (password) => {
    expect(await guessable(password)).toBe(true);
  });

  it.each([
    // Words in a longer sentence, four words, random ones.
    ...['Geheim-und-lang', 'Mein Verein tanzt gern', 'jörg mag blaue Pferde'],
    ...['correct horse battery staple', 'computer internet midnight liverpool'],
    ...['xK9$qLp2', '7w-Q.k3Zr', '4829105738', '$%!&*(!@#=', '🎈🎪🚲🎻🧊🧲🪁🪗', 'Пароль-дня-7'],
    // More than ten characters beside the word.
    ...['jörg 82736451902', 'verein#7f$2!9q%4&', 'sunshine82736451902'],
  ])('%s is taken (T1)', async (password) => {
    expect(await guessable(password)).toBe(false);
  });

  it('random passwords of 12 characters are taken, whatever is known of their user (T1)', async () => {
    const character = fc.constantFrom(...'ABCDEFGHJKMNPQRSTVWXYZ23456789-_+=%');
    await fc.assert(
      fc.asyncProperty(
        fc.array(character, { minLength: 12, maxLength: 72 }),
        async (characters) => {
          fc.pre(new Set(characters.slice(0, 12)).size >= 8);
          expect(await guessable(characters.join(''))).toBe(false);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('known words with up to six digits and signs are refused, and whatever is typed is judged (T1)', async () => {
    const word = fc.constantFrom(...known);
    const others = fc.string({ maxLength: 6, unit: fc.constantFrom(...'0123456789!?.- ') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        others,
        async (words, end) => {
          expect(await guessable(words.join('-') + end)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 72, unit: 'binary' }), async (text) => {
        expect(typeof (await guessable(text))).toBe('boolean');
      }),
      { numRuns: 100 },
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
    'Gut sind 15 Zeichen oder mehr, etwa vier zufällige Wörter, nirgends sonst benutzt.';
  expect(passwordHint(1)).toBe(advice);
  expect(passwordHint(7)).toBe(`Mindestens 7 Zeichen. ${advice}`);
  expect(passwordHint(8)).toBe(
    `Mindestens 8 Zeichen. Bitte keines, auf das andere gleich kommen: kein häufiges Passwort, nicht nur Ihr Name oder der Ihres Vereins. ${advice}`,
  );
});
