import { index, layout, prefix, type RouteConfig, route } from '@remix-run/route-config';

const ABOUT_EVENT = {
  edit: 'features/events/pages/edit.tsx',
  delete: 'features/events/pages/delete.tsx',
  cancellation: 'features/events/pages/cancellation.tsx',
  'cancellation/withdrawal': 'features/events/pages/restoration.tsx',
  registration: 'features/answers/pages/registration.tsx',
  'registration/withdrawal': 'features/answers/pages/withdrawal.tsx',
  decline: 'features/answers/pages/decline.tsx',
  'waiting-list': 'features/answers/pages/leave-waiting-list.tsx',
  participants: 'features/events/pages/participants.tsx',
};
const ABOUT_WAITING = {
  'waiting-list/:member/promotion': 'features/answers/pages/waiting-promotion.tsx',
  'waiting-list/:member/removal': 'features/answers/pages/waiting-removal.tsx',
};
const { registration, decline } = ABOUT_EVENT;

/** Dialogs as children of a screen. @param screen if they open over another one, too */
const over = (dialogs: Record<string, string>, path: string, screen?: string) =>
  Object.entries(dialogs).map(([dialog, file]) =>
    route(path + dialog, file, screen ? { id: `${file} over ${screen}` } : {}),
  );

/** Every screen's URL. A dialog is a child of the page it opens over. */
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
      route('answer/:token', 'features/answers/pages/by-link.tsx'),
      route('unsubscribe/:token', 'features/notifications/pages/unsubscribe.tsx'),
      route('dev/mail', 'features/dev/pages/mail.tsx'),
    ]),
    layout('features/shell/pages/open.tsx', [
      route('imprint', 'features/legal/pages/imprint.tsx'),
      route('privacy', 'features/legal/pages/privacy.tsx'),
    ]),
    route('account/data.json', 'features/reports/pages/own-data.tsx'),
    route('account/report.json', 'features/reports/pages/own-report-file.tsx'),
    route('members/:member/report.json', 'features/reports/pages/member-report-file.tsx'),
    route('members/export/file', 'features/exports/pages/export-file.tsx'),
    route('calendar/:token.ics', 'features/calendars/pages/feed.tsx'),
    route('events/:event/calendar.ics', 'features/calendars/pages/event-file.tsx'),

    layout('features/shell/pages/shell.tsx', { id: 'shell' }, [
      layout('features/shell/pages/active.tsx', [
        index('features/board/pages/board.tsx'),
        route('absences', 'features/absences/pages/absences.tsx', [
          route(':absence/withdrawal', 'features/absences/pages/withdrawal.tsx'),
        ]),
        route('events', 'features/events/pages/list.tsx', [
          route('new', 'features/events/pages/new.tsx'),
          ...over({ ...ABOUT_EVENT, ...ABOUT_WAITING }, ':event/'),
        ]),
        route('events/calendar', 'features/events/pages/month.tsx'),
        route(
          'events/:event',
          'features/answers/pages/event.tsx',
          over(ABOUT_EVENT, 'page/', 'event'),
        ),
        route('events/:event/answers', 'features/answers/pages/answers.tsx', [
          ...over({ registration, decline, ...ABOUT_WAITING }, '', 'answers'),
          route('reminder', 'features/notifications/pages/reminder.tsx'),
        ]),
        route('events/breaks', 'features/series/pages/breaks.tsx', [
          route(':break/delete', 'features/series/pages/break-deletion.tsx'),
        ]),
        route('events/new/dates', 'features/series/pages/new-dates.tsx'),
        route('events/breaks/state', 'features/series/pages/state.tsx'),
        route('events/:event/series', 'features/series/pages/repetition.tsx'),
        route('events/series/:series/opt-out', 'features/series/pages/opt-out.tsx'),
        route(
          'events/series/:series/opt-out/withdrawal',
          'features/series/pages/opt-out-withdrawal.tsx',
        ),
        route('events/:event/series/creation', 'features/series/pages/series-creation.tsx'),
        route('events/:event/series/change', 'features/series/pages/series-change.tsx'),
        route('events/:event/series/change/saving', 'features/series/pages/series-saving.tsx'),
        route('events/:event/participants/print', 'features/events/pages/attendance-sheet.tsx'),
        route(
          'events/:event/page/participants/print',
          'features/events/pages/attendance-sheet.tsx',
          { id: 'attendance-sheet from event' },
        ),
        route('admin/organization', 'features/organizations/pages/edit.tsx', [
          route('delete', 'features/organizations/pages/delete.tsx'),
          route('retention', 'features/erasure/pages/retention.tsx'),
        ]),
        route('admin/messages', 'features/messages/pages/list.tsx'),
        route('messages/new', 'features/messages/pages/new.tsx'),
        route('messages/new/sending', 'features/messages/pages/sending.tsx'),
        route('messages/unreached', 'features/messages/pages/unreached.tsx'),
        route('messages/:message', 'features/messages/pages/message.tsx'),
        route('admin/members', 'features/members/pages/visibility.tsx'),
        route('admin/notifications', 'features/notifications/pages/defaults.tsx'),
        route('admin/log', 'features/audit/pages/log.tsx'),
        route('admin/permissions', 'features/permissions/pages/list.tsx', [
          route('resign', 'features/permissions/pages/resign.tsx'),
          route('second-factor', 'features/permissions/pages/factor-rule.tsx'),
          route(':user', 'features/permissions/pages/user.tsx'),
          route(':user/remove', 'features/leaving/pages/user-removal.tsx'),
        ]),
        route('events/:event/polls', 'features/polls/pages/list.tsx', [
          route('new', 'features/polls/pages/new.tsx'),
          route(':poll', 'features/polls/pages/show.tsx'),
          route(':poll/undo', 'features/polls/pages/undo-answer.tsx'),
          route(':poll/delete', 'features/polls/pages/delete.tsx'),
        ]),
        route('events/:event/polls/:poll/edit', 'features/polls/pages/edit.tsx', [
          route('change', 'features/polls/pages/change.tsx'),
          route('state/close', 'features/polls/pages/close.tsx'),
          route('state/open', 'features/polls/pages/open.tsx'),
          route('answers/:option/:answer/delete', 'features/polls/pages/remove-answer.tsx'),
          route('answers/:option/:answer/restore', 'features/polls/pages/restore-answer.tsx'),
        ]),
        route('groups', 'features/groups/pages/list.tsx', [
          route('new', 'features/groups/pages/new.tsx'),
        ]),
        route('groups/:group', 'features/groups/pages/group.tsx', [
          route('edit', 'features/groups/pages/edit.tsx'),
          route('delete', 'features/groups/pages/delete.tsx'),
          route('members', 'features/groups/pages/members.tsx'),
          route('members/:member', 'features/groups/pages/member.tsx'),
          route('members/:member/removal', 'features/groups/pages/member-removal.tsx'),
        ]),
        route('members/invitations', 'features/invitations/pages/several.tsx'),
        route('members/import', 'features/imports/pages/start.tsx'),
        route('members/import/:import/columns', 'features/imports/pages/columns.tsx'),
        route('members/import/:import', 'features/imports/pages/import.tsx', [
          route('undo', 'features/imports/pages/undo.tsx'),
        ]),
        route('members/export', 'features/exports/pages/export.tsx'),
        route('members/:member/report', 'features/reports/pages/member-report.tsx'),
        route('members/erasures', 'features/erasure/pages/erased-soon.tsx'),
        route('members/:member/erasure', 'features/erasure/pages/erasure.tsx'),
        route('members/:member/hold', 'features/erasure/pages/hold.tsx'),
        route('members/:member/merge', 'features/merging/pages/merge.tsx'),
        route('members', 'features/members/pages/list.tsx', [
          route('new', 'features/members/pages/new.tsx'),
          route(':member', 'features/members/pages/details.tsx'),
          route(':member/edit', 'features/members/pages/edit.tsx'),
          route(':member/delete', 'features/members/pages/delete.tsx'),
          route(':member/leaving', 'features/leaving/pages/member-leaving.tsx'),
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
        route('organizations/:organization', 'features/leaving/pages/organization-leaving.tsx'),
        route('deletion', 'features/leaving/pages/account-deletion.tsx'),
      ]),
      route('confirm', 'features/accounts/pages/identity.tsx'),
      route('account/report', 'features/reports/pages/own-report.tsx'),
      route('account/calendars', 'features/calendars/pages/feeds.tsx', [
        route('new', 'features/calendars/pages/new.tsx'),
        route(':feed', 'features/calendars/pages/delete.tsx'),
      ]),
      route('account/second-factor', 'features/factors/pages/second-factor.tsx', [
        route('discard', 'features/factors/pages/discard.tsx'),
        route('recovery-codes', 'features/factors/pages/recovery-codes.tsx'),
        route('removal', 'features/factors/pages/removal.tsx'),
      ]),
      route('account/second-factor/setup', 'features/factors/pages/setup.tsx'),
      route('account/contact', 'features/members/pages/own-contact.tsx'),
      route('account/notifications', 'features/notifications/pages/settings.tsx'),
      route('invite/:code', 'features/invitations/pages/answer.tsx'),
      route('invite/:code/rejection', 'features/invitations/pages/reject.tsx'),
      route('organizations/new', 'features/organizations/pages/new.tsx'),
      route('organizations/active', 'features/shell/pages/select.tsx'),
      route('*', 'features/shell/pages/not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
