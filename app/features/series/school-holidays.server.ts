import type { Days } from './planning.server';
import type { State } from './rule';

/**
 * The school holidays of the German states for the school years 2026/27 to 2028/29, with single days
 * that are free everywhere in a state: first day, last day, name.
 *
 * The states decide them, and the Kultusministerkonferenz publishes them (kmk.org, 'Ferienregelung').
 * Taken from OpenHolidays API Data (github.com/openpotato/openholidaysapi.data, commit dd3dfa8 of
 * 2026-01-21, ODbL 1.0), which collects them; compared for 2026/27 and 2027/28 with another copy of the
 * KMK's table. Left out: days that each school chooses, those of islands (Schleswig-Holstein) and of
 * vocational schools (Mecklenburg-Vorpommern), and the Buß- und Bettag in Bavaria.
 */
const SCHOOL_HOLIDAYS: Readonly<Record<State, string>> = {
  BW: `
    2026-10-26 2026-10-30 Herbstferien
    2026-10-31 2026-10-31 Reformationsfest
    2026-12-23 2027-01-09 Weihnachtsferien
    2027-03-25 2027-03-25 Gründonnerstag
    2027-03-30 2027-04-03 Osterferien
    2027-05-18 2027-05-29 Pfingstferien
    2027-07-29 2027-09-11 Sommerferien
    2027-11-02 2027-11-06 Herbstferien
    2027-12-23 2028-01-08 Weihnachtsferien
    2028-04-13 2028-04-13 Gründonnerstag
    2028-04-18 2028-04-22 Osterferien
    2028-06-06 2028-06-17 Pfingstferien
    2028-07-27 2028-09-09 Sommerferien
    2028-10-30 2028-11-03 Herbstferien
    2028-12-23 2029-01-05 Weihnachtsferien
    2029-03-26 2029-04-07 Osterferien
    2029-05-22 2029-06-01 Pfingstferien
    2029-07-26 2029-09-08 Sommerferien
  `,
  BY: `
    2026-11-02 2026-11-06 Herbstferien
    2026-12-24 2027-01-08 Weihnachtsferien
    2027-02-08 2027-02-12 Frühjahrsferien
    2027-03-22 2027-04-02 Osterferien
    2027-05-18 2027-05-28 Pfingstferien
    2027-08-02 2027-09-13 Sommerferien
    2027-11-02 2027-11-05 Herbstferien
    2027-12-24 2028-01-07 Weihnachtsferien
    2028-02-28 2028-03-03 Frühjahrsferien
    2028-04-10 2028-04-21 Osterferien
    2028-06-06 2028-06-16 Pfingstferien
    2028-07-31 2028-09-11 Sommerferien
    2028-10-30 2028-11-03 Herbstferien
    2028-12-23 2029-01-05 Weihnachtsferien
    2029-02-12 2029-02-16 Frühjahrsferien
    2029-03-26 2029-04-06 Osterferien
    2029-05-22 2029-06-01 Pfingstferien
    2029-07-30 2029-09-10 Sommerferien
  `,
  BE: `
    2026-10-19 2026-10-31 Herbstferien
    2026-12-23 2027-01-02 Weihnachtsferien
    2027-02-01 2027-02-06 Winterferien
    2027-03-22 2027-04-02 Osterferien
    2027-05-07 2027-05-07 Unterrichtsfreier Tag
    2027-05-18 2027-05-19 Pfingstferien
    2027-07-01 2027-08-14 Sommerferien
    2027-10-11 2027-10-23 Herbstferien
    2027-12-22 2027-12-31 Weihnachtsferien
    2028-01-31 2028-02-05 Winterferien
    2028-04-10 2028-04-22 Osterferien
    2028-05-26 2028-05-26 Unterrichtsfreier Tag
    2028-06-01 2028-06-02 Pfingstferien
    2028-07-01 2028-08-12 Sommerferien
    2028-10-02 2028-10-14 Herbstferien
    2028-12-22 2029-01-02 Weihnachtsferien
    2029-01-29 2029-02-03 Winterferien
    2029-03-09 2029-03-09 Unterrichtsfreier Tag
    2029-03-26 2029-04-06 Osterferien
    2029-04-30 2029-04-30 Unterrichtsfreier Tag
    2029-05-11 2029-05-11 Unterrichtsfreier Tag
    2029-05-22 2029-05-25 Pfingstferien
    2029-07-01 2029-08-11 Sommerferien
  `,
  BB: `
    2026-10-19 2026-10-30 Herbstferien
    2026-12-23 2027-01-02 Weihnachtsferien
    2027-02-01 2027-02-06 Winterferien
    2027-03-22 2027-04-03 Osterferien
    2027-05-18 2027-05-18 Pfingstferien
    2027-07-01 2027-08-14 Sommerferien
    2027-10-11 2027-10-23 Herbstferien
    2027-12-23 2027-12-31 Weihnachtsferien
    2028-01-31 2028-02-05 Winterferien
    2028-04-10 2028-04-22 Osterferien
    2028-06-29 2028-08-12 Sommerferien
    2028-10-02 2028-10-14 Herbstferien
    2028-12-22 2029-01-02 Weihnachtsferien
    2029-01-29 2029-02-03 Winterferien
    2029-03-26 2029-04-06 Osterferien
    2029-05-22 2029-05-22 Pfingstferien
    2029-06-28 2029-08-11 Sommerferien
  `,
  HB: `
    2026-10-12 2026-10-24 Herbstferien
    2026-12-23 2027-01-09 Weihnachtsferien
    2027-02-01 2027-02-02 Halbjahresferien
    2027-03-22 2027-04-03 Osterferien
    2027-05-07 2027-05-07 Tag nach Himmelfahrt
    2027-05-18 2027-05-18 Pfingstferien
    2027-07-08 2027-08-18 Sommerferien
    2027-10-18 2027-10-30 Herbstferien
    2027-12-23 2028-01-08 Weihnachtsferien
    2028-01-31 2028-02-01 Halbjahresferien
    2028-04-10 2028-04-22 Osterferien
    2028-05-26 2028-05-26 Tag nach Himmelfahrt
    2028-06-06 2028-06-06 Pfingstferien
    2028-07-20 2028-08-30 Sommerferien
    2028-10-02 2028-10-02 Tag vor dem 3. Oktober
    2028-10-23 2028-11-04 Herbstferien
    2028-12-27 2029-01-06 Weihnachtsferien
    2029-02-01 2029-02-02 Halbjahresferien
    2029-03-19 2029-04-03 Osterferien
    2029-04-30 2029-04-30 Tag vor dem 1. Mai
    2029-05-11 2029-05-11 Tag nach Himmelfahrt
    2029-05-22 2029-05-22 Pfingstferien
    2029-07-19 2029-08-29 Sommerferien
  `,
  HH: `
    2026-10-19 2026-10-30 Herbstferien
    2026-12-21 2027-01-01 Weihnachtsferien
    2027-01-29 2027-01-29 Halbjahrespause
    2027-03-01 2027-03-12 Frühjahrsferien
    2027-05-07 2027-05-14 Pfingstferien
    2027-07-01 2027-08-11 Sommerferien
    2027-10-11 2027-10-22 Herbstferien
    2027-12-20 2027-12-31 Weihnachtsferien
    2028-01-28 2028-01-28 Halbjahrespause
    2028-03-06 2028-03-17 Frühjahrsferien
    2028-05-22 2028-05-26 Pfingstferien
    2028-07-03 2028-08-11 Sommerferien
    2028-10-02 2028-10-13 Herbstferien
    2028-10-30 2028-10-30 Brückentag
    2028-12-18 2028-12-29 Weihnachtsferien
    2029-02-02 2029-02-02 Halbjahrespause
    2029-03-05 2029-03-16 Frühjahrsferien
    2029-05-11 2029-05-18 Pfingstferien
    2029-07-02 2029-08-10 Sommerferien
  `,
  HE: `
    2026-10-05 2026-10-17 Herbstferien
    2026-12-23 2027-01-12 Weihnachtsferien
    2027-03-22 2027-04-02 Osterferien
    2027-06-28 2027-08-06 Sommerferien
    2027-10-04 2027-10-16 Herbstferien
    2027-12-23 2028-01-11 Weihnachtsferien
    2028-04-03 2028-04-14 Osterferien
    2028-07-03 2028-08-11 Sommerferien
    2028-10-09 2028-10-20 Herbstferien
    2028-12-27 2029-01-12 Weihnachtsferien
    2029-03-29 2029-04-13 Osterferien
    2029-07-16 2029-08-24 Sommerferien
  `,
  MV: `
    2026-10-15 2026-10-24 Herbstferien
    2026-11-26 2026-11-27 Zusätzlicher Ferientag
    2026-12-21 2027-01-02 Weihnachtsferien
    2027-02-08 2027-02-19 Winterferien
    2027-03-24 2027-04-02 Osterferien
    2027-05-07 2027-05-07 Zusätzlicher Ferientag
    2027-05-14 2027-05-18 Pfingstferien
    2027-07-05 2027-08-14 Sommerferien
    2027-10-14 2027-10-23 Herbstferien
    2027-11-25 2027-11-26 Zusätzlicher Ferientag
    2027-12-22 2028-01-04 Weihnachtsferien
    2028-02-05 2028-02-17 Winterferien
    2028-02-18 2028-02-18 Schulfrei
    2028-04-12 2028-04-21 Osterferien
    2028-05-26 2028-05-26 Zusätzlicher Ferientag
    2028-06-02 2028-06-06 Pfingstferien
    2028-06-26 2028-08-05 Sommerferien
    2028-10-02 2028-10-02 Zusätzlicher Ferientag
    2028-10-23 2028-10-28 Herbstferien
    2028-10-30 2028-10-30 Zusätzlicher Ferientag
    2028-12-22 2029-01-02 Weihnachtsferien
    2029-02-05 2029-02-16 Winterferien
    2029-03-09 2029-03-09 Zusätzlicher Ferientag
    2029-03-28 2029-04-06 Osterferien
    2029-04-30 2029-04-30 Zusätzlicher Ferientag
    2029-05-11 2029-05-11 Zusätzlicher Ferientag
    2029-05-18 2029-05-22 Pfingstferien
    2029-06-18 2029-07-28 Sommerferien
  `,
  NI: `
    2026-10-12 2026-10-24 Herbstferien
    2026-12-23 2027-01-09 Weihnachtsferien
    2027-02-01 2027-02-02 Halbjahresferien
    2027-03-22 2027-04-03 Osterferien
    2027-05-07 2027-05-07 Tag nach Himmelfahrt
    2027-05-18 2027-05-18 Pfingstferien
    2027-07-08 2027-08-18 Sommerferien
    2027-10-16 2027-10-30 Herbstferien
    2027-12-23 2028-01-08 Weihnachtsferien
    2028-01-31 2028-02-01 Halbjahresferien
    2028-04-10 2028-04-22 Osterferien
    2028-05-26 2028-05-26 Tag nach Himmelfahrt
    2028-06-06 2028-06-06 Pfingstferien
    2028-07-20 2028-08-30 Sommerferien
    2028-10-02 2028-10-02 Tag vor dem 3. Oktober
    2028-10-23 2028-11-04 Herbstferien
    2028-12-27 2029-01-06 Weihnachtsferien
    2029-02-01 2029-02-02 Halbjahresferien
    2029-03-19 2029-04-03 Osterferien
    2029-04-30 2029-04-30 Tag vor dem 1. Mai
    2029-05-11 2029-05-11 Tag nach Himmelfahrt
    2029-05-22 2029-05-22 Pfingstferien
    2029-07-19 2029-08-29 Sommerferien
  `,
  NW: `
    2026-10-17 2026-10-31 Herbstferien
    2026-12-23 2027-01-06 Weihnachtsferien
    2027-03-22 2027-04-03 Osterferien
    2027-05-18 2027-05-18 Pfingstferien
    2027-07-19 2027-08-31 Sommerferien
    2027-10-23 2027-11-06 Herbstferien
    2027-12-24 2028-01-08 Weihnachtsferien
    2028-04-10 2028-04-22 Osterferien
    2028-07-10 2028-08-22 Sommerferien
    2028-10-23 2028-11-04 Herbstferien
    2028-12-21 2029-01-05 Weihnachtsferien
    2029-03-26 2029-04-07 Osterferien
    2029-05-22 2029-05-22 Pfingstferien
    2029-07-02 2029-08-14 Sommerferien
  `,
  RP: `
    2026-10-05 2026-10-16 Herbstferien
    2026-12-23 2027-01-08 Weihnachtsferien
    2027-03-22 2027-04-02 Osterferien
    2027-06-28 2027-08-06 Sommerferien
    2027-10-04 2027-10-15 Herbstferien
    2027-12-23 2028-01-07 Weihnachtsferien
    2028-04-10 2028-04-21 Osterferien
    2028-07-03 2028-08-11 Sommerferien
    2028-10-09 2028-10-20 Herbstferien
    2028-12-21 2029-01-08 Weihnachtsferien
    2029-03-26 2029-04-06 Osterferien
    2029-07-16 2029-08-24 Sommerferien
  `,
  SL: `
    2026-10-05 2026-10-16 Herbstferien
    2026-12-21 2026-12-31 Weihnachtsferien
    2027-02-08 2027-02-12 Fastnachtsferien
    2027-03-30 2027-04-09 Osterferien
    2027-06-28 2027-08-06 Sommerferien
    2027-10-04 2027-10-15 Herbstferien
    2027-12-20 2027-12-31 Weihnachtsferien
    2028-02-21 2028-02-29 Fastnachtsferien
    2028-04-12 2028-04-21 Osterferien
    2028-07-03 2028-08-11 Sommerferien
    2028-10-09 2028-10-20 Herbstferien
    2028-12-20 2029-01-02 Weihnachtsferien
    2029-02-12 2029-02-16 Fastnachtsferien
    2029-03-26 2029-04-06 Osterferien
    2029-05-22 2029-05-25 Pfingstferien
    2029-07-16 2029-08-24 Sommerferien
  `,
  SN: `
    2026-10-12 2026-10-24 Herbstferien
    2026-12-23 2027-01-02 Weihnachtsferien
    2027-02-08 2027-02-19 Winterferien
    2027-03-26 2027-04-02 Osterferien
    2027-05-07 2027-05-07 Unterrichtsfreier Tag
    2027-05-15 2027-05-18 Pfingstferien
    2027-07-10 2027-08-20 Sommerferien
    2027-10-11 2027-10-23 Herbstferien
    2027-12-23 2028-01-01 Weihnachtsferien
    2028-02-14 2028-02-26 Winterferien
    2028-04-14 2028-04-22 Osterferien
    2028-05-26 2028-05-26 Unterrichtsfreier Tag
    2028-07-22 2028-09-01 Sommerferien
    2028-10-23 2028-11-03 Herbstferien
    2028-12-23 2029-01-03 Weihnachtsferien
    2029-02-05 2029-02-16 Winterferien
    2029-03-29 2029-04-06 Osterferien
    2029-05-11 2029-05-11 Unterrichtsfreier Tag
    2029-05-19 2029-05-22 Pfingstferien
    2029-07-21 2029-08-31 Sommerferien
  `,
  ST: `
    2026-10-19 2026-10-30 Herbstferien
    2026-12-21 2027-01-02 Weihnachtsferien
    2027-02-01 2027-02-06 Winterferien
    2027-03-22 2027-03-27 Osterferien
    2027-05-15 2027-05-22 Pfingstferien
    2027-07-10 2027-08-20 Sommerferien
    2027-10-18 2027-10-23 Herbstferien
    2027-12-20 2027-12-31 Weihnachtsferien
    2028-02-07 2028-02-12 Winterferien
    2028-04-10 2028-04-22 Osterferien
    2028-06-03 2028-06-10 Pfingstferien
    2028-07-22 2028-09-01 Sommerferien
    2028-10-02 2028-10-02 Ferientag
    2028-10-30 2028-11-03 Herbstferien
    2028-12-21 2029-01-02 Weihnachtsferien
    2029-02-05 2029-02-10 Winterferien
    2029-03-26 2029-03-31 Osterferien
    2029-04-30 2029-04-30 Ferientag
    2029-05-11 2029-05-25 Pfingstferien
    2029-07-21 2029-08-31 Sommerferien
  `,
  SH: `
    2026-10-12 2026-10-24 Herbstferien
    2026-12-21 2027-01-06 Weihnachtsferien
    2027-03-30 2027-04-10 Osterferien
    2027-05-07 2027-05-07 Himmelfahrt
    2027-07-03 2027-08-14 Sommerferien
    2027-10-11 2027-10-23 Herbstferien
    2027-12-23 2028-01-08 Weihnachtsferien
    2028-04-03 2028-04-15 Osterferien
    2028-05-26 2028-05-26 Himmelfahrt
    2028-06-24 2028-08-04 Sommerferien
    2028-10-16 2028-10-30 Herbstferien
    2028-12-21 2029-01-05 Weihnachtsferien
    2029-03-23 2029-04-06 Osterferien
    2029-05-11 2029-05-11 Himmelfahrt
    2029-06-23 2029-08-03 Sommerferien
  `,
  TH: `
    2026-10-12 2026-10-24 Herbstferien
    2026-12-23 2027-01-02 Weihnachtsferien
    2027-02-01 2027-02-06 Winterferien
    2027-03-22 2027-04-03 Osterferien
    2027-05-07 2027-05-07 Schulfreier Tag
    2027-07-10 2027-08-20 Sommerferien
    2027-10-09 2027-10-23 Herbstferien
    2027-12-23 2027-12-31 Weihnachtsferien
    2028-02-07 2028-02-12 Winterferien
    2028-04-03 2028-04-15 Osterferien
    2028-05-26 2028-05-26 Schulfreier Tag
    2028-07-22 2028-09-01 Sommerferien
    2028-10-23 2028-11-03 Herbstferien
    2028-12-23 2029-01-05 Weihnachtsferien
    2029-02-12 2029-02-17 Winterferien
    2029-03-26 2029-04-07 Osterferien
    2029-05-11 2029-05-11 Schulfreier Tag
    2029-07-21 2029-08-31 Sommerferien
  `,
};

/** The school holidays of a state, the first first; those from FIRST_UNKNOWN_YEAR on are not known. */
export function schoolHolidaysIn(state: State | null): Days[] {
  if (state === null) return [];
  return SCHOOL_HOLIDAYS[state]
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', until = '', ...name] = line.trim().split(' ');
      return { name: name.join(' '), from, until };
    });
}
