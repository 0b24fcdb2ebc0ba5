import { z } from 'zod';
import { day, id, optionalText } from '~/kernel/fields';
import { orderedBy } from '~/kernel/keyset';

/** Anything but a day filters nothing, as an empty field does. */
const filterDay = day.catch('');

/** The order of the log: the newest entry first. */
export const newestFirst = orderedBy([{ field: 'id', column: 'a.id', type: 'number' }], {
  descending: true,
});

export const logPage = z.strictObject({
  organization: id,
  q: optionalText(200),
  person: optionalText(200),
  from: filterDay,
  until: filterDay,
  after: newestFirst.cursor.optional(),
  before: newestFirst.cursor.optional(),
});
export type LogFilter = Pick<z.output<typeof logPage>, 'q' | 'person' | 'from' | 'until'>;
