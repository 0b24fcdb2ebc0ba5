import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysFrom } from '~/dates';
import { weeksOf } from '~/features/events/month-view';

it('the weeks of every month are whole, with the days of its neighbours, under their weekdays (M7)', () => {
  const months = fc.tuple(fc.integer({ min: 1900, max: 9999 }), fc.integer({ min: 1, max: 12 }));
  fc.assert(
    fc.property(months, ([year, number]) => {
      const month = `${year}-${String(number).padStart(2, '0')}`;
      const weeks = weeksOf(month);
      const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
      const days = weeks.flat();
      expect(days.filter((day) => day.startsWith(month))).toEqual(
        Array.from({ length }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`),
      );
      // The last Friday that a date may be is the last day of 9999.
      expect(days.length).toBe(month === '9999-12' ? 33 : weeks.length * 7);
      for (const week of weeks) {
        expect(week.map((day) => (new Date(day).getUTCDay() + 6) % 7)).toEqual([...week.keys()]);
        expect(week.some((day) => day.startsWith(month))).toBe(true);
      }
      expect(days).toEqual(days.map((_, at) => daysFrom(days[0] ?? '', at)));
    }),
  );
});
