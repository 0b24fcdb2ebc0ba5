import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Key, orderedBy, pageAround, pageOf, readable } from '~/kernel/keyset';

const UUID = '0d9c1a52-5f0e-4a39-9d0e-6f6c5ac7b1de';
const names = orderedBy([
  { field: 'lastName', type: 'text' },
  { field: 'firstName', type: 'text' },
]);
const numbers = orderedBy([{ field: 'at', type: 'number' }]);
const row = (at: number) => ({ at });
const rows = (...numbers: number[]) => numbers.map(row);
const cursor = (at: number) => numbers.cursorAt(row(at));

describe('cursor', () => {
  it('a cursor returns every key it was made from (G7)', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\u0000'));
    fc.assert(
      fc.property(text, text, (lastName, firstName) => {
        const cursor = names.cursorAt({ lastName, firstName });
        expect(cursor).toMatch(/^[\w-]+$/);
        if (cursor.length <= 2000)
          expect(names.cursor.parse(cursor)).toEqual([lastName, firstName]);
      }),
    );
  });

  it('a malformed cursor or one of another list is refused (G7)', () => {
    const one = orderedBy([{ field: 'a', type: 'text' }]).cursorAt({ a: 'one' });
    const three = orderedBy([
      { field: 'a', type: 'text' },
      { field: 'b', type: 'text' },
      { field: 'c', type: 'text' },
    ]).cursorAt({ a: 'a', b: 'b', c: 'c' });
    const nul = names.cursorAt({ lastName: 'a', firstName: '\u0000' });
    for (const text of ['', 'unsinn', '%', btoa('[1,2]'), btoa('\xff'), one, three, nul])
      expect(names.cursor.safeParse(text).success, text).toBe(false);
  });

  it('a cursor keeps the format of links already in use (E1)', () => {
    const byDate = orderedBy(
      [
        { field: 'date', type: 'date' },
        { field: 'uuid', type: 'uuid' },
      ],
      { codec: readable },
    );
    const text = `2030-03-05_${UUID}`;
    expect(byDate.cursorAt({ date: '2030-03-05', uuid: UUID })).toBe(text);
    expect(byDate.cursor.parse(text)).toEqual(['2030-03-05', UUID]);
    for (const wrong of ['', 'x', '2030-02-30_x', `${text}_1`, `_${UUID}`])
      expect(byDate.cursor.safeParse(wrong).success, wrong).toBe(false);
  });
});

describe('page', () => {
  const page = (found: number[], part: { after?: Key; before?: Key; limit?: number }) =>
    pageOf(numbers, rows(...found), part);

  it('a page leads on only if there is more (G7)', () => {
    expect(page([1, 2, 3], { limit: 2 })).toEqual({
      rows: rows(1, 2),
      previous: null,
      next: cursor(2),
    });
    expect(page([1, 2], { limit: 2 })).toEqual({ rows: rows(1, 2), previous: null, next: null });
    expect(page([1, 2, 3], {})).toEqual({ rows: rows(1, 2, 3), previous: null, next: null });
    expect(page([], { limit: 2 })).toEqual({ rows: [], previous: null, next: null });
  });

  it('a page knows its neighbours from either direction', () => {
    const [after, before] = [['1'], ['9']];
    expect(page([2, 3], { after, limit: 2 })).toEqual({
      rows: rows(2, 3),
      previous: cursor(2),
      next: null,
    });
    expect(page([6, 7, 8], { before, limit: 2 })).toEqual({
      rows: rows(7, 8),
      previous: cursor(7),
      next: cursor(8),
    });
    expect(page([7, 8], { before, limit: 2 })).toEqual({
      rows: rows(7, 8),
      previous: null,
      next: cursor(8),
    });
  });
});

describe('page around a place', () => {
  // Nearest first, as the query returns them; size 4, so up to 5 of each.
  const around = (
    earlier: number[],
    later: number[],
    towards: 'earlier' | 'later',
    lead?: number,
  ) =>
    pageAround(
      numbers,
      { earlier: rows(...earlier), later: rows(...later) },
      { towards, size: 4, lead },
    );

  it('the page around a place shows what comes next and fills up with what came before (E1)', () => {
    expect(around([-1, -2, -3, -4, -5], [1, 2], 'later')).toEqual({
      rows: rows(-2, -1, 1, 2),
      previous: cursor(-2),
      next: null,
    });
  });

  it('the page around a place shows only what comes next if that fills it (E1)', () => {
    expect(around([-1], [1, 2, 3, 4, 5], 'later')).toEqual({
      rows: rows(1, 2, 3, 4),
      previous: cursor(1),
      next: cursor(4),
    });
  });

  it('the page before a place ends there, and shows what comes next only if nothing came before (E1)', () => {
    expect(around([-1, -2], [1, 2, 3, 4, 5], 'earlier')).toEqual({
      rows: rows(-2, -1),
      previous: null,
      next: cursor(-1),
    });
    expect(around([], [1, 2, 3, 4, 5], 'earlier')).toEqual({
      rows: rows(1, 2, 3, 4),
      previous: null,
      next: cursor(4),
    });
  });

  it('a page with a lead begins with so many earlier rows at most, however few come next (E1)', () => {
    expect(around([-1, -2, -3], [1], 'later', 2)).toEqual({
      rows: rows(-2, -1, 1),
      previous: cursor(-2),
      next: null,
    });
    expect(around([-1], [1, 2, 3, 4, 5], 'later', 2)).toEqual({
      rows: rows(-1, 1, 2, 3),
      previous: null,
      next: cursor(3),
    });
    expect(around([-1, -2, -3, -4, -5], [], 'later', 2)).toEqual({
      rows: rows(-4, -3, -2, -1),
      previous: cursor(-4),
      next: null,
    });
  });

  it('a page that is exactly full leads nowhere', () => {
    expect(around([-1, -2], [1, 2], 'later')).toEqual({
      rows: rows(-2, -1, 1, 2),
      previous: null,
      next: null,
    });
  });

  it('a page around nothing is empty', () => {
    expect(around([], [], 'later')).toEqual({ rows: [], previous: null, next: null });
  });
});
