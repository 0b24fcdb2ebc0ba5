import { describe, expect, it, vi } from 'vitest';
import { boardOf } from '~/features/board/rows.server';
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
    ...{ uuid: '1', name: 'Training', date: '2031-05-01', part: 'asked' },
  };
  const shown: BoardEvent[] = [asked, { ...asked, answer: 'yes' }, { ...asked, isGone: true }];
  expect(countUnanswered(shown)).toBe(1);
});

it("after midnight only the new day is 'Heute', though the old one, which Greenwich still has, is on the board (Y5, Y8)", () => {
  vi.useFakeTimers({ now: Date.parse('2031-05-01T22:30Z'), toFake: ['Date'] });
  const event = (date: string, endDate = date) => ({
    ...{ uuid: `${date} ${endDate}`, name: 'Fest', date, isNext: true, answer: null },
    over: endDate < '2031-05-02',
    ...{ groups: [], groupNames: null, place: '', startTime: null, cancelledAt: null },
    ...{ eventType: 'OPEN_EVENT', position: null },
  });
  const board = {
    organization: { name: 'TSV', motd: '', timeZone: 'Europe/Berlin' },
    scope: { member: null, permissions: [], leads: [], systemAdmin: false },
    ...{ firstName: 'Lena', day: '2031-05-01', whose: null, progress: {}, polls: [], leading: [] },
    news: { tidings: [], letters: [] },
    events: [
      event('2031-04-30', '2031-05-02'),
      event('2031-05-01'),
      event('2031-05-02'),
      event('2031-05-03'),
    ],
  };
  const { events } = boardOf(board as unknown as Parameters<typeof boardOf>[0]);
  vi.useRealTimers();
  expect(events.map(({ when }) => when)).toEqual(['Heute', undefined, 'Heute', 'Morgen']);
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
