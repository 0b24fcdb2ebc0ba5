import { expect, it } from 'vitest';
import { readRow } from '~/features/imports/cells.server';

it('Two digits are a year to come for joining within the next five, not for being born (O5)', () => {
  const year = new Date().getUTCFullYear();
  const joined = (day: string, field: 'joinedOn' | 'birthday' = 'joinedOn') =>
    readRow([day], [field], `${year}-01-01`).given[field];
  const short = (ahead: number) => String(year + ahead).slice(2);
  expect([1, 5, 6].map((ahead) => joined(`01.01.${short(ahead)}`))).toEqual([
    `${year + 1}-01-01`,
    `${year + 5}-01-01`,
    `${year + 6 - 100}-01-01`,
  ]);
  expect(joined(`1.2.${short(1)}`, 'birthday')).toBe(`${year + 1 - 100}-02-01`);
});

it('A day is read as in forms, too, and what is wrong with another one is said (O5)', () => {
  const read = (day: string) => {
    const { given, faults } = readRow(
      ['A', 'B', day],
      ['firstName', 'lastName', 'birthday'],
      '2026-01-01',
    );
    return given.birthday ?? faults[0]?.said;
  };
  expect(['5. Mai 1990', '31. 12. 1990', '3/4/61', '33000', '1990-05-05 00:00'].map(read)).toEqual([
    ...['1990-05-05', '1990-12-31', '1961-04-03', '1990-05-07', '1990-05-05'],
  ]);
  expect(['01.01.1850', '31.02.1990', 'gestern', '1985'].map(read)).toEqual([
    'Möglich sind Tage ab 1900.',
    'Diesen Tag gibt es nicht.',
    'Erwartet wird ein Datum wie 31.12.1990.',
    'Erwartet wird ein Datum wie 31.12.1990.',
  ]);
});

it('A cell of nothing but an invisible character is empty (O5)', () => {
  const read = (first: string) =>
    readRow([first, 'Bach', 'q'], ['firstName', 'lastName', 'gender'], '');
  expect(['', '\u00ad', '\u200b'].map((first) => read(first).fault.split('\n')[0])).toEqual([
    ...Array(3).fill('Vorname fehlt.'),
  ]);
});
