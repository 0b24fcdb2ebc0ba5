import * as passwords from '~/features/accounts/operations/passwords.server';
import * as registration from '~/features/accounts/operations/registration.server';
import * as sessions from '~/features/accounts/operations/sessions.server';
import * as accountsWire from '~/features/accounts/wire';
import * as organizations from '~/features/organizations/operations.server';
import { organizationOnTheWire } from '~/features/organizations/wire';
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

  'POST /organization': call(organizations.foundOrganization, { answers: organizationOnTheWire }),
  'GET /organization/:organization': call(organizations.readOrganization, { answers: organizationOnTheWire }),
  'PUT /organization/:organization/motd': call(organizations.saveMessageOfTheDay, {
    answers: organizationOnTheWire,
  }),

  'GET /openapi.json': call(
    describing(() => api, about),
    { answers: openApi },
  ),
};
