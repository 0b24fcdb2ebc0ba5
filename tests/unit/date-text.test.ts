import { expect, it } from 'vitest';
import { dateToText, isDate, textToDate } from '~/dates';

it.each([
  ['2.3.2026', '2026-03-02'],
  ['02.03.26', '2026-03-02'],
  [' 2. März 2026 ', '2026-03-02'],
  ['2. mär 2026', '2026-03-02'],
  ['02 März 2026', '2026-03-02'],
  ['2026-03-02', '2026-03-02'],
  ['29.2.2028', '2028-02-29'],
])('a date field reads %s (E4)', (text, date) => {
  expect(textToDate(text)).toBe(date);
});

it.each(['', '31.2.2026', '29.2.2027', '2.13.2026', '2. Foo 2026', 'morgen', '2.3', '2026-02-30'])(
  'a date field leaves %j as typed, for the server to refuse (E4)',
  (text) => {
    expect(textToDate(text)).toBe(text);
    expect(isDate(textToDate(text))).toBe(false);
  },
);

it('every day of a year reads back as it was written (E4)', () => {
  for (let day = 1; day <= 366; day++) {
    const date = new Date(Date.UTC(2028, 0, day)).toISOString().slice(0, 10);
    expect(textToDate(dateToText(date))).toBe(date);
  }
  expect(dateToText('2026-03-02')).toBe('02. März 2026');
});
