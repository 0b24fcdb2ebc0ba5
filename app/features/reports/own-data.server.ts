import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { Pieces } from '~/kernel/pieces.server';
import * as account from './queries/account.server';
import * as mails from './queries/mails.server';
import * as membership from './queries/membership.server';

/**
 * Everything stored about a user, for themselves (A12; GDPR articles 15 and 20), except secrets and
 * their hashes, in pieces. The report (S1) has the same, to be read.
 */
export async function ownData(db: Database, user: string) {
  const own = { user };
  const read = {
    sessions: account.sessionsAndDevices(db, user),
    knownDevices: account.knownDevicesOf(db, user),
    secondFactor: account.secondFactorOf(db, user),
    recoveryCodes: account.recoveryCodesOf(db, user),
    codes: account.codesOf(db, user),
    organizations: membership.organizationsOf(db, own),
    permissions: membership.permissionsOf(db, own),
    members: membership.membersOf(db, own),
    registrations: membership.registrationsOf(db, own),
    waitingLists: membership.waitingOf(db, own),
    declines: membership.declinesOf(db, own),
    absences: membership.absencesOf(db, own),
    groups: membership.groupsOf(db, own),
    seriesOptOuts: membership.seriesOptOutsOf(db, own),
    participations: membership.participationsOf(db, own),
    pollAnswers: membership.pollAnswersOf(db, own),
    invitationsReceived: membership.invitationsTo(db, own),
    invitationsCreated: membership.invitationsBy(db, own),
    invitationsAccepted: membership.invitationsAcceptedBy(db, own),
    notifications: mails.notificationsOf(db, own),
    notificationSettings: account.notificationSettingsOf(db, user),
    groupMutes: account.groupMutesOf(db, user),
    messages: mails.messagesBy(db, own),
    mailFailures: mails.mailFailuresOf(db, own),
    calendarFeeds: account.calendarFeedsOf(db, user),
    auditLog: mails.auditLogOf(db, own),
  };
  const stored = await account.accountOf(db, user).executeTakeFirstOrThrow();
  const lists = Object.entries(read).map(([name, query]) => [
    name,
    inOrderOfTime(query, LONG.has(name) ? 50 : 500),
  ]);
  return { account: stored, ...Object.fromEntries(lists) };
}

/** Lists whose rows may have ten thousand characters each. */
const LONG = new Set(['members', 'messages']);

/**
 * A list in pieces by offset. Only the user's own actions change it: entries that change meanwhile
 * may appear twice, or be missing.
 * @param size rows of a piece
 */
function inOrderOfTime(query: Listed, size: number): Pieces<unknown> {
  return new Pieces(async function* () {
    for (let done = 0; ; done += size) {
      // A stable order even for entries of the same moment.
      const rows = await query
        .orderBy(sql.raw('1'))
        .orderBy(sql.raw('2'))
        .limit(size)
        .offset(done)
        .execute();
      yield rows;
      if (rows.length < size) return;
    }
  });
}

// biome-ignore lint/suspicious/noExplicitAny: queries of whatever tables
type Listed = SelectQueryBuilder<any, any, any>;
