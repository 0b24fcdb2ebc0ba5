import { z } from 'zod';
import { memberFilters, q } from '~/features/members/schema';
import { id } from '~/kernel/fields';
import { COLUMNS, FORMATS } from './fields';

const ifChosen = <Value>(choice: z.ZodType<Value>) =>
  z.preprocess((chosen) => chosen || undefined, choice.optional());

export const memberExport = z.strictObject({
  organization: id,
  format: z.enum(FORMATS, 'Bitte wählen.').default('csv'),
  /** Those that the list shows with the same filters (O11); all, also former ones, without. */
  q,
  group: ifChosen(memberFilters.group),
  status: ifChosen(memberFilters.status),
  year: ifChosen(memberFilters.year),
  access: ifChosen(memberFilters.access),
  columns: z
    .array(z.enum(COLUMNS))
    .min(1, 'Bitte mindestens eine Spalte wählen.')
    .max(COLUMNS.length),
});
