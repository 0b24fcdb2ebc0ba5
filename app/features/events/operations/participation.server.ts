import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { toldApart } from '~/features/members/rules/namesakes.server';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { without } from '~/kernel/fields';
import { pageOf } from '~/kernel/keyset';
import { inScope, operation } from '~/kernel/operation.server';
import { invalid } from '~/kernel/problem';
import { membersOfEvent, surroundingsOf } from '../attendance.server';
import * as policy from '../policy';
import {
  anyOf,
  attendees,
  type ClubEvent,
  eventInScope,
  eventWithAttendance,
  lockEvent,
  lockMembers,
  registeredEvents,
  registeredMembers,
} from '../queries.server';
import { requireLed } from '../rules/leading.server';
import {
  attendanceSheet,
  byRegistration,
  eventId,
  MEMBERS_ON_ONE_LIST,
  participationPage,
  participations,
} from '../schema';
import { named } from '../wording';

export const listAttendees = operation({
  summary:
    'Read who took part in an event: every member of the organisation, with whether they did',
  input: eventId,
  subject: eventInScope,
  may: policy.edit,
  read: ({ db, subject: { event, scope } }) => attendees(db, scope, event),
});

/** Rows per page, if there are too many members for one list. */
const PAGE_SIZE = 500;

export const readParticipationPage = operation({
  summary: 'Read who took part in an event, for the screen: all members, or a page of a long list',
  input: participationPage,
  subject: eventWithAttendance,
  may: policy.edit,
  async read({ db, actor, input, subject: { event, scope, present } }) {
    const { q, membersAfter: after, membersBefore: before } = input;
    const part = { after, before };
    const limit = MEMBERS_ON_ONE_LIST + 1;
    const found = await membersOfEvent(db, scope, event, { q, ...part, limit });
    const shown = { event, present };
    const isWhole = q === '' && !after && !before && found.length <= MEMBERS_ON_ONE_LIST;
    if (isWhole) return { ...shown, members: await toldApart({ db, actor }, found), pages: null };
    const { rows, previous, next } = pageOf(byRegistration, found, { ...part, limit: PAGE_SIZE });
    const members = await toldApart({ db, actor }, rows);
    return { ...shown, members, pages: { q, previous, next } };
  },
});

export const readAttendanceSheet = operation({
  summary: 'Read who is awaited at an event or took part, or all members, to print them',
  input: attendanceSheet,
  subject: eventInScope,
  may: policy.edit,
  async read({ db, actor, input, subject: { event, scope } }) {
    const { of, membersAfter: after, membersBefore: before } = input;
    const part = { after, before, limit: MEMBERS_ON_ONE_LIST };
    const onlyConcerned = of === 'registered';
    const [found, surroundings] = await Promise.all([
      membersOfEvent(db, scope, event, { ...part, onlyConcerned, limit: part.limit + 1 }),
      onlyConcerned ? surroundingsOf(db, event) : null,
    ]);
    const page = pageOf(byRegistration, found, part);
    return { event, of, surroundings, ...page, rows: await toldApart({ db, actor }, page.rows) };
  },
});

export const listRegisteredMembers = operation({
  summary: 'List the members who are registered for an event',
  input: eventId,
  subject: eventInScope,
  may: policy.edit,
  read: ({ db, subject }) => registeredMembers(db, subject.event),
});

export const recordParticipation = operation({
  summary: 'Record who took part in an event',
  description: 'Members that are not listed stay as they are, so two people can record at once.',
  input: participations,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, input, subject: { event, scope } }) {
    const present = without(input.participated, input.inQuestion);
    const absent = without(input.inQuestion, input.participated);
    const known = new Set(await lockMembers(db, scope, [...present, ...absent]));
    // A member who is gone cannot be recorded as present, but needs no record of absence.
    if (!present.every((member) => known.has(member))) {
      throw invalid({ participated: ['Ein Mitglied gibt es nicht oder nicht mehr.'] });
    }
    const now = await lockEvent(db, event);
    requireLed(scope, [now]);
    await removeParticipations(db, event, absent);
    await addParticipations(db, event, present);
    return { event, scope };
  },
  audit: ({ subject }) => `Anwesenheit bei der ${named(subject.event)} gespeichert`,
});

async function removeParticipations(db: Database, event: ClubEvent, members: readonly string[]) {
  await db
    .deleteFrom('participations')
    .where('event_uuid', '=', event.uuid)
    .where('member_uuid', '=', anyOf(members))
    .execute();
}

async function addParticipations(db: Database, event: ClubEvent, members: readonly string[]) {
  await sql`
    insert into participations (event_uuid, member_uuid, organization_uuid)
    select ${event.uuid}, member, ${event.organization} from unnest(${members}::uuid[]) as member
    on conflict do nothing`.execute(db);
}

export const listRegisteredEvents = operation({
  summary: 'List the events of an organisation that the current user is registered for',
  input: organizationId,
  subject: scopeInOrganization,
  may: inScope,
  read: ({ db, subject }) => registeredEvents(db, subject.scope),
});
