import type { Database } from '#db/connection';
import { operation } from '~/kernel/operation.server';
import { invalid, notFound } from '~/kernel/problem';
import * as policy from '../policy';
import {
  anyOf,
  attendees,
  type ClubEvent,
  eventInScope,
  lockEvent,
  lockMembers,
  registeredMembers,
} from '../queries.server';
import { eventId, participations } from '../schema';

export const readParticipation = operation({
  summary: 'Read who took part in an event: every member of the organisation, with whether they did',
  input: eventId,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.edit,
  read: async ({ db, subject: { event, scope } }) => ({ event, members: await attendees(db, scope, event) }),
});

export const listRegisteredMembers = operation({
  summary: 'List the members who are registered for an event',
  input: eventId,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.edit,
  read: ({ db, subject }) => registeredMembers(db, subject.event),
});

export const saveParticipation = operation({
  summary: 'Record who took part in an event',
  description: 'Members that are not listed stay as they are, so two people can record at once.',
  input: participations,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.edit,
  async run({ db, input, subject }) {
    const { event, scope } = subject;
    const participated = new Set(input.participated);
    const absent = input.inQuestion.filter((member) => !participated.has(member));
    const known = new Set(await lockMembers(db, scope, [...participated, ...absent]));
    // Someone who has gone was certainly not there; but who is said to have been must be somebody.
    if (![...participated].every((member) => known.has(member))) {
      throw invalid({ participated: ['Ein Mitglied gibt es nicht oder nicht mehr.'] });
    }
    if (!(await lockEvent(db, event))) throw notFound();
    await removeParticipations(db, event, absent);
    await addParticipations(db, event, [...participated]);
    return { event, members: await attendees(db, scope, event) };
  },
  audit: ({ subject }) => `Teilnehmer der Veranstaltung „${subject.event.name}“ gespeichert`,
});

async function removeParticipations(db: Database, event: ClubEvent, members: readonly string[]) {
  await db
    .deleteFrom('participations')
    .where('event_uuid', '=', event.uuid)
    .where('member_uuid', '=', anyOf(members))
    .execute();
}

async function addParticipations(db: Database, event: ClubEvent, members: readonly string[]) {
  await db
    .insertInto('participations')
    .columns(['event_uuid', 'member_uuid', 'organization_uuid'])
    .expression(
      db
        .selectFrom('members')
        .select((eb) => [eb.val(event.uuid).as('event_uuid'), 'uuid', 'organization_uuid'])
        .where('organization_uuid', '=', event.organization)
        .where('uuid', '=', anyOf(members)),
    )
    .onConflict((already) => already.doNothing())
    .execute();
}
