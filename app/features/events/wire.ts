import { z } from 'zod';
import type { Database } from '#db/connection';
import { checkedList } from '~/doors/bounds';
import { type Describes, isRecord, only, SPELLINGS_DIFFER } from '~/doors/wire';
import { COMING_VISIBLE, MOST_GROUPS } from '~/features/organizations/fields';
import type { Actor, Scope } from '~/kernel/actor';
import { mapped } from '~/kernel/columns';
import { id } from '~/kernel/fields';
import type { Context } from '~/kernel/operation';
import { invalid } from '~/kernel/problem';
import { timeOfDay } from '~/kernel/time-fields';
import {
  byDefault,
  type Detail,
  EVENT_TYPES,
  type EventFields,
  eventDetails,
  isText,
} from './fields';
import * as policy from './policy';
import { attendees, type ClubEvent, eventInScope } from './queries.server';
import { changedEvent, MAX_PARTICIPANTS, MOST_LISTED, SERIES_SCOPES } from './schema';

/**
 * Events in the API: with both spellings, in and out (G2). Only names that older callers spell in
 * two ways have two; a new field has one.
 */

const eventType = z.enum(EVENT_TYPES).meta({ id: 'EventType' });
const maximum = z.int().min(0).max(MAX_PARTICIPANTS);
const givenMaximum = maximum.nullable().meta({ id: 'GivenMaximum' });
const count = z.int().min(0);
const moment = z.iso.datetime({ offset: true });
const comingVisible = z.enum(COMING_VISIBLE).meta({ id: 'ComingVisible' });

function spelled(detail: Detail) {
  switch (detail.type) {
    case 'line':
    case 'lines':
      return z.string();
    case 'day':
      return z.iso.date();
    case 'time':
      return timeOfDay;
    case 'deadline':
      return moment;
    case 'yesNo':
      return z.boolean();
    case 'count':
      return z.int().min(0).max(detail.max);
    case 'visibility':
      return comingVisible;
    case 'groups':
      return z.array(z.guid()).max(MOST_GROUPS);
  }
}

/** Read-only fields of an event, ignored if sent back. */
const readOnly = {
  registeredParticipants: count,
  registered_participants: count,
  startsAt: moment,
  endsAt: moment,
  cancelled: z.boolean(),
  cancelReason: z.string(),
  waiting: count,
  series: z.guid().nullable(),
};

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
    ...mapped(eventDetails, (detail) => {
      const present = spelled(detail);
      return byDefault(detail) === null ? present.nullable() : present;
    }),
    ...readOnly,
  } satisfies Describes<EventFields>)
  .meta({ id: 'Event' });

export const events = z.array(event);

export const eventToWire = ({ cancelledAt, startsAt, endsAt, ...stored }: ClubEvent) =>
  only(event)({
    ...stored,
    event_type: stored.eventType,
    max_participants: stored.maxParticipants,
    registered_participants: stored.registeredParticipants,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    signUpUntil: stored.signUpUntil?.toISOString() ?? null,
    signOffUntil: stored.signOffUntil?.toISOString() ?? null,
    cancelled: cancelledAt !== null,
  });

const written = {
  name: z.string(),
  date: z
    .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])
    .meta({ examples: ['2030-06-15'] }),
  eventType: eventType.optional(),
  event_type: eventType.optional(),
  maxParticipants: givenMaximum.optional(),
  max_participants: givenMaximum.optional(),
  ...mapped(eventDetails, (detail) =>
    (isText(detail) ? z.string().max(detail.max) : spelled(detail)).nullish(),
  ),
} satisfies Describes<EventFields>;

/** One of the two spellings of the type is needed. */
const typeIsNeeded = { anyOf: [{ required: ['eventType'] }, { required: ['event_type'] }] };

export const newEventBody = z
  .strictObject({ organization: z.guid(), ...written })
  .meta(typeIsNeeded);

const ignored = z
  // From callers who send back what they got.
  .object({ ...readOnly, ownAnswer: z.string().nullable() })
  .partial().shape;

/**
 * The whole event as it was read. The organisation must be the stored one; counts, instants and the
 * cancellation are ignored.
 */
export const changedEventBody = z
  .strictObject({
    uuid: z.guid(),
    organization: z.guid().optional(),
    ...written,
    ...ignored,
    notify: z.boolean().optional().meta({ description: 'Tells by mail; false if left out.' }),
    notifyOpen: z.boolean().optional().meta({
      description: 'With `notify`, also who is asked and has not answered; false if left out.',
    }),
    scope: z
      .enum(SERIES_SCOPES)
      .optional()
      .meta({ description: 'Of a series; `only` if left out.' }),
    listed: z.array(z.guid()).max(MOST_LISTED).optional(),
  })
  .meta(typeIsNeeded);

/** The first spelling names the field in errors. */
export const newEventSpelling = {
  eventType: ['eventType', 'event_type'],
  maxParticipants: ['maxParticipants', 'max_participants'],
};
export const changedEventSpelling = {
  ...newEventSpelling,
  event: ['uuid'],
  belongsTo: ['organization'],
};

const otherNames = { eventType: 'event_type', maxParticipants: 'max_participants' } as const;
type TwiceSpelled = keyof typeof otherNames;

export function newEventFromWire(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const { event, differing } = inOneSpelling(json);
  // A client may know both and fill in one.
  const contradicting = differing.filter(
    (each) => ![json[each], json[otherNames[each]]].includes(null),
  );
  if (contradicting.length > 0) throw contradiction(contradicting);
  return event;
}

/**
 * Callers may read an event, change one spelling of a value and send everything back: the spelling
 * that differs from what is stored wins.
 * @throws Problem 422 if both spellings differ from what is stored
 */
export async function changedEventFromWire(
  json: unknown,
  { db, actor }: Context<Actor | null>,
): Promise<unknown> {
  if (!isRecord(json)) return json;
  const sent = Object.entries(json).filter(([field]) => !Object.hasOwn(ignored, field));
  const body: Record<string, unknown> = Object.fromEntries(sent);
  const { event, differing } = inOneSpelling(body);
  const uuid = id.safeParse(body.uuid);
  if (differing.length === 0 || !uuid.success || !actor) return event;
  const subject = await eventInScope({ db, actor }, { event: uuid.data });
  // The operation refuses.
  if (!subject || !policy.edit(subject)) return event;
  for (const field of differing) requireValid(field, body[otherNames[field]]);
  const changesOf = (field: TwiceSpelled) =>
    [body[field], body[otherNames[field]]].filter((value) => value !== subject.event[field]);
  const contradicting = differing.filter((field) => changesOf(field).length > 1);
  if (contradicting.length > 0) throw contradiction(contradicting);
  return { ...event, ...Object.fromEntries(differing.map((each) => [each, changesOf(each)[0]])) };
}

/** An event with a single spelling of each value, and the values whose spellings differ. */
function inOneSpelling({ event_type, max_participants, ...event }: Record<string, unknown>) {
  const spellings = {
    eventType: [event.eventType, event_type],
    maxParticipants: [event.maxParticipants, max_participants],
  };
  const { eventType: _type, maxParticipants: _maximum, ...one } = event;
  const differing: TwiceSpelled[] = [];
  for (const [field, [camel, snake]] of Object.entries(spellings)) {
    if (camel !== undefined || snake !== undefined) one[field] = camel ?? snake ?? null;
    if (camel !== undefined && snake !== undefined && camel !== snake)
      differing.push(field as TwiceSpelled);
  }
  return { event: one, differing };
}

function contradiction(fields: readonly TwiceSpelled[]) {
  return invalid(Object.fromEntries(fields.map((field) => [field, [SPELLINGS_DIFFER]])));
}

/** @throws Problem 422 that names the second spelling: the operation sees only one of the two */
function requireValid(field: TwiceSpelled, other: unknown): void {
  const checked = changedEvent.shape[field].safeParse(other);
  if (checked.success) return;
  throw invalid({ [otherNames[field]]: checked.error.issues.map(({ message }) => message) });
}

export const registeredEvents = z.array(z.guid());
export const registeredMembers = z.object({ members: z.array(z.guid()) });

export const participations = z.array(
  z.strictObject({ memberUuid: id, participated: z.boolean() }),
  'Erwartet wird eine Liste von memberUuid und participated.',
);

export const participationToWire = (member: { uuid: string; participated: boolean }) => ({
  memberUuid: member.uuid,
  participated: member.participated,
});

export const recordedToWire = (
  { event, scope }: { event: ClubEvent; scope: Scope },
  db: Database,
) => attendees(db, scope, event).map(participationToWire);

/** The list is the whole body. */
export const participationSpelling = { inQuestion: [], participated: [] };

/** The list of PUT …/participation, each member at most once. */
export function participationFromWire(json: unknown): unknown {
  const list = checkedList(participations, json);
  const members = list.map(({ memberUuid }) => memberUuid);
  if (new Set(members).size < members.length)
    throw invalid({ '': ['Ein Mitglied kommt mehrfach vor.'] });
  return {
    inQuestion: list.flatMap((each) => (each.participated ? [] : each.memberUuid)),
    participated: list.flatMap((each) => (each.participated ? each.memberUuid : [])),
  };
}
