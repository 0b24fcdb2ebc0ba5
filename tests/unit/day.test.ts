import { expect, it } from 'vitest';
import { lastTwelveMonths, today } from '~/dates.server';
import { day } from '~/kernel/fields';

// The tests run in Asia/Kathmandu, so that dates computed in local time fail.

it.each([
  ['2030-03-05', '2030-03-05'],
  [' 2030-03-05 ', '2030-03-05'],
  ['2028-02-29', '2028-02-29'],
  ['2030-03-05T23:59:59Z', '2030-03-05'],
  ['2030-03-05T00:00:00.000Z', '2030-03-05'],
  ['2030-03-05T00:00:00', '2030-03-05'],
  ['2030-03-05T23:30:00-02:00', '2030-03-06'],
  ['2030-03-05T01:00:00+02:00', '2030-03-04'],
  ['9999-12-31', '9999-12-31'],
])('a calendar day is read from %s in UTC (G2)', (text, expected) => {
  expect(day.parse(text)).toBe(expected);
});

it.each([
  '',
  'morgen',
  '2030-13-01',
  '2030-02-30',
  '2029-02-29',
  '05.03.2030',
  '1899-12-31',
  '0000-01-01',
  '10000-01-01',
])('a calendar day cannot be read from %j', (text) => {
  expect(day.safeParse(text).success).toBe(false);
});

it('today is the current day in UTC', () => {
  expect(today()).toBe(new Date().toISOString().slice(0, 10));
});

it('the last twelve months end with the current one, across the turn of the year (D5)', () => {
  expect(lastTwelveMonths('2026-02-28')).toEqual([
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
  expect(lastTwelveMonths('2026-12-31')[0]).toBe('2026-01');
  expect(lastTwelveMonths('2026-03-31').at(-2)).toBe('2026-02');
});
