import type { InferResult } from 'kysely';
import { z } from 'zod';
import { boundedErrors } from '~/doors/bounds';
import { isRecord, only } from '~/doors/wire';
import { invalid } from '~/kernel/problem';
import { ANSWER_GROUPS, type AnswerGroup, type Audience, MAX_SUBJECT, MAX_TEXT } from './fields';
import type { sentMessages } from './queries.server';

/** Messages to many in the API (N11, N15). */

const groups = z
  .array(z.enum(ANSWER_GROUPS).meta({ id: 'AnswerGroup' }))
  .min(1)
  .max(ANSWER_GROUPS.length);
const count = z.int().min(0);

const to = z.union([
  z.literal('all'),
  z.strictObject({ group: z.guid() }),
  z.strictObject({ event: z.guid(), of: groups.optional() }),
]);

export const newMessageBody = z.strictObject({
  subject: z.string().max(MAX_SUBJECT),
  text: z.string().max(MAX_TEXT),
  to: to.meta({
    description:
      "'all', a group, or some of an event's members: 'coming' and 'waiting' if left out.",
  }),
  replies: z.boolean().optional(),
});

/** Members who count on an event. */
const COUNTING = ['coming', 'waiting'];

const NOT_READABLE = 'Erwartet wird „all“ oder ein Objekt mit group, oder mit event und of.';

/**
 * Parses the receivers of a body.
 * @throws Problem 422 at `to`
 */
export function newMessageFromWire(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const { to: given, ...rest } = json;
  for (const field of ['event', 'group'])
    if (field in rest) throw invalid({ [field]: ['Dieses Feld gibt es hier nicht.'] });
  if (given === 'all') return rest;
  if (!isRecord(given)) throw invalid({ to: [NOT_READABLE] });
  if (typeof given.group === 'string' && Object.keys(given).length === 1)
    return { ...rest, group: given.group };
  const { event, of = COUNTING, ...others } = given;
  const wrong = Object.keys(others).map((name) => [
    `to.${name}`,
    ['Dieses Feld gibt es hier nicht.'],
  ]);
  if (wrong.length > 0) throw invalid(boundedErrors(Object.fromEntries(wrong)));
  if (typeof event !== 'string') throw invalid({ to: [NOT_READABLE] });
  if (Array.isArray(of) && of.length > ANSWER_GROUPS.length)
    throw invalid({ to: [`Höchstens ${ANSWER_GROUPS.length}.`] });
  return { ...rest, event, to: of };
}

export const sentMessage = z
  .object({ uuid: z.guid(), count, unreached: count })
  .meta({ id: 'SentMessage' });

export const reach = z.object({ reached: count, onlyHere: count, unreached: count });

const listedMessage = z
  .object({
    uuid: z.guid(),
    subject: z.string(),
    replies: z.boolean(),
    count,
    sender: z.string().nullable(),
    to: z.union([
      z.literal('all'),
      z.object({ event: z.guid().nullable(), of: groups }).meta({
        description: '`event` is null once it is deleted.',
      }),
      z.object({ group: z.guid().nullable(), name: z.string() }).meta({
        description: '`group` is null once it is deleted; `name` is what it was called.',
      }),
    ]),
    createdAt: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'Message' });

export const listedMessages = z.array(listedMessage);

type Sent = InferResult<ReturnType<typeof sentMessages>>[number];

export const listedToWire = ({ audience, event, group, createdAt, ...sent }: Sent) =>
  only(listedMessage)({
    ...sent,
    to: receiversOf(audience, event, group),
    createdAt: createdAt.toISOString(),
  });

function receiversOf(audience: Audience, event: string | null, group: string | null) {
  if (audience[0] === 'all') return 'all' as const;
  if (audience[0] === 'group') return { group, name: audience[1] };
  return { event, of: [...audience] as AnswerGroup[] };
}
