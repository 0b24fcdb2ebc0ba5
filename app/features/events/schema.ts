import { z } from 'zod';
import { memberPage } from '~/features/members/schema';
import { day, id, limit, optionalText, requiredText, typedInteger } from '~/kernel/fields';
import { position } from './position';

export const EVENT_TYPES = ['OPEN_EVENT', 'LIMITED_EVENT'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const MAX_PARTICIPANTS = 999_999_999_999_999;

const wrongMaximum = 'Bitte eine ganze Zahl eingeben.';
const eventType = z.enum(EVENT_TYPES, 'Bitte eine Art wählen.');
const maxParticipants = z
  .number(wrongMaximum)
  .int(wrongMaximum)
  .min(0, 'Mindestens 0.')
  .max(MAX_PARTICIPANTS, `Höchstens ${MAX_PARTICIPANTS}.`);

/** The fields that a person fills in (E4). The maximum counts only for limited events. */
const fields = {
  name: requiredText(200, 'Bitte einen Namen eingeben.'),
  date: day,
  eventType,
  maxParticipants: maxParticipants.optional(),
};

export const newEvent = z.strictObject({ organization: id, ...fields });

export const changedEvent = z.strictObject({
  event: id,
  ...fields,
  /** The organisation as a call names it; an event cannot move. */
  belongsTo: id.optional(),
  /** What the call said in its other spelling, where that differs (wire.ts). */
  otherSpelling: z
    .strictObject({ eventType: eventType.optional(), maxParticipants: maxParticipants.optional() })
    .optional(),
});

const MAXIMUM_MISSING = { path: ['maxParticipants'], message: 'Bitte die Höchstzahl eingeben.' };

function hasItsMaximum(event: { eventType: EventType; maxParticipants?: number }): boolean {
  return event.eventType === 'OPEN_EVENT' || event.maxParticipants !== undefined;
}

const typedMaximum = typedInteger(maxParticipants).optional();

/**
 * The screens ask for the maximum of a limited event; a call that leaves it out means none, or no
 * change.
 */
export const newEventForm = newEvent
  .extend({ maxParticipants: typedMaximum })
  .refine(hasItsMaximum, MAXIMUM_MISSING);
export const changedEventForm = z
  .strictObject({ event: id, ...fields, maxParticipants: typedMaximum })
  .refine(hasItsMaximum, MAXIMUM_MISSING);

export const eventId = z.strictObject({ event: id });
export const organizationId = z.strictObject({ organization: id });

/**
 * The confirmation says which of the two it confirmed, so that an outdated page cannot do the
 * opposite (E3).
 */
export const registrationForm = eventId.extend({ registered: z.enum(['true', 'false']) });

/**
 * One page of the screen's list: what follows a position, or what comes before one; else what comes
 * next (E1).
 */
export const eventsPage = z.strictObject({
  organization: id,
  after: position.optional(),
  before: position.optional(),
});

export const eventsList = z.strictObject({
  organization: id,
  limit: limit.optional(),
  cursor: position.optional(),
});

const members = z.array(id, 'Erwartet wird eine Liste.').max(100_000, 'Höchstens 100000.');

/**
 * Who was there (E6): of the members in question, and any others named, those in `participated`
 * were.
 */
export const participations = z.strictObject({
  event: id,
  inQuestion: members,
  participated: members,
});

/** Members that one list shows; a club of more gets pages of fewer. */
export const MEMBERS_ON_ONE_LIST = 1000;

const rows = z
  .array(id, 'Erwartet wird eine Liste.')
  .max(MEMBERS_ON_ONE_LIST, `Höchstens ${MEMBERS_ON_ONE_LIST}.`);
const place = z.string().max(2000).optional();

/** The screen's form; of a long list a page, and what to show once that is saved. */
export const participationForm = z.strictObject({
  event: id,
  inQuestion: rows,
  participated: rows,
  q: optionalText(200),
  search: z.string().max(1).optional(),
  membersAfter: place,
  membersBefore: place,
});

const memberPlace = memberPage.shape.after;
export const participationPage = z.strictObject({
  event: id,
  q: memberPage.shape.q,
  membersAfter: memberPlace,
  membersBefore: memberPlace,
});
