import { z } from 'zod';
import { writtenFields } from '~/features/members/fields';
import { memberId } from '~/features/members/schema';
import { mapped } from '~/kernel/columns';
import { id, optionalLine } from '~/kernel/fields';

const side = z
  .enum(['this', 'other'], 'Bitte eine Seite wählen.')
  .meta({ id: 'MergedSide' })
  .optional();

/**
 * Two records of one person. `fields` says for each field whose value stays; by default the only
 * value, or of two that of `member`. `user` says whose access stays, if both are linked.
 */
export const merge = memberId.extend({
  other: id,
  fields: z.strictObject(mapped(writtenFields, () => side)).optional(),
  user: id.optional(),
});

/** The screen: a search for the other record, or both side by side. */
export const mergePage = memberId.extend({ other: id.optional(), q: optionalLine(200) });
