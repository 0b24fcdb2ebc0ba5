import { expect } from 'vitest';
import type { Row } from '../support/spec-table';
import { count, fieldHas, fillDate, open, type Step, tap, texts } from '../support/spec-words';

/** The specification's calendar, in the form of an event; events.test.ts walks it. */

const EDITOR = 'an editor of events';

const VIEW = '[data-part=view-trigger]:visible';
const CELLS = '.calendar tbody:visible [data-part=table-cell-trigger]';
const choose =
  (name: string): Step =>
  ({ page }) =>
    page.locator(`${CELLS}:not([data-outside-range])`, { hasText: RegExp(`^${name}$`) }).click();
const view = (name: string) => texts(VIEW, name);

export const calendar: Row[] = [
  {
    line: 'Calendar: week starts on Monday (day 1), weekend days 0 and 6. The calendar moves by 1 month, 1 year or 10 years. The years list shows 10 years per decade view, the months list is 4 rows of 3',
    who: EDITOR,
    at: '/app/events/new',
    // The picker needs scripts; without them the field is the browser's own.
    only: { scripts: true },
    steps: [
      ...[fillDate('Datum', '2031-03-15'), tap('Kalender'), view('März 2031')],
      texts('.calendar th:visible', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'),
      async ({ page }) => {
        const days = page.locator(
          `.calendar tbody:visible tr:nth-child(3) [data-part=table-cell-trigger]`,
        );
        const looks = await days.evaluateAll((all) =>
          all.map(
            (day) => [day.hasAttribute('data-weekend'), getComputedStyle(day).color] as const,
          ),
        );
        expect(looks.map(([weekend]) => weekend)).toEqual([...Array(5).fill(false), true, true]);
        expect(looks[6]?.[1], 'Sundays look different').not.toBe(looks[0]?.[1]);
      },
      ...[tap(/^Nächste/), view('April 2031'), tap(/^Vorige/), view('März 2031')],
      ...[open(VIEW), view('2031')],
      ...[count(CELLS, 12), count(`${CELLS.replace(' [', ' tr:nth-child(4) [')}`, 3)],
      ...[tap(/^Nächste/), view('2032'), tap(/^Vorige/), view('2031')],
      ...[open(VIEW), view('2030 – 2039'), count(CELLS, 10)],
      ...[tap(/^Nächste/), view('2040 – 2049')],
      ...['2045', 'Mai', '17'].map((name) => choose(name)),
    ],
    after: [fieldHas('Datum', '17. Mai 2045')],
  },
  {
    // 'MMMM D, YYYY' would be English (decision 16).
    line: "The default picker value format is 'MMMM D, YYYY'.",
    who: EDITOR,
    at: async ({ limited }) =>
      `/app/events/${(await limited('Am zweiten März', '2031-03-02', 7)).uuid}/edit`,
    only: { scripts: true },
    sees: [fieldHas('Datum', '02. März 2031')],
  },
];
