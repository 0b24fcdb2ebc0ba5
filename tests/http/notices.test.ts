import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { answered } from '~/features/polls/wording';
import { messages } from '../../scripts/all-messages';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { makeNoticesClub, type NoticesClub } from '../support/notices-club';

/** A screen or dialog whose data cannot be loaded shows its notification (B6, B7). */
const app = testApp();
let club: NoticesClub;

beforeAll(async () => {
  club = await makeNoticesClub(app);
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

type Message = { title: string; message: string };

const name = { firstName: 'Nie', lastName: 'Mals' };

type Load = [Message, [string, string], () => string];

const lists: Load[] = [
  [messages.organizationLoadFailed, ['organizations', 'motd'], () => '/app/'],
  [messages.organizationLoadFailed, ['organizations', 'motd'], () => '/app/admin/organization'],
  [messages.eventsLoadFailed, ['events', 'date'], () => '/app/events'],
  [messages.membersLoadFailed, ['members', 'last_name'], () => '/app/members'],
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
    'a screen whose data cannot be loaded says %o inside the shell, with a reference (B6, B7)',
    async (said, [table, column], path) => {
      await failingReads(table, column, async () => {
        const { status, page } = await club.browser.get(path());
        expect(status).toBe(500);
        expect(page).toContain(`Error: ${said.title} ${said.message}`);
        expect(page).toContain('Übersicht Veranstaltungen Mitglieder');
        expect(page).toMatch(/Referenz: [\w-]+/);
      });
      expect(app.errors.splice(0)).toHaveLength(1);
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
    ['registrations', 'member_uuid'],
    () => `/app/members/${club.member.uuid}/delete`,
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
  it('a notice is shown once, on the next page (B6)', async () => {
    const { browser } = club;
    const poll = `/app/events/${club.polls}/polls/${club.poll.uuid}`;
    await app.as(club.admin);
    const done: [Message, string, Record<string, string>][] = [
      [answered({ name: club.poll.name, option: 'Ja' }), poll, { option: club.ids.open }],
      [messages.sessionEnded, `/app/account/sessions/${club.ids.session}`, {}],
      [messages.otherSessionsEnded, '/app/account/sessions/others', {}],
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
      [messages.emailChangeRequested, '/app/account/email', { email: 'neu@verein.example' }],
      [messages.organizationSaved, '/app/admin/organization', { name: 'TSV Störung', motd: '' }],
      [messages.memberSaved, `/app/members/${club.member.uuid}/edit`, name],
    ];
    for (const [said, path, fields] of done) {
      const { status, location } = await browser.submit(path, fields);
      expect([path, status]).toEqual([path, 303]);
      expect((await browser.get(location)).page, path).toContain(`${said.title} ${said.message}`);
      expect((await browser.get(location)).page, path).not.toContain(
        `${said.title} ${said.message}`,
      );
    }
  });
});
