import { z } from 'zod';
import { day, id, limit, requiredText } from '~/kernel/fields';
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

/** The screens ask for the maximum of a limited event; a call that leaves it out means none, or no change. */
export const newEventForm = newEvent.refine(hasItsMaximum, MAXIMUM_MISSING);
export const changedEventForm = z
  .strictObject({ event: id, ...fields })
  .refine(hasItsMaximum, MAXIMUM_MISSING);

export const eventId = z.strictObject({ event: id });
export const organizationId = z.strictObject({ organization: id });

/** The confirmation says which of the two it confirmed, so that an outdated page cannot do the opposite (E3). */
export const registrationForm = eventId.extend({ registered: z.enum(['true', 'false']) });

/** One page of the screen's list: what follows a position, or what comes before one; else what comes next (E1). */
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

/** Who was there (E6): of the members in question, and any others named, those in `participated` were. */
export const participations = z.strictObject({ event: id, inQuestion: members, participated: members });
