import { z } from 'zod';
import { membersPage } from '~/features/members/schema';
import { day, id, limit, optionalText, requiredText, typedInteger } from '~/kernel/fields';
import { orderedBy, readable } from '~/kernel/keyset';

export const EVENT_TYPES = ['OPEN_EVENT', 'LIMITED_EVENT'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Who sees the names of those who come: who may edit events, who comes too, or every member. */
export const COMING_VISIBLE = ['editors', 'registered', 'members'] as const;
export type ComingVisible = (typeof COMING_VISIBLE)[number];

export const MAX_PARTICIPANTS = 999_999_999_999_999;

const wrongMaximum = 'Bitte eine ganze Zahl eingeben.';
const maxParticipants = z
  .number(wrongMaximum)
  .int(wrongMaximum)
  .min(0, 'Mindestens 0.')
  .max(MAX_PARTICIPANTS, `Höchstens ${MAX_PARTICIPANTS}.`);

/** The fields of the form (E4). The maximum counts only for limited events. */
const fields = {
  name: requiredText(200, 'Bitte einen Namen eingeben.'),
  date: day,
  eventType: z.enum(EVENT_TYPES, 'Bitte eine Art wählen.'),
  maxParticipants: maxParticipants.optional(),
};

/** The fields as they are stored. */
export type EventFields = Required<Omit<z.output<typeof newEvent>, 'organization'>>;

export const newEvent = z.strictObject({ organization: id, ...fields });

export const changedEvent = z.strictObject({
  event: id,
  ...fields,
  /** The organisation as a call names it; an event cannot move. */
  belongsTo: id.optional(),
});

const MAXIMUM_MISSING = { path: ['maxParticipants'], message: 'Bitte die Höchstzahl eingeben.' };

function hasItsMaximum(event: { eventType: EventType; maxParticipants?: number }): boolean {
  return event.eventType === 'OPEN_EVENT' || event.maxParticipants !== undefined;
}

const typedMaximum = { maxParticipants: typedInteger(maxParticipants).optional() };

/**
 * The screens require the maximum of a limited event; in a call, leaving it out means none, or no
 * change.
 */
export const newEventForm = newEvent.extend(typedMaximum).refine(hasItsMaximum, MAXIMUM_MISSING);
export const changedEventForm = changedEvent
  .omit({ belongsTo: true })
  .extend(typedMaximum)
  .refine(hasItsMaximum, MAXIMUM_MISSING);

export const eventId = z.strictObject({ event: id });

/** The order of the events: by date. */
export const byDate = orderedBy(
  [
    { field: 'date', type: 'date' },
    { field: 'uuid', type: 'uuid' },
  ],
  { codec: readable },
);

const cursor = byDate.cursor.optional();

/** A page of the screen's list: after or before a cursor, else what comes next (E1). */
export const eventsPage = z.strictObject({ organization: id, after: cursor, before: cursor });

export const eventsList = z.strictObject({ organization: id, limit: limit.optional(), cursor });

const members = z.array(id, 'Erwartet wird eine Liste.').max(100_000, 'Höchstens 100000.');

/** Of the members in question, those in `participated` were there and the others not (E6). */
export const participations = z.strictObject({
  event: id,
  inQuestion: members,
  participated: members,
});

/** The order of an event's members on screen: who is registered (0), the others (1); by name. */
export const byRegistration = orderedBy([
  { field: 'section', type: 'number' },
  { field: 'lastName', type: 'text' },
  { field: 'firstName', type: 'text' },
  { field: 'uuid', type: 'uuid' },
]);

/** Members on one list; a larger club gets pages. */
export const MEMBERS_ON_ONE_LIST = 1000;

const rows = z
  .array(id, 'Erwartet wird eine Liste.')
  .max(MEMBERS_ON_ONE_LIST, `Höchstens ${MEMBERS_ON_ONE_LIST}.`);
const place = z.string().max(2000).optional();

/** The screen's form: of a long list one page, and what to show once that is saved. */
export const participationForm = z.strictObject({
  event: id,
  inQuestion: rows,
  participated: rows,
  q: optionalText(200),
  search: z.string().max(1).optional(),
  membersAfter: place,
  membersBefore: place,
});

const member = byRegistration.cursor.optional();

export const participationPage = z.strictObject({
  event: id,
  q: membersPage.shape.q,
  membersAfter: member,
  membersBefore: member,
});

/** The list for paper: who is registered, or all members. */
export const attendanceSheet = z.strictObject({
  event: id,
  of: z.enum(['registered', 'all']).default('all'),
  membersAfter: member,
  membersBefore: member,
});
