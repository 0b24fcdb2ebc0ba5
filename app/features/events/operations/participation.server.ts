import type { Database } from '#db/connection';
import { placeOf } from '~/features/members/queries.server';
import { screenful } from '~/kernel/keyset';
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
import { eventId, MEMBERS_ON_ONE_LIST, participationPage, participations } from '../schema';

export const readParticipation = operation({
  summary:
    'Read who took part in an event: every member of the organisation, with whether they did',
  input: eventId,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.edit,
  read: async ({ db, subject: { event, scope } }) => ({
    event,
    members: await attendees(db, scope, event),
  }),
});

/** Rows of a page, where there are too many members for one list. */
const PAGE_SIZE = 500;

export const readParticipationPage = operation({
  summary: 'Read who took part in an event, for the screen: all members, or a page of a long list',
  input: participationPage,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.edit,
  async read({ db, input, subject: { event, scope } }) {
    const { q, membersAfter: after, membersBefore: before } = input;
    const from = before ? { before } : { after };
    const found = await attendees(db, scope, event, { q, ...from, limit: MEMBERS_ON_ONE_LIST + 1 });
    const isWhole = q === '' && !after && !before && found.length <= MEMBERS_ON_ONE_LIST;
    const page = isWhole
      ? { rows: found, previous: null, next: null }
      : screenful(
          before ? found.slice(-PAGE_SIZE - 1) : found.slice(0, PAGE_SIZE + 1),
          PAGE_SIZE,
          from,
          placeOf,
        );
    const { rows: members, previous, next } = page;
    return { event, members, pages: isWhole ? null : { q, previous, next } };
  },
});

export const listRegisteredMembers = operation({
  summary: 'List the members who are registered for an event',
  input: eventId,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.edit,
  read: ({ db, subject }) => registeredMembers(db, subject.event),
});

type EventInScope = NonNullable<Awaited<ReturnType<typeof eventInScope>>>;

const recorded = ({ subject }: { subject: EventInScope }) =>
  `Teilnehmer der Veranstaltung „${subject.event.name}“ gespeichert`;

const recording = {
  summary: 'Record who took part in an event',
  description: 'Members that are not listed stay as they are, so two people can record at once.',
  input: participations,
  subject: (context: Parameters<typeof eventInScope>[0], { event }: { event: string }) =>
    eventInScope(context, event),
  may: policy.edit,
};

/**
 * For the screen, which loads what it shows by itself and need not wait for every member of a large
 * club.
 */
export const saveParticipation = operation({
  ...recording,
  run: ({ db, input, subject }) => record(db, subject, input),
  audit: recorded,
});

/** For the call, which answers the whole list (G8). */
export const saveParticipationInFull = operation({
  ...recording,
  async run({ db, input, subject }) {
    await record(db, subject, input);
    return { members: await attendees(db, subject.scope, subject.event) };
  },
  audit: recorded,
});

async function record(
  db: Database,
  { event, scope }: EventInScope,
  input: { inQuestion: readonly string[]; participated: readonly string[] },
): Promise<void> {
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
}

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
