import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { giveFactor } from '../support/authenticator';
import { PASSWORD } from '../support/factories';
import { makeNoticesClub, type NoticesClub } from '../support/notices-club';
import { rowOf } from '../support/rows';

/** A screen or dialog whose data cannot be loaded shows its notification (B6, B7). */
const app = testApp();
let club: NoticesClub;

beforeAll(async () => {
  club = await makeNoticesClub(app);
  await giveFactor(app, club.admin);
});

/** Makes every use of a column fail while `act` runs. */
async function failingReads(table: string, column: string, act: () => Promise<void>) {
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(
      app.db,
    );
  await rename(column, 'gone');
  try {
    await act();
  } finally {
    await rename('gone', column);
  }
}

type Message = { title: string; message?: string };

type Load = [Message, [string, string], () => string];

const lists: Load[] = [
  [messages.organizationLoadFailed, ['organizations', 'motd'], () => '/app/'],
  [messages.organizationLoadFailed, ['organizations', 'motd'], () => '/app/admin/organization'],
  [messages.eventsLoadFailed, ['events', 'date'], () => '/app/events'],
  [messages.answersLoadFailed, ['answers', 'note'], () => `/app/events/${club.event.uuid}/answers`],
  [
    messages.repetitionLoadFailed,
    ['events', 'max_participants'],
    () => `/app/events/${club.event.uuid}/series`,
  ],
  [messages.breaksLoadFailed, ['breaks', 'from_date'], () => '/app/events/breaks'],
  [
    messages.notificationsLoadFailed,
    ['notification_defaults', 'way'],
    () => '/app/admin/notifications',
  ],
  [messages.messagesLoadFailed, ['messages', 'subject'], () => '/app/admin/messages'],
  [
    messages.messageLoadFailed,
    ['answers', 'member_uuid'],
    () => `/app/messages/unreached?event=${club.full.uuid}&to=waiting`,
  ],
  [messages.absencesLoadFailed, ['absences', 'from_date'], () => '/app/absences'],
  [messages.groupsLoadFailed, ['groups', 'color'], () => '/app/groups'],
  [messages.groupLoadFailed, ['groups', 'color'], () => `/app/groups/${club.group.uuid}`],
  [messages.membersLoadFailed, ['members', 'last_name'], () => '/app/members'],
  [messages.importLoadFailed, ['imports', 'file_name'], () => '/app/members/import'],
  [messages.invitationLoadFailed, ['invitations', 'created_at'], () => '/app/members/invitations'],
  [messages.pollsLoadFailed, ['polls', 'closed'], () => `/app/events/${club.polls}/polls`],
  [
    messages.pollLoadFailed,
    ['polls', 'closed'],
    () => `/app/events/${club.polls}/polls/${club.poll.uuid}/edit`,
  ],
  [
    messages.permissionLoadFailed,
    ['organization_users', 'last_name'],
    () => '/app/admin/permissions',
  ],
];

describe('screens that fail to load', () => {
  it.each(lists)(
    'a screen whose data cannot be loaded says %o inside the shell, with a reference that is in the log (B6, B7, C1)',
    async (said, [table, column], path) => {
      await failingReads(table, column, async () => {
        const { status, page } = await club.browser.get(path());
        expect(status).toBe(500);
        expect(page).toContain(`Error: ${said.title} ${said.message}`);
        expect(page).toContain('Übersicht Veranstaltungen Mitglieder');
        expect(app.errors).toHaveLength(1);
        const [logged] = app.errors.splice(0) as Array<{ requestId: string }>;
        expect(page).toContain(`Referenz: ${logged?.requestId}`);
      });
    },
  );
});

const dialogs: Load[] = [
  [
    messages.eventLoadFailed,
    ['events', 'max_participants'],
    () => `/app/events/${club.event.uuid}/edit`,
  ],
  [
    messages.eventLoadFailed,
    ['events', 'max_participants'],
    () => `/app/events/${club.event.uuid}/delete`,
  ],
  [
    messages.eventLoadFailed,
    ['events', 'max_participants'],
    () => `/app/events/${club.event.uuid}/registration`,
  ],
  [
    messages.participantsLoadFailed,
    ['participations', 'member_uuid'],
    () => `/app/events/${club.event.uuid}/participants`,
  ],
  [
    messages.memberLoadFailed,
    ['members', 'description'],
    () => `/app/members/${club.member.uuid}/edit`,
  ],
  [
    messages.memberLoadFailed,
    ['answers', 'member_uuid'],
    () => `/app/members/${club.member.uuid}/delete`,
  ],
  [
    messages.reportLoadFailed,
    ['organizations', 'time_zone'],
    () => `/app/members/${club.member.uuid}/report`,
  ],
  [
    messages.pollLoadFailed,
    ['poll_options', 'name'],
    () => `/app/events/${club.polls}/polls/${club.poll.uuid}`,
  ],
];

describe('dialogs that fail to load', () => {
  it.each(dialogs)(
    'a dialog that cannot be loaded closes with %o (E5, B6)',
    async (said, [table, column], path) => {
      let location = '';
      await failingReads(table, column, async () => {
        ({ location } = await club.browser.get(path()));
      });
      expect(app.errors.splice(0).length).toBeGreaterThan(0);
      expect(path().startsWith(location) && location !== '', location).toBe(true);
      const { status, page } = await club.browser.get(location);
      expect(status).toBe(200);
      expect(page).toContain(`Error: ${said.title} ${said.message}`);
    },
  );
});

describe('notices', () => {
  /** Those that no other test compares with their texts. */
  it('a form that succeeds says so by name, once, on the next page (B6)', async () => {
    const { browser } = club;
    const poll = `/app/events/${club.polls}/polls/${club.poll.uuid}`;
    await app.as(club.admin);
    const person = { firstName: 'Anna', lastName: 'Lindner' };
    const member = `/app/members/${club.member.uuid}`;
    const { event, left, invited, closed, full, late, waits } = club;
    const polls = `/app/events/${club.polls}/polls`;
    const fest = { name: 'Fest', date: '2031-01-01', eventType: 'OPEN_EVENT' };
    const kletterkurs = { ...event, ...(await eventAt(event.uuid)) };
    const done: [Message, string, Record<string, string>][] = [
      [
        messages.answerSaved({ name: club.poll.name, option: 'Ja' }),
        poll,
        { option: club.ids.open },
      ],
      [
        messages.pollCreated({ name: 'Essen' }),
        `${polls}/new`,
        { name: 'Essen', 'options[0]': 'Ja' },
      ],
      [messages.pollClosed(club.poll), `${poll}/edit/state/close`, {}],
      [messages.pollOpened(club.poll), `${poll}/edit/state/open`, {}],
      [
        messages.pollSaved({ name: 'Essen' }, 'Es gibt nur eine Antwortoption.'),
        `${poll}/edit/change`,
        { name: 'Essen', 'options[0]': 'Ja' },
      ],
      [messages.pollDeleted(closed), `${polls}/${closed.uuid}/delete`, {}],
      [
        messages.answered({
          event: { ...kletterkurs, asksAnswer: false },
          ownAnswer: 'yes',
          other: null,
        }),
        `/app/events/${event.uuid}/registration`,
        {},
      ],
      [
        messages.movedUp({ event: late, member: waits }),
        `/app/events/${late.uuid}/waiting-list/${waits.uuid}/promotion`,
        {},
      ],
      [
        messages.removedFromWaitingList({ event: full, member: waits }),
        `/app/events/${full.uuid}/waiting-list/${waits.uuid}/removal`,
        {},
      ],
      [
        messages.eventUnregistered(kletterkurs),
        `/app/events/${event.uuid}/registration/withdrawal`,
        {},
      ],
      [messages.participantsSaved(kletterkurs), `/app/events/${event.uuid}/participants`, {}],
      [
        messages.eventCancelled({ ...kletterkurs, count: 0 }),
        `/app/events/${event.uuid}/cancellation`,
        {},
      ],
      [
        messages.eventRestored({ ...kletterkurs, count: 0 }),
        `/app/events/${event.uuid}/cancellation/withdrawal`,
        {},
      ],
      [
        messages.absenceDeleted({ from: '2040-08-01', until: '2040-08-14' }),
        `/app/absences/${club.absence}/withdrawal`,
        {},
      ],
      [
        messages.groupCreated({ name: 'Herren' }),
        '/app/groups/new',
        { name: 'Herren', color: 'red' },
      ],
      [
        messages.groupSaved({ name: 'Frauen' }),
        `/app/groups/${club.group.uuid}/edit`,
        { name: 'Frauen', color: 'blue' },
      ],
      [
        messages.groupMembersSaved({ name: 'Frauen', chosen: 1 }),
        `/app/groups/${club.group.uuid}/members`,
        { 'members[0]': club.member.uuid },
      ],
      [
        messages.membershipSaved(),
        `/app/groups/${club.group.uuid}/members/${club.member.uuid}`,
        { leader: 'on' },
      ],
      [messages.groupDeleted({ name: 'Frauen' }), `/app/groups/${club.group.uuid}/delete`, {}],
      [messages.eventCreated(fest), '/app/events/new', fest],
      [messages.eventSaved(fest), `/app/events/${left.uuid}/edit`, fest],
      [messages.eventDeleted(fest), `/app/events/${left.uuid}/delete`, {}],
      [messages.sessionEnded, `/app/account/sessions/${club.ids.session}`, {}],
      [
        messages.passwordChanged,
        '/app/account/password',
        { currentPassword: PASSWORD, password: PASSWORD, passwordRepeat: PASSWORD },
      ],
      [
        messages.confirmationSent,
        '/app/auth/register/confirmation',
        { email: club.unconfirmed.email },
      ],
      [
        messages.invitationSent({ email: 'a@b.example' }),
        `/app/members/${invited.uuid}/invitation/mail`,
        { code: club.code, email: 'a@b.example' },
      ],
      [
        messages.invitationRevoked(invited),
        `/app/members/${invited.uuid}/invitation/revocation`,
        {},
      ],
      [messages.memberCreated(person), '/app/members/new', person],
      [messages.memberSaved(person), `${member}/edit`, person],
      [messages.memberDeleted(person), `${member}/delete`, {}],
      [
        messages.permissionSaved(club.user),
        `/app/admin/permissions/${club.user.uuid}`,
        { permission: 'EDIT_EVENTS', state: 'granted' },
      ],
      [
        messages.factorDemanded({ date: inTwoWeeks() }),
        '/app/admin/permissions/second-factor',
        { state: 'on' },
      ],
      [messages.factorWaived, '/app/admin/permissions/second-factor', { state: 'off' }],
      [messages.organizationFounded({ name: 'Chor' }), '/app/organizations/new', { name: 'Chor' }],
      [
        messages.organizationDeleted({ name: 'Chor' }),
        '/app/admin/organization/delete',
        { name: 'Chor' },
      ],
    ];
    for (const [{ title, message }, path, fields] of done) {
      const said = message ? `${title} ${message}` : title;
      const { status, location } = await browser.submit(path, fields);
      expect([path, status]).toEqual([path, 303]);
      expect((await browser.get(location)).page, path).toContain(said);
      expect((await browser.get(location)).page, path).not.toContain(said);
    }
  });

  it('the log-in says that the log-out is done (A10)', async () => {
    const leaving = await app.as(club.admin);
    const { location } = await leaving.submit('/app/logout');
    const { page } = await leaving.get(location);
    expect(page).toContain(`${messages.loggedOut.title} ${messages.loggedOut.message}`);
  });

  it('a notification names the person or thing, and title and message do not repeat each other (B6)', () => {
    const named = {
      name: 'Wanderung',
      date: '2031-03-05',
      firstName: 'Anna',
      lastName: 'Lindner',
      option: 'Ja',
      label: 'Handy',
      club: 'TSV Grünau',
      count: 2,
      from: '2031-03-05',
      until: '2031-03-06',
      deleted: 1,
      kept: 1,
      state: 'BW' as const,
      declined: 1,
      coming: 0,
      leftOn: '2031-03-05',
      hasLeft: false,
      comesBack: false,
      reason: 'Beitrag offen',
      months: 24,
      dates: 2,
      reminded: 3,
      chosen: 2,
      counts: { added: 3, moved: 2, deleted: 1, kept: 1, cancelled: 0 },
      event: {
        name: 'Wanderung',
        date: '2031-03-05',
        eventType: 'LIMITED_EVENT' as const,
        asksAnswer: false,
      },
      ownAnswer: 'yes' as const,
      other: null,
      member: { firstName: 'Anna', lastName: 'Lindner' },
    };
    const all: [string, Message][] = Object.entries(messages).map(([key, text]) => [
      key,
      typeof text === 'function' ? text({ ...named, email: 'a@b.example', quiet: null }) : text,
    ]);
    const said = Object.fromEntries(all);
    expect(said.memberSaved?.title).toBe('Anna Lindner gespeichert.');
    expect(said.eventDeleted?.title).toBe('Wanderung gelöscht.');
    const doubled = all.filter(
      ([key, { title, message = '' }]) => !key.endsWith('Failed') && message.includes(title),
    );
    expect(doubled).toEqual([]);
  });
});

/** The day in Berlin on which a rule of today holds (T6). */
const inTwoWeeks = () =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(Date.now() + 14 * 86_400_000);

const eventAt = (uuid: string) => rowOf(app.db, 'events', uuid, ['name', 'date']);
