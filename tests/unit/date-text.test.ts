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
  ['2.3 26', '2026-03-02'],
  ['2März26', '2026-03-02'],
  ['020326', '2026-03-02'],
  ['02032026', '2026-03-02'],
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

it.each([
  ['24.12.', '2026-12-24'],
  ['24.12', '2026-12-24'],
  [' 24. Dezember ', '2026-12-24'],
  ['24 dez', '2026-12-24'],
  ['1.11.', '2027-11-01'],
  ['21.11.', '2026-11-21'],
  ['29.2.', '2028-02-29'],
])('a date field reads %s as the next such day (E4)', (text, date) => {
  expect(textToDate(text, { today: '2026-11-21' })).toBe(date);
});

it('two digits are a year of a life where the day may be over, and of this century where it is to come (E4, O5)', () => {
  const year = new Date().getUTCFullYear();
  const short = String(year + 6).slice(2);
  expect(textToDate('1.4.67')).toBe('1967-04-01');
  expect(textToDate('1.4.28', { ahead: 0 })).toBe(year < 2028 ? '1928-04-01' : '2028-04-01');
  expect(textToDate(`1.4.${short}`)).toBe(`${year + 6 - 100}-04-01`);
  expect(textToDate(`1.4.${String(year + 5).slice(2)}`)).toBe(`${year + 5}-04-01`);
  expect(textToDate(`1.4.${short}`, { today: '2026-11-21' })).toBe(`${year + 6}-04-01`);
});

it.each(['24.12.', '24.12', '29.02', '11.26', '1985', '2412', '203 2026'])(
  'a date field that looks back refuses %j, a day without its year or a year without its day (E4, O1)',
  (text) => expect(textToDate(text)).toBe(text),
);

it.each(['31.4.', '32.1.', '1.13.', '24', '24.', '1830', '2027', '1. Foo'])(
  'a date field leaves %j, which is no day of any year, as typed (E4)',
  (text) => expect(textToDate(text, { today: '2026-11-21' })).toBe(text),
);

it('every day of a year reads back as it was written (E4)', () => {
  for (let day = 1; day <= 366; day++) {
    const date = new Date(Date.UTC(2028, 0, day)).toISOString().slice(0, 10);
    expect(textToDate(dateToText(date))).toBe(date);
  }
  expect(dateToText('2026-03-02')).toBe('02. März 2026');
});
