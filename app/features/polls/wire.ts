import { z } from 'zod';
import type { Database } from '#db/connection';
import { checkedList } from '~/doors/bounds';
import { type Describes, isRecord, only } from '~/doors/wire';
import type { Scope } from '~/kernel/actor';
import { id } from '~/kernel/fields';
import type { Pieces } from '~/kernel/pieces.server';
import { invalid } from '~/kernel/problem';
import { inFull, oneInFull, type Poll, type PollInFull } from './queries.server';
import { type changedPoll, MAX_OPTIONS } from './schema';

/** A poll with its options and all answers in the API (section 3 of the specification). */
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

export const pollsToWire = ({ scope, rows }: { scope: Scope; rows: Pieces<Poll> }, db: Database) =>
  rows.inEach(async (polls) => (await inFull(db, scope, polls)).map(toWire));

const toWire = ({ uuid, ...stored }: PollInFull) => only(poll)({ ...stored, pollUuid: uuid });

const changedOption = z.strictObject({ optionUuid: id.nullish(), name: z.string() });

/** An option without an id is a new one. */
export const changedPollBody = z.strictObject({
  name: z.string(),
  description: z.string().nullish(),
  options: z.array(changedOption).min(1).max(MAX_OPTIONS),
} satisfies Describes<Omit<z.output<typeof changedPoll>, 'poll' | 'event' | 'optionUuids'>>);

/** The ids go with the names. */
export const changedPollSpelling = { optionUuids: [] };

export function changedPollFromWire(json: unknown): unknown {
  if (!isRecord(json) || !Array.isArray(json.options)) return json;
  const options = checkedList(z.array(changedOption), json.options, ['options']);
  const ids = options.flatMap(({ optionUuid }) => optionUuid ?? []);
  if (new Set(ids).size < ids.length)
    throw invalid({ options: ['Jede optionUuid darf nur einmal vorkommen.'] });
  return {
    ...json,
    options: options.map(({ name }) => name),
    optionUuids: options.slice(0, MAX_OPTIONS).map(({ optionUuid }) => optionUuid ?? undefined),
  };
}
