import fc from 'fast-check';
import { expect, it } from 'vitest';
import { weeksOf } from '~/features/events/month-view';

it('the weeks of every month have its days in order, under their weekdays (M7)', () => {
  const months = fc.tuple(fc.integer({ min: 1900, max: 9999 }), fc.integer({ min: 1, max: 12 }));
  fc.assert(
    fc.property(months, ([year, number]) => {
      const month = `${year}-${String(number).padStart(2, '0')}`;
      const weeks = weeksOf(month);
      const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
      expect(weeks.every((week) => week.length === 7)).toBe(true);
      expect(weeks.flat().filter((day) => day !== null)).toEqual(
        Array.from({ length }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`),
      );
      for (const week of weeks)
        week.forEach((day, at) => {
          if (day) expect((new Date(day).getUTCDay() + 6) % 7).toBe(at);
        });
      expect(weeks.every((week) => week.some((day) => day !== null))).toBe(true);
    }),
  );
});
