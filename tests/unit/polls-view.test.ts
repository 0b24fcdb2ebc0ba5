import { describe, expect, it } from 'vitest';
import {
  answeredBy,
  countText,
  instantToText,
  optionState,
  ownChoice,
} from '~/features/polls/view';

const options = [{ optionUuid: 'yes' }, { optionUuid: 'no' }];

describe('what one user chose (F4)', () => {
  it('the choice of a user is nothing without an answer, and the option of the one answer (F4)', () => {
    expect(ownChoice(options, [])).toEqual({ kind: 'none' });
    expect(ownChoice(options, [{ optionUuid: 'no' }])).toEqual({ kind: 'chosen', option: 'no' });
  });

  it('the choice of a user cannot be with more than one own answer, even to the same option (F4)', () => {
    expect(ownChoice(options, [{ optionUuid: 'no' }, { optionUuid: 'yes' }])).toEqual({
      kind: 'broken',
    });
    expect(ownChoice(options, [{ optionUuid: 'no' }, { optionUuid: 'no' }])).toEqual({
      kind: 'broken',
    });
  });

  it('the choice of a user cannot be with an answer that has no option, or no unique one (F4)', () => {
    expect(ownChoice(options, [{ optionUuid: 'perhaps' }])).toEqual({ kind: 'broken' });
    expect(ownChoice([...options, { optionUuid: 'no' }], [{ optionUuid: 'no' }])).toEqual({
      kind: 'broken',
    });
  });
});

describe('what stands beside an option (F4)', () => {
  const none = ownChoice(options, []);
  const no = ownChoice(options, [{ optionUuid: 'no' }]);

  it("the label beside an option is 'Eintragen' while the poll is open and not answered (F4)", () => {
    expect(optionState(none, false, 'yes')).toBe('open');
  });

  it('the label beside an option is whether it is the chosen one after the answer and in a closed poll (F4)', () => {
    expect(optionState(none, true, 'yes')).toBe('not-chosen');
    for (const closed of [true, false]) {
      expect(optionState(no, closed, 'yes')).toBe('not-chosen');
      expect(optionState(no, closed, 'no')).toBe('chosen');
    }
  });
});

describe('an answer in the administration', () => {
  it('an answer in the administration names its member, or says that there is none (F4)', () => {
    expect(answeredBy({ firstName: 'Zoë', lastName: 'Fuchs' })).toBe('Zoë Fuchs');
    expect(answeredBy({ firstName: null, lastName: null })).toBe(
      'Fehler: Mitglied nicht gefunden.',
    );
  });

  it('an answer in the administration says when it was given, in UTC (F3)', () => {
    expect(instantToText('2026-03-02T23:05:59.123Z')).toBe('02.03.2026, 23:05 Uhr (UTC)');
  });

  it('an answer in the administration counts by option with its share', () => {
    expect(countText(0, 0)).toBe('Keine Antworten');
    expect(countText(0, 7)).toBe('Keine Antworten');
    expect(countText(1, 3)).toBe('1 Antwort (33 %)');
    expect(countText(2, 3)).toBe('2 Antworten (67 %)');
  });
});
