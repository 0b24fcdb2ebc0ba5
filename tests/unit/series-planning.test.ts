import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { daysBetween } from '~/dates';
import { daysFrom } from '~/dates.server';
import { holidaysIn } from '~/features/series/holidays.server';
import { datesOf, isExhausted, plan } from '~/features/series/planning.server';
import { NTHS, type Rule, readRule, ruleText, STATES, WEEKDAYS } from '~/features/series/rule';
import { schoolHolidaysIn } from '~/features/series/school-holidays.server';
import { PUBLIC_HOLIDAYS } from '../support/public-holidays';

const days = fc.subarray([...WEEKDAYS], { minLength: 1 });
const day = fc.integer({ min: 0, max: 365 * 30 }).map((number) => daysFrom('2020-01-01', number));
const end = fc.oneof(
  fc.constant(null),
  fc.record({ count: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ until: day }),
);
const nthDays = fc.uniqueArray(
  fc.record({ nth: fc.constantFrom(...NTHS), day: fc.constantFrom(...WEEKDAYS) }),
  { minLength: 1, maxLength: 4, selector: ({ nth, day }) => `${nth}${day}` },
);
const rules: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({
    every: fc.constant('week' as const),
    interval: fc.integer({ min: 1, max: 4 }),
    days,
    end,
  }),
  fc.record({ every: fc.constant('month' as const), days: nthDays, end }),
  fc.record({
    every: fc.constant('month' as const),
    monthDays: fc
      .uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 4 })
      .map((numbers) => numbers.sort((a, b) => a - b)),
    end,
  }),
);

/** The dates of a rule by another library, each found from the start. */
function expanded(rule: Rule, startsOn: string, until: string): string[] {
  const { end } = rule;
  const recur = ICAL.Recur.fromString(ruleText({ ...rule, end: null }));
  const found = recur.iterator(ICAL.Time.fromDateString(startsOn));
  const dates = new Set([startsOn]);
  const most = end && 'count' in end ? end.count : Number.POSITIVE_INFINITY;
  const last = end && 'until' in end && end.until < until ? end.until : until;
  while (dates.size < most) {
    const next = found.next()?.toString();
    if (!next || next > last) break;
    dates.add(next);
  }
  return [...dates].filter((date) => date <= last);
}

describe('the dates of a series', () => {
  it('are those that another library finds, for any rule and start (L2)', () => {
    fc.assert(
      fc.property(
        rules,
        day,
        fc.integer({ min: -50, max: 900 }),
        fc.integer({ min: 0, max: 400 }),
        (rule, startsOn, later, length) => {
          const from = daysFrom(startsOn, later);
          const until = daysFrom(from, length);
          const all = expanded(rule, startsOn, until);
          expect(datesOf({ rule, startsOn, endsOn: null }, from, until)).toEqual(
            all.filter((date) => date >= from).slice(0, 200),
          );
        },
      ),
      { numRuns: 600 },
    );
  });

  it('are exhausted only if none comes after them (L3)', () => {
    fc.assert(
      fc.property(rules, day, fc.integer({ min: 0, max: 500 }), (rule, startsOn, length) => {
        const until = daysFrom(startsOn, length);
        const series = { rule, startsOn, endsOn: null };
        const planned = datesOf(series, startsOn, until).length;
        const after = expanded(rule, startsOn, daysFrom(until, 1000)).filter(
          (date) => date > until,
        );
        if (isExhausted(series, until, planned)) expect(after).toEqual([]);
        else
          expect(
            rule.end === null || after.length > 0 || planned === 200 || 'until' in rule.end,
          ).toBe(true);
      }),
    );
  });
});

describe('a rule', () => {
  it('reads as it was written (L2)', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        const inOrder =
          rule.every === 'week'
            ? { ...rule, days: WEEKDAYS.filter((each) => rule.days.includes(each)) }
            : rule;
        expect(readRule(ruleText(rule))).toEqual(inOrder);
        expect(readRule(`RRULE:${ruleText(rule).toLowerCase()}`.replace('rrule', 'RRULE'))).toEqual(
          inOrder,
        );
      }),
    );
  });

  it('of any text is read or refused, and what is read says the same again (L2)', () => {
    const part = fc.constantFrom(
      ...['FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=DAILY', 'BYDAY=TU', 'BYDAY=2TU', 'BYDAY=5TU'],
      ...['BYMONTHDAY=31', 'INTERVAL=2', 'INTERVAL=5', 'COUNT=5', 'COUNT=201', 'UNTIL=20270101'],
      ...['UNTIL=20270101T120000Z', 'BYSETPOS=1', 'WKST=MO', 'WKST=SU', '', '=', 'FREQ'],
    );
    const texts = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(';'));
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), (text) => {
        const rule = readRule(text);
        if (rule) expect(readRule(ruleText(rule))).toEqual(rule);
      }),
      { numRuns: 800 },
    );
  });
});

describe('school holidays', () => {
  it.each(STATES)('of %s are those of three school years, in order and apart (Y3)', (state) => {
    const all = schoolHolidaysIn(state);
    const [first, last] = [all[0]?.from ?? '', all.at(-1)?.until ?? ''];
    expect([first > '2026-09-30', first < '2026-11-03']).toEqual([true, true]);
    expect([last > '2029-07-20', last < '2029-09-15']).toEqual([true, true]);
    for (const [at, { name, from, until }] of all.entries()) {
      expect(daysFrom(from, 0), `${from} is a day`).toBe(from);
      expect(daysFrom(until, 0), `${until} is a day`).toBe(until);
      expect(name).toMatch(/^\p{L}[\p{L}\d. ]+$/u);
      const most = name === 'Sommerferien' ? 46 : 27;
      expect(daysBetween(from, until), `${name} ${from}`).toBeLessThanOrEqual(most);
      expect(from <= until && (all[at - 1]?.until ?? '') < from, `${name} ${from}`).toBe(true);
    }
    for (const [name, begins] of [
      ['Herbstferien', /-(10|11)-/],
      ['Weihnachtsferien', /-12-/],
      // Hamburg has its spring holidays in March.
      [state === 'HH' ? 'Frühjahrsferien' : 'Osterferien', /-0[34]-/],
      ['Sommerferien', /-0[678]-/],
    ] as const) {
      const found = all.filter((days) => days.name === name);
      const years = found.map(({ from }) => Number(from.slice(0, 4)));
      const autumn = name === 'Herbstferien' || name === 'Weihnachtsferien' ? 2026 : 2027;
      expect(years, name).toEqual([autumn, autumn + 1, autumn + 2]);
      for (const { from } of found) expect(from).toMatch(begins);
    }
  });

  it('Easter Sunday is in them or beside them everywhere but in Hamburg (Y3)', () => {
    for (const state of STATES.filter((each) => each !== 'HH'))
      for (const easter of ['2027-03-28', '2028-04-16', '2029-04-01']) {
        const near = schoolHolidaysIn(state).some(
          ({ from, until }) => daysFrom(from, -3) <= easter && easter <= daysFrom(until, 3),
        );
        expect(near, `${state} ${easter}`).toBe(true);
      }
  });

  it('a club without a state has none (Y3)', () => {
    expect(schoolHolidaysIn(null)).toEqual([]);
  });
});

describe('holidays', () => {
  it.each(STATES)('of %s are those of another source, for three years (L4)', (state) => {
    const holidayOn = holidaysIn(state);
    const found: string[] = [];
    for (let date = '2026-01-01'; date < '2029-01-01'; date = daysFrom(date, 1))
      if (holidayOn(date) !== null) found.push(date);
    const expected = Object.entries(PUBLIC_HOLIDAYS)
      .filter(([, states]) => states === 'alle' || states.split(' ').includes(state))
      .map(([date]) => date);
    expect(found).toEqual(expected);
  });

  it('have the names that people know (L4)', () => {
    const named = ['2027-01-06', '2027-03-26', '2027-05-06', '2027-10-03', '2027-12-26'];
    expect(named.map(holidaysIn('BY'))).toEqual([
      'Heilige Drei Könige',
      'Karfreitag',
      'Christi Himmelfahrt',
      'Tag der Deutschen Einheit',
      '2. Weihnachtstag',
    ]);
    expect(holidaysIn('BE')('2028-06-17')).toBe('75. Jahrestag des 17. Juni 1953');
    expect(holidaysIn('BB')('2028-06-17')).toBeNull();
  });

  it('and breaks fall out with their reason, but never the first date (L4)', () => {
    const series = {
      rule: readRule('FREQ=WEEKLY;BYDAY=FR') as Rule,
      startsOn: '2027-01-01',
      endsOn: null,
      skipHolidays: 'BY' as const,
      skipBreaks: true,
    };
    const around = {
      breaks: [
        { name: 'Osterferien', from: '2027-03-22', until: '2027-04-02' },
        { name: 'Halle gesperrt', from: '2027-04-02', until: '2027-04-09' },
      ],
      exceptions: ['2027-04-23'],
    };
    const out = plan(series, around, '2027-01-01', '2027-04-30').filter((each) => each.out);
    expect(out).toEqual([
      { date: '2027-03-26', out: 'Karfreitag' },
      { date: '2027-04-02', out: 'Osterferien' },
      { date: '2027-04-09', out: 'Halle gesperrt' },
      { date: '2027-04-23', out: 'gelöscht' },
    ]);
    const neither = { ...series, skipHolidays: null, skipBreaks: false };
    const still = plan(neither, around, '2027-01-01', '2027-04-30').filter((each) => each.out);
    expect(still).toEqual([{ date: '2027-04-23', out: 'gelöscht' }]);
  });
});
