import { monthsFrom } from '~/dates.server';
import { COLORS, type Color } from '~/features/groups/fields';
import type { OutputOf } from '~/kernel/operation';
import { placeInShort } from '~/times';
import { type MonthEntry, READ_A_DAY } from './month.server';
import { MANY, type OwnState } from './month-view';
import type { readMonth } from './operations/month.server';
import { monthPage } from './schema';
import { groupsInShort, NO_GROUP } from './wording';

/** Only what the month screen shows, as it is sent to the browser twice. */
export function monthOf(of: OutputOf<typeof readMonth>) {
  const { month, chosen, isNext, today, entries, whose } = of;
  return {
    month,
    /** The day whose events are listed below if cells only have room for symbols. */
    ...(chosen && { chosen }),
    /** It is the next one with events. */
    ...(isNext && { isNext }),
    today,
    days: daysWith(entries, chosen),
    groups: groupsShown(entries),
    ...(whose && { whose }),
    previous: neighbour(month, -1),
    next: neighbour(month, 1),
  };
}

/** Null beyond the years that days may have. */
function neighbour(month: string, months: number): string | null {
  const other = monthsFrom(month, months);
  return monthPage.shape.month.parse(other) ?? null;
}

/** The days with entries; the places of these, cut to fit into a row, only on the chosen one. */
function daysWith(entries: readonly MonthEntry[], chosen?: string) {
  const days = new Map<string, MonthEntry[]>();
  for (const entry of entries) days.set(entry.day, [...(days.get(entry.day) ?? []), entry]);
  return [...days].map(([day, ofDay]) => ({
    day,
    /** Number of events beyond the entries; MANY if not counted. */
    more: leftOut(ofDay),
    entries: ofDay.map(
      ({ uuid, name, place, startTime, cancelled, series, groupNames, colors, ...of }) => {
        const groups = groupsInShort(groupNames, name);
        const hues = new Set(colors.flatMap(hueOf));
        return {
          uuid,
          // A cell is narrow: a number does not stand alone in a line ('Training / der 1. / Mannschaft').
          name: name.replace(/ (?=\d+\. )/g, '\u00A0'),
          startTime,
          cancelled,
          series,
          ...(groups && { groups }),
          ...(day === chosen && place && { place: placeInShort(place) }),
          /** Their colours, as used for initials. */
          ...(hues.size > 0 && { hues: [...hues] }),
          state: cancelled ? null : stateOf(of),
        };
      },
    ),
  }));
}

/**
 * The groups whose colours are in sight, with their hues; then, as null, those in grey, and what
 * stands for dates without a group. None if all is grey.
 */
function groupsShown(entries: readonly MonthEntry[]): Array<[name: string, hue: number | null]> {
  const hues = new Map<string, number | null>();
  for (const { groupNames, colors } of entries)
    groupNames?.forEach((name, at) => {
      hues.set(name, hueOf(colors[at])[0] ?? null);
    });
  const groups = [...hues].sort(
    ([one, hue], [other, its]) =>
      Number(hue === null) - Number(its === null) || one.localeCompare(other, 'de'),
  );
  if (groups[0]?.[1] == null) return [];
  return entries.some(({ groupNames }) => !groupNames) ? [...groups, [NO_GROUP, null]] : groups;
}

/** The nearest hue in the style sheet, if there is one. */
function hueOf(color: Color | undefined): number[] {
  return color === undefined || color === 'gray' ? [] : [COLORS.indexOf(color) - 1];
}

function leftOut(shown: readonly MonthEntry[]): number {
  const all = shown[0]?.ofDay ?? 0;
  return all < READ_A_DAY ? all - shown.length : MANY;
}

function stateOf({
  answer,
  asksAnswer,
  isAsked,
}: Pick<MonthEntry, 'answer' | 'asksAnswer' | 'isAsked'>): OwnState | null {
  if (answer) return answer === 'yes' && asksAnswer ? 'going' : answer;
  return isAsked ? 'open' : null;
}
