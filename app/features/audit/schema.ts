import { z } from 'zod';
import { day, id, optionalText } from '~/kernel/fields';
import { cursorOn } from '~/kernel/keyset';

/** Anything but a day filters nothing, as an empty field does. */
const filterDay = day.catch('');

/** A place in the log: the number of an entry. */
const place = cursorOn(z.tuple([z.string().regex(/^\d{1,18}$/)])).optional();

export const logPage = z.strictObject({
  organization: id,
  q: optionalText(200),
  person: optionalText(200),
  from: filterDay,
  until: filterDay,
  after: place,
  before: place,
});
export type LogFilter = Pick<z.output<typeof logPage>, 'q' | 'person' | 'from' | 'until'>;
