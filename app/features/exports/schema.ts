import { z } from 'zod';
import { memberFieldNames } from '~/features/members/fields';
import { id } from '~/kernel/fields';

export const FORMATS = ['csv', 'xlsx', 'vcard'] as const;
export type Format = (typeof FORMATS)[number];

/** What a column can hold: a field of members, or the names of their groups. */
export const COLUMNS = [...memberFieldNames, 'groups'] as const;
export type Column = (typeof COLUMNS)[number];

export const memberExport = z.strictObject({
  organization: id,
  format: z.enum(FORMATS, 'Bitte wählen.').default('csv'),
  /** Those of one group; all if it is left out. */
  group: z.preprocess((group) => group || undefined, id.optional()),
  columns: z
    .array(z.enum(COLUMNS))
    .min(1, 'Bitte mindestens eine Spalte wählen.')
    .max(COLUMNS.length),
});
