import { withDialogsOver } from './dialogs-over';
import { ROLES, type Role } from './roles';

/**
 * Table H of the requirements for every call (tests/support/requests.ts has the requests). A
 * deliberate copy: it must not change when a policy does.
 */

/** 'may' succeeds; a number is the status of the refusal. */
export type Outcome = 'may' | 401 | 403 | 404 | 409 | 422;
export type Row = Readonly<Record<Role, Outcome>>;

const everyRole = (outcome: Outcome) =>
  Object.fromEntries(ROLES.map((role) => [role, outcome])) as Record<Role, Outcome>;

const anyone: Row = everyRole('may');
const loggedIn: Row = { ...anyone, nobody: 401 };
/** For users of the organisation; to others it does not exist. */
const user: Row = { ...loggedIn, stranger: 404, adminElsewhere: 404 };
const refused = {
  user: 403,
  leader: 403,
  leaderElsewhere: 403,
  EDIT_EVENTS: 403,
  EDIT_MEMBERS: 403,
  ORGANIZATION_ADMIN: 403,
} as const;
/** Everything about all events, including those of other groups. */
const editAllEvents: Row = { ...user, ...refused, EDIT_EVENTS: 'may' };
/** The scene's events are for the group of 'leader' (U8); 'leaderElsewhere' has another one. */
const editEvents: Row = { ...editAllEvents, leader: 'may' };
/** Leaders make events for their group, and cannot choose others'. */
const createEvents: Row = { ...editEvents, leaderElsewhere: 422 };
/** The form for it, which offers the leader's own groups. */
const planEvents: Row = { ...editEvents, leaderElsewhere: 'may' };
const editMembers: Row = { ...user, ...refused, EDIT_MEMBERS: 'may' };
/** Those who give members the report about them. */
const editMembersOrAdmin: Row = { ...editMembers, ORGANIZATION_ADMIN: 'may' };
const admin: Row = { ...user, ...refused, ORGANIZATION_ADMIN: 'may' };
/** Messages to a group, for its leaders (U8); if a scene has none, to all. */
const adminOrLeader: Row = { ...admin, leader: 'may' };
const systemAdministrator: Row = { ...user, ...refused };
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

  'GET /organization/:organization/retention': admin,
  'PUT /organization/:organization/retention': admin,
  'POST /member/:member/erasure': editMembersOrAdmin,
  'POST /member/:member/erasure (with access)': admin,
  'PUT /member/:member/hold': editMembersOrAdmin,
  'POST /member/:member/merge': editMembers,
  // Needs both permissions, as a link changes.
  'POST /member/:member/merge (with a user)': systemAdministrator,
  'PUT /member/:member/leaving': editMembersOrAdmin,
  'PUT /member/:member/leaving (with permissions)': admin,
  'POST /member/import': editMembers,
  'GET /member/import/:import': editMembers,
  'POST /member/import/:import': editMembers,
  'DELETE /member/import/:import': editMembers,
  'GET /group': user,
  'POST /group': editMembersOrAdmin,
  'PUT /group': editMembersOrAdmin,
  'GET /group/:group': user,
  'DELETE /group/:group': editMembersOrAdmin,
  'GET /group/:group/members': user,
  'PUT /group/:group/member/:member': editMembersOrAdmin,
  'DELETE /group/:group/member/:member': editMembersOrAdmin,

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
  'GET /organization/:organization/second-factor': admin,
  'PUT /organization/:organization/second-factor': admin,
  'DELETE /organization/:organization/second-factor': admin,
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
  'POST /organization/:organization/messages (to a group)': adminOrLeader,
  // Each sees what they could have written.
  'GET /organization/:organization/messages': { ...planEvents, ORGANIZATION_ADMIN: 'may' },
  'GET /organization/:organization/messages/recipients': admin,
  'GET /organization/:organization/messages/recipients (of an event)': editEvents,
  'GET /organization/:organization/messages/recipients (of a group)': adminOrLeader,

  'PUT /permission': admin,
  'DELETE /permission': admin,
  'GET /permission/:user/:organization': admin,
  'GET /permission/:user/:organization (own)': { ...user, systemAdministrator: 404 },

  'POST /member': editMembers,
  'PUT /member': editMembers,
  'GET /member': user,
  'GET /member/:member': user,
  'DELETE /member/:member': editMembers,
  // Needs both permissions, which nobody else has here.
  'DELETE /member/:member (and the access by it)': systemAdministrator,
  'POST /member/:member/report': editMembersOrAdmin,

  'POST /event': createEvents,
  'POST /event (other spelling)': createEvents,
  'POST /event/series': editEvents,
  'GET /event/series/:series': user,
  'GET /event/series/:series/opt-out': user,
  'PUT /event/series/:series/opt-out': byOwnMember,
  'DELETE /event/series/:series/opt-out': byOwnMember,
  'PUT /event/series/:series': editEvents,
  'DELETE /event/series/:series': editEvents,
  'GET /event/break': user,
  'POST /event/break': editAllEvents,
  'DELETE /event/break/:break': editAllEvents,
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
export const screenAccess = withDialogsOver<Row>(
  {
    'GET /app/login': onlyNobody,
    'POST /app/login': anyone,
    'GET, POST /app/auth/register': anyone,
    'GET, POST /app/auth/register/confirmation': anyone,
    'GET, POST /app/auth/verify/:code': anyone,
    'GET, POST /app/auth/password-reset': anyone,
    'GET, POST /app/auth/password-reset/:code': anyone,
    'GET, POST /app/invite/:code/:proof': anyone,
    'GET, POST /app/invite/:code/:proof/account': anyone,
    'GET /app/imprint': anyone,
    'GET /app/privacy': anyone,
    'GET /app/dev/mail': anyone,
    'GET, POST /app/logout': loggedIn,

    'GET, POST /app/account': loggedIn,
    'GET /app/account/data.json': loggedIn,
    'GET, POST /app/confirm': loggedIn,
    'GET /app/account/report': loggedIn,
    'GET /app/account/report.json': loggedIn,
    'GET, POST /app/account/name': loggedIn,
    'GET, POST /app/account/email': loggedIn,
    'GET, POST /app/account/password': loggedIn,
    'GET, POST /app/account/sessions/others': loggedIn,
    'GET, POST /app/account/sessions/:session': loggedIn,
    'GET, POST /app/account/organizations/:organization': belonging,
    'GET /app/account/contact': loggedIn,
    'POST /app/account/contact': { ...loggedIn, systemAdministrator: 404 },
    'GET, POST /app/account/notifications': belonging,
    'GET /app/account/calendars': loggedIn,
    'GET, POST /app/account/calendars/new': loggedIn,
    'GET, POST /app/account/calendars/:feed': loggedIn,
    // Its address is enough.
    'GET, POST /app/answer/:token': anyone,
    'GET, POST /app/unsubscribe/:token': anyone,
    'GET, POST /app/account/second-factor': loggedIn,
    'GET, POST /app/account/second-factor/setup': loggedIn,
    'GET, POST /app/account/second-factor/discard': loggedIn,
    'GET, POST /app/account/second-factor/recovery-codes': loggedIn,
    'GET, POST /app/account/second-factor/removal': loggedIn,
    'GET /app/calendar/:token.ics': anyone,
    'GET /app/account/deletion': loggedIn,
    // The last administrator of an organisation must hand it over first (C4).
    'POST /app/account/deletion': { ...loggedIn, adminElsewhere: 409 },

    'GET /app': user,
    // Signs up for an event, or off. What is unknown leads back to the board, which is home (B7).
    'POST /app': { ...byOwnMember, stranger: 403, adminElsewhere: 403 },
    'GET, POST /app/organizations/new': loggedIn,
    // For forms only; a page reload leads home.
    'GET /app/organizations/active': loggedIn,
    'POST /app/organizations/active': { ...belonging, systemAdministrator: 'may' },
    'GET, POST /app/admin/organization': admin,
    'GET, POST /app/admin/organization/delete': admin,
    'GET, POST /app/admin/members': admin,
    'GET, POST /app/admin/notifications': admin,
    'GET /app/admin/log': admin,
    'GET /app/admin/messages': admin,
    'GET, POST /app/messages/new': adminOrLeader,
    'GET, POST /app/messages/new/sending': adminOrLeader,
    'GET /app/messages/unreached': { ...adminOrLeader, EDIT_MEMBERS: 'may' },
    // For its receivers, and those who could have written it; others do not learn that it exists.
    'GET /app/messages/:message': { ...user, leaderElsewhere: 404 },
    'GET /app/admin/permissions': admin,
    'GET, POST /app/admin/permissions/resign': admin,
    'GET, POST /app/admin/permissions/second-factor': admin,
    'GET, POST /app/admin/permissions/:user': admin,
    'GET, POST /app/admin/permissions/:user/remove': admin,

    'GET /app/members': user,
    'GET, POST /app/members/new': editMembers,
    'GET, POST /app/members/invitations': admin,
    'GET /app/members/erasures': editMembersOrAdmin,
    'GET, POST /app/members/:member/erasure': editMembersOrAdmin,
    'GET, POST /app/members/:member/hold': editMembersOrAdmin,
    'GET, POST /app/admin/organization/retention': admin,
    'GET, POST /app/members/:member/merge': editMembers,
    'GET, POST /app/members/:member/leaving': editMembersOrAdmin,
    'GET, POST /app/members/import': editMembers,
    'GET, POST /app/members/import/:import': editMembers,
    'GET, POST /app/members/import/:import/columns': editMembers,
    'GET, POST /app/members/import/:import/undo': editMembers,
    'GET /app/members/export': editMembers,
    'GET, POST /app/members/export/file': editMembers,
    'GET /app/members/:member': user,
    'GET, POST /app/members/:member/report': editMembersOrAdmin,
    'GET, POST /app/members/:member/report.json': editMembersOrAdmin,
    'GET, POST /app/members/:member/edit': editMembers,
    'GET, POST /app/members/:member/delete': editMembers,
    'GET, POST /app/members/:member/invitation': admin,
    'GET, POST /app/members/:member/invitation/mail': admin,
    'GET, POST /app/members/:member/invitation/revocation': admin,
    'GET, POST /app/invite/:code': loggedIn,
    'GET, POST /app/invite/:code/rejection': loggedIn,

    'GET /app/absences': user,
    'POST /app/absences': byOwnMember,
    'GET, POST /app/absences/:absence/withdrawal': byOwnAbsence,

    'GET /app/events': user,
    'GET /app/events/calendar': user,
    'GET /app/events/new': planEvents,
    'POST /app/events/new': createEvents,
    'GET /app/events/new/dates': planEvents,
    'GET /app/events/:event': user,
    'GET /app/events/:event/calendar.ics': user,
    'GET, POST /app/events/:event/answers': editEvents,
    'GET, POST /app/events/:event/answers/reminder': editEvents,
    'GET, POST /app/events/:event/edit': editEvents,
    'GET, POST /app/events/:event/delete': editEvents,
    'GET, POST /app/events/:event/cancellation': editEvents,
    'GET, POST /app/events/:event/cancellation/withdrawal': editEvents,
    'GET /app/events/:event/registration': user,
    'POST /app/events/:event/registration': byOwnMember,
    'GET, POST /app/events/:event/registration/withdrawal': user,
    'GET /app/events/:event/decline': user,
    'POST /app/events/:event/decline': byOwnMember,
    'GET, POST /app/events/:event/waiting-list': user,
    'GET, POST /app/events/:event/waiting-list/:member/promotion': editEvents,
    'GET, POST /app/events/:event/waiting-list/:member/removal': editEvents,
    'GET, POST /app/events/:event/participants': editEvents,
    'GET /app/events/:event/participants/print': editEvents,

    'GET /app/events/series/:series/opt-out': loggedIn,
    'POST /app/events/series/:series/opt-out': byOwnMember,
    'GET /app/events/series/:series/opt-out/withdrawal': loggedIn,
    'POST /app/events/series/:series/opt-out/withdrawal': byOwnMember,
    'GET, POST /app/events/:event/series': editEvents,
    'GET, POST /app/events/:event/series/creation': editEvents,
    'GET, POST /app/events/:event/series/change': editEvents,
    'GET, POST /app/events/:event/series/change/saving': editEvents,
    'GET /app/groups': user,
    'GET, POST /app/groups/new': editMembersOrAdmin,
    'GET /app/groups/:group': user,
    'GET, POST /app/groups/:group/edit': editMembersOrAdmin,
    'GET, POST /app/groups/:group/delete': editMembersOrAdmin,
    'GET, POST /app/groups/:group/members': editMembersOrAdmin,
    'GET, POST /app/groups/:group/members/:member': editMembersOrAdmin,
    'GET, POST /app/groups/:group/members/:member/removal': editMembersOrAdmin,
    'GET, POST /app/events/breaks': editAllEvents,
    'GET /app/events/breaks/state': loggedIn,
    'POST /app/events/breaks/state': editAllEvents,
    'GET, POST /app/events/breaks/:break/delete': editAllEvents,

    'GET /app/events/:event/polls': user,
    'GET, POST /app/events/:event/polls/new': editEvents,
    'GET /app/events/:event/polls/:poll': user,
    'POST /app/events/:event/polls/:poll': byOwnMember,
    'GET /app/events/:event/polls/:poll/undo': user,
    'POST /app/events/:event/polls/:poll/undo': byOwnMember,
    'GET, POST /app/events/:event/polls/:poll/delete': editEvents,
    'GET /app/events/:event/polls/:poll/edit': editEvents,
    'GET, POST /app/events/:event/polls/:poll/edit/change': editEvents,
    'GET, POST /app/events/:event/polls/:poll/edit/state/close': editEvents,
    'GET, POST /app/events/:event/polls/:poll/edit/state/open': editEvents,
    'GET, POST /app/events/:event/polls/:poll/edit/answers/:option/:answer/delete': editEvents,
    'GET, POST /app/events/:event/polls/:poll/edit/answers/:option/:answer/restore': editEvents,

    'GET /app/*': nowhere,
  },
  // The answers themselves are only for those who may edit the event.
  (screen, row) => (screen.startsWith('GET') ? editEvents : row),
);
