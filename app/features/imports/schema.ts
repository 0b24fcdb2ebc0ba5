import { z } from 'zod';
import { id, optionalLine, optionalText, wanted } from '~/kernel/fields';
import { TARGETS } from './fields';
import { MENDED, TOO_LARGE } from './wording';

const MOST_BYTES = 5 * 1024 * 1024;

/** A table's name, also for the log. */
export const tableName = optionalLine(200).transform((name) => name || 'Tabelle');

/** A table, as a file or as text that was copied from one (O5). */
export const newImportForm = z.strictObject({
  organization: id,
  file: z.file('Bitte eine Datei wählen.').max(MOST_BYTES, TOO_LARGE).optional(),
  table: optionalText(500_000),
});

/** A table as a call sends it: a file in base64. */
export const newImport = z.strictObject({
  organization: id,
  name: tableName,
  file: z
    .base64('Erwartet wird eine Datei in Base64.')
    .min(1, 'Bitte eine Datei wählen.')
    .max(Math.ceil(MOST_BYTES / 3) * 4, TOO_LARGE),
});

export const importId = z.strictObject({ import: id });

export const importColumns = importId.extend({
  fields: z.array(z.enum(TARGETS, 'Bitte wählen.').meta({ id: 'ImportTarget' })).max(60),
});

const pageNumber = z.coerce.number().int().min(1).max(1000);

/** A page of the preview, from 1. */
export const importPage = importId.extend({ page: pageNumber.catch(1) });

/** What should happen to a row. */
export const rowChoice = z
  .enum(['create', 'update', 'skip'], 'Bitte wählen.')
  .meta({ id: 'ImportChoice' });

/** How many cells can be corrected at a time. */
export const MOST_MENDED = 500;

/** What should happen to the unclear rows of a page, and what should stand in its faulty ones. */
export const importStart = importId.extend({
  choices: z
    .array(
      z.strictObject({
        line: z.coerce.number().int().min(1),
        choice: rowChoice,
      }),
    )
    .max(200)
    .default([]),
  cells: z
    .array(
      z.strictObject({
        line: z.coerce.number().int().min(1),
        column: z.coerce.number().int().min(0).max(59),
        text: z
          .string()
          .max(MENDED)
          .default('')
          // The rest is checked with the row, by what its column takes.
          .refine((text) => !/[\0\p{Cs}]/u.test(text), 'Enthält ein ungültiges Zeichen.')
          .transform((text) => text.trim()),
      }),
    )
    .max(MOST_MENDED)
    .default([])
    .meta({
      description:
        'Corrects cells of rows that are faulty, by column from 0. 422 if one of these rows is still faulty, or if it or ' +
        'another one has become unclear: nothing is stored then.',
    }),
  invite: wanted,
});

/** The preview as its form sends it. */
export const importPreview = importStart.extend({
  /** The page to go on to; without it, the import starts. */
  page: pageNumber.optional(),
});
