import { expect, it } from 'vitest';
import { testApp } from '../support/app';

const app = testApp();

/** Where own data (A12) has what a table holds about a user or a member. */
const OWN_DATA: Record<string, string> = {
  absences: 'absences',
  accepted_invitations: 'invitationsAccepted',
  audit_log: 'auditLog',
  calendar_feeds: 'calendarFeeds',
  codes: 'codes',
  declines: 'declines',
  invitations: 'invitationsCreated',
  members: 'members',
  messages: 'messagesSent',
  notifications: 'notifications',
  organization_users: 'organizations',
  participations: 'participations',
  permissions: 'permissions',
  poll_answers: 'pollAnswers',
  registrations: 'registrations',
  sessions: 'sessions',
  users: 'account',
  waiting_list: 'waitingLists',
};

/** What own data leaves out, and why. */
const EXCUSED: Record<string, string> = {
  account_drafts: 'what a registration that is not confirmed yet typed: there is no account to ask',
  form_keys: 'the hash of a form that was sent, deleted after two days',
};

it('each table about a user or a member is in own data, or excused by name (X5, A12)', async () => {
  const { rows } = await app.pool.query<{ name: string }>(`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public'
      and (column_name ~ '(^|_)(user|member|actor|sender)(_|$)' or column_name in ('acted_by', 'created_by', 'email'))
    union
    select distinct conrelid::regclass::text from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
      and confrelid in ('users'::regclass, 'members'::regclass)
    union select 'users'
    order by 1`);
  const names = rows.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  const told = [...Object.keys(OWN_DATA), ...Object.keys(EXCUSED)];
  expect(names.filter((name) => !told.includes(name))).toEqual([]);
  expect(told.filter((name) => !names.includes(name))).toEqual([]);
  const { admin, organization } = await app.make.club();
  const person = await app.as(admin, organization);
  const { json } = await person.get('/app/account/data.json');
  expect(Object.keys(json)).toEqual(expect.arrayContaining(Object.values(OWN_DATA)));
});
