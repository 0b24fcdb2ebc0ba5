/** What a group of members has (U1). */

/** The colours to choose from; they are defined in app/ui/styles. */
export const COLORS = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
] as const;
export type Color = (typeof COLORS)[number];

/** The key of a name regardless of case, as in Postgres (0028-group-names.sql). */
export const groupKey = (name: string): string =>
  name.toLowerCase().replaceAll('\u0131', 'i').replaceAll('\u0307', '');

/** Members of a group that are counted; beyond that it only says that there are more. */
export const MOST_COUNTED = 1000;

export const labels = { name: 'Name', color: 'Farbe', archived: 'Archiviert' };
