import { describe, expect, it } from 'vitest';
import {
  answeredBy,
  answersInList,
  countText,
  optionState,
  optionsHint,
  ownChoice,
} from '~/features/polls/view';

const options = [{ optionUuid: 'yes' }, { optionUuid: 'no' }];

describe('choice', () => {
  it('the choice of a user is the option of their one answer, or none (F4)', () => {
    expect(ownChoice(options, [])).toEqual({ kind: 'none' });
    expect(ownChoice(options, [{ optionUuid: 'no' }])).toEqual({ kind: 'chosen', option: 'no' });
  });

  it('two answers of one user are reported as broken, even to the same option (F4)', () => {
    expect(ownChoice(options, [{ optionUuid: 'no' }, { optionUuid: 'yes' }])).toEqual({
      kind: 'broken',
    });
    expect(ownChoice(options, [{ optionUuid: 'no' }, { optionUuid: 'no' }])).toEqual({
      kind: 'broken',
    });
  });

  it('an answer to a missing or ambiguous option is reported as broken (F4)', () => {
    expect(ownChoice(options, [{ optionUuid: 'perhaps' }])).toEqual({ kind: 'broken' });
    expect(ownChoice([...options, { optionUuid: 'no' }], [{ optionUuid: 'no' }])).toEqual({
      kind: 'broken',
    });
  });
});

describe('option', () => {
  const none = ownChoice(options, []);
  const no = ownChoice(options, [{ optionUuid: 'no' }]);

  it("an option offers 'Eintragen' while the poll is open and unanswered (F4)", () => {
    expect(optionState(none, false, 'yes')).toBe('open');
  });

  it('an option says if it was chosen once the poll is answered or closed (F4)', () => {
    expect(optionState(none, true, 'yes')).toBe('not-chosen');
    for (const closed of [true, false]) {
      expect(optionState(no, closed, 'yes')).toBe('not-chosen');
      expect(optionState(no, closed, 'no')).toBe('chosen');
    }
  });
});

describe('answer', () => {
  it('an answer names its member, or says that there is none (F4)', () => {
    expect(answeredBy({ firstName: 'Zoë', lastName: 'Fuchs' })).toBe('Zoë Fuchs');
    expect(answeredBy({ firstName: null, lastName: null })).toBe(
      'Fehler: Mitglied nicht gefunden.',
    );
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
});

describe('hint', () => {
  it('equal options are pointed out whatever their case and spaces, and a single one (F2)', () => {
    expect(optionsHint(['Kuchen', '', ' Salat '])).toBe('');
    expect(optionsHint(['', ' '])).toBe('');
    expect(optionsHint(['Kuchen', ' '])).toBe('Es gibt nur eine Antwortoption.');
    const twice = 'Zweimal dieselbe Antwortoption: „kalter  HUND“.';
    expect(optionsHint(['Kalter Hund', 'Salat', ' kalter  HUND '])).toBe(twice);
  });
});
