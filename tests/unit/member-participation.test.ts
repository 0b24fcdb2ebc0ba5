import { describe, expect, it } from 'vitest';
import { lastMonths, yearInWords, yearOf } from '~/features/members/participation';

describe('a member over the year (D5)', () => {
  it('the year of a member is the twelve months that end with the present one, across the turn of the year (D5)', () => {
    expect(lastMonths('2026-02-28')).toEqual([
      '2025-03',
      '2025-04',
      '2025-05',
      '2025-06',
      '2025-07',
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
    expect(lastMonths('2026-12-31')[0]).toBe('2026-01');
  });

  it('the year of a member has a place for every month, and none for older ones (D5)', () => {
    const year = yearOf('2026-03-15', [
      { month: '2026-03', count: 2 },
      { month: '2024-03', count: 9 },
    ]);
    expect(year).toHaveLength(12);
    expect(year.at(-1)).toEqual({ month: '2026-03', count: 2 });
    expect(year.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });

  it('the year of a member says in words what the picture shows (D5)', () => {
    const counts = [
      { month: '2025-12', count: 1 },
      { month: '2026-03', count: 2 },
    ];
    expect(yearInWords(yearOf('2026-03-15', counts))).toBe(
      '3 Teilnahmen in den letzten zwölf Monaten: Dezember 1, März 2.',
    );
    expect(yearInWords(yearOf('2026-03-15', counts.slice(0, 1)))).toContain('1 Teilnahme in');
    expect(yearInWords(yearOf('2026-03-15', []))).toBe(
      'Keine Teilnahme in den letzten zwölf Monaten.',
    );
  });
});
