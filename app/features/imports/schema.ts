import { z } from 'zod';
import { id, optionalLine, optionalText, wanted } from '~/kernel/fields';
import { TARGETS } from './fields';
import { TOO_LARGE } from './wording';

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

/** A page of the preview, from 1. */
export const importPage = importId.extend({
  page: z.coerce.number().int().min(1).max(1000).catch(1),
});

/** What should happen to a row. */
export const rowChoice = z
  .enum(['create', 'update', 'skip'], 'Bitte wählen.')
  .meta({ id: 'ImportChoice' });

/** What should happen to the unclear rows of a page. */
export const importChoices = importId.extend({
  choices: z
    .array(
      z.strictObject({
        line: z.coerce.number().int().min(1),
        choice: rowChoice,
      }),
    )
    .max(200)
    .default([]),
});

export const importStart = importChoices.extend({ invite: wanted });
