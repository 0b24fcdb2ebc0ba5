import { SPELLINGS_DIFFER } from '~/doors/wire';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { longDay, today } from '~/kernel/day.server';
import { operation } from '~/kernel/operation.server';
import { invalid, notFound } from '~/kernel/problem';
import { nextVersion, requireSame, stillAt } from '~/kernel/version.server';
import * as policy from '../policy';
import { cursorAt, startOf } from '../position';
import {
  type ClubEvent,
  eventColumns,
  eventInScope,
  eventsAround,
  eventsInOrder,
} from '../queries.server';
import * as schema from '../schema';
import { pageAround } from '../view';
import { eventTypeLabels } from '../wording';

/** Rows of the screen's list. */
export const PAGE_SIZE = 100;

export const readEventsPage = operation({
  summary: 'Read one page of the events, at first the one that holds the next event',
  input: schema.eventsPage,
  subject: scopeInOrganization,
  may: policy.read,
  async read({ db, input, subject }) {
    const { after, before } = input;
    const belongsTo = after ? 'earlier' : 'later';
    const boundary = { ...(after ?? before ?? startOf(today())), belongsTo } as const;
    const around = await eventsAround(db, subject.scope, boundary, PAGE_SIZE + 1);
    const page = pageAround(around, before && !after ? 'earlier' : 'later', PAGE_SIZE);
    const first = page.rows[0];
    const last = page.rows.at(-1);
    return {
      rows: page.rows,
      today: today(),
      previous: first && page.hasEarlier ? cursorAt(first) : null,
      next: last && page.hasLater ? cursorAt(last) : null,
    };
  },
});

export const listEvents = operation({
  summary: 'List the events of an organisation by date',
  input: schema.eventsList,
  subject: scopeInOrganization,
  may: policy.read,
  async read({ db, input, subject }) {
    const { cursor, limit } = input;
    const found = await eventsInOrder(db, subject.scope, {
      after: cursor,
      limit: limit && limit + 1,
    });
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return { rows, next: last && found.length > rows.length ? cursorAt(last) : null };
  },
});

export const readEvent = operation({
  summary: 'Read an event',
  input: schema.eventId,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.read,
  read: ({ subject }) => subject.event,
});

export const readEventToEdit = operation({
  summary: 'Read an event in order to change or delete it',
  input: schema.eventId,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.edit,
  read: ({ subject }) => subject.event,
});

export const readEventCreation = operation({
  summary: 'Whether one may create events',
  input: schema.organizationId,
  subject: scopeInOrganization,
  may: policy.edit,
  read: () => null,
});

export const createEvent = operation({
  summary: 'Create an event',
  description: 'The maximum counts only for limited events; without one it is 0.',
  input: schema.newEvent,
  once: true,
  subject: scopeInOrganization,
  may: policy.edit,
  run({ db, input, subject }): Promise<ClubEvent> {
    const { name, date, eventType, maxParticipants = 0 } = input;
    return db
      .insertInto('events')
      .values({
        organization_uuid: subject.scope.organization,
        name,
        date,
        event_type: eventType,
        max_participants: eventType === 'LIMITED_EVENT' ? maxParticipants : 0,
      })
      .returning(eventColumns)
      .executeTakeFirstOrThrow();
  },
  audit: ({ output }) => `Veranstaltung „${output.name}“ angelegt`,
});

export const updateEvent = operation({
  summary: 'Change an event',
  description:
    'Lowering the maximum below the number of registrations takes nobody their place. Opening an event sets its ' +
    'maximum to 0.',
  input: schema.changedEvent,
  edits: true,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.edit,
  async run({ db, actor, input, subject, version }): Promise<ClubEvent & { version: number }> {
    const { event } = subject;
    if (input.belongsTo !== undefined && input.belongsTo !== event.organization) {
      throw invalid({ organization: ['Eine Veranstaltung kann die Organisation nicht wechseln.'] });
    }
    const { otherSpelling = {} } = input;
    const eventType = meant('eventType', input.eventType, otherSpelling.eventType, event.eventType);
    const maxParticipants = meant(
      'maxParticipants',
      input.maxParticipants ?? event.maxParticipants,
      otherSpelling.maxParticipants,
      event.maxParticipants,
    );
    const { name, date } = input;
    const wanted = {
      name,
      date,
      eventType,
      maxParticipants: eventType === 'LIMITED_EVENT' ? maxParticipants : 0,
    };
    const saved = await db
      .updateTable('events')
      .set({
        name,
        date,
        event_type: eventType,
        max_participants: wanted.maxParticipants,
        version: nextVersion,
      })
      .where('uuid', '=', event.uuid)
      .where(stillAt(version))
      .returning([...eventColumns, 'events.version'])
      .executeTakeFirst();
    if (saved) return saved;
    const now = await eventInScope({ db, actor }, event.uuid);
    if (!now) throw notFound();
    requireSame(now.event.version, inWords(wanted), inWords(now.event));
    return now.event;
  },
  audit: ({ output }) => `Veranstaltung „${output.name}“ geändert`,
});

/** What people edit, as they read it. */
function inWords({
  name,
  date,
  eventType,
  maxParticipants,
}: Omit<ClubEvent, 'uuid' | 'organization' | 'registeredParticipants'>) {
  return {
    name,
    date: longDay(date),
    eventType: eventTypeLabels[eventType],
    maxParticipants: String(maxParticipants),
  };
}

/**
 * Which of two spellings of a value a call means (G2): whoever reads an event, changes one of them
 * and sends it all back means the one that is no longer as stored.
 */
function meant<Value>(field: string, one: Value, other: Value | undefined, stored: Value): Value {
  if (other === undefined || other === one || other === stored) return one;
  if (one === stored) return other;
  throw invalid({ [field]: [SPELLINGS_DIFFER] });
}

export const deleteEvent = operation({
  summary: 'Delete an event with its registrations, participations and polls',
  input: schema.eventId,
  once: true,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.edit,
  async run({ db, subject }) {
    await db.deleteFrom('events').where('uuid', '=', subject.event.uuid).execute();
  },
  audit: ({ subject }) => `Veranstaltung „${subject.event.name}“ gelöscht`,
});
