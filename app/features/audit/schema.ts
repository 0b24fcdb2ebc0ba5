import { z } from 'zod';
import { textToDate } from '~/dates';
import { day, id, optionalLine } from '~/kernel/fields';
import { orderedBy } from '~/kernel/keyset';

/** A day as typed; the screen says so if it is invalid. */
const filterDay = optionalLine(40).catch('');

export const newestFirst = orderedBy([{ field: 'id', column: 'a.id', type: 'number' }], {
  descending: true,
});

export const logPage = z.strictObject({
  organization: id,
  q: optionalLine(200),
  person: optionalLine(200),
  from: filterDay,
  until: filterDay,
  after: newestFirst.cursor.optional(),
  before: newestFirst.cursor.optional(),
});
export type LogFilter = Pick<z.output<typeof logPage>, 'q' | 'person' | 'from' | 'until'>;

/** Reads a day of the filter, '' for none. @returns the day, or the message if it is invalid */
export function readFilterDay(typed: string): { day: string; error?: string } {
  if (typed === '') return { day: '' };
  const { data, error } = day.safeParse(textToDate(typed, { ahead: 0 }));
  return data ? { day: data } : { day: '', error: error?.issues[0]?.message ?? '' };
}
