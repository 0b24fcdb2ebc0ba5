import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween } from '~/dates';
import { daysFrom } from '~/dates.server';
import { datesOf, fallingOut, type Planned } from '~/features/series/planning.server';
import {
  anchored,
  changed,
  type ExistingDate,
  replan,
  shifted,
} from '~/features/series/replanning.server';
import { type Rule, WEEKDAYS } from '~/features/series/rule';

const TODAY = '2027-03-03';
const UNTIL = daysFrom(TODAY, 150);

const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const monday = (day: string) => daysFrom(day, -weekday(day));

/** Whether a rule has a day, apart from how it ends, by looking at the calendar. */
function hasDay(rule: Rule, startsOn: string, day: string): boolean {
  const name = WEEKDAYS[weekday(day)];
  if (rule.every === 'week') {
    const weeks = daysBetween(monday(startsOn), monday(day)) / 7;
    return rule.days.some((each) => each === name) && weeks % rule.interval === 0;
  }
  const dayOfMonth = Number(day.slice(8));
  if ('monthDays' in rule) return rule.monthDays.includes(dayOfMonth);
  const isLast = daysFrom(day, 7).slice(5, 7) !== day.slice(5, 7);
  return rule.days.some(
    (each) =>
      each.day === name && (each.nth === -1 ? isLast : each.nth === Math.ceil(dayOfMonth / 7)),
  );
}

/** The dates of a series, day by day. */
function naive({ rule, startsOn, endsOn }: Planned, until = UNTIL): string[] {
  const dates = [startsOn];
  for (let day = daysFrom(startsOn, 1); day <= until; day = daysFrom(day, 1))
    if (hasDay(rule, startsOn, day)) dates.push(day);
  const { end } = rule;
  const last =
    [until, endsOn ?? until, end && 'until' in end ? end.until : until].sort()[0] ?? until;
  const counted = end && 'count' in end ? dates.slice(0, end.count) : dates;
  return counted.filter((day) => day <= last);
}

const dayNear = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((days) => daysFrom(TODAY, days));
const weekdays = fc
  .uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 4 })
  .map((days) => WEEKDAYS.filter((day) => days.includes(day)));
const end = fc.oneof(
  { arbitrary: fc.constant(null), weight: 3 },
  fc.record({ count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ until: dayNear(-10, 200) }),
);
const weekly: fc.Arbitrary<Rule> = fc.record({
  every: fc.constant('week' as const),
  interval: fc.integer({ min: 1, max: 3 }),
  days: weekdays,
  end,
});
const monthly: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({
    every: fc.constant('month' as const),
    days: fc.array(
      fc.record({
        nth: fc.constantFrom(1 as const, 2 as const, 4 as const, -1 as const),
        day: fc.constantFrom(...WEEKDAYS),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    end,
  }),
  fc.record({
    every: fc.constant('month' as const),
    monthDays: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 3 }),
    end,
  }),
);
const rule = fc.oneof({ arbitrary: weekly, weight: 4 }, monthly);

const series: fc.Arbitrary<Planned> = fc.record({
  rule,
  startsOn: dayNear(-60, 30),
  endsOn: fc.option(dayNear(31, 120), { freq: 3 }),
  skipHolidays: fc.constantFrom(null, 'BY' as const),
  skipBreaks: fc.boolean(),
});
const breaks = fc.array(
  fc
    .tuple(dayNear(-5, 60), fc.integer({ min: 0, max: 20 }))
    .map(([from, days]) => ({ name: 'Ferien', from, until: daysFrom(from, days) })),
  { maxLength: 2 },
);

interface Setting {
  old: Planned;
  dates: ExistingDate[];
}

/** A series with most of its dates, of which somebody has moved some by themselves. */
const settings: fc.Arbitrary<Setting> = fc
  .tuple(series, fc.array(fc.integer({ min: -12, max: 30 }), { minLength: 200, maxLength: 200 }))
  .map(([old, chances]) => ({
    old,
    dates: naive(old).flatMap((day, at) => {
      const chance = chances[at] ?? 0;
      if (chance === 30) return [];
      const hasOwnDate = chance < 0;
      const date = hasOwnDate ? daysFrom(day, chance % 5) : day;
      return [{ uuid: `${at}`, date, seriesDate: day, hasOwnDate }];
    }),
  }));

describe('a part of a series', () => {
  it('has the same dates from a day on as before (L5)', () => {
    fc.assert(
      fc.property(series, dayNear(-80, 100), (old, from) => {
        const rest = anchored(old, from);
        const expected = naive(old, daysFrom(from, 100)).filter((day) => day >= from);
        expect(rest ? naive(rest, daysFrom(from, 100)) : []).toEqual(expected);
        if (rest) expect(datesOf(rest, from, daysFrom(from, 100))).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('never begins with a day that falls out (L5)', () => {
    fc.assert(
      fc.property(series, dayNear(-20, 60), breaks, (old, from, pauses) => {
        const outOn = fallingOut({ ...old, skipBreaks: true }, pauses);
        const rest = anchored(old, from, (day) => outOn(day) !== null);
        const whole = naive(old).filter((day) => day >= from && outOn(day) === null);
        const [first] = whole;
        if (first) expect(rest?.startsOn).toBe(first);
        else if (rest) expect(rest.startsOn > UNTIL).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a series that is moved by days', () => {
  it('has each date so many days later, or there is no rule for it (L6)', () => {
    let moved = 0;
    fc.assert(
      fc.property(series, fc.integer({ min: -10, max: 10 }), (old, days) => {
        const found = shifted(old, days);
        if (!found) return;
        moved++;
        expect(naive(found, daysFrom(UNTIL, days))).toEqual(
          naive(old).map((day) => daysFrom(day, days)),
        );
        expect(naive(shifted(found, -days) ?? old)).toEqual(naive(old));
      }),
      { numRuns: 300 },
    );
    expect(moved).toBeGreaterThan(100);
  });

  it.each([
    ['every week', { every: 'week', interval: 1, days: ['TU', 'FR'] }, 3],
    ['every other week on one day', { every: 'week', interval: 2, days: ['TU'] }, 2],
    ['on a day that each month has', { every: 'month', monthDays: [3] }, 20],
  ])('is moved where it takes place %s (L6)', (_name, pattern, days) => {
    const rule = { ...pattern, end: null } as Rule;
    const [startsOn = ''] = datesOf(
      { rule, startsOn: '2027-02-01', endsOn: null },
      '2027-02-02',
      '2027-03-31',
    );
    const old = { rule, startsOn, endsOn: null };
    expect(shifted(old, days)?.startsOn).toBe(daysFrom(startsOn, days));
  });

  it.each([
    ['on several days every other week', { every: 'week', interval: 2, days: ['TU', 'SU'] }, 1],
    ['on the first Tuesday', { every: 'month', days: [{ nth: 1, day: 'TU' }] }, 1],
    ['on the 28th, by a day', { every: 'month', monthDays: [28] }, 1],
  ])('is not moved where it takes place %s (L6)', (_name, pattern, days) => {
    const rule = { ...pattern, end: null } as Rule;
    const [startsOn = ''] = datesOf(
      { rule, startsOn: '2027-02-01', endsOn: null },
      '2027-02-02',
      '2027-03-31',
    );
    expect(shifted({ rule, startsOn, endsOn: null }, days)).toBeNull();
  });
});

describe('another rule for a series', () => {
  it('keeps what is over and what was moved by itself, and every day once (L5, L6)', () => {
    fc.assert(
      fc.property(
        settings,
        rule,
        fc.boolean(),
        breaks,
        dayNear(0, 40),
        (setting, newRule, skipBreaks, pauses, from) => {
          const { old } = setting;
          const next = { rule: newRule, skipHolidays: old.skipHolidays, skipBreaks };
          const found = changed(old, next, { from, today: TODAY, breaks: pauses });
          if (!found) return;
          const dates = setting.dates.filter(({ seriesDate }) => seriesDate >= from);
          const change = { old, breaks: pauses, today: TODAY };
          const { placed, dropped } = replan({ ...change, ...found, next: found.series, dates });
          const before = new Map(dates.map((each) => [each.uuid, each]));
          expect(new Set(placed.map(({ seriesDate }) => seriesDate)).size).toBe(placed.length);
          for (const each of placed) {
            const was = before.get(each.uuid);
            const stays = was && (was.date < TODAY || was.hasOwnDate);
            expect(each.date).toBe(stays ? was.date : each.seriesDate);
            expect(each.date >= TODAY || was?.date === each.date).toBe(true);
          }
          for (const uuid of dropped) expect((before.get(uuid)?.date ?? '') >= TODAY).toBe(true);
          const gone = new Set([...dropped, ...placed.map(({ uuid }) => uuid)]);
          for (const { uuid, date } of dates) if (!gone.has(uuid)) expect(date < TODAY).toBe(true);
          // Once more, from what came of it: nothing happens.
          const after = placed.map((each) => ({
            ...each,
            hasOwnDate: before.get(each.uuid)?.hasOwnDate ?? false,
          }));
          const again = changed(found.series, found.series, {
            from: found.series.startsOn,
            today: TODAY,
            breaks: pauses,
          });
          expect(again?.series).toEqual(found.series);
          const second = replan({
            ...change,
            old: found.series,
            next: found.series,
            counterpart: (day) => day,
            dates: after,
          });
          expect(second.dropped).toEqual([]);
          expect(second.placed.toSorted(byUuid)).toEqual(placed.toSorted(byUuid));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('drops just what has no day in it (L6)', () => {
    let kept = 0;
    let lost = 0;
    fc.assert(
      fc.property(settings, rule, dayNear(0, 40), (setting, newRule, from) => {
        const old = { ...setting.old, skipHolidays: null, skipBreaks: false };
        const next = { rule: newRule, skipHolidays: null, skipBreaks: false };
        const found = changed(old, next, { from, today: TODAY, breaks: [] });
        if (!found) return;
        const dates = setting.dates.filter((each) => each.seriesDate >= from && each.date >= TODAY);
        const change = { old, breaks: [], today: TODAY };
        const { placed, dropped } = replan({ ...change, ...found, next: found.series, dates });
        const has = new Set(naive(found.series, daysFrom(UNTIL, 30)));
        const [was, is] = [old.rule, newRule];
        const [gone, come] =
          was.every === 'week' && is.every === 'week' && was.interval === is.interval
            ? [
                was.days.filter((day) => !is.days.includes(day)),
                is.days.filter((day) => !was.days.includes(day)),
              ]
            : [[], []];
        const dayOf = (day: string) => {
          const at = gone.findIndex((each) => WEEKDAYS.indexOf(each) === weekday(day));
          const to = at < 0 ? undefined : come[at];
          return to ? daysFrom(monday(day), WEEKDAYS.indexOf(to)) : day;
        };
        kept += placed.length;
        lost += dropped.length;
        for (const each of dates) {
          const day = dayOf(each.seriesDate);
          const now = placed.find(({ uuid }) => uuid === each.uuid);
          if (now) expect([now.seriesDate, has.has(day)]).toEqual([day, true]);
          else if (day >= TODAY && !placed.some(({ seriesDate }) => seriesDate === day))
            expect(has.has(day)).toBe(false);
        }
      }),
      { numRuns: 400 },
    );
    expect(kept).toBeGreaterThan(500);
    expect(lost).toBeGreaterThan(500);
  });

  it('begins no earlier than the series would, but on other days of its first week (L6)', () => {
    let ahead = 0;
    fc.assert(
      fc.property(series, rule, dayNear(0, 40), (old, newRule, from) => {
        if (old.startsOn < TODAY) return;
        const found = changed(
          old,
          { rule: newRule, skipHolidays: old.skipHolidays, skipBreaks: false },
          { from, today: TODAY, breaks: [] },
        );
        if (!found) return;
        ahead++;
        expect(found.series.startsOn >= monday(old.startsOn)).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(ahead).toBeGreaterThan(30);
  });

  it('ends where it did if its end stays the same, and else counts from there (L5)', () => {
    const old = {
      rule: { every: 'week', interval: 1, days: ['TU'], end: { count: 10 } },
      startsOn: '2027-02-09',
      endsOn: null,
      skipHolidays: null,
      skipBreaks: false,
    } as const;
    const to = (end: Rule['end']) =>
      changed(
        old,
        { ...old, rule: { ...old.rule, days: ['TH'], end } },
        { from: TODAY, today: TODAY, breaks: [] },
      );
    expect(to({ count: 10 })?.series).toMatchObject({
      startsOn: '2027-03-11',
      rule: { end: { count: 6 } },
    });
    expect(to({ count: 8 })?.series).toMatchObject({
      startsOn: '2027-03-11',
      rule: { end: { count: 8 } },
    });
    expect(to({ until: '2027-03-03' })).toBeNull();
  });
});

const byUuid = (one: { uuid: string }, other: { uuid: string }) =>
  Number(one.uuid) - Number(other.uuid);
