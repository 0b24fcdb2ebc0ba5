/** What a group of members has (U1). */

/** From which its sign is chosen; the look is in app/ui/styles. */
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

/** What names have in common that are one without case, as Postgres has it (0028-group-names.sql). */
export const groupKey = (name: string): string =>
  name.toLowerCase().replaceAll('\u0131', 'i').replaceAll('\u0307', '');

/** Members of a group that are counted; of a larger one it is said that it has more. */
export const MOST_COUNTED = 1000;

export const labels = { name: 'Name', color: 'Farbe', archived: 'Archiviert' };
