import { dateToText } from '~/dates';
import { today } from '~/dates.server';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { readPage, readPageAround } from '~/kernel/keyset.server';
import { operation } from '~/kernel/operation.server';
import { invalid, notFound } from '~/kernel/problem';
import { nextVersion, requireSame, stillAt } from '~/kernel/version.server';
import * as policy from '../policy';
import {
  type ClubEvent,
  eventColumns,
  eventInScope,
  eventsOf,
  eventValues,
  isAnswered,
  listedEvents,
} from '../queries.server';
import * as schema from '../schema';
import { eventTypeTexts, named } from '../wording';

/** Rows of the screen's list. */
const PAGE_SIZE = 80;

/** Past events above the next one, so that it is on the first screen (E1). */
const PAST_EVENTS = 2;

/** Comes before every event of its day. */
const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

export const readEventsPage = operation({
  summary: 'Read one page of the events, at first what comes next',
  input: schema.eventsPage,
  subject: scopeInOrganization,
  may: policy.read,
  async read({ db, input: { after, before }, subject }) {
    const events = listedEvents(db, subject.scope);
    const start = [today(), FIRST_UUID];
    const part = { after, before, start, lead: PAST_EVENTS, limit: PAGE_SIZE };
    return { ...(await readPageAround(db, events, schema.byDate, part)), today: today() };
  },
});

export const listEvents = operation({
  summary: 'List the events of an organisation by date',
  input: schema.eventsList,
  subject: scopeInOrganization,
  may: policy.read,
  read: ({ db, input: { cursor, limit }, subject }) =>
    readPage(eventsOf(db, subject.scope), schema.byDate, { after: cursor, limit }),
});

export const readEvent = operation({
  summary: 'Read an event',
  input: schema.eventId,
  subject: eventInScope,
  may: policy.read,
  read: ({ subject }) => subject.event,
});

export const readEventForEdit = operation({
  summary: 'Read an event in order to change or delete it',
  input: schema.eventId,
  subject: eventInScope,
  may: policy.edit,
  read: ({ subject }) => subject.event,
});

export const createEvent = operation({
  summary: 'Create an event',
  description: 'The maximum counts only for limited events; without one it is 0.',
  input: schema.newEvent,
  once: true,
  subject: scopeInOrganization,
  may: policy.edit,
  run({ db, input, subject }): Promise<ClubEvent> {
    const { organization: _scope, maxParticipants = 0, ...fields } = input;
    return db
      .insertInto('events')
      .values({
        organization_uuid: subject.scope.organization,
        ...eventValues(asStored({ ...fields, maxParticipants })),
      })
      .returning(eventColumns)
      .executeTakeFirstOrThrow();
  },
  audit: ({ output }) => `${named(output)} angelegt`,
});

export const updateEvent = operation({
  summary: 'Change an event',
  description:
    'Lowering the maximum below the number of registrations takes nobody their place. Opening an event sets its ' +
    'maximum to 0.',
  input: schema.changedEvent,
  edits: true,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, actor, input, subject, version }): Promise<ClubEvent & { version: number }> {
    const { event } = subject;
    const {
      event: uuid,
      belongsTo = event.organization,
      maxParticipants = event.maxParticipants,
      ...fields
    } = input;
    if (belongsTo !== event.organization) {
      throw invalid({ organization: ['Eine Veranstaltung kann die Organisation nicht wechseln.'] });
    }
    const wanted = asStored({ ...fields, maxParticipants });
    const saved = await db
      .updateTable('events')
      .set({ ...eventValues(wanted), version: nextVersion })
      .where('uuid', '=', uuid)
      .where(stillAt(version))
      .returning([...eventColumns, 'events.version'])
      .executeTakeFirst();
    if (saved) return saved;
    const now = await eventInScope({ db, actor }, { event: uuid });
    if (!now) throw notFound();
    requireSame(now.event.version, inWords(wanted), inWords(now.event));
    return now.event;
  },
  audit: ({ output }) => `${named(output)} geändert`,
});

/** The maximum counts only for limited events. */
function asStored(fields: schema.EventFields): schema.EventFields {
  const isLimited = fields.eventType === 'LIMITED_EVENT';
  return { ...fields, maxParticipants: isLimited ? fields.maxParticipants : 0 };
}

/** The fields as people read them. */
function inWords(fields: schema.EventFields) {
  return {
    ...fields,
    date: dateToText(fields.date),
    eventType: eventTypeTexts[fields.eventType].label,
    maxParticipants: String(fields.maxParticipants),
  };
}

export const readEventForDeletion = operation({
  summary: 'Read an event in order to delete it, and whether cancelling it would tell anybody',
  input: schema.eventId,
  subject: eventInScope,
  may: policy.edit,
  read: async ({ db, subject: { event } }) => ({
    name: event.name,
    couldBeCancelled: event.cancelledAt === null && (await isAnswered(db, event)),
  }),
});

export const deleteEvent = operation({
  summary: 'Delete an event with its registrations, participations and polls',
  input: schema.eventId,
  once: true,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, subject }) {
    await db.deleteFrom('events').where('uuid', '=', subject.event.uuid).execute();
    return { name: subject.event.name };
  },
  audit: ({ subject }) => `${named(subject.event)} gelöscht`,
});
