import { describe, expect, it } from 'vitest';
import { obstacleAtOnce } from '~/features/events/rules/answering';
import { consequenceOf } from '~/features/events/view';
import {
  capacityOf,
  deletionInWords,
  isFull,
  lossInWords,
  occupancyOf,
} from '~/features/events/wording';
import { answersInWords } from '~/features/series/listing.server';

describe('capacity', () => {
  const free = { tone: 'green', text: 'Freie Plätze.' };
  const few = { tone: 'orange', text: 'Nur noch wenige freie Plätze.' };
  const none = { tone: 'red', text: 'Keine freien Plätze mehr.' };

  it.each([
    [0, 10, free],
    [75, 100, free],
    [3, 4, free],
    [76, 100, few],
    [75_001, 100_000, few],
    [99, 100, few],
    [749_999_999_999_999, 999_999_999_999_999, free],
    [750_000_000_000_000, 999_999_999_999_999, few],
    [100, 100, none],
    [1, 1, none],
    [12, 10, none],
    [0, 0, none],
    [3, 0, none],
  ])(
    '%i taken out of %i places are shown as free, nearly full or full (E2)',
    (taken, max, expected) => {
      expect(capacityOf({ taken, max })).toEqual(expected);
    },
  );

  it('the occupancy names both numbers (E2)', () => {
    expect(occupancyOf({ taken: 3, max: 10 })).toBe('(3 von 10 belegt)');
  });

  it.each([
    [9, 10, false],
    [10, 10, true],
    [11, 10, true],
    [0, 0, true],
  ])('%i taken out of %i places close the registration: %s (E3)', (taken, max, full) => {
    expect(isFull({ taken, max })).toBe(full);
  });
});

describe('deletion', () => {
  const days = { from: '2031-07-05', until: '2031-08-02' };

  it('deleting several dates says how many go, and that those with answers do not at once (L6)', () => {
    expect(deletionInWords({ ...days, count: 5, answered: 0 })).toEqual({
      says: 'Das sind 5 Termine: 5. Juli bis 2. August 2031.',
      button: '5 Termine löschen',
    });
    expect(deletionInWords({ ...days, count: 2, answered: 1 })).toEqual({
      says: 'Das sind 2 Termine: 5. Juli bis 2. August 2031. Einer hat schon Antworten und wird nicht mitgelöscht: Sie entscheiden, was damit geschieht.',
      button: '1 Termin löschen',
    });
    expect(deletionInWords({ ...days, count: 1, answered: 1 }).button).toBeNull();
  });

  it('what goes with an event is counted, with companions by their places (E3)', () => {
    const lost = (asksAnswer: boolean, registeredParticipants: number, companions = 0) =>
      lossInWords({ asksAnswer, registeredParticipants, companions });
    expect([lost(true, 7), lost(true, 1), lost(false, 2), lost(true, 9, 2), lost(true, 0)]).toEqual(
      ['7 Zusagen', '1 Zusage', '2 Anmeldungen', 'Zusagen für 9 Personen', 'Zusagen'].map(
        (each) => `${each}, Anwesenheit und Umfragen`,
      ),
    );
  });

  it('the dates of a series with answers count companions by their places, too (L6)', () => {
    const answered = (asksAnswer: boolean, companions: number) =>
      answersInWords({
        asksAnswer,
        companions,
        registeredParticipants: 3,
        waiting: 0,
        declined: 1,
        cancelledAt: null,
      });
    expect([answered(true, 0), answered(true, 2), answered(false, 2)]).toEqual(
      ['3 Zusagen', 'Zusagen für 3 Personen', 'Anmeldungen für 3 Personen'].map(
        (each) => `${each}, 1 Absage`,
      ),
    );
  });

  it('another type or maximum says what it means for places, not for an event that asks (E8)', () => {
    const size = { maxParticipants: 5, registeredParticipants: 3, companions: 2 };
    const limited = { ...size, eventType: 'LIMITED_EVENT', asksAnswer: false } as const;
    const open = { ...limited, eventType: 'OPEN_EVENT', maxParticipants: 0 } as const;
    const said = [
      { ...limited, maxParticipants: 2, before: limited },
      { ...limited, maxParticipants: 2, before: { ...limited, maxParticipants: 2 } },
      { ...open, before: limited },
      { ...open, asksAnswer: true, before: limited },
      { ...open, before: open },
    ].map(consequenceOf);
    expect(said).toEqual([
      '3 vergebene Plätze sind mehr als das neue Maximum. Alle behalten ihren Platz.',
      undefined,
      'Anmeldungen für 3 Personen bleiben bestehen, neue sind nicht mehr nötig.',
      undefined,
      undefined,
    ]);
  });
});

describe('obstacles', () => {
  const limited = {
    eventType: 'LIMITED_EVENT',
    maxParticipants: 2,
    registeredParticipants: 1,
    takesAnswers: true,
    cancelledAt: null,
    waitingList: true,
  } as const;
  const full = { ...limited, registeredParticipants: 2 };
  const open = {
    ...limited,
    eventType: 'OPEN_EVENT',
    takesAnswers: false,
    maxParticipants: 0,
    registeredParticipants: 0,
  } as const;

  it.each([
    ['a free place', limited, { registered: false, linked: true }, null],
    ['no linked member', limited, { registered: false, linked: false }, 'not linked'],
    ['no free place', full, { registered: false, linked: true }, 'no room'],
    ['registered for a full event', full, { registered: true, linked: true }, null],
    ['an open event', open, { registered: false, linked: true }, 'open to all'],
  ])('the obstacle to registering is known for: %s (E3, E7)', (_case, event, user, expected) => {
    expect(obstacleAtOnce(event, { ...user, waits: false })).toBe(expected);
  });
});
