import { expect, it } from 'vitest';
import {
  answersInList,
  countText,
  namesInWords,
  optionsHint,
  ownChoice,
} from '~/features/polls/view';

const options = [{ optionUuid: 'yes' }, { optionUuid: 'no' }];

/** What else a poll shows, tests/http/polls-answers.test.ts and tests/spec/polls.test.ts say. */
it('two answers of one user, or one to no single option, are reported as broken (F4)', () => {
  const broken = { kind: 'broken' };
  expect(ownChoice(options, [{ optionUuid: 'no' }, { optionUuid: 'yes' }])).toEqual(broken);
  expect(ownChoice(options, [{ optionUuid: 'no' }, { optionUuid: 'no' }])).toEqual(broken);
  expect(ownChoice(options, [{ optionUuid: 'perhaps' }])).toEqual(broken);
  const twice = [...options, { optionUuid: 'no' }];
  expect(ownChoice(twice, [{ optionUuid: 'no' }])).toEqual(broken);
});

it('answers are counted with their share', () => {
  expect(countText(0, 0)).toBe('Keine Antworten');
  expect(countText(0, 7)).toBe('Keine Antworten');
  expect(countText(1, 3)).toBe('1 Antwort (33 %)');
  expect(countText(2, 3)).toBe('2 Antworten (67 %)');
  expect([0, 1, 100, 101].map(answersInList)).toEqual([
    'Keine Antworten',
    '1 Antwort',
    '100 Antworten',
    'Über 100 Antworten',
  ]);
});

it('of very many who chose an option some are named, and the others counted (beyond F4)', () => {
  const anna = { firstName: 'Anna', lastName: 'Berg' };
  expect(namesInWords([], 0)).toBe('');
  expect(namesInWords([anna, { firstName: null, lastName: null }], 2)).toBe(
    'Anna Berg, Fehler: Mitglied nicht gefunden.',
  );
  expect(namesInWords([anna, anna], 1402)).toBe('Anna Berg, Anna Berg und 1.400 weitere');
});

it('equal options are pointed out whatever their case and spaces, and a single one (F2)', () => {
  expect(optionsHint(['Kuchen', '', ' Salat '])).toBe('');
  expect(optionsHint(['', ' '])).toBe('');
  expect(optionsHint(['Kuchen', ' '])).toBe('Es gibt nur eine Antwortoption.');
  const twice = 'Zweimal dieselbe Antwortoption: „kalter  HUND“.';
  expect(optionsHint(['Kalter Hund', 'Salat', ' kalter  HUND '])).toBe(twice);
});
