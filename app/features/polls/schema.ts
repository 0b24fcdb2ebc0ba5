import { z } from 'zod';
import { id, limit, optionalLine, optionalText, queryInteger, requiredText } from '~/kernel/fields';
import { orderedBy } from '~/kernel/keyset';

export const MAX_OPTIONS = 100;
const NO_OPTION = 'Keine gültige Antwortoption.';

export const oldestFirst = orderedBy([
  { field: 'micros', column: 'created_at', type: 'microseconds' },
  { field: 'uuid', type: 'uuid' },
]);

/** The order of a poll's answers: as they came. */
export const byTime = orderedBy([
  { field: 'at', column: 'a.created_at', type: 'microseconds' },
  { field: 'memberUuid', column: 'a.member_uuid', type: 'uuid' },
]);

export const pollsOfEvent = z.strictObject({
  event: id,
  limit: limit.optional(),
  cursor: oldestFirst.cursor.optional(),
});

/** A poll, and the event that it must belong to where the URL names one. */
export const pollId = z.strictObject({ poll: id, event: id.optional() });

const fields = {
  name: requiredText(200, 'Bitte einen Namen eingeben.'),
  description: optionalText(10_000),
};
const TOO_MANY = `Höchstens ${MAX_OPTIONS} Antwortoptionen.`;
const optionRows = z
  .array(optionalLine(200), NO_OPTION)
  .max(MAX_OPTIONS, TOO_MANY)
  .refine((options) => options.some((option) => option !== ''), NO_OPTION);

export const newPoll = z.strictObject({
  event: id,
  ...fields,
  /** Empty rows are dropped; one must remain (F2). */
  options: optionRows.transform((options) => options.filter((option) => option !== '')),
});

export const changedPoll = pollId.extend({
  ...fields,
  /** An option with an empty row, or none, is deleted. */
  options: optionRows,
  /** The option that each row is about; none for a new one. */
  optionUuids: z
    .array(id.optional(), 'Erwartet wird eine Liste.')
    .max(MAX_OPTIONS, TOO_MANY)
    .default([]),
});

export const pollOption = pollId.extend({ option: id });

/** `answer` is the uuid of the member whose answer it is. */
export const memberAnswer = pollOption.extend({ answer: id });

/** Takes a removal back. `removal` is what the removal sealed (operations/answers.server.ts). */
export const removedAnswer = memberAnswer.extend({ removal: z.string().max(1000) });

/** The administration shows the first answers to each option; to `option`, those after `after`. */
export const pollAdministration = pollId.extend({
  option: id.optional().catch(undefined),
  after: queryInteger(z.number().int().min(0).max(1_000_000_000)).catch(0),
});
