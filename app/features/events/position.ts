import { z } from 'zod';
import { day, id } from '~/kernel/fields';

/** A place in the list of an organisation's events, which is ordered by date, then id. */
export interface Position {
  readonly date: string;
  readonly uuid: string;
}

/** A position as a cursor in an address, '2030-03-05_<uuid>'. */
export const position = z.string().transform((text, context): Position => {
  const [date, uuid, ...rest] = text.split('_');
  const parsed = z.object({ date: day, uuid: id }).safeParse({ date, uuid });
  if (parsed.success && rest.length === 0) return parsed.data;
  context.addIssue({ code: 'custom', message: 'Kein gültiger Zeiger.' });
  return z.NEVER;
});

export function cursorAt({ date, uuid }: Position): string {
  return `${date}_${uuid}`;
}

/** Before every event of that day. */
export function startOf(date: string): Position {
  return { date, uuid: '00000000-0000-0000-0000-000000000000' };
}
