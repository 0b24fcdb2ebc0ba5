import { z } from 'zod';
import * as passwords from '~/features/accounts/operations/passwords.server';
import * as registration from '~/features/accounts/operations/registration.server';
import * as sessions from '~/features/accounts/operations/sessions.server';
import * as accountsWire from '~/features/accounts/wire';
import * as events from '~/features/events/operations/events.server';
import * as participation from '~/features/events/operations/participation.server';
import * as eventRegistration from '~/features/events/operations/registration.server';
import * as eventsWire from '~/features/events/wire';
import * as invitations from '~/features/invitations/operations/administration.server';
import * as invitationAnswers from '~/features/invitations/operations/answers.server';
import * as invitationsWire from '~/features/invitations/wire';
import * as members from '~/features/members/operations.server';
import * as membersWire from '~/features/members/wire';
import * as organizations from '~/features/organizations/operations.server';
import {
  organizationFromWire,
  organizationInBody,
  organizationOnTheWire,
} from '~/features/organizations/wire';
import * as permissions from '~/features/permissions/operations/permissions.server';
import * as users from '~/features/permissions/operations/users.server';
import * as permissionsWire from '~/features/permissions/wire';
import * as answers from '~/features/polls/operations/answers.server';
import * as polls from '~/features/polls/operations/polls.server';
import { pollOnTheWire, pollsOnTheWire, pollToWire } from '~/features/polls/wire';
import { type Api, call } from '~/kernel/api.server';
import { describing, openApi } from '~/kernel/openapi.server';
import { about } from './api-about';

/** Every call's method and path below /api, and the operation behind it (section 7 of the specification). */
export const api: Api = {
  'POST /login/mobile': call(sessions.logInMobile, {
    answers: accountsWire.session,
    problems: [401, 429],
  }),
  'DELETE /login/mobile': call(sessions.logOutMobile, {
    body: accountsWire.sessionFromWire,
    accepts: accountsWire.sessionAccepted,
    answers: null,
  }),
  'POST /login/browser': call(sessions.logIn, {
    answers: accountsWire.browserSession,
    problems: [401, 429],
  }),
  'DELETE /login/browser': call(sessions.logOut, { answers: null }),
  'POST /login/password/reset': call(passwords.requestPasswordReset, { answers: null, problems: [429] }),
  'POST /login/password/update': call(passwords.resetPassword, { answers: null, problems: [404, 429] }),

  'POST /registration': call(registration.registerAccount, {
    body: accountsWire.registrationFromWire,
    accepts: accountsWire.registrationAccepted,
    problems: [429],
    answers: accountsWire.registrationResult,
    from: () => ({ success: true }),
    refused: accountsWire.registrationRefused,
  }),
  'POST /registration/verify/:code': call(registration.confirmEmail, { answers: null, problems: [409, 429] }),

  'GET /user/self/info': call(sessions.readLoginStatus, { answers: accountsWire.loginStatus }),
  'GET /user/self/admin': call(sessions.readIsAdmin, { answers: accountsWire.isAdmin }),

  'POST /member': call(members.createMember, {
    body: membersWire.newMemberFromWire,
    answers: membersWire.memberOnTheWire,
  }),
  'PUT /member': call(members.saveMember, {
    body: membersWire.memberFromWire,
    accepts: membersWire.memberOnTheWire,
    answers: membersWire.memberOnTheWire,
  }),
  'GET /member': call(members.listMembers, {
    answers: membersWire.membersOnTheWire,
    from: ({ rows }) => [...rows],
  }),
  'GET /member/:member': call(members.readMember, { answers: membersWire.memberOnTheWire }),
  'DELETE /member/:member': call(members.deleteMember, { answers: null }),

  'POST /organization/invitation/accept/:code': call(invitationAnswers.acceptInvitation, { answers: null }),
  'POST /organization/invitation/reject/:code': call(invitationAnswers.rejectInvitation, { answers: null }),
  'GET /organization/invitation/info/:code': call(invitationAnswers.readInvitationInfo, {
    answers: invitationsWire.invitationInfo,
    from: ({ organizationUuid, organizationName }) => ({ organizationUuid, organizationName }),
  }),
  'POST /organization/invitation/:member': call(invitations.createInvitation, {
    answers: invitationsWire.invitation,
    from: ({ code }) => ({ code }),
  }),
  'DELETE /organization/invitation/:member': call(invitations.revokeInvitation, { answers: null }),
  'GET /organization/:organization/connected-members/:member': call(invitations.readMemberLink, {
    answers: invitationsWire.memberLink,
  }),

  'POST /organization': call(organizations.foundOrganization, { answers: organizationOnTheWire }),
  'GET /organization': call(organizations.listOrganizations, {
    answers: z.array(organizationOnTheWire),
    from: ({ rows }) => [...rows],
  }),
  'PUT /organization': call(organizations.saveOrganization, {
    body: organizationFromWire,
    accepts: organizationInBody,
    answers: organizationOnTheWire,
  }),
  'GET /organization/:organization': call(organizations.readOrganization, { answers: organizationOnTheWire }),
  'PUT /organization/:organization/motd': call(organizations.saveMessageOfTheDay, {
    answers: organizationOnTheWire,
  }),

  'POST /event': call(events.createEvent, {
    body: eventsWire.newEventFromWire,
    accepts: eventsWire.newEventBody,
    answers: eventsWire.event,
    from: eventsWire.eventToWire,
  }),
  'PUT /event': call(events.updateEvent, {
    body: eventsWire.changedEventFromWire,
    accepts: eventsWire.changedEventBody,
    answers: eventsWire.event,
    from: eventsWire.eventToWire,
  }),
  'GET /event': call(events.listEvents, {
    answers: eventsWire.events,
    from: ({ rows }) => rows.map(eventsWire.eventToWire),
  }),
  'GET /event/:event': call(events.readEvent, { answers: eventsWire.event, from: eventsWire.eventToWire }),
  'DELETE /event/:event': call(events.deleteEvent, { answers: null }),
  'GET /event/:event/participation': call(participation.readParticipation, {
    answers: eventsWire.participations,
    from: ({ members }) => eventsWire.participationToWire(members),
  }),
  'PUT /event/:event/participation': call(participation.saveParticipation, {
    body: eventsWire.participationFromWire,
    accepts: eventsWire.participations,
    answers: eventsWire.participations,
    from: ({ members }) => eventsWire.participationToWire(members),
  }),
  'GET /event/:event/registered-members': call(participation.listRegisteredMembers, {
    answers: eventsWire.registeredMembers,
    from: (members) => ({ members }),
  }),
  'GET /event/registered-events': call(eventRegistration.listRegisteredEvents, {
    answers: eventsWire.registeredEvents,
  }),
  'PUT /event/register-user': call(eventRegistration.registerForEvent, {
    answers: eventsWire.event,
    from: eventsWire.eventToWire,
  }),
  'PUT /event/unregister-user': call(eventRegistration.unregisterFromEvent, {
    answers: eventsWire.event,
    from: eventsWire.eventToWire,
  }),

  'DELETE /organization/:organization': call(organizations.deleteOrganization, { answers: null }),

  'GET /organization/:organization/users': call(users.listUsers, {
    answers: z.array(permissionsWire.organizationUser),
    from: ({ rows }) => rows.map(permissionsWire.toOrganizationUser),
  }),
  'PUT /organization/:organization/users/:user': call(users.addUser, {
    answers: permissionsWire.connectedUser,
    from: permissionsWire.toConnectedUser,
  }),
  'DELETE /organization/:organization/users/:user': call(users.removeUser, { answers: null }),
  'GET /organization/:organization/connected-users': call(users.listUsers, {
    answers: z.array(permissionsWire.connectedUser),
    from: ({ rows }) => rows.map(permissionsWire.toConnectedUser),
  }),
  'GET /organization/:organization/connected-users/member-mapping': call(users.listMemberMapping, {
    answers: z.array(permissionsWire.mapping),
    from: ({ rows }) => [...rows],
  }),
  'GET /organization/:organization/connected-users/:user': call(users.readUser, {
    answers: permissionsWire.connectedUser,
    from: permissionsWire.toConnectedUser,
  }),
  'DELETE /organization/:organization/connected-users/:user': call(users.removeUser, { answers: null }),
  'GET /organization/:organization/connected-users/:user/permissions': call(permissions.readUserPermissions, {
    answers: z.array(permissionsWire.permission),
  }),
  'GET /organization/:organization/connected-users/:user/mapped-member': call(users.readMappedMember, {
    answers: permissionsWire.mappedMember,
  }),
  'GET /organization/:organization/user-info': call(users.readOwnMapping, {
    answers: permissionsWire.userInfo,
  }),

  'PUT /permission': call(permissions.changePermission, {
    body: permissionsWire.granting,
    accepts: permissionsWire.permissionInBody,
    answers: permissionsWire.permission,
    from: ({ permission }) => permission,
  }),
  'DELETE /permission': call(permissions.changePermission, {
    body: permissionsWire.revoking,
    accepts: permissionsWire.permissionInBody,
    answers: null,
  }),
  'GET /permission/:user/:organization': call(permissions.readPermissions, {
    answers: z.array(permissionsWire.permission),
  }),
  'PUT /event/poll/:poll/:option': call(answers.answerPollInFull, {
    answers: pollOnTheWire,
    from: pollToWire,
  }),
  'DELETE /event/poll/:poll/:option': call(answers.takeBackAnswer, {
    answers: pollOnTheWire,
    from: pollToWire,
  }),
  'DELETE /event/poll/:poll/:option/:answer': call(answers.removeAnswerInFull, {
    answers: pollOnTheWire,
    from: pollToWire,
  }),
  'PUT /event/poll/:poll/state/close': call(polls.closePoll, { answers: pollOnTheWire, from: pollToWire }),
  'PUT /event/poll/:poll/state/open': call(polls.openPoll, { answers: pollOnTheWire, from: pollToWire }),
  'POST /event/poll': call(polls.createPoll, { answers: pollOnTheWire, from: pollToWire }),
  'GET /event/poll': call(polls.listPollsInFull, {
    answers: pollsOnTheWire,
    from: ({ rows }) => rows.map(pollToWire),
  }),
  'GET /event/poll/:poll': call(polls.readPollInFull, { answers: pollOnTheWire, from: pollToWire }),
  'DELETE /event/poll/:poll': call(polls.deletePoll, { answers: null }),

  'GET /openapi.json': call(
    describing(() => api, about),
    { answers: openApi },
  ),
};
