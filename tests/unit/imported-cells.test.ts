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
