import { index, layout, prefix, type RouteConfig, route } from '@remix-run/route-config';

/** Every screen's URL. A dialog is a child of the page that it stands over. */
export default [
  route('api/docs', 'api-docs-route.ts'),
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
      route('invite/:code/:proof', 'features/invitations/pages/mailed.tsx'),
      route('invite/:code/:proof/account', 'features/invitations/pages/joining.tsx'),
      route('imprint', 'features/legal/pages/imprint.tsx'),
      route('privacy', 'features/legal/pages/privacy.tsx'),
      route('dev/mail', 'features/dev/pages/mail.tsx'),
    ]),
    route('account/data.json', 'features/accounts/pages/account-data.tsx'),
    route('account/report.json', 'features/reports/pages/own-report-file.tsx'),
    route('members/:member/report.json', 'features/reports/pages/member-report-file.tsx'),
    route('calendar/:token.ics', 'features/calendars/pages/feed.tsx'),
    route('events/:event/calendar.ics', 'features/calendars/pages/event-file.tsx'),
    route('dev/ui', 'features/dev/pages/ui.tsx'),

    layout('features/shell/pages/shell.tsx', { id: 'shell' }, [
      layout('features/shell/pages/active.tsx', [
        index('features/board/pages/board.tsx'),
        route('absences', 'features/absences/pages/absences.tsx', [
          route(':absence/withdrawal', 'features/absences/pages/withdrawal.tsx'),
        ]),
        route('events', 'features/events/pages/list.tsx', [
          route('new', 'features/events/pages/new.tsx'),
          route(':event/edit', 'features/events/pages/edit.tsx'),
          route(':event/delete', 'features/events/pages/delete.tsx'),
          route(':event/cancellation', 'features/events/pages/cancellation.tsx'),
          route(':event/cancellation/withdrawal', 'features/events/pages/restoration.tsx'),
          route(':event/registration', 'features/answers/pages/registration.tsx'),
          route(':event/registration/withdrawal', 'features/answers/pages/withdrawal.tsx'),
          route(':event/decline', 'features/answers/pages/decline.tsx'),
          route(':event/waiting-list', 'features/answers/pages/leave-waiting-list.tsx'),
          route(
            ':event/waiting-list/:member/promotion',
            'features/answers/pages/waiting-promotion.tsx',
          ),
          route(
            ':event/waiting-list/:member/removal',
            'features/answers/pages/waiting-removal.tsx',
          ),
          route(':event/participants', 'features/events/pages/participants.tsx'),
        ]),
        route('events/calendar', 'features/events/pages/month.tsx'),
        route('events/:event', 'features/answers/pages/event.tsx'),
        route('events/:event/answers', 'features/answers/pages/answers.tsx'),
        route('events/breaks', 'features/series/pages/breaks.tsx', [
          route(':break/delete', 'features/series/pages/break-deletion.tsx'),
        ]),
        route('events/:event/series', 'features/series/pages/repetition.tsx'),
        route('events/:event/series/creation', 'features/series/pages/series-creation.tsx'),
        route('events/:event/series/change', 'features/series/pages/series-change.tsx'),
        route('events/:event/series/change/saving', 'features/series/pages/series-saving.tsx'),
        route('events/:event/participants/print', 'features/events/pages/attendance-sheet.tsx'),
        route('admin/organization', 'features/organizations/pages/edit.tsx', [
          route('delete', 'features/organizations/pages/delete.tsx'),
        ]),
        route('admin/log', 'features/audit/pages/log.tsx'),
        route('admin/permissions', 'features/permissions/pages/list.tsx', [
          route('resign', 'features/permissions/pages/resign.tsx'),
          route(':user', 'features/permissions/pages/user.tsx'),
          route(':user/remove', 'features/permissions/pages/remove.tsx'),
        ]),
        route('events/:event/polls', 'features/polls/pages/list.tsx', [
          route('new', 'features/polls/pages/new.tsx'),
          route(':poll', 'features/polls/pages/show.tsx'),
          route(':poll/delete', 'features/polls/pages/delete.tsx'),
        ]),
        route('events/:event/polls/:poll/edit', 'features/polls/pages/edit.tsx', [
          route('change', 'features/polls/pages/change.tsx'),
          route('state/close', 'features/polls/pages/close.tsx'),
          route('state/open', 'features/polls/pages/open.tsx'),
          route('answers/:option/:answer/delete', 'features/polls/pages/remove-answer.tsx'),
        ]),
        route('members/invitations', 'features/invitations/pages/several.tsx'),
        route('members/:member/report', 'features/reports/pages/member-report.tsx'),
        route('members', 'features/members/pages/list.tsx', [
          route('new', 'features/members/pages/new.tsx'),
          route('several', 'features/members/pages/several.tsx'),
          route('several/creation', 'features/members/pages/several-creation.tsx'),
          route(':member', 'features/members/pages/details.tsx'),
          route(':member/edit', 'features/members/pages/edit.tsx'),
          route(':member/delete', 'features/members/pages/delete.tsx'),
          route(':member/invitation', 'features/invitations/pages/create.tsx'),
          route(':member/invitation/mail', 'features/invitations/pages/mail.tsx'),
          route(':member/invitation/revocation', 'features/invitations/pages/revoke.tsx'),
        ]),
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
      route('account/report', 'features/reports/pages/own-report.tsx'),
      route('account/calendars', 'features/calendars/pages/feeds.tsx', [
        route('new', 'features/calendars/pages/new.tsx'),
        route(':feed', 'features/calendars/pages/delete.tsx'),
      ]),
      route('invite/:code', 'features/invitations/pages/answer.tsx'),
      route('invite/:code/rejection', 'features/invitations/pages/reject.tsx'),
      route('organizations/new', 'features/organizations/pages/new.tsx'),
      route('organizations/active', 'features/shell/pages/select.tsx'),
      route('*', 'features/shell/pages/not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
