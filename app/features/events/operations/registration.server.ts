import type { Database } from '#db/connection';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import type { Actor } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { conflict, notFound } from '~/kernel/problem';
import { sqlState } from '~/kernel/transaction.server';
import * as policy from '../policy';
import { type ClubEvent, eventInScope, lockPlace, registeredEvents } from '../queries.server';
import { eventId } from '../schema';
import { obstacleTo } from '../view';
import { EVENT_FULL, EVENT_OPEN, NO_LINKED_MEMBER, named } from '../wording';

export const readEventForRegistration = operation({
  summary: 'Read an event and whether the current user is registered for it',
  input: eventId,
  subject: eventInScope,
  may: policy.read,
  read: ({ subject: { event, registered, scope } }) => ({
    event,
    registered,
    linked: scope.member !== null,
  }),
});

export const listRegisteredEvents = operation({
  summary: 'List the events of an organisation that the current user is registered for',
  input: organizationId,
  subject: scopeInOrganization,
  may: policy.read,
  read: ({ db, subject }) => registeredEvents(db, subject.scope),
});

export const registerForEvent = operation({
  summary: 'Sign the current user up for an event, by the member linked to them',
  description:
    'Signing up twice changes nothing and is no error. 409: the event is full or open to all, or no member is linked.',
  input: eventId,
  subject: eventInScope,
  may: policy.register,
  async run({ db, actor, subject }) {
    const { event, registered, scope } = subject;
    if (registered) return event;
    const obstacle = obstacleTo(event, { registered, linked: scope.member !== null });
    // Refuses most of a crowd without making them wait for the lock; the database decides on the
    // rest.
    if (obstacle) throw conflict(obstacle);
    const { member, locked } = await place(db, actor, event, scope.member);
    try {
      const { numInsertedOrUpdatedRows: inserted } = await db
        .insertInto('registrations')
        .values({
          event_uuid: event.uuid,
          member_uuid: member,
          organization_uuid: event.organization,
        })
        .onConflict((already) => already.doNothing())
        .executeTakeFirstOrThrow();
      return counted(locked, Number(inserted));
    } catch (error) {
      if (sqlState(error) === 'VH001') throw conflict(EVENT_FULL);
      if (sqlState(error) === 'VH002') throw conflict(EVENT_OPEN);
      throw error;
    }
  },
  audit: ({ subject }) => `Zur ${named(subject.event)} angemeldet`,
});

export const unregisterFromEvent = operation({
  summary: 'Take back the sign-up of the current user for an event',
  description: 'Where there is none, nothing changes, and that is no error.',
  input: eventId,
  subject: eventInScope,
  may: policy.register,
  async run({ db, actor, subject }) {
    const { event, registered, scope } = subject;
    if (!registered) return event;
    const { member, locked } = await place(db, actor, event, scope.member);
    const { numDeletedRows: deleted } = await db
      .deleteFrom('registrations')
      .where('event_uuid', '=', event.uuid)
      .where('member_uuid', '=', member)
      .executeTakeFirstOrThrow();
    return counted(locked, -Number(deleted));
  },
  audit: ({ subject }) => `Von der ${named(subject.event)} abgemeldet`,
});

/** Locks the member's place. @throws Problem 409 without a linked member, 404 without the event */
async function place(db: Database, actor: Actor, event: ClubEvent, member: string | null) {
  if (member === null) throw conflict(NO_LINKED_MEMBER);
  const locked = await lockPlace(db, actor, { member, event });
  if (!locked) throw notFound();
  const { memberHeld, ...now } = locked;
  if (!memberHeld) throw conflict(NO_LINKED_MEMBER);
  return { member, locked: now };
}

/** The event with its new number of registrations, which nobody else can change under the lock. */
function counted(locked: ClubEvent, change: number): ClubEvent {
  return { ...locked, registeredParticipants: locked.registeredParticipants + change };
}
