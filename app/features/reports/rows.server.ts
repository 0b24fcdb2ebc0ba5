import { setImmediate as nextTurn } from 'node:timers/promises';
import { instantToText } from '~/times';
import type { Report, ReportSection } from './report.server';
import type { Field } from './section.server';
import { writerFor } from './view';
import { controllerOf, onlyNewest } from './wording';

/** Only what the screen of a report shows, as it is sent to the browser twice. */
export async function reportScreenOf(report: Report) {
  const { about, club, createdAt, timeZone, limits } = report;
  const write = writerFor(timeZone);
  const sections = report.sections.map((section) => sheetOf(section, write));
  // Rendering it takes long enough by itself (ASVS V15.2.2).
  await nextTurn();
  return {
    about,
    asOf: `${instantToText(createdAt, timeZone)} (${timeZone})`,
    controller: controllerOf(club),
    limits,
    sections,
  };
}

export type ReportScreen = Awaited<ReturnType<typeof reportScreenOf>>;
export type Sheet = ReportScreen['sections'][number];

function sheetOf(section: ReportSection, write: ReturnType<typeof writerFor>) {
  const { fields: own, entries, more, ...said } = section;
  const fields: Field[] = [...own, { key: 'club', label: 'Verein' }];
  // Leave out empty columns.
  const columns = fields
    .map(({ key, label, as }) => ({
      label,
      isTime: as === 'day' || as === 'moment',
      values: entries.map((entry) => (key in entry ? write(entry[key], as) : '')),
    }))
    .filter(({ values }) => values.some((value) => value !== ''));
  return {
    ...said,
    /** Whether the first value alone says what an entry is about. */
    isNamed: columns[0]?.isTime === false,
    labels: columns.map(({ label }) => label),
    rows: entries.map((_entry, at) => columns.map(({ values }) => values[at] ?? '')),
    more: more ? onlyNewest(entries.length) : null,
  };
}
