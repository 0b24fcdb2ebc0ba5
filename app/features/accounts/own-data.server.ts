import type { Database } from '#db/connection';
import * as account from '~/features/reports/queries/account.server';
import * as mails from '~/features/reports/queries/mails.server';
import * as membership from '~/features/reports/queries/membership.server';

/**
 * Everything stored about a user, for themselves (A12; GDPR articles 15 and 20), except secrets and
 * their hashes. The report (S1) has the same, to be read.
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
    participations: membership.participationsOf(db, own),
    pollAnswers: membership.pollAnswersOf(db, own),
    invitationsReceived: membership.invitationsTo(db, own),
    invitationsCreated: membership.invitationsBy(db, own),
    invitationsAccepted: membership.invitationsAcceptedBy(db, own),
    notifications: mails.notificationsOf(db, own),
    notificationSettings: account.notificationSettingsOf(db, user),
    messages: mails.messagesBy(db, own),
    mailFailures: mails.mailFailuresOf(db, own),
    calendarFeeds: account.calendarFeedsOf(db, user),
    auditLog: mails.auditLogOf(db, own),
  };
  const [stored, ...rows] = await Promise.all([
    account.accountOf(db, user).executeTakeFirstOrThrow(),
    ...Object.values(read).map((query) => query.execute()),
  ]);
  const lists = Object.fromEntries(Object.keys(read).map((name, at) => [name, rows[at]]));
  return { account: stored, ...lists };
}
