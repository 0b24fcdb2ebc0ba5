import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { giveFactor } from '../support/authenticator';
import type { Browser } from '../support/browser';
import { begin, DISCARD, FACTOR, REMOVAL } from '../support/factor-screens';
import { PASSWORD } from '../support/factories';
import { refuseAddress } from '../support/mail-failures';
import { makeNoticesClub, type NoticesClub } from '../support/notices-club';

/** A form whose database write fails shows its notification and saves nothing (B6, B7). */
const app = testApp();
let club: NoticesClub;
let withoutFactor: { email: string };
let starting: Browser;
let pending: Browser;

beforeAll(async () => {
  club = await makeNoticesClub(app);
  await refuseAddress(app, club.admin.email);
  await giveFactor(app, club.admin);
  withoutFactor = await app.make.user();
  starting = await app.as(await app.make.user());
  pending = await app.as(await app.make.user());
  await begin(pending);
});

/** Makes every write to a table fail while `act` runs. */
async function failingWrites(table: string, act: () => Promise<void>) {
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(
    app.db,
  );
  await sql`create trigger fail before insert or update or delete on ${sql.table(table)}
    for each row execute function fail()`.execute(app.db);
  try {
    await act();
  } finally {
    await sql`drop function fail() cascade`.execute(app.db);
  }
}

type Message = { title: string; message: string };
type Case = [Message, string, () => [string, Record<string, string>?, Browser?]];

const name = { firstName: 'Nie', lastName: 'Mals' };
const event = { name: 'Nie', date: '2031-01-01', eventType: 'OPEN_EVENT' };
const failing: Case[] = [
  [
    messages.registrationFailed,
    'users',
    () => [
      '/app/auth/register',
      { ...name, email: 'nie@verein.example', password: 'geheim' },
      app.visitor(),
    ],
  ],
  [
    messages.confirmationFailed,
    'graphile_worker._private_jobs',
    () => ['/app/auth/register/confirmation', { email: club.unconfirmed.email }, app.visitor()],
  ],
  [
    messages.loginFailed,
    'sessions',
    () => ['/app/login', { email: withoutFactor.email, password: PASSWORD }, app.visitor()],
  ],
  [
    messages.identityUnconfirmed,
    'sessions',
    () => ['/app/confirm?next=/app/account', { password: PASSWORD }],
  ],
  [
    messages.passwordResetRequestFailed,
    'graphile_worker._private_jobs',
    () => ['/app/auth/password-reset', { email: club.admin.email }, app.visitor()],
  ],
  [messages.factorStartFailed, 'totp', () => [FACTOR, {}, starting]],
  [messages.factorDiscardFailed, 'totp', () => [DISCARD, {}, pending]],
  [messages.factorRemoveFailed, 'totp', () => [REMOVAL]],
  [
    messages.factorRuleSaveFailed,
    'audit_log',
    () => ['/app/admin/permissions/second-factor', { state: 'on' }],
  ],
  [
    messages.organizationFoundFailed,
    'organizations',
    () => ['/app/organizations/new', { name: 'Nie' }],
  ],
  [
    messages.organizationSelectFailed,
    'sessions',
    () => ['/app/organizations/active', { organization: club.organization.uuid }],
  ],
  [
    messages.organizationSaveFailed,
    'organizations',
    () => ['/app/admin/organization', { name: 'Nie', motd: 'Nie' }],
  ],
  [
    messages.organizationDeleteFailed,
    'organizations',
    () => ['/app/admin/organization/delete', { name: 'TSV Störung' }],
  ],
  [messages.memberCreateFailed, 'members', () => ['/app/members/new', name]],
  [
    messages.tableNotRead,
    'imports',
    () => ['/app/members/import', { table: 'Vorname;Nachname\nNie;Mals' }],
  ],
  [messages.memberSaveFailed, 'members', () => [`/app/members/${club.member.uuid}/edit`, name]],
  [messages.memberDeleteFailed, 'members', () => [`/app/members/${club.member.uuid}/delete`]],
  [
    messages.invitationCreateFailed,
    'invitations',
    () => [`/app/members/${club.member.uuid}/invitation`],
  ],
  [
    messages.invitationRevokeFailed,
    'invitations',
    () => [`/app/members/${club.invited.uuid}/invitation/revocation`],
  ],
  [
    messages.invitationSendFailed,
    'graphile_worker._private_jobs',
    () => [
      `/app/members/${club.invited.uuid}/invitation/mail`,
      { code: club.code, email: 'a@b.example' },
    ],
  ],
  [messages.invitationAcceptFailed, 'members', () => [`/app/invite/${club.code}`, {}, club.guest]],
  [
    messages.invitationRejectFailed,
    'invitations',
    () => [`/app/invite/${club.code}/rejection`, {}, club.guest],
  ],
  [messages.eventCreateFailed, 'events', () => ['/app/events/new', event]],
  [messages.eventSaveFailed, 'events', () => [`/app/events/${club.event.uuid}/edit`, event]],
  [
    messages.repeatFailed,
    'series',
    () => [
      `/app/events/${club.event.uuid}/series/creation`,
      { 'rule.every': 'FREQ=WEEKLY', 'rule.days[0]': 'TU', 'rule.end': 'never' },
    ],
  ],
  [
    messages.repetitionChangeFailed,
    'series',
    () => [
      `/app/events/${club.series.event.uuid}/series/change/saving`,
      {
        'rule.every': 'FREQ=WEEKLY;INTERVAL=2',
        'rule.days[0]': 'TU',
        'rule.end': 'never',
        scope: 'all',
      },
    ],
  ],
  [
    messages.breakCreateFailed,
    'breaks',
    () => ['/app/events/breaks', { name: 'Nie', from: '2031-01-01', until: '2031-01-02' }],
  ],
  [
    messages.stateChooseFailed,
    'organizations',
    () => ['/app/events/breaks/state', { state: 'BW' }],
  ],
  [messages.breakDeleteFailed, 'breaks', () => [`/app/events/breaks/${club.pause.uuid}/delete`]],
  [messages.eventDeleteFailed, 'events', () => [`/app/events/${club.event.uuid}/delete`]],
  [
    messages.eventCancelFailed,
    'events',
    () => [`/app/events/${club.event.uuid}/cancellation`, { reason: 'Sturm' }],
  ],
  [
    messages.eventRestoreFailed,
    'events',
    () => [`/app/events/${club.cancelled.uuid}/cancellation/withdrawal`, {}],
  ],
  [
    messages.eventRegisterFailed,
    'answers',
    () => [`/app/events/${club.event.uuid}/registration`, {}],
  ],
  [
    messages.notificationsSaveFailed,
    'notification_settings',
    () => ['/app/account/notifications', { 'topics.event_new': 'off' }],
  ],
  [
    messages.notificationDefaultsSaveFailed,
    'notification_defaults',
    () => ['/app/admin/notifications', { 'topics.event_new': 'off' }],
  ],
  [
    messages.remindFailed,
    'reminders',
    () => [`/app/events/${club.event.uuid}/answers/reminder`, {}],
  ],
  [
    messages.messageSendFailed,
    'messages',
    () => ['/app/messages/new/sending', { subject: 'Nie', text: 'Niemals' }],
  ],
  [messages.addressTryFailed, 'mail_failures', () => ['/app/account']],
  [
    messages.groupCreateFailed,
    'groups',
    () => ['/app/groups/new', { name: 'Herren', color: 'red' }],
  ],
  [
    messages.groupSaveFailed,
    'groups',
    () => [`/app/groups/${club.group.uuid}/edit`, { name: 'Frauen', color: 'blue' }],
  ],
  [messages.groupDeleteFailed, 'groups', () => [`/app/groups/${club.group.uuid}/delete`, {}]],
  [
    messages.groupMembersFailed,
    'group_members',
    () => [`/app/groups/${club.group.uuid}/members`, { 'members[0]': club.member.uuid }],
  ],
  [
    messages.absenceCreateFailed,
    'absences',
    () => ['/app/absences', { from: '2040-07-01', until: '2040-07-02' }],
  ],
  [
    messages.absenceDeleteFailed,
    'absences',
    () => [`/app/absences/${club.absence}/withdrawal`, {}],
  ],
  [messages.declineFailed, 'answers', () => [`/app/events/${club.event.uuid}/decline`, {}]],
  [
    messages.waitingListFailed,
    'answers',
    () => [`/app/events/${club.full.uuid}/waiting-list/${club.waits.uuid}/removal`, {}],
  ],
  [
    messages.eventUnregisterFailed,
    'answers',
    () => [`/app/events/${club.left.uuid}/registration/withdrawal`, {}],
  ],
  [
    messages.participantsSaveFailed,
    'participations',
    () => [`/app/events/${club.event.uuid}/participants`, { participated: club.member.uuid }],
  ],
  [
    messages.pollCreateFailed,
    'polls',
    () => [`/app/events/${club.polls}/polls/new`, { name: 'Nie', 'options[0]': 'Ja' }],
  ],
  [
    messages.pollDeleteFailed,
    'polls',
    () => [`/app/events/${club.polls}/polls/${club.poll.uuid}/delete`],
  ],
  [
    messages.pollCloseFailed,
    'polls',
    () => [`/app/events/${club.polls}/polls/${club.poll.uuid}/edit/state/close`],
  ],
  [
    messages.pollOpenFailed,
    'polls',
    () => [`/app/events/${club.polls}/polls/${club.closed.uuid}/edit/state/open`],
  ],
  [
    messages.answerFailed,
    'poll_answers',
    () => [`/app/events/${club.polls}/polls/${club.poll.uuid}`, { option: club.ids.open }],
  ],
  [
    messages.answerRemoveFailed,
    'poll_answers',
    () => {
      const poll = `/app/events/${club.polls}/polls/${club.answered.uuid}`;
      return [`${poll}/edit/answers/${club.ids.option}/${club.admin.member}/delete`];
    },
  ],
  [
    messages.permissionSaveFailed,
    'permissions',
    () => [
      `/app/admin/permissions/${club.user.uuid}`,
      { permission: 'EDIT_EVENTS', state: 'granted' },
    ],
  ],
  [messages.permissionSaveFailed, 'permissions', () => ['/app/admin/permissions/resign']],
  [
    messages.userRemoveFailed,
    'organization_users',
    () => [`/app/admin/permissions/${club.user.uuid}/remove`],
  ],
  [messages.accountSaveFailed, 'users', () => ['/app/account/name', name]],
  [
    messages.accountSaveFailed,
    'users',
    () => [
      '/app/account/password',
      { currentPassword: PASSWORD, password: 'neu-und-lang', passwordRepeat: 'neu-und-lang' },
    ],
  ],
  [
    messages.accountSaveFailed,
    'graphile_worker._private_jobs',
    () => ['/app/account/email', { email: 'anders@verein.example' }],
  ],
  [messages.sessionEndFailed, 'sessions', () => [`/app/account/sessions/${club.ids.session}`]],
  [messages.sessionEndFailed, 'sessions', () => ['/app/account/sessions/others']],
  [
    messages.organizationLeaveFailed,
    'organization_users',
    () => [`/app/account/organizations/${club.organization.uuid}`],
  ],
  [messages.logoutFailed, 'sessions', () => ['/app/logout']],
];

/** What section 8 of the specification has them say, word for word. */
const SPECIFIED = {
  registrationFailed: ['Registrierung', 'Fehler beim registrieren.'],
  logoutFailed: ['Abmeldung', 'Abmelden fehlgeschlagen.'],
  organizationLoadFailed: ['Organisation', 'Fehler beim laden der Daten.'],
  permissionSaveFailed: ['Berechtigungen', 'Fehler beim speichern der Berechtigungen.'],
  userRemoveFailed: ['Organisation', 'Fehler beim entfernen des Benutzers aus der Organisation.'],
  eventCreateFailed: ['Veranstaltung', 'Veranstaltung erstellen ist fehlgeschlagen.'],
  eventSaveFailed: ['Veranstaltung', 'Fehler beim speichern der Veranstaltung.'],
  eventDeleteFailed: ['Veranstaltung', 'Fehler beim löschen der Veranstaltung.'],
  eventRegisterFailed: ['Veranstaltung', 'Fehler beim Anmelden zur Veranstaltung.'],
  eventUnregisterFailed: ['Veranstaltung', 'Fehler beim Abmelden der Veranstaltung.'],
  pollDeleteFailed: ['Umfrage', 'Löschen der Umfrage fehlgeschlagen.'],
  pollCloseFailed: ['Umfrage', 'Schliessen der Umfrage fehlgeschlagen.'],
  answerRemoveFailed: ['Umfrage', 'Fehler beim entfernen der Antwort.'],
} as const;

/** The club's rows, to compare before and after a failed form. */
async function everything() {
  const tables = [
    'users',
    'organizations',
    'organization_users',
    'permissions',
    'members',
    'invitations',
  ];
  const more = ['events', 'answers', 'participations', 'polls', 'poll_options', 'poll_answers'];
  const rows = [...tables, ...more].map(async (table) => {
    const { rows } =
      await sql`select to_json(t) as row from ${sql.table(table)} t order by t::text`.execute(
        app.db,
      );
    return [table, rows];
  });
  return Object.fromEntries(await Promise.all(rows));
}

describe('failed forms', () => {
  it.each(failing)(
    'a form that fails because of a server fault shows %o with a reference and saves nothing (B6, B7)',
    async (said, table, request) => {
      const [path, fields, visitor = club.browser] = request();
      const before = await everything();
      await failingWrites(table, async () => {
        const { status, page } = await visitor.submit(path, fields);
        expect(status).toBe(500);
        expect(page).toContain(`Error: ${said.title} ${said.message}`);
        expect(page).toMatch(/Referenz: [\w-]+/);
      });
      expect(app.errors.splice(0)).toHaveLength(1);
      expect(await everything()).toEqual(before);
    },
  );

  // The log-in has no scripts, and a user who has just logged in is not asked again.
  const withoutPage: Message[] = [messages.loginFailed, messages.identityUnconfirmed];
  it.each(failing.filter(([said]) => !withoutPage.includes(said)))(
    'the page at the address of a form brings along %o, for when no answer comes (B6)',
    async (said, _table, request) => {
      const [path, , visitor = club.browser] = request();
      const { status, text } = await visitor.get(`${path}.data`);
      expect(status).toBe(200);
      expect(text).toContain(`"${said.message}"`);
    },
  );

  it.each(Object.entries(SPECIFIED))('%s says %j (section 8)', (failed, [title, message]) => {
    expect(messages[failed as keyof typeof SPECIFIED]).toEqual({ title, message });
  });

  it('a failed account deletion says messages.accountDeleteFailed and keeps the account (A12, B6)', async () => {
    const { accountDeleteFailed: said } = messages;
    const user = await app.make.user();
    const person = await app.as(user);
    await failingWrites('users', async () => {
      const { status, page } = await person.submit('/app/account/deletion', { password: PASSWORD });
      expect(status).toBe(500);
      expect(page).toContain(`Error: ${said.title} ${said.message}`);
    });
    expect(app.errors.splice(0)).toHaveLength(1);
    expect((await person.get('/app/account')).status).toBe(200);
  });
});
