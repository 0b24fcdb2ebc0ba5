import { z } from 'zod';
import { abridgedList, boundedErrors } from '~/doors/bounds';
import { isRecord, SPELLINGS_DIFFER } from '~/doors/wire';
import { invalid } from '~/kernel/problem';
import { EVENT_TYPES, type EventType, MAX_PARTICIPANTS } from './schema';

/** Events as the API spells them: in both spellings, in and out (G2). */

const eventType = z.enum(EVENT_TYPES);
const maximum = z.int().min(0).max(MAX_PARTICIPANTS);
const count = z.int().min(0);

export const event = z
  .object({
    uuid: z.guid(),
    organization: z.guid(),
    name: z.string(),
    date: z.iso.date(),
    eventType,
    event_type: eventType,
    maxParticipants: maximum,
    max_participants: maximum,
    registeredParticipants: count,
    registered_participants: count,
  })
  .meta({ id: 'Event' });

export const events = z.array(event);

interface StoredEvent {
  readonly uuid: string;
  readonly organization: string;
  readonly name: string;
  readonly date: string;
  readonly eventType: EventType;
  readonly maxParticipants: number;
  readonly registeredParticipants: number;
  /** Stands in the ETag. */
  readonly version?: number;
}

export function eventToWire({ version: _inTheTag, ...stored }: StoredEvent): z.input<typeof event> {
  return {
    ...stored,
    event_type: stored.eventType,
    max_participants: stored.maxParticipants,
    registered_participants: stored.registeredParticipants,
  };
}

const written = {
  name: z.string(),
  date: z
    .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])
    .meta({ examples: ['2030-06-15'] }),
  eventType: eventType.optional(),
  event_type: eventType.optional(),
  maxParticipants: maximum.nullish(),
  max_participants: maximum.nullish(),
};

/** One of the two spellings of the type is needed. */
export const newEventBody = z.strictObject({ organization: z.guid(), ...written });

/**
 * As read, whole: what an event cannot change is taken and must not differ, but for the count,
 * which is ignored.
 */
export const changedEventBody = z.strictObject({
  uuid: z.guid(),
  organization: z.guid().optional(),
  ...written,
  registeredParticipants: count.nullish(),
  registered_participants: count.nullish(),
});

/** A value that differs between its two spellings is named by the first of them. */
export const newEventSpelling = {
  otherSpelling: [],
  eventType: ['eventType', 'event_type'],
  maxParticipants: ['maxParticipants', 'max_participants'],
};
export const changedEventSpelling = {
  ...newEventSpelling,
  'otherSpelling.eventType': ['event_type'],
  'otherSpelling.maxParticipants': ['max_participants'],
  event: ['uuid'],
  belongsTo: ['organization'],
};

export function newEventFromWire(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const { otherSpelling, ...event } = inOneSpelling(json);
  for (const field of Object.keys(otherSpelling)) {
    throw invalid({ [field]: [SPELLINGS_DIFFER] });
  }
  return event;
}

export function changedEventFromWire(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const { registeredParticipants, registered_participants, ...event } = json;
  return inOneSpelling(event);
}

/**
 * What both spellings say stands once; where they differ, the other one stands in `otherSpelling`.
 */
function inOneSpelling({ event_type, max_participants, ...event }: Record<string, unknown>) {
  const spellings = {
    eventType: [event.eventType, event_type],
    maxParticipants: [event.maxParticipants ?? undefined, max_participants ?? undefined],
  };
  const one: Record<string, unknown> = {};
  const otherSpelling: Record<string, unknown> = {};
  for (const [field, [camel, snake]] of Object.entries(spellings)) {
    if (camel !== undefined || snake !== undefined) one[field] = camel ?? snake;
    if (camel !== undefined && snake !== undefined && camel !== snake) otherSpelling[field] = snake;
  }
  const { eventType: _type, maxParticipants: _maximum, ...rest } = event;
  return { ...rest, ...one, otherSpelling };
}

/** The event to register for. */
export const registeredEvents = z.array(z.guid());
export const registeredMembers = z.object({ members: z.array(z.guid()) });

const participation = z.strictObject({ memberUuid: z.guid(), participated: z.boolean() });
export const participations = z.array(participation);

export function participationToWire(members: readonly { uuid: string; participated: boolean }[]) {
  return members.map(({ uuid, participated }) => ({ memberUuid: uuid, participated }));
}

/** The list is the whole body. */
export const participationSpelling = { inQuestion: [], participated: [] };

/** The list of PUT …/participation, each member at most once. */
export function participationFromWire(json: unknown): unknown {
  const list = participations.safeParse(
    Array.isArray(json) ? abridgedList(json, participation) : json,
  );
  if (!list.success) {
    const where = list.error.issues.map(({ path }) => path.join('.'));
    const wrong = where.map((at) => [
      at,
      ['Erwartet wird eine Liste von memberUuid und participated.'],
    ]);
    throw invalid(boundedErrors(Object.fromEntries(wrong)));
  }
  const members = list.data.map(({ memberUuid }) => memberUuid.toLowerCase());
  if (new Set(members).size < members.length)
    throw invalid({ '': ['Ein Mitglied kommt mehrfach vor.'] });
  return {
    inQuestion: members,
    participated: list.data.filter((each) => each.participated).map((each) => each.memberUuid),
  };
}
