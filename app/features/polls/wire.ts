import { z } from 'zod';
import type { Database } from '#db/connection';
import type { Scope } from '~/kernel/actor';
import { inFull, oneInFull, type Poll, type PollInFull } from './queries.server';

/** A poll with its options and all answers, as the API has it (section 3 of the specification). */
export const poll = z
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

export const polls = z.array(poll);

/** Every call that returns a poll returns it with all answers (G8); no screen waits for them. */
export async function pollToWire({ scope, poll }: { scope: Scope; poll: Poll }, db: Database) {
  return toWire(await oneInFull(db, scope, poll));
}

export async function pollsToWire(
  { scope, rows }: { scope: Scope; rows: readonly Poll[] },
  db: Database,
) {
  return (await inFull(db, scope, rows)).map(toWire);
}

function toWire({ uuid, name, description, closed, options, answers }: PollInFull) {
  return { pollUuid: uuid, name, description, closed, options, answers };
}
