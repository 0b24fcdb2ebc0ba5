import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { plainText } from '~/mail/names';

/** Stops what would go on for hours; otherwise the test would hang instead of failing. */
const stopped = <Result>(work: () => Result): Result =>
  runInNewContext('work()', { work }, { timeout: 10_000 });

// An author chooses the text of a message or a place, and the process that serves all clubs reads
// it.
it.each([
  ['days', '1.1. ,', '1'],
  ['days and times', '1.1. ,12:30 -', 'x'],
  ['years', '1. 1. 2026 ', '1.'],
  ['digits', '1 ', ''],
  ['what a long text is cut at', '@ ', 'a'],
])('a text that repeats %s does not hold up the server (N11)', (_what, unit, end) => {
  const text = unit.repeat(10_000 / unit.length) + end;
  expect([...stopped(() => plainText(text, 10_000))].length).toBeLessThanOrEqual(10_000);
});

it('leaves days and times as people write them', () => {
  for (const text of [
    '12.03.2027, 18:00–20:00',
    '1.1. 2027',
    'Sa 1.1., 18:00',
    '1.3. 18:00 - 20:00',
  ])
    expect(plainText(text, 200).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});
