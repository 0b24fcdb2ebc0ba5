import { expect, it } from 'vitest';
import { presentDay } from '~/dates';
import {
  moment,
  timeOfDay,
  typedDay,
  typedPastDay,
  typedTime,
  typedWallTime,
} from '~/kernel/time-fields';
import { textToTime } from '~/times';

it.each([
  ['18', '18:00'],
  ['9', '09:00'],
  ['18:05', '18:05'],
  ['18.05', '18:05'],
  ['18,05', '18:05'],
  ['1805', '18:05'],
  ['905', '09:05'],
  [' 18 Uhr ', '18:00'],
  ['18 uhr 05', '18:05'],
  ['18:05 Uhr', '18:05'],
  ['18h', '18:00'],
  ['18h05', '18:05'],
  ['0000', '00:00'],
])('a time field reads %s (J1)', (typed, time) => {
  expect(textToTime(typed)).toBe(time);
  expect(typedTime.parse(typed)).toBe(time);
});

it.each(['24', '24:00', '18:60', '18:', '18:5', '18051', '-1', 'sechs', '18:05:30', '２０:00'])(
  'a time field refuses %j (J13)',
  (typed) => {
    expect(typedTime.safeParse(typed).success).toBe(false);
    expect(timeOfDay.safeParse(typed).success).toBe(false);
  },
);

it.each(['', ' ', undefined, null])('an empty time field, %j, is none', (typed) => {
  expect(typedTime.parse(typed)).toBe(null);
});

it.each([
  [{ day: '12.3.2027', time: '18' }, '2027-03-12T18:00'],
  [{ day: '2027-03-12', time: '' }, '2027-03-12T23:59'],
  [{ day: '', time: '' }, null],
  [{}, null],
])('a day and a time, %j, are a time on the clock of the club (X4)', (typed, wall) => {
  expect(typedWallTime.parse(typed)).toBe(wall);
});

it('a day without a year is the next one, as in the browser, but not one that is over (E4)', () => {
  const today = presentDay();
  const [year, month, day] = today.split('-');
  expect(typedDay.parse(`${day}.${month}.`)).toBe(today);
  expect(typedDay.parse(`${day}.${month}.${year}`)).toBe(today);
  expect(typedPastDay.safeParse(`${day}.${month}.`).success).toBe(false);
  expect(typedPastDay.parse(`${day}.${month}.${year}`)).toBe(today);
});

it.each([
  ['2027-03-12T18:00:00+01:00', '2027-03-12T17:00:00.000Z'],
  ['2027-03-12T18:00+05:45', '2027-03-12T12:15:00.000Z'],
  ['2027-03-12T18:00:00.123456Z', '2027-03-12T18:00:00.123Z'],
])('a call gives the moment %s (J11)', (given, at) => {
  expect(moment.parse(given)).toEqual(new Date(at));
});

it.each(['2027-03-12T18:00:00', '2027-03-12', '2027-02-30T10:00:00Z', '0000-01-01T00:00:00Z', 5])(
  'a call that gives the moment %j is refused (J13)',
  (given) => {
    expect(moment.safeParse(given).success).toBe(false);
  },
);
