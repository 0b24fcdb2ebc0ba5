import { z } from 'zod';
import { id, limit, optionalLine, optionalText, queryInteger, requiredText } from '~/kernel/fields';
import { cursorOn } from '~/kernel/keyset';

const MAX_OPTIONS = 100;
const NO_OPTION = 'Keine gültige Antwortoption.';

/** Where a list of polls goes on: the poll's creation in microseconds since 1970, and its id. */
const cursor = cursorOn(z.tuple([z.string().regex(/^\d{1,16}$/), id]));
export type PollCursor = z.output<typeof cursor>;

export const eventId = z.strictObject({ event: id });
export const pollsOfEvent = z.strictObject({
  event: id,
  limit: limit.optional(),
  cursor: cursor.optional(),
});

/** A poll, and the event it must belong to where the address names one. */
export const pollId = z.strictObject({ poll: id, event: id.optional() });

export const newPoll = z.strictObject({
  event: id,
  name: requiredText(200, 'Bitte einen Namen eingeben.'),
  description: optionalText(10_000),
  /** Rows that were left empty are dropped; one must remain (F2). */
  options: z
    .array(optionalLine(200), NO_OPTION)
    .max(MAX_OPTIONS, `Höchstens ${MAX_OPTIONS} Antwortoptionen.`)
    .transform((options) => options.filter((option) => option !== ''))
    .refine((options) => options.length > 0, NO_OPTION),
});

export const pollOption = pollId.extend({ option: id });

/** `answer` is the uuid of the member whose answer it is. */
export const memberAnswer = pollOption.extend({ answer: id });

/**
 * The administration shows each option's first answers; of `option` those after the number `after`.
 */
export const pollAdministration = pollId.extend({
  option: id.optional().catch(undefined),
  after: queryInteger(z.number().int().min(0).max(1_000_000_000)).catch(0),
});
