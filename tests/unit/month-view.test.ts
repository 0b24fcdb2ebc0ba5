import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type MonthDay, packedDays, unpackedDays, weeksOf } from '~/features/events/month-view';

const entry = fc.record({
  uuid: fc.uuid(),
  name: fc.string({ minLength: 1 }).map((name) => `N${name.replace(/[\t\n\r]/g, '')}`.trimEnd()),
  startTime: fc.option(fc.constantFrom('09:00', '23:59')),
  state: fc.option(fc.constantFrom('yes', 'going', 'waiting', 'no', 'open')),
  cancelled: fc.boolean(),
  series: fc.boolean(),
});

it('the days of a month arrive as they were packed (M7)', () => {
  const days = fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 1, max: 28 }).map((day) => `2027-02-${String(day).padStart(2, '0')}`),
      entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
      more: fc.nat(100),
    }),
    { selector: ({ day }) => day },
  );
  fc.assert(
    fc.property(days, (drawn) => {
      const sorted = [...drawn].sort((a, b) => a.day.localeCompare(b.day)) as MonthDay[];
      const arrived = unpackedDays('2027-02', packedDays('2027-02', sorted));
      expect([...arrived.values()]).toEqual(sorted);
    }),
  );
});

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
