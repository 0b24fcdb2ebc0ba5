import { expect, it } from 'vitest';
import { tooMany, waitInWords } from '~/kernel/problem';

it.each([
  [1, '1 Sekunde'],
  [2, '2 Sekunden'],
  [89, '89 Sekunden'],
  [90, '2 Minuten'],
  [300, '5 Minuten'],
  [3600, '60 Minuten'],
  [7201, '3 Stunden'],
])('a wait of %i seconds is called %s (G4)', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
  expect(tooMany(seconds).detail).toBe(`Bitte versuchen Sie es in ${words} erneut.`);
});
