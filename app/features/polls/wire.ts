import { z } from 'zod';
import type { PollInFull } from './queries.server';

/**
 * A poll with its options and all answers, as the API spells it (section 3 of the specification).
 */
export const pollOnTheWire = z
  .object({
    pollUuid: z.guid(),
    name: z.string(),
    description: z.string(),
    closed: z.boolean(),
    options: z.array(z.object({ optionUuid: z.guid(), name: z.string(), index: z.int() })),
    answers: z.array(
      z.object({ memberUuid: z.guid(), optionUuid: z.guid(), created: z.iso.datetime() }),
    ),
  })
  .meta({ id: 'Poll' });

export const pollsOnTheWire = z.array(pollOnTheWire);

export function pollToWire({ uuid, name, description, closed, options, answers }: PollInFull) {
  return { pollUuid: uuid, name, description, closed, options, answers };
}
