import { index, layout, prefix, type RouteConfig, route } from '@remix-run/route-config';

/** Every screen's URL. A dialog is a child of the page that it stands over. */
export default [
  route('api/*', 'api-route.ts'),

  ...prefix('app', [
    layout('features/accounts/pages/frame.tsx', [
      route('login', 'features/accounts/pages/login.tsx'),
      ...prefix('auth', [
        route('register', 'features/accounts/pages/register.tsx'),
        route('register/confirmation', 'features/accounts/pages/confirmation.tsx'),
        route('verify/:code', 'features/accounts/pages/verify.tsx'),
        route('password-reset', 'features/accounts/pages/password-reset-request.tsx'),
        route('password-reset/:code', 'features/accounts/pages/password-reset.tsx'),
      ]),
      route('logout', 'features/accounts/pages/logout.tsx'),
      route('imprint', 'features/legal/pages/imprint.tsx'),
      route('privacy', 'features/legal/pages/privacy.tsx'),
      route('dev/mail', 'features/dev/pages/mail.tsx'),
    ]),
    route('account/data.json', 'features/accounts/pages/account-data.tsx'),
    route('dev/ui', 'features/dev/pages/ui.tsx'),

    layout('features/organizations/pages/shell.tsx', { id: 'shell' }, [
      layout('features/organizations/pages/active.tsx', [
        index('features/organizations/pages/dashboard.tsx'),
        route('admin/organization', 'features/organizations/pages/edit.tsx'),
      ]),
      route('account', 'features/accounts/pages/account.tsx', { id: 'account' }, [
        route('name', 'features/accounts/pages/account-name.tsx'),
        route('email', 'features/accounts/pages/account-email.tsx'),
        route('password', 'features/accounts/pages/account-password.tsx'),
        route('sessions/others', 'features/accounts/pages/account-other-sessions.tsx'),
        route('sessions/:session', 'features/accounts/pages/account-session.tsx'),
        route('organizations/:organization', 'features/accounts/pages/account-organization.tsx'),
        route('deletion', 'features/accounts/pages/account-deletion.tsx'),
      ]),
      route('organizations/new', 'features/organizations/pages/new.tsx'),
      route('organizations/active', 'features/organizations/pages/select.tsx'),
      route('*', 'features/organizations/pages/not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
