import { ROLES, type Role } from './roles';

/**
 * Who may do what: table H of the requirements, written out for every call (tests/support/requests.ts makes the
 * requests). It is the tests' own copy on purpose: it must not change when a policy does.
 */

/** 'may': it is done. 401 to 409: it is refused with this status. */
export type Outcome = 'may' | 401 | 403 | 404 | 409;
export type Row = Readonly<Record<Role, Outcome>>;

const everyRole = (outcome: Outcome) =>
  Object.fromEntries(ROLES.map((role) => [role, outcome])) as Record<Role, Outcome>;

export const anyone: Row = everyRole('may');
export const loggedIn: Row = { ...anyone, nobody: 401 };
/** Of the organisation that it is about; to others it does not exist. */
export const user: Row = { ...loggedIn, stranger: 404, adminElsewhere: 404 };
const refused = { user: 403, EDIT_EVENTS: 403, EDIT_MEMBERS: 403, ORGANIZATION_ADMIN: 403 } as const;
export const editEvents: Row = { ...user, ...refused, EDIT_EVENTS: 'may' };
export const editMembers: Row = { ...user, ...refused, EDIT_MEMBERS: 'may' };
export const admin: Row = { ...user, ...refused, ORGANIZATION_ADMIN: 'may' };
export const systemAdministrator: Row = { ...user, ...refused };
/** As the member linked to oneself, which a system administrator of no organisation has not (E7). */
const byOwnMember: Row = { ...user, systemAdministrator: 409 };
/** Other users must not be known to exist, but to system administrators. */
const otherUsers: Row = { ...everyRole(404), nobody: 401, systemAdministrator: 'may' };
/** Not about an organisation, so there is nothing to hide: the list of all users. */
const allUsers: Row = { ...everyRole(403), nobody: 401, systemAdministrator: 'may' };
/** Answering an invitation that would make a user two members of one organisation (C5). */
const notTwice = { user: 409, EDIT_EVENTS: 409, EDIT_MEMBERS: 409, ORGANIZATION_ADMIN: 409 } as const;

export const callAccess: Readonly<Record<string, Row>> = {
  'GET /openapi.json': anyone,

  'POST /login/mobile': anyone,
  'DELETE /login/mobile': anyone,
  'POST /login/browser': anyone,
  'DELETE /login/browser': loggedIn,
  'POST /login/password/reset': anyone,
  'POST /login/password/update': anyone,
  'POST /registration': anyone,
  'POST /registration (other spelling)': anyone,
  'POST /registration/verify/:code': anyone,

  'GET /user/self/info': anyone,
  'GET /user/self/admin': loggedIn,
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
  'POST /organization/invitation/accept/:code': { ...loggedIn, ...notTwice },
  'POST /organization/invitation/reject/:code': loggedIn,
  'POST /organization/invitation/:member': admin,
  'DELETE /organization/invitation/:member': admin,

  'PUT /permission': admin,
  'DELETE /permission': admin,
  'GET /permission/:user/:organization': admin,
  'GET /permission/:user/:organization (own)': { ...user, systemAdministrator: 404 },

  'POST /member': editMembers,
  'PUT /member': editMembers,
  'GET /member': user,
  'GET /member/:member': user,
  'DELETE /member/:member': editMembers,

  'POST /event': editEvents,
  'POST /event (other spelling)': editEvents,
  'PUT /event': editEvents,
  'GET /event': user,
  'GET /event/:event': user,
  'DELETE /event/:event': editEvents,
  'GET /event/:event/participation': editEvents,
  'PUT /event/:event/participation': editEvents,
  'GET /event/:event/registered-members': editEvents,
  'GET /event/registered-events': user,
  'PUT /event/register-user': byOwnMember,
  'PUT /event/unregister-user': user,

  'POST /event/poll': editEvents,
  'GET /event/poll': user,
  'GET /event/poll/:poll': user,
  'DELETE /event/poll/:poll': editEvents,
  'PUT /event/poll/:poll/state/close': editEvents,
  'PUT /event/poll/:poll/state/open': editEvents,
  'PUT /event/poll/:poll/:option': byOwnMember,
  'DELETE /event/poll/:poll/:option': byOwnMember,
  'DELETE /event/poll/:poll/:option/:answer': editEvents,
};
