import { ROLES, type Role } from './roles';

/**
 * Table H of the requirements for every call (tests/support/requests.ts has the requests). A
 * deliberate copy: it must not change when a policy does.
 */

/** 'may' succeeds; a number is the status of the refusal. */
export type Outcome = 'may' | 401 | 403 | 404 | 409;
export type Row = Readonly<Record<Role, Outcome>>;

const everyRole = (outcome: Outcome) =>
  Object.fromEntries(ROLES.map((role) => [role, outcome])) as Record<Role, Outcome>;

export const anyone: Row = everyRole('may');
export const loggedIn: Row = { ...anyone, nobody: 401 };
/** For users of the organisation; to others it does not exist. */
export const user: Row = { ...loggedIn, stranger: 404, adminElsewhere: 404 };
const refused = {
  user: 403,
  EDIT_EVENTS: 403,
  EDIT_MEMBERS: 403,
  ORGANIZATION_ADMIN: 403,
} as const;
export const editEvents: Row = { ...user, ...refused, EDIT_EVENTS: 'may' };
export const editMembers: Row = { ...user, ...refused, EDIT_MEMBERS: 'may' };
/** Who gives members the report about them. */
const editMembersOrAdmin: Row = { ...editMembers, ORGANIZATION_ADMIN: 'may' };
export const admin: Row = { ...user, ...refused, ORGANIZATION_ADMIN: 'may' };
export const systemAdministrator: Row = { ...user, ...refused };
/**
 * By the caller's linked member, which a system administrator without an organisation lacks (E7).
 */
const byOwnMember: Row = { ...user, systemAdministrator: 409 };
/** Nobody has a say in when others are away. */
const byOwnAbsence: Row = { ...user, systemAdministrator: 404 };
/** For those who belong to the organisation, unlike a system administrator. */
const belonging: Row = { ...user, systemAdministrator: 404 };
/** Other users must not be known to exist, except to system administrators. */
const otherUsers: Row = { ...everyRole(404), nobody: 401, systemAdministrator: 'may' };
/** The list of all users belongs to no organisation, so there is nothing to hide. */
const allUsers: Row = { ...everyRole(403), nobody: 401, systemAdministrator: 'may' };

export const callAccess: Readonly<Record<string, Row>> = {
  'GET /openapi.json': anyone,

  'POST /login/mobile': anyone,
  'DELETE /login/mobile': anyone,
  'POST /login/browser': anyone,
  'DELETE /login/browser': loggedIn,
  'POST /login/confirm': loggedIn,
  'POST /login/password/reset': anyone,
  'POST /login/password/update': anyone,
  'POST /registration': anyone,
  'POST /registration (other spelling)': anyone,
  'POST /registration/verify/:code': anyone,

  'GET /absence': user,
  'POST /absence': byOwnMember,
  'DELETE /absence/:absence': byOwnAbsence,

  'GET /user/self/info': anyone,
  'GET /user/self/admin': loggedIn,
  'GET /user/self/notifications': belonging,
  'PUT /user/self/notifications': belonging,
  'GET /user/self/report': loggedIn,
  'GET /user': allUsers,
  'GET /user/:user': otherUsers,
  'GET /user/:user (oneself)': loggedIn,
  'PUT /user/:user': otherUsers,
  'PUT /user/:user (oneself)': loggedIn,

  'POST /organization': loggedIn,
  'PUT /organization': admin,
  'GET /organization': loggedIn,
  "GET /organization (another's)": otherUsers,
  'GET /organization/:organization': user,
  'DELETE /organization/:organization': admin,
  'PUT /organization/:organization/motd': admin,
  'GET /organization/:organization/notifications': admin,
  'PUT /organization/:organization/notifications': admin,
  'GET /organization/:organization/users': admin,
  'PUT /organization/:organization/users/:user': systemAdministrator,
  'DELETE /organization/:organization/users/:user': admin,
  'GET /organization/:organization/connected-users': admin,
  'GET /organization/:organization/connected-users/:user': admin,
  'DELETE /organization/:organization/connected-users/:user': admin,
  'GET /organization/:organization/connected-users/:user/permissions': admin,
  'GET /organization/:organization/connected-users/:user/mapped-member': admin,
  'GET /organization/:organization/connected-users/member-mapping': user,
  'GET /organization/:organization/connected-members/:member': admin,
  'GET /organization/:organization/user-info': user,

  'GET /organization/invitation/info/:code': loggedIn,
  'POST /organization/invitation/accept/:code': loggedIn,
  'POST /organization/invitation/reject/:code': loggedIn,
  'POST /organization/invitation/:member': admin,
  'DELETE /organization/invitation/:member': admin,

  'POST /organization/:organization/messages': admin,
  'POST /organization/:organization/messages (about an event)': editEvents,
  'GET /organization/:organization/messages': { ...editEvents, ORGANIZATION_ADMIN: 'may' },
  'GET /organization/:organization/messages/recipients': admin,
  'GET /organization/:organization/messages/recipients (of an event)': editEvents,

  'PUT /permission': admin,
  'DELETE /permission': admin,
  'GET /permission/:user/:organization': admin,
  'GET /permission/:user/:organization (own)': { ...user, systemAdministrator: 404 },

  'POST /member': editMembers,
  'PUT /member': editMembers,
  'GET /member': user,
  'GET /member/:member': user,
  'DELETE /member/:member': editMembers,
  'POST /member/:member/report': editMembersOrAdmin,

  'POST /event': editEvents,
  'POST /event (other spelling)': editEvents,
  'POST /event/series': editEvents,
  'GET /event/series/:series': user,
  'PUT /event/series/:series': editEvents,
  'DELETE /event/series/:series': editEvents,
  'GET /event/break': user,
  'POST /event/break': editEvents,
  'DELETE /event/break/:break': editEvents,
  'PUT /event': editEvents,
  'GET /event': user,
  'GET /event/:event': user,
  'DELETE /event/:event': editEvents,
  'PUT /event/:event/state/cancel': editEvents,
  'PUT /event/:event/state/restore': editEvents,
  'GET /event/:event/participation': editEvents,
  'PUT /event/:event/participation': editEvents,
  'GET /event/:event/registered-members': editEvents,
  'GET /event/registered-events': user,
  'PUT /event/register-user': byOwnMember,
  'PUT /event/register-user (for another member)': editEvents,
  'PUT /event/unregister-user': user,
  'GET /event/own-answers': user,
  'GET /event/:event/answers': editEvents,
  'PUT /event/:event/answer': byOwnMember,
  'PUT /event/:event/answer (for another member)': editEvents,
  'DELETE /event/:event/answer': byOwnMember,
  'DELETE /event/:event/answer (of another member)': editEvents,
  'POST /event/:event/reminder': editEvents,
  'GET /event/:event/waiting-list': editEvents,
  'DELETE /event/:event/waiting-list': user,
  'PUT /event/:event/waiting-list/:member': editEvents,
  'DELETE /event/:event/waiting-list/:member': editEvents,

  'POST /event/poll': editEvents,
  'GET /event/poll': user,
  'GET /event/poll/:poll': user,
  'PUT /event/poll/:poll': editEvents,
  'DELETE /event/poll/:poll': editEvents,
  'PUT /event/poll/:poll/state/close': editEvents,
  'PUT /event/poll/:poll/state/open': editEvents,
  'PUT /event/poll/:poll/:option': byOwnMember,
  'DELETE /event/poll/:poll/:option': byOwnMember,
  'DELETE /event/poll/:poll/:option/:answer': editEvents,
};

/** Users who are logged in are sent home (A10, B7); for others the screen is open. */
const onlyNobody: Row = { ...everyRole(403), nobody: 'may' };
const nowhere: Row = { ...everyRole(404), nobody: 401 };
/**
 * The same for every screen (GET) and form (POST) of app/routes.ts (see tests/support/screens.ts).
 */
export const screenAccess: Readonly<Record<string, Row>> = {
  'GET /app/login': onlyNobody,
  'POST /app/login': anyone,
  'GET /app/auth/register': anyone,
  'POST /app/auth/register': anyone,
  'GET /app/auth/register/confirmation': anyone,
  'POST /app/auth/register/confirmation': anyone,
  'GET /app/auth/verify/:code': anyone,
  'POST /app/auth/verify/:code': anyone,
  'GET /app/auth/password-reset': anyone,
  'POST /app/auth/password-reset': anyone,
  'GET /app/auth/password-reset/:code': anyone,
  'POST /app/auth/password-reset/:code': anyone,
  'GET /app/invite/:code/:proof': anyone,
  'POST /app/invite/:code/:proof': anyone,
  'GET /app/invite/:code/:proof/account': anyone,
  'POST /app/invite/:code/:proof/account': anyone,
  'GET /app/imprint': anyone,
  'GET /app/privacy': anyone,
  'GET /app/dev/mail': anyone,
  'GET /app/dev/ui': anyone,
  'GET /app/logout': loggedIn,
  'POST /app/logout': loggedIn,

  'GET /app/account': loggedIn,
  'POST /app/account': loggedIn,
  'GET /app/account/data.json': loggedIn,
  'GET /app/confirm': loggedIn,
  'POST /app/confirm': loggedIn,
  'GET /app/account/report': loggedIn,
  'GET /app/account/report.json': loggedIn,
  'GET /app/account/name': loggedIn,
  'POST /app/account/name': loggedIn,
  'GET /app/account/email': loggedIn,
  'POST /app/account/email': loggedIn,
  'GET /app/account/password': loggedIn,
  'POST /app/account/password': loggedIn,
  'GET /app/account/sessions/others': loggedIn,
  'POST /app/account/sessions/others': loggedIn,
  'GET /app/account/sessions/:session': loggedIn,
  'POST /app/account/sessions/:session': loggedIn,
  'GET /app/account/organizations/:organization': belonging,
  'POST /app/account/organizations/:organization': belonging,
  'GET /app/account/notifications': belonging,
  'POST /app/account/notifications': belonging,
  'GET /app/account/calendars': loggedIn,
  'GET /app/account/calendars/new': loggedIn,
  'POST /app/account/calendars/new': loggedIn,
  'GET /app/account/calendars/:feed': loggedIn,
  'POST /app/account/calendars/:feed': loggedIn,
  // Its address is all that it takes.
  'GET /app/answer/:token': anyone,
  'POST /app/answer/:token': anyone,
  'GET /app/unsubscribe/:token': anyone,
  'POST /app/unsubscribe/:token': anyone,
  'GET /app/calendar/:token.ics': anyone,
  'GET /app/account/deletion': loggedIn,
  // The last administrator of an organisation must hand it over first (C4).
  'POST /app/account/deletion': { ...loggedIn, adminElsewhere: 409 },

  'GET /app': user,
  // Signs up for an event, or off. What is unknown leads back to the board, which is home (B7).
  'POST /app': { ...byOwnMember, stranger: 403, adminElsewhere: 403 },
  'GET /app/organizations/new': loggedIn,
  'POST /app/organizations/new': loggedIn,
  // For forms only; a page reload leads home.
  'GET /app/organizations/active': loggedIn,
  'POST /app/organizations/active': { ...belonging, systemAdministrator: 'may' },
  'GET /app/admin/organization': admin,
  'POST /app/admin/organization': admin,
  'GET /app/admin/organization/delete': admin,
  'POST /app/admin/organization/delete': admin,
  'GET /app/admin/notifications': admin,
  'POST /app/admin/notifications': admin,
  'GET /app/admin/log': admin,
  'GET /app/admin/messages': admin,
  'GET /app/messages/new': admin,
  'POST /app/messages/new': admin,
  'GET /app/messages/new/sending': admin,
  'POST /app/messages/new/sending': admin,
  'GET /app/messages/unreached': { ...admin, EDIT_MEMBERS: 'may' },
  // For whom it is; others do not learn that it exists.
  'GET /app/messages/:message': user,
  'GET /app/admin/permissions': admin,
  'GET /app/admin/permissions/resign': admin,
  'POST /app/admin/permissions/resign': admin,
  'GET /app/admin/permissions/:user': admin,
  'POST /app/admin/permissions/:user': admin,
  'GET /app/admin/permissions/:user/remove': admin,
  'POST /app/admin/permissions/:user/remove': admin,

  'GET /app/members': user,
  'GET /app/members/new': editMembers,
  'POST /app/members/new': editMembers,
  'GET /app/members/invitations': admin,
  'POST /app/members/invitations': admin,
  'GET /app/members/several': editMembers,
  'POST /app/members/several': editMembers,
  'GET /app/members/several/creation': editMembers,
  'POST /app/members/several/creation': editMembers,
  'GET /app/members/:member': user,
  'GET /app/members/:member/report': editMembersOrAdmin,
  'POST /app/members/:member/report': editMembersOrAdmin,
  'GET /app/members/:member/report.json': editMembersOrAdmin,
  'POST /app/members/:member/report.json': editMembersOrAdmin,
  'GET /app/members/:member/edit': editMembers,
  'POST /app/members/:member/edit': editMembers,
  'GET /app/members/:member/delete': editMembers,
  'POST /app/members/:member/delete': editMembers,
  'GET /app/members/:member/invitation': admin,
  'POST /app/members/:member/invitation': admin,
  'GET /app/members/:member/invitation/mail': admin,
  'POST /app/members/:member/invitation/mail': admin,
  'GET /app/members/:member/invitation/revocation': admin,
  'POST /app/members/:member/invitation/revocation': admin,
  'GET /app/invite/:code': loggedIn,
  'POST /app/invite/:code': loggedIn,
  'GET /app/invite/:code/rejection': loggedIn,
  'POST /app/invite/:code/rejection': loggedIn,

  'GET /app/absences': user,
  'POST /app/absences': byOwnMember,
  'GET /app/absences/:absence/withdrawal': byOwnAbsence,
  'POST /app/absences/:absence/withdrawal': byOwnAbsence,

  'GET /app/events': user,
  'GET /app/events/calendar': user,
  'GET /app/events/new': editEvents,
  'POST /app/events/new': editEvents,
  'GET /app/events/:event': user,
  'GET /app/events/:event/calendar.ics': user,
  'GET /app/events/:event/answers': editEvents,
  'POST /app/events/:event/answers': editEvents,
  'GET /app/events/:event/answers/reminder': editEvents,
  'POST /app/events/:event/answers/reminder': editEvents,
  'GET /app/events/:event/edit': editEvents,
  'POST /app/events/:event/edit': editEvents,
  'GET /app/events/:event/delete': editEvents,
  'POST /app/events/:event/delete': editEvents,
  'GET /app/events/:event/cancellation': editEvents,
  'POST /app/events/:event/cancellation': editEvents,
  'GET /app/events/:event/cancellation/withdrawal': editEvents,
  'POST /app/events/:event/cancellation/withdrawal': editEvents,
  'GET /app/events/:event/registration': user,
  'POST /app/events/:event/registration': byOwnMember,
  'GET /app/events/:event/registration/withdrawal': user,
  'POST /app/events/:event/registration/withdrawal': user,
  'GET /app/events/:event/decline': user,
  'POST /app/events/:event/decline': byOwnMember,
  'GET /app/events/:event/waiting-list': user,
  'POST /app/events/:event/waiting-list': user,
  'GET /app/events/:event/waiting-list/:member/promotion': editEvents,
  'POST /app/events/:event/waiting-list/:member/promotion': editEvents,
  'GET /app/events/:event/waiting-list/:member/removal': editEvents,
  'POST /app/events/:event/waiting-list/:member/removal': editEvents,
  'GET /app/events/:event/participants': editEvents,
  'POST /app/events/:event/participants': editEvents,
  'GET /app/events/:event/participants/print': editEvents,

  'GET /app/events/:event/series': editEvents,
  'POST /app/events/:event/series': editEvents,
  'GET /app/events/:event/series/creation': editEvents,
  'POST /app/events/:event/series/creation': editEvents,
  'GET /app/events/:event/series/change': editEvents,
  'POST /app/events/:event/series/change': editEvents,
  'GET /app/events/:event/series/change/saving': editEvents,
  'POST /app/events/:event/series/change/saving': editEvents,
  'GET /app/events/breaks': editEvents,
  'POST /app/events/breaks': editEvents,
  'GET /app/events/breaks/:break/delete': editEvents,
  'POST /app/events/breaks/:break/delete': editEvents,

  'GET /app/events/:event/polls': user,
  'GET /app/events/:event/polls/new': editEvents,
  'POST /app/events/:event/polls/new': editEvents,
  'GET /app/events/:event/polls/:poll': user,
  'POST /app/events/:event/polls/:poll': byOwnMember,
  'GET /app/events/:event/polls/:poll/delete': editEvents,
  'POST /app/events/:event/polls/:poll/delete': editEvents,
  'GET /app/events/:event/polls/:poll/edit': editEvents,
  'GET /app/events/:event/polls/:poll/edit/change': editEvents,
  'POST /app/events/:event/polls/:poll/edit/change': editEvents,
  'GET /app/events/:event/polls/:poll/edit/state/close': editEvents,
  'POST /app/events/:event/polls/:poll/edit/state/close': editEvents,
  'GET /app/events/:event/polls/:poll/edit/state/open': editEvents,
  'POST /app/events/:event/polls/:poll/edit/state/open': editEvents,
  'GET /app/events/:event/polls/:poll/edit/answers/:option/:answer/delete': editEvents,
  'POST /app/events/:event/polls/:poll/edit/answers/:option/:answer/delete': editEvents,

  'GET /app/*': nowhere,
};
