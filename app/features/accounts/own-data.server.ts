import { sql } from 'kysely';
import type { Database } from '#db/connection';

/**
 * Everything stored about a user, for themselves (A12; GDPR articles 15 and 20), except secrets and
 * their hashes.
 */
export async function ownData(db: Database, user: string) {
  const [account, sessions, codes, organizations, permissions, members, ...participation] =
    await Promise.all([
      accountOf(db, user),
      sessionsAndDevices(db, user),
      codesOf(db, user),
      organizationsOf(db, user),
      permissionsOf(db, user),
      membersOf(db, user),
      registrationsOf(db, user),
      waitingOf(db, user),
      declinesOf(db, user),
      absencesOf(db, user),
      participationsOf(db, user),
      answersOf(db, user),
      invitationsBy(db, user),
      invitationsAcceptedBy(db, user),
      notificationsOf(db, user),
      notificationSettingsOf(db, user),
      calendarFeedsOf(db, user),
      messagesBy(db, user),
      auditLogOf(db, user),
    ]);
  const [
    registrations,
    waitingLists,
    declines,
    absences,
    participations,
    pollAnswers,
    invitationsCreated,
    invitationsAccepted,
    notifications,
    notificationSettings,
    calendarFeeds,
    messagesSent,
    auditLog,
  ] = participation;
  return {
    account,
    sessions,
    codes,
    organizations,
    permissions,
    members,
    registrations,
    waitingLists,
    declines,
    absences,
    participations,
    pollAnswers,
    invitationsCreated,
    invitationsAccepted,
    notifications,
    notificationSettings,
    calendarFeeds,
    messagesSent,
    auditLog,
  };
}

const accountOf = (db: Database, user: string) =>
  db
    .selectFrom('users')
    .select([
      'uuid',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'activated',
      'admin as systemAdministrator',
      'created_at as createdAt',
    ])
    .where('uuid', '=', user)
    .executeTakeFirstOrThrow();

const sessionsAndDevices = (db: Database, user: string) =>
  db
    .selectFrom('sessions')
    .select([
      'uuid',
      'kind',
      'user_agent as userAgent',
      'active_organization as activeOrganization',
      'created_at as createdAt',
      'used_at as usedAt',
      'valid_until as validUntil',
    ])
    .where('user_uuid', '=', user)
    .orderBy('created_at')
    .execute();

const codesOf = (db: Database, user: string) =>
  db
    .selectFrom('codes')
    .select([
      'purpose',
      'email',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'used_at as usedAt',
    ])
    .where('user_uuid', '=', user)
    .orderBy('created_at')
    .execute();

const organizationsOf = (db: Database, user: string) =>
  db
    .selectFrom('organization_users as ou')
    .innerJoin('organizations as o', 'o.uuid', 'ou.organization_uuid')
    .select(['o.uuid', 'o.name', 'ou.joined_at as joinedAt', 'ou.digest_rhythm as digest'])
    .where('ou.user_uuid', '=', user)
    .orderBy('ou.joined_at')
    .execute();

const permissionsOf = (db: Database, user: string) =>
  db
    .selectFrom('permissions')
    .select(['organization_uuid as organization', 'permission', 'granted_at as grantedAt'])
    .where('user_uuid', '=', user)
    .orderBy('granted_at')
    .execute();

const membersOf = (db: Database, user: string) =>
  db
    .selectFrom('members')
    .select([
      'uuid',
      'organization_uuid as organization',
      'first_name as firstName',
      'last_name as lastName',
      'custom_member_identifier as customMemberIdentifier',
      'description',
      'created_at as createdAt',
    ])
    .where('user_uuid', '=', user)
    .orderBy('created_at')
    .execute();

const registrationsOf = (db: Database, user: string) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('members as m', 'm.uuid', 'r.member_uuid')
    .innerJoin('events as e', 'e.uuid', 'r.event_uuid')
    .select([
      'e.uuid as event',
      'e.name',
      'e.date',
      'r.member_uuid as member',
      'r.places',
      'r.note',
      enteredByOthers('r'),
      'r.promoted_at as promotedAt',
      'r.created_at as registeredAt',
    ])
    .where('m.user_uuid', '=', user)
    .orderBy('r.created_at')
    .execute();

const waitingOf = (db: Database, user: string) =>
  db
    .selectFrom('waiting_list as w')
    .innerJoin('members as m', 'm.uuid', 'w.member_uuid')
    .innerJoin('events as e', 'e.uuid', 'w.event_uuid')
    .select([
      'e.uuid as event',
      'e.name',
      'e.date',
      'w.member_uuid as member',
      'w.places',
      'w.note',
      enteredByOthers('w'),
      'w.created_at as joinedAt',
    ])
    .where('m.user_uuid', '=', user)
    .orderBy('w.created_at')
    .execute();

const declinesOf = (db: Database, user: string) =>
  db
    .selectFrom('declines as d')
    .innerJoin('members as m', 'm.uuid', 'd.member_uuid')
    .innerJoin('events as e', 'e.uuid', 'd.event_uuid')
    .select([
      'e.uuid as event',
      'e.name',
      'e.date',
      'd.member_uuid as member',
      'd.note',
      'd.absence_uuid as absence',
      enteredByOthers('d'),
      'd.created_at as declinedAt',
    ])
    .where('m.user_uuid', '=', user)
    .orderBy('d.created_at')
    .execute();

const absencesOf = (db: Database, user: string) =>
  db
    .selectFrom('absences as a')
    .innerJoin('members as m', 'm.uuid', 'a.member_uuid')
    .select([
      'a.uuid',
      'a.member_uuid as member',
      'a.from_date as from',
      'a.until_date as until',
      'a.left_open as eventsLeftOpen',
      'a.created_at as createdAt',
    ])
    .where('m.user_uuid', '=', user)
    .orderBy('a.from_date')
    .execute();

/** Who entered an answer is somebody else's data; that it was entered is not. */
const enteredByOthers = (answer: 'r' | 'w' | 'd') =>
  sql<boolean>`${sql.ref(`${answer}.acted_by`)} is not null`.as('enteredByOthers');

const participationsOf = (db: Database, user: string) =>
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
    .where('m.user_uuid', '=', user)
    .orderBy('p.created_at')
    .execute();

const answersOf = (db: Database, user: string) =>
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
    .where('m.user_uuid', '=', user)
    .orderBy('a.created_at')
    .execute();

const invitationsBy = (db: Database, user: string) =>
  db
    .selectFrom('invitations')
    .select([
      'organization_uuid as organization',
      'member_uuid as member',
      'created_at as createdAt',
      'valid_through as validThrough',
    ])
    .where('created_by', '=', user)
    .orderBy('created_at')
    .execute();

const invitationsAcceptedBy = (db: Database, user: string) =>
  db
    .selectFrom('accepted_invitations')
    .select(['organization_uuid as organization', 'accepted_at as acceptedAt'])
    .where('user_uuid', '=', user)
    .orderBy('accepted_at')
    .execute();

const notificationsOf = (db: Database, user: string) =>
  db
    .selectFrom('notifications')
    .select([
      'kind',
      'event_uuid as event',
      'message_uuid as message',
      'due_at as dueAt',
      'sent_at as sentAt',
    ])
    .where('user_uuid', '=', user)
    .orderBy('id')
    .execute();

const notificationSettingsOf = (db: Database, user: string) =>
  db
    .selectFrom('notification_settings')
    .select(['organization_uuid as organization', 'topic', 'way'])
    .where('user_uuid', '=', user)
    .orderBy('organization_uuid')
    .orderBy('topic')
    .execute();

const calendarFeedsOf = (db: Database, user: string) =>
  db
    .selectFrom('calendar_feeds')
    .select([
      'label',
      'organization_uuid as organization',
      'scope',
      'created_at as createdAt',
      'used_at as usedAt',
      'hour as countedSince',
      'calls_in_hour as calls',
    ])
    .where('user_uuid', '=', user)
    .orderBy('created_at')
    .execute();

/** What they wrote to many; to whom each was is the receivers' data. */
const messagesBy = (db: Database, user: string) =>
  db
    .selectFrom('messages')
    .select([
      'uuid',
      'organization_uuid as organization',
      'event_uuid as event',
      'audience',
      'subject',
      'body as text',
      'replies as answersToSender',
      'count',
      'created_at as sentAt',
    ])
    .where('sender_uuid', '=', user)
    .orderBy('created_at')
    .execute();

const auditLogOf = (db: Database, user: string) =>
  db
    .selectFrom('audit_log')
    .select(['at', 'organization_uuid as organization', 'action'])
    .where('actor_uuid', '=', user)
    .orderBy('id')
    .execute();
