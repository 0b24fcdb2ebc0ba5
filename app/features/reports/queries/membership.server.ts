import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Answer } from '~/features/events/rules/answering';
import { fieldColumns } from '~/features/members/fields';
import { selected } from '~/kernel/columns';
import { ofMember, ofUser, type Whose } from './whose.server';

/** What clubs store about a member and their answers: own data (A12) and reports read the same. */

export const membersOf = (db: Database, whose: Whose) =>
  db
    .selectFrom('members as m')
    .select([
      'm.uuid',
      'm.organization_uuid as organization',
      ...selected('m', fieldColumns),
      'm.released',
      sql<string[]>`array_remove(m.former_names, m.first_name || ' ' || m.last_name)`.as(
        'formerNames',
      ),
      'm.created_at as createdAt',
      'm.retention_hold as retentionHold',
      'm.erase_on as eraseOn',
    ])
    .where(ofMember(whose));

/** Members' answers to events, and when they gave them. */
const answersOf = (db: Database, whose: Whose, answer: Answer) =>
  db
    .selectFrom('answers as a')
    .innerJoin('members as m', 'm.uuid', 'a.member_uuid')
    .innerJoin('events as e', 'e.uuid', 'a.event_uuid')
    .select(['e.uuid as event', 'e.name', 'e.date', 'a.member_uuid as member', 'a.note'])
    // Who entered an answer is somebody else's data; the fact that it was entered is not.
    .select(sql<boolean>`a.acted_by is not null`.as('enteredByOthers'))
    .where(ofMember(whose))
    .where('a.answer', '=', answer);

export const registrationsOf = (db: Database, whose: Whose) =>
  answersOf(db, whose, 'yes').select([
    'a.places',
    'a.promoted_at as promotedAt',
    'a.created_at as registeredAt',
  ]);

export const waitingOf = (db: Database, whose: Whose) =>
  answersOf(db, whose, 'waiting').select(['a.places', 'a.created_at as joinedAt']);

export const declinesOf = (db: Database, whose: Whose) =>
  answersOf(db, whose, 'no').select(['a.absence_uuid as absence', 'a.created_at as declinedAt']);

export const groupsOf = (db: Database, whose: Whose) =>
  db
    .selectFrom('group_members as gm')
    .innerJoin('members as m', 'm.uuid', 'gm.member_uuid')
    .innerJoin('groups as g', 'g.uuid', 'gm.group_uuid')
    .select([
      'g.uuid as group',
      'g.name',
      'gm.member_uuid as member',
      'gm.leader',
      'gm.since',
      'gm.until',
    ])
    .where(ofMember(whose));

export const seriesOptOutsOf = (db: Database, whose: Whose) =>
  db
    .selectFrom('series_opt_outs as o')
    .innerJoin('members as m', 'm.uuid', 'o.member_uuid')
    .innerJoin('series as s', 's.uuid', 'o.series_uuid')
    .select(['s.uuid as series', 'o.member_uuid as member', 'o.created_at as saidAt'])
    .select(sql<string>`s.template ->> 'name'`.as('name'))
    .where(ofMember(whose));

export const participationsOf = (db: Database, whose: Whose) =>
  db
    .selectFrom('participations as p')
    .innerJoin('members as m', 'm.uuid', 'p.member_uuid')
    .innerJoin('events as e', 'e.uuid', 'p.event_uuid')
    .select([
      'e.uuid as event',
      'e.name',
      'e.date',
      'p.member_uuid as member',
      'p.created_at as recordedAt',
    ])
    .where(ofMember(whose));

export const pollAnswersOf = (db: Database, whose: Whose) =>
  db
    .selectFrom('poll_answers as a')
    .innerJoin('members as m', 'm.uuid', 'a.member_uuid')
    .innerJoin('polls as p', 'p.uuid', 'a.poll_uuid')
    .innerJoin('poll_options as o', 'o.uuid', 'a.option_uuid')
    .select([
      'p.uuid as poll',
      'p.name',
      'o.name as option',
      'a.member_uuid as member',
      'a.created_at as answeredAt',
    ])
    .where(ofMember(whose));

export const organizationsOf = (db: Database, whose: Whose) =>
  db
    .selectFrom('organization_users as ou')
    .innerJoin('organizations as o', 'o.uuid', 'ou.organization_uuid')
    .select(['o.uuid', 'o.name', 'ou.joined_at as joinedAt', 'ou.digest_rhythm as digest'])
    .select('ou.events_shown as shown')
    .where(ofUser(whose, 'ou.user_uuid', 'ou.organization_uuid'));
