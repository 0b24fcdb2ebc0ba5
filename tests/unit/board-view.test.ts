import { describe, expect, it } from 'vitest';
import { type BoardEvent, countUnanswered, isLong, placesLeft } from '~/features/board/view';

describe('the Information text (C1)', () => {
  it('a message is cut on a phone from the sixth line on, counted as a phone breaks them (C1)', () => {
    expect(isLong('a\n\nb\nc\nd')).toBe(false);
    expect(isLong('a\n\nb\nc\nd\ne')).toBe(true);
    expect(isLong('x'.repeat(180))).toBe(false);
    expect(isLong('x'.repeat(190))).toBe(true);
  });
});

it('one just answered waits for no answer, though it still stands there: more are missing than shown (Y5, Y7)', () => {
  const asked: BoardEvent = {
    uuid: '1',
    name: 'Training',
    date: '2031-05-01',
    part: 'asked',
  };
  const shown: BoardEvent[] = [asked, { ...asked, answer: 'yes' }, { ...asked, isGone: true }];
  expect(countUnanswered(shown)).toBe(1);
});

describe('places left (E2)', () => {
  it.each([
    [{ max: 10, taken: 0 }, 'green', '10 Plätze\u00A0frei'],
    [{ max: 4, taken: 3 }, 'green', '1 Platz\u00A0frei'],
    [{ max: 10, taken: 8 }, 'orange', 'Nur noch 2 Plätze\u00A0frei'],
    [{ max: 10, taken: 9 }, 'orange', 'Nur noch 1 Platz\u00A0frei'],
    [{ max: 10, taken: 10 }, 'red', 'Keine freien Plätze mehr.'],
    [{ max: 10, taken: 12 }, 'red', 'Keine freien Plätze mehr.'],
    [{ max: 0, taken: 0 }, 'red', 'Keine freien Plätze mehr.'],
    [{ max: 999_999_999_999_999, taken: 3 }, 'green', 'Freie Plätze'],
  ])('%j is %s and reads %j (E2)', (places, tone, text) => {
    expect(placesLeft(places)).toMatchObject({ tone, text });
  });
});
