import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { isBrokenUp, plainText } from '~/mail/names';

/** Stops what would go on for hours; otherwise the test would hang instead of failing. */
const stopped = <Result>(work: () => Result): Result =>
  runInNewContext('work()', { work }, { timeout: 10_000 });

// An author chooses the text of a message or a place, and the process that serves all clubs reads
// it.
it.each([
  ['days', '1.1. ,', '1'],
  ['days and times', '1.1. ,12:30 -', 'x'],
  ['years', '1. 1. 2026 ', '1.'],
  ['days that end early', '1.1., ', '1. 1'],
  ['ranges of days', '1.–2.3./', 'x'],
  ['days that may be times', '12.10, ', '1'],
  ['amounts', '1.100,20,30,40,', '1'],
  ['small amounts', '10,20,', '1'],
  ['results', '1:1 (', '1'],
  ['days with results', '1.1. 1:1, ', '1.'],
  ['seasons', '2026/27, ', '1'],
  ['digits', '1 ', ''],
  ['what a long text is cut at', '@ ', 'a'],
])('a text that repeats %s does not hold up the server (N11)', (_what, unit, end) => {
  const text = unit.repeat(10_000 / unit.length) + end;
  expect([...stopped(() => plainText(text, 10_000))].length).toBeLessThanOrEqual(10_000);
});

const READABLE = [
  '12.03.2027, 18:00–20:00',
  '1.1. 2027',
  'Sa 1.1., 18:00',
  '1.3. 18:00 - 20:00',
  '12.12.26, 18.30 Uhr',
  'Sa 12./13.12., 9.00–12.30 Uhr',
  'am 14.12. (18:00), 15.12.2026 19:00',
  '12.–14.12.2026',
  '28.2.–1.3.2027',
  '12./13.12.26',
  'am 26.12.',
  '5.1., 12.1., 19.1., 26.1.',
  '8:15/8:30',
  '25:20, 25:18, 3:2',
  '25:20 25:18 (3:2)',
  '102:98; 1:04:30',
  '1.250,00 EUR, 1.250 EUR, 120,00 EUR',
  'Saison 2026/2027',
  'Saison 2026/27',
];

it('leaves days, times, results, amounts and seasons as people write them (N11, V1.3.3)', () => {
  for (const text of READABLE) expect(plainText(text, 200)).toBe(text);
});

it.each([
  ['030 12.34.56', '030 · 12 · 34 · 56'],
  ['030 12.12.26', '030 · 12 · 12 · 26'],
  ['12.12.26/030', '12 · 12 · 26 · 030'],
  ['03.01.23 04.56', '03 · 01 · 23 · 04 · 56'],
  ['03.01.23–04.05.67', '03 · 01 · 23 · 04 · 05 · 67'],
  ['01.8.–05.12. 34:50', '01 · 8 · 05 · 12 · 34 · 50'],
  ['1:03 01.02.34 56:10', '1 · 03 · 01 · 02 · 34 · 56 · 10'],
  ['1:03 123.456 7:10', '1 · 03 · 123 · 456 · 7 · 10'],
  ['03.01 23.45 12.34', '03 · 01 · 23 · 45 · 12 · 34'],
  ['0301:2345678', '0301 · 2345 · 678'],
  ['030,1234567', '030 · 1234 · 567'],
  ['0,3,0,1,2,3,4', '0 · 3 · 0 · 1 · 2 · 3 · 4'],
  ['0900.123.456', '0900 · 123 · 456'],
  ['1.234.567', '1 · 234 · 567'],
  ['2027 2028', '2027 · 2028'],
  ['8.8.8.8', '8.8.8. 8'],
])('breaks up what could be dialled or opened: %s (V1.3.3)', (text, broken) => {
  expect(plainText(text, 200)).toBe(broken);
});

it('knows which texts it breaks up, for the preview (N11)', () => {
  expect(isBrokenUp(`${READABLE.join('\n\n')}\n  Bis  bald!\t`)).toBe(false);
  for (const text of ['http://example.org/?a=1', 'www.example.org', '030 1234567'])
    expect(isBrokenUp(`Hallo,\n${text}`)).toBe(true);
});

it('leaves emoji and words as they are written, and does not call them broken up (N11)', () => {
  const written =
    '❤\ufe0f 👩\u200d👩\u200d👧 🏃🏽\u200d♀\ufe0f 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3 نمی\u200cخواهم ক্\u200dষ';
  expect(plainText(written, 200)).toBe(written);
  expect(isBrokenUp(written)).toBe(false);
  // Nothing of it is seen, and nothing is broken up.
  expect(isBrokenUp('Sommer\u00adfest\u200b')).toBe(false);
});

it.each([
  ['ht\u200btps:/\u200d/ex\u200dample\ufe0f.\u200dorg', 'https: /example. org'],
  ['09\ufe0f00\u200d 123\u200c456', '0900 · 1234 · 56'],
  ['❤\ufe0f\ufe0fa\u200d.א\u200d.\u200dא', '❤\ufe0fa. א. א'],
])('still drops what only hides something: %j (V1.3.3)', (text, broken) => {
  expect(plainText(text, 200)).toBe(broken);
});
