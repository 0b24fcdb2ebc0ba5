import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cursorOf, cursorOn, keyText, limited, screenful } from '~/kernel/keyset';

const field = cursorOn(z.tuple([keyText, keyText]));
const keyOf = (row: number) => [String(row)];
const place = (row: number) => cursorOf([String(row)]);

describe('a cursor', () => {
  it('a cursor gives back every key that it was made of (G7)', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\u0000'));
    fc.assert(
      fc.property(text, text, (one, two) => {
        const cursor = cursorOf([one, two]);
        expect(cursor).toMatch(/^[\w-]+$/);
        if (cursor.length <= 2000) expect(field.parse(cursor)).toEqual([one, two]);
      }),
    );
  });

  it('a cursor is refused when it is none, or of another list (G7)', () => {
    const others = [cursorOf(['one']), cursorOf(['a', 'b', 'c']), cursorOf(['a', '\u0000'])];
    for (const text of ['', 'unsinn', '%', btoa('[1,2]'), btoa('\xff'), ...others])
      expect(field.safeParse(text).success, text).toBe(false);
  });
});

describe('a limited list', () => {
  it('a limited list leads on only if there is more (G7)', () => {
    expect(limited([1, 2, 3], 2, keyOf)).toEqual({ rows: [1, 2], next: place(2) });
    expect(limited([1, 2], 2, keyOf)).toEqual({ rows: [1, 2], next: null });
    expect(limited([1, 2, 3], undefined, keyOf)).toEqual({ rows: [1, 2, 3], next: null });
    expect(limited([], 2, keyOf)).toEqual({ rows: [], next: null });
  });
});

describe('a screen of a list', () => {
  it('a screen of a list knows its neighbours, whichever way it was reached', () => {
    const [after, before] = [['1'], ['9']];
    expect(screenful([1, 2, 3], 2, {}, keyOf)).toEqual({
      rows: [1, 2],
      previous: null,
      next: place(2),
    });
    expect(screenful([1, 2], 2, {}, keyOf)).toEqual({ rows: [1, 2], previous: null, next: null });
    expect(screenful([2, 3], 2, { after }, keyOf)).toEqual({
      rows: [2, 3],
      previous: place(2),
      next: null,
    });
    expect(screenful([6, 7, 8], 2, { before }, keyOf)).toEqual({
      rows: [7, 8],
      previous: place(7),
      next: place(8),
    });
    expect(screenful([7, 8], 2, { before }, keyOf)).toEqual({
      rows: [7, 8],
      previous: null,
      next: place(8),
    });
  });
});
