import { expect, it } from 'vitest';
import { instantToText, placeInShort, shortTime, whenOf } from '~/times';

const saturday = { date: '2027-03-13', startTime: null, endDate: null, endTime: null };

it.each([
  [{}, 'Samstag, 13. März 2027'],
  [{ startTime: '18:00' }, 'Samstag, 13. März 2027, 18:00 Uhr'],
  [{ startTime: '18:00', endTime: '20:00' }, 'Samstag, 13. März 2027, 18:00 bis 20:00 Uhr'],
  [
    { startTime: '00:00', endTime: '23:59', endDate: '2027-03-13' },
    'Samstag, 13. März 2027, 00:00 bis 23:59 Uhr',
  ],
  [
    { startTime: '18:00', endTime: '02:00', endDate: '2027-03-14' },
    'Samstag, 13. März 2027, 18:00 Uhr bis Sonntag, 14. März 2027, 02:00 Uhr',
  ],
  [
    { startTime: '18:00', endDate: '2027-03-14' },
    'Samstag, 13. März 2027, 18:00 Uhr bis Sonntag, 14. März 2027',
  ],
  [{ endDate: '2027-03-14' }, 'Samstag, 13. März 2027 bis Sonntag, 14. März 2027'],
  [{ date: '2027-03-05' }, 'Freitag, 5. März 2027'],
])('says when an event with %o is (J4)', (times, text) => {
  expect(whenOf({ ...saturday, ...times })).toBe(text);
});

it('says in a list when an event begins, if it has a time (J4)', () => {
  expect(shortTime({ startTime: '18:00' })).toBe('18:00 Uhr');
  expect(shortTime({ startTime: null })).toBe('');
});

it.each([
  ['2027-03-12T17:00:00Z', 'Europe/Berlin', 'Freitag, 12. März 2027, 18:00 Uhr'],
  ['2027-03-12T18:15:00Z', 'Asia/Kathmandu', 'Samstag, 13. März 2027, 00:00 Uhr'],
  // Before and after the clock goes back: the same time twice (X4).
  ['2027-10-31T00:30:00Z', 'Europe/Berlin', 'Sonntag, 31. Oktober 2027, 02:30 Uhr'],
  ['2027-10-31T01:30:00Z', 'Europe/Berlin', 'Sonntag, 31. Oktober 2027, 02:30 Uhr'],
  ['2027-03-28T01:30:00Z', 'Europe/Berlin', 'Sonntag, 28. März 2027, 03:30 Uhr'],
])('writes the moment %s in %s (J6)', (at, zone, text) => {
  expect(instantToText(new Date(at), zone)).toBe(text);
});

it('cuts a place to 60 characters (J4)', () => {
  const sixty = 'Vereinsheim am Sportplatz, großer Saal im ersten Stock, li b';
  expect([...sixty]).toHaveLength(60);
  expect(placeInShort(sixty)).toBe(sixty);
  expect(placeInShort(`${sixty}a`)).toBe(
    'Vereinsheim am Sportplatz, großer Saal im ersten Stock, li…',
  );
  expect(placeInShort('⚽'.repeat(61))).toBe(`${'⚽'.repeat(59)}…`);
  expect(placeInShort('')).toBe('');
});

it('keeps a house number with its street (J4)', () => {
  expect(placeInShort('Am Hang 12b, 12345 Ulm')).toBe('Am Hang\u00A012b, 12345 Ulm');
});
