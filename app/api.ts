import * as passwords from '~/features/accounts/operations/passwords.server';
import * as registration from '~/features/accounts/operations/registration.server';
import * as sessions from '~/features/accounts/operations/sessions.server';
import * as accountsWire from '~/features/accounts/wire';
import * as invitations from '~/features/invitations/operations/administration.server';
import * as invitationAnswers from '~/features/invitations/operations/answers.server';
import * as invitationsWire from '~/features/invitations/wire';
import * as members from '~/features/members/operations.server';
import * as membersWire from '~/features/members/wire';
import * as organizations from '~/features/organizations/operations.server';
import { organizationOnTheWire } from '~/features/organizations/wire';
import { type Api, call } from '~/kernel/api.server';

/** Every call's method and path below /api, and the operation behind it (section 7 of the specification). */
export const api: Api = {
  'POST /login/mobile': call(sessions.logInMobile, { answers: accountsWire.session }),
  'DELETE /login/mobile': call(sessions.logOutMobile, { body: accountsWire.sessionFromWire, answers: null }),
  'POST /login/browser': call(sessions.logIn, { answers: accountsWire.browserSession }),
  'DELETE /login/browser': call(sessions.logOut, { answers: null }),
  'POST /login/password/reset': call(passwords.requestPasswordReset, { answers: null }),
  'POST /login/password/update': call(passwords.resetPassword, { answers: null }),

  'POST /registration': call(registration.registerAccount, {
    body: accountsWire.registrationFromWire,
    answers: accountsWire.registrationResult,
    from: () => ({ success: true }),
    refused: accountsWire.registrationRefused,
  }),
  'POST /registration/verify/:code': call(registration.confirmEmail, { answers: null }),

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
    from: ({ rows }) => rows,
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
  'GET /organization/:organization': call(organizations.readOrganization, { answers: organizationOnTheWire }),
  'PUT /organization/:organization/motd': call(organizations.saveMessageOfTheDay, {
    answers: organizationOnTheWire,
  }),
};
