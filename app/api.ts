import { z } from 'zod';
import * as passwords from '~/features/accounts/operations/passwords.server';
import * as registration from '~/features/accounts/operations/registration.server';
import * as sessions from '~/features/accounts/operations/sessions.server';
import * as users from '~/features/accounts/operations/users.server';
import * as accountsWire from '~/features/accounts/wire';
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
  'GET /user': call(users.listUsers, {
    answers: z.array(accountsWire.user),
    from: ({ rows }) => rows.map(accountsWire.userOnTheWire),
  }),
  'GET /user/:user': call(users.readUser, {
    answers: accountsWire.user,
    from: accountsWire.userOnTheWire,
  }),
  'PUT /user/:user': call(users.saveUser, {
    body: accountsWire.userFromWire,
    answers: accountsWire.user,
    from: accountsWire.userOnTheWire,
  }),

  'POST /organization': call(organizations.foundOrganization, { answers: organizationOnTheWire }),
  'GET /organization/:organization': call(organizations.readOrganization, { answers: organizationOnTheWire }),
  'PUT /organization/:organization/motd': call(organizations.saveMessageOfTheDay, {
    answers: organizationOnTheWire,
  }),
};
