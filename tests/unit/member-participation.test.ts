import { expect, it } from 'vitest';
import { lastTwelveMonths } from '~/dates.server';
import { yearInWords, yearOf } from '~/features/members/participation';

const months = lastTwelveMonths('2026-03-15');

it('the year of a member has an entry for every month, and none for older ones (D5)', () => {
  const year = yearOf(months, [
    { month: '2026-03', count: 2 },
    { month: '2024-03', count: 9 },
  ]);
  expect(year).toHaveLength(12);
  expect(year.at(-1)).toEqual({ month: '2026-03', count: 2 });
  expect(year.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

it('the year of a member is also told in words (D5)', () => {
  const counts = [
    { month: '2025-12', count: 1 },
    { month: '2026-03', count: 2 },
  ];
  expect(yearInWords(yearOf(months, counts))).toBe(
    '3 Teilnahmen in den letzten zwölf Monaten: 1 im Dezember, 2 im März.',
  );
  expect(yearInWords(yearOf(months, counts.slice(0, 1)))).toContain('1 Teilnahme in');
});
