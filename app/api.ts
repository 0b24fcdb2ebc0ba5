import { type Api, call } from '~/doors/api.server';
import { describing, openApi } from '~/doors/openapi.server';
import { only } from '~/doors/wire';
import * as absences from '~/features/absences/operations.server';
import * as absencesWire from '~/features/absences/wire';
import * as identity from '~/features/accounts/operations/identity.server';
import * as mailLinks from '~/features/accounts/operations/mail-links.server';
import * as passwords from '~/features/accounts/operations/passwords.server';
import * as registration from '~/features/accounts/operations/registration.server';
import * as sessions from '~/features/accounts/operations/sessions.server';
import * as accounts from '~/features/accounts/operations/users.server';
import * as accountsWire from '~/features/accounts/wire';
import type { ListedAnswer } from '~/features/answers/lists.server';
import * as answering from '~/features/answers/operations/answering.server';
import * as eventAnswers from '~/features/answers/operations/answers.server';
import * as waitingList from '~/features/answers/operations/waiting-list.server';
import * as answersWire from '~/features/answers/wire';
import * as erasure from '~/features/erasure/operations.server';
import * as erasureWire from '~/features/erasure/wire';
import * as cancellation from '~/features/events/operations/cancellation.server';
import * as events from '~/features/events/operations/events.server';
import * as participation from '~/features/events/operations/participation.server';
import * as eventsWire from '~/features/events/wire';
import * as groups from '~/features/groups/operations.server';
import * as groupsWire from '~/features/groups/wire';
import * as imports from '~/features/imports/operations/reading.server';
import * as starting from '~/features/imports/operations/starting.server';
import * as importsWire from '~/features/imports/wire';
import * as invitations from '~/features/invitations/operations/administration.server';
import * as invitationAnswers from '~/features/invitations/operations/answers.server';
import * as invitationsWire from '~/features/invitations/wire';
import * as leaving from '~/features/leaving/operations.server';
import * as leavingWire from '~/features/leaving/wire';
import * as memberDeletion from '~/features/members/operations/deletion.server';
import * as memberLists from '~/features/members/operations/lists.server';
import * as members from '~/features/members/operations/members.server';
import * as membersWire from '~/features/members/wire';
import * as merging from '~/features/merging/operations.server';
import * as messages from '~/features/messages/operations/reading.server';
import * as writing from '~/features/messages/operations/sending.server';
import * as messagesWire from '~/features/messages/wire';
import * as reminding from '~/features/notifications/operations/reminding.server';
import * as notifications from '~/features/notifications/operations/settings.server';
import * as notificationsWire from '~/features/notifications/wire';
import * as organizations from '~/features/organizations/operations.server';
import * as organizationsWire from '~/features/organizations/wire';
import * as factorRule from '~/features/permissions/operations/factor-rule.server';
import * as permissions from '~/features/permissions/operations/permissions.server';
import * as connectedUsers from '~/features/permissions/operations/users.server';
import * as permissionsWire from '~/features/permissions/wire';
import * as answers from '~/features/polls/operations/answers.server';
import * as pollEditing from '~/features/polls/operations/editing.server';
import * as polls from '~/features/polls/operations/polls.server';
import * as pollsWire from '~/features/polls/wire';
import * as reports from '~/features/reports/operations.server';
import * as reportsWire from '~/features/reports/wire';
import * as breaks from '~/features/series/operations/breaks.server';
import * as changing from '~/features/series/operations/changing.server';
import * as optingOut from '~/features/series/operations/opting-out.server';
import * as repetition from '~/features/series/operations/repetition.server';
import * as seriesWire from '~/features/series/wire';
import type { Pieces } from '~/kernel/pieces.server';
import { about } from './api-about';

const user = { returns: accountsWire.user };
const memberImport = { returns: importsWire.memberImport, from: importsWire.importToWire };
const group = { returns: groupsWire.group, from: groupsWire.groupToWire };
const event = { returns: eventsWire.event, from: eventsWire.eventToWire };
const answeredEvent = {
  returns: answersWire.answeredEvent,
  from: answersWire.answeredToWire,
  problems: [409],
};
const changedEvent = {
  returns: eventsWire.event,
  from: answersWire.changedEventToWire,
  problems: [409],
};
const listedAnswers = {
  returns: answersWire.listedAnswers,
  from: ({ rows }: { rows: Pieces<ListedAnswer> }) => rows.map(answersWire.answerToWire),
};
const poll = { returns: pollsWire.poll, from: pollsWire.pollToWire };
const pollAnswer = { ...poll, accepts: null, problems: [409] };
const member = { returns: membersWire.member };
const organization = { returns: organizationsWire.organization };
const notificationSettings = { returns: notificationsWire.settings };
const ownNotificationSettings = {
  returns: notificationsWire.ownSettings,
  from: notificationsWire.ownSettingsToWire,
};
const demandedFactor = { returns: permissionsWire.factorRule };
const removedUser = { returns: null, inAddress: ['withdraw'], problems: [409] };
const connectedUser = { returns: permissionsWire.connectedUser };

/**
 * Every call's method and path below /api, and the operation behind it (section 7 of the
 * specification).
 */
export const api: Api = {
  'PUT /event/poll/:poll/:option': call(answers.answerPoll, pollAnswer),
  'DELETE /event/poll/:poll/:option': call(answers.withdrawAnswer, pollAnswer),
  'DELETE /event/poll/:poll/:option/:answer': call(answers.removeAnswer, {
    ...poll,
    accepts: null,
  }),
  'PUT /event/poll/:poll/state/close': call(polls.closePoll, { ...poll, accepts: null }),
  'PUT /event/poll/:poll/state/open': call(polls.openPoll, { ...poll, accepts: null }),
  'POST /event': call(events.createEvent, {
    ...event,
    body: eventsWire.newEventFromWire,
    spelling: eventsWire.newEventSpelling,
    accepts: eventsWire.newEventBody,
  }),
  'PUT /event': call(events.updateEvent, {
    ...event,
    body: eventsWire.changedEventFromWire,
    spelling: eventsWire.changedEventSpelling,
    accepts: eventsWire.changedEventBody,
  }),
  'GET /event': call(events.listEvents, {
    returns: eventsWire.events,
    from: ({ rows }) => rows.map(eventsWire.eventToWire),
  }),
  'GET /event/:event': call(events.readEvent, event),
  'DELETE /event/:event': call(events.deleteEvent, { returns: null }),
  'PUT /event/:event/state/cancel': call(cancellation.cancelEvent, changedEvent),
  'PUT /event/:event/state/restore': call(cancellation.restoreEvent, changedEvent),
  'GET /event/:event/participation': call(participation.listAttendees, {
    returns: eventsWire.participations,
    from: (members) => members.map(eventsWire.participationToWire),
  }),
  'PUT /event/:event/participation': call(participation.recordParticipation, {
    body: eventsWire.participationFromWire,
    spelling: eventsWire.participationSpelling,
    accepts: eventsWire.participations,
    returns: eventsWire.participations,
    from: eventsWire.recordedToWire,
  }),
  'GET /event/:event/registered-members': call(participation.listRegisteredMembers, {
    returns: eventsWire.registeredMembers,
    from: (members) => ({ members }),
  }),
  'GET /event/registered-events': call(participation.listRegisteredEvents, {
    returns: eventsWire.registeredEvents,
  }),
  'PUT /event/register-user': call(answering.sayYes, answeredEvent),
  'PUT /event/unregister-user': call(answering.unregisterFromEvent, changedEvent),
  // Beyond section 7: answers (J11) and waiting lists (K10).
  'GET /event/own-answers': call(eventAnswers.listOwnAnswers, { returns: answersWire.ownAnswers }),
  'GET /event/:event/answers': call(eventAnswers.listAnswers, listedAnswers),
  'PUT /event/:event/answer': call(answering.answerEvent, answeredEvent),
  'DELETE /event/:event/answer': call(answering.takeBack, answeredEvent),
  'POST /event/:event/reminder': call(reminding.remind, {
    returns: notificationsWire.reminded,
    problems: [409],
  }),
  'GET /event/:event/waiting-list': call(waitingList.listWaiting, listedAnswers),
  'DELETE /event/:event/waiting-list': call(waitingList.leaveWaitingList, answeredEvent),
  'PUT /event/:event/waiting-list/:member': call(waitingList.moveUp, changedEvent),
  'DELETE /event/:event/waiting-list/:member': call(waitingList.removeWaiting, changedEvent),
  // Beyond section 7: series (L10).
  'POST /event/series': call(repetition.repeatEvent, {
    accepts: seriesWire.newSeriesBody,
    returns: seriesWire.repeated,
    from: ({ series, count }) => ({ series, events: count }),
    problems: [409],
  }),
  'GET /event/series/:series': call(repetition.readSeries, {
    returns: seriesWire.series,
    from: seriesWire.seriesToWire,
  }),
  'GET /event/break': call(breaks.listBreaks, { returns: seriesWire.breaks }),
  'POST /event/break': call(breaks.createBreak, {
    accepts: seriesWire.newBreakBody,
    returns: seriesWire.enteredBreak,
    problems: [409],
  }),
  'DELETE /event/break/:break': call(breaks.deleteBreak, { returns: null }),
  'GET /event/series/:series/opt-out': call(optingOut.readOptOut, { returns: seriesWire.optOut }),
  'PUT /event/series/:series/opt-out': call(optingOut.optOut, { returns: null, problems: [409] }),
  'DELETE /event/series/:series/opt-out': call(optingOut.withdrawOptOut, {
    returns: null,
    problems: [409],
  }),
  'PUT /event/series/:series': call(changing.changeSeries, {
    accepts: seriesWire.changedSeriesBody,
    returns: seriesWire.changedSeries,
    from: seriesWire.changedToWire,
  }),
  'DELETE /event/series/:series': call(changing.endSeries, {
    inAddress: ['from'],
    accepts: seriesWire.endedSeriesBody,
    returns: seriesWire.counts,
    from: ({ counts }) => counts,
  }),
  'POST /event/poll': call(polls.createPoll, poll),
  // Groups (U10).
  'GET /group': call(groups.listGroups, {
    returns: groupsWire.groups,
    from: (all) => all.map(groupsWire.groupToWire),
  }),
  'POST /group': call(groups.createGroup, { ...group, problems: [409] }),
  'PUT /group': call(groups.updateGroup, {
    ...group,
    body: groupsWire.groupFromWire,
    spelling: groupsWire.groupSpelling,
    accepts: groupsWire.groupBody,
  }),
  'GET /group/:group': call(groups.readGroup, group),
  'DELETE /group/:group': call(groups.deleteGroup, { returns: null }),
  'GET /group/:group/members': call(groups.listGroupMembers, {
    returns: groupsWire.groupMembers,
    from: (members) => members.map(groupsWire.memberToWire),
  }),
  'PUT /group/:group/member/:member': call(groups.putGroupMember, {
    returns: null,
    problems: [409],
  }),
  'DELETE /group/:group/member/:member': call(groups.deleteGroupMember, { returns: null }),
  // Absences (L8).
  'GET /absence': call(absences.listAbsences, {
    returns: absencesWire.absences,
    from: absencesWire.absencesToWire,
  }),
  'POST /absence': call(absences.createAbsence, {
    returns: absencesWire.absence,
    from: absencesWire.absenceToWire,
    problems: [409],
  }),
  'DELETE /absence/:absence': call(absences.deleteAbsence, { returns: null }),

  'GET /event/poll': call(polls.listPolls, {
    returns: pollsWire.polls,
    from: pollsWire.pollsToWire,
  }),
  'GET /event/poll/:poll': call(polls.readPoll, poll),
  // Beyond section 7: corrects a poll after it was created.
  'PUT /event/poll/:poll': call(pollEditing.updatePoll, {
    ...poll,
    body: pollsWire.changedPollFromWire,
    spelling: pollsWire.changedPollSpelling,
    accepts: pollsWire.changedPollBody,
    problems: [409],
  }),
  'DELETE /event/poll/:poll': call(polls.deletePoll, { returns: null, accepts: null }),

  'POST /login/mobile': call(sessions.logInMobile, {
    returns: accountsWire.session,
    problems: [401, 429],
  }),
  'DELETE /login/mobile': call(sessions.logOutMobile, {
    body: accountsWire.sessionFromWire,
    spelling: accountsWire.sessionSpelling,
    accepts: accountsWire.sessionBody,
    returns: null,
  }),
  'POST /login/browser': call(sessions.logIn, {
    returns: accountsWire.browserSession,
    problems: [401, 429],
  }),
  'DELETE /login/browser': call(sessions.logOut, { returns: null }),
  // Beyond section 7: confirming your identity again (T2).
  'POST /login/confirm': call(identity.confirmIdentity, { returns: null, problems: [429] }),
  'POST /login/password/reset': call(mailLinks.requestPasswordReset, {
    returns: null,
    problems: [429],
  }),
  'POST /login/password/update': call(passwords.resetPassword, {
    returns: null,
    problems: [404, 429],
  }),

  'POST /member': call(members.createMember, member),
  'GET /member': call(memberLists.listMembers, { returns: membersWire.members }),
  'POST /member/import': call(imports.createImport, memberImport),
  'GET /member/import/:import': call(imports.readImport, memberImport),
  'POST /member/import/:import': call(starting.startImport, {
    returns: null,
    later: true,
    problems: [409, 429],
  }),
  'DELETE /member/import/:import': call(starting.undoImport, {
    returns: null,
    later: true,
    problems: [409],
  }),
  'GET /member/:member': call(members.readMember, member),
  'DELETE /member/:member': call(memberDeletion.deleteMember, {
    returns: null,
    inAddress: ['endAccessOf'],
    problems: [409],
  }),
  'PUT /member': call(members.updateMember, {
    ...member,
    body: membersWire.memberFromWire,
    spelling: membersWire.memberSpelling,
    accepts: membersWire.memberBody,
  }),
  // Beyond section 7: leaving on a day, and merging two records (O12).
  'PUT /member/:member/leaving': call(leaving.setLeaving, {
    returns: leavingWire.leaving,
    from: leavingWire.leavingToWire,
    problems: [409],
  }),
  'POST /member/:member/merge': call(merging.mergeMembers, {
    returns: membersWire.member,
    from: ({ member }) => only(membersWire.member)(member),
  }),
  // Beyond section 7: erasure, and how long records are kept (S3, S4).
  'POST /member/:member/erasure': call(erasure.eraseForGood, { returns: null, problems: [409] }),
  'PUT /member/:member/hold': call(erasure.setHold, { returns: null }),
  'GET /organization/:organization/retention': call(erasure.readRetention, {
    returns: erasureWire.retention,
  }),
  'PUT /organization/:organization/retention': call(erasure.setRetention, {
    returns: erasureWire.retention,
  }),
  // Beyond section 7: reports (S1).
  'POST /member/:member/report': call(reports.createMemberReportFile, {
    accepts: null,
    returns: reportsWire.report,
    from: reportsWire.reportToWire,
  }),

  'POST /organization/invitation/accept/:code': call(invitationAnswers.acceptInvitation, {
    returns: null,
    problems: [409],
  }),
  'POST /organization/invitation/reject/:code': call(invitationAnswers.rejectInvitation, {
    returns: null,
  }),
  'GET /organization/invitation/info/:code': call(invitationAnswers.readInvitationInfo, {
    returns: invitationsWire.invitationInfo,
  }),
  'POST /organization/invitation/:member': call(invitations.createInvitation, {
    returns: invitationsWire.invitation,
    problems: [409],
  }),
  'DELETE /organization/invitation/:member': call(invitations.revokeInvitation, { returns: null }),
  'PUT /organization/:organization/users/:user': call(connectedUsers.addUser, connectedUser),
  'DELETE /organization/:organization/users/:user': call(leaving.removeUser, removedUser),
  'GET /organization/:organization/users': call(connectedUsers.listUsers, {
    returns: permissionsWire.organizationUsers,
  }),
  'POST /organization': call(organizations.foundOrganization, { ...organization, problems: [409] }),
  'PUT /organization': call(organizations.updateOrganization, {
    ...organization,
    spelling: organizationsWire.organizationSpelling,
    accepts: organizationsWire.organizationBody,
  }),
  'GET /organization': call(organizations.listOrganizations, {
    returns: organizationsWire.organizations,
  }),
  'GET /organization/:organization': call(organizations.readOrganization, organization),
  'DELETE /organization/:organization': call(organizations.deleteOrganization, { returns: null }),
  'GET /organization/:organization/connected-users': call(connectedUsers.listUsers, {
    returns: permissionsWire.connectedUsers,
  }),
  'GET /organization/:organization/connected-users/:user': call(
    connectedUsers.readUser,
    connectedUser,
  ),
  'DELETE /organization/:organization/connected-users/:user': call(leaving.removeUser, removedUser),
  'GET /organization/:organization/connected-users/:user/permissions': call(
    permissions.readUserPermissions,
    {
      returns: permissionsWire.permissions,
    },
  ),
  'GET /organization/:organization/connected-users/:user/mapped-member': call(
    connectedUsers.readMappedMember,
    { returns: permissionsWire.mappedMember },
  ),
  'GET /organization/:organization/connected-users/member-mapping': call(
    connectedUsers.listMemberMapping,
    {
      returns: permissionsWire.mappings,
    },
  ),
  'GET /organization/:organization/connected-members/:member': call(invitations.readMemberLink, {
    returns: invitationsWire.memberLink,
  }),
  'GET /organization/:organization/user-info': call(connectedUsers.readOwnMapping, {
    returns: permissionsWire.userInfo,
  }),
  'PUT /organization/:organization/motd': call(organizations.updateMessageOfTheDay, organization),

  // Beyond section 7: whether admins need a second factor (T6).
  'GET /organization/:organization/second-factor': call(factorRule.readFactorRule, demandedFactor),
  'PUT /organization/:organization/second-factor': call(factorRule.changeFactorRule, {
    ...demandedFactor,
    body: permissionsWire.factorDemandFromWire,
    spelling: permissionsWire.permissionSpelling,
    accepts: null,
    problems: [409],
  }),
  'DELETE /organization/:organization/second-factor': call(factorRule.changeFactorRule, {
    ...demandedFactor,
    body: permissionsWire.factorWaiverFromWire,
    spelling: permissionsWire.permissionSpelling,
    accepts: null,
  }),

  // Beyond section 7: messages to many (N15).
  'POST /organization/:organization/messages': call(writing.sendMessage, {
    body: messagesWire.newMessageFromWire,
    accepts: messagesWire.newMessageBody,
    returns: messagesWire.sentMessage,
    problems: [409, 429],
  }),
  'GET /organization/:organization/messages': call(messages.listMessages, {
    returns: messagesWire.listedMessages,
    from: ({ rows }) => rows.map(messagesWire.listedToWire),
  }),
  'GET /organization/:organization/messages/recipients': call(writing.readReach, {
    returns: messagesWire.reach,
  }),
  // Beyond section 7: who gets which mails (N15).
  'GET /organization/:organization/notifications': call(
    notifications.readDefaults,
    notificationSettings,
  ),
  'PUT /organization/:organization/notifications': call(
    notifications.updateDefaults,
    notificationSettings,
  ),
  'GET /user/self/notifications': call(notifications.readOwnSettings, ownNotificationSettings),
  'PUT /user/self/notifications': call(notifications.updateOwnSettings, ownNotificationSettings),

  'PUT /permission': call(permissions.changePermission, {
    body: permissionsWire.grantFromWire,
    spelling: permissionsWire.permissionSpelling,
    accepts: permissionsWire.permissionBody,
    returns: permissionsWire.permission,
    from: ({ permission }) => permission,
  }),
  'DELETE /permission': call(permissions.changePermission, {
    body: permissionsWire.revocationFromWire,
    spelling: permissionsWire.permissionSpelling,
    accepts: permissionsWire.permissionBody,
    returns: null,
    problems: [409],
  }),
  'GET /permission/:user/:organization': call(permissions.readPermissions, {
    returns: permissionsWire.permissions,
  }),

  'POST /registration': call(registration.registerAccount, {
    body: accountsWire.registrationFromWire,
    accepts: accountsWire.registrationBody,
    returns: accountsWire.registrationResult,
    from: () => ({ success: true }),
    refused: accountsWire.registrationRefused,
    problems: [429],
  }),
  'POST /registration/verify/:code': call(registration.confirmEmail, {
    returns: null,
    problems: [409, 429],
  }),

  'GET /user/self/admin': call(sessions.readIsAdmin, { returns: accountsWire.isAdmin }),
  'GET /user/self/info': call(sessions.readLoginStatus, { returns: accountsWire.loginStatus }),
  'GET /user/self/report': call(reports.readOwnReportFile, {
    returns: reportsWire.report,
    from: reportsWire.reportToWire,
  }),
  'GET /user': call(accounts.listUsers, { returns: accountsWire.users }),
  'GET /user/:user': call(accounts.readUser, user),
  'PUT /user/:user': call(accounts.updateUser, {
    ...user,
    body: accountsWire.userFromWire,
    accepts: accountsWire.userBody,
    problems: [409, 429],
  }),

  // Beyond section 7: the description of all this (G6).
  'GET /openapi.json': call(
    describing(() => api, about),
    { returns: openApi, constant: true },
  ),
};
