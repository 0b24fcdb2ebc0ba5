import { expect, it } from 'vitest';
import { SECTIONS } from '~/features/reports/report.server';
import { snakeCase } from '~/features/reports/section.server';
import { testApp } from '../support/app';
import { changeRows } from '../support/rows';
import { wholePerson } from '../support/whole-person';

const app = testApp();

/** Columns of a table about people that neither own data nor a report has, and why. */
const EXCUSED: Record<string, string> = {
  'absences.member_uuid': 'whose it is',
  'accepted_invitations.proof_hash': 'the hash of a secret',
  'accepted_invitations.user_uuid': 'whose it is',
  'answers.acted_by': 'that somebody else entered it is told; who did is their own business',
  'answers.answer': 'told by the section',
  'answers.event_uuid': 'told by the name',
  'answers.member_uuid': 'whose it is',
  'answers.seq': 'the order, which the times tell',
  'audit_log.actor_uuid': 'whose it is',
  'audit_log.operation': 'the sentence for programs',
  'audit_log.request_id': 'names a line of the server log, not a person',
  'audit_log.id': 'a number',
  'calendar_feeds.slot': 'a number from 1 to 10',
  'calendar_feeds.user_uuid': 'whose it is',
  'codes.draft_uuid': 'which registration a code belongs to',
  'codes.user_uuid': 'whose it is',
  'group_members.group_uuid': 'told by the name',
  'group_members.member_uuid': 'whose it is',
  'group_mutes.group_uuid': 'told by the name',
  'group_mutes.user_uuid': 'whose it is',
  'invitations.created_by': 'whose it is; to the invited, somebody else',
  'invitations.member_uuid': 'whose it is; somebody else to the inviting user',
  'mail_failures.address_hash': 'the hash of an address that is told',
  'mail_failures.refused_at': 'told by their number and the last of them',
  'known_devices.device_hash': 'the hash of a secret',
  'known_devices.user_uuid': 'whose it is',
  'members.left_at': 'members who have left have no account, and the last day shows it',
  'members.merged': 'ids of records that are gone',
  'members.search': 'made of the name and the identifier',
  'members.user_uuid': 'whose it is',
  'messages.distributed_at': 'how the queue treats it',
  'messages.event_uuid': 'what it was about, in own data',
  'messages.group_uuid': 'told by the name that it had, in own data',
  'messages.sender_uuid': 'whose it is; to receivers, somebody else',
  'notification_settings.user_uuid': 'whose it is',
  'notification_settings.with_digest': 'how an unsubscription is taken back',
  'notifications.bulk': 'how the queue treats it',
  'notifications.dedupe': 'how the queue treats it',
  'notifications.contact_uuid': 'another member, whose own record has what was changed',
  'notifications.details':
    'what an event was before a change, or which parts of another one’s record changed',
  'notifications.event_uuid': 'told by the name',
  'notifications.id': 'a number',
  'notifications.member_uuid': 'whose it is',
  'notifications.message_uuid': 'told by the subject',
  'notifications.poll_uuid': 'told by the name',
  'notifications.sent_with': 'which other mail it was told in',
  'notifications.user_uuid': 'whose it is',
  'organization_users.first_name': 'a copy of the name of the account',
  'organization_users.last_name': 'a copy of the name of the account',
  'organization_users.user_uuid': 'whose it is',
  'participations.event_uuid': 'told by the name',
  'participations.member_uuid': 'whose it is',
  'permissions.user_uuid': 'whose it is',
  'poll_answers.member_uuid': 'whose it is',
  'poll_answers.option_uuid': 'told by the name',
  'poll_answers.poll_uuid': 'told by the name',
  'recovery_codes.user_uuid': 'whose it is',
  'series_opt_outs.member_uuid': 'whose it is',
  'series_opt_outs.series_uuid': 'told by the name',
  'sessions.active_organization': 'which club the browser shows; in own data',
  'sessions.previous_authenticated_at': 'when a secret was proved that was replaced at once',
  'sessions.token_renewed_at': 'when the secret was last replaced, which a proof of identity does',
  'sessions.user_uuid': 'whose it is',
  'totp.last_step': 'told as the time of the code that was used last',
  'totp.secret': 'a secret',
  'totp.user_uuid': 'whose it is',
  'users.links_epoch': 'a number that ends links',
  'users.password_hash': 'a secret',
};
/** Of every table: which club and which row, a counter of edits, hashes of secrets. */
const NOT_PERSONAL = /\.(organization_uuid|uuid|version|code_hash|(previous_)?token_hash)$/;

/** Whole tables, and why. */
const EXCUSED_TABLES: Record<string, string> = {
  erasures: 'an id of which nothing else is stored any more',
  account_drafts: 'what a registration that is not confirmed yet typed: there is no account to ask',
  form_keys: 'the hash of a form that was sent, deleted after two days',
  import_rows:
    'what a table said of members, kept 30 days to take it back; it is in the record, and goes with the member',
  imports: 'the name of a file and its headings, kept as long',
  invitation_proofs: 'an address that only the link in its mail can open',
};

/** Where own data and reports have each column: in which section, under which word. */
const told = SECTIONS.flatMap(({ name, table, fields }) =>
  fields.flatMap(({ key, column = snakeCase(key) }) =>
    column === null ? [] : [{ column: `${table}.${column}`, section: name, key }],
  ),
);
const toldColumns = new Set(told.map(({ column }) => column));

/** The columns of all tables with a column that names a person. */
async function personalColumns(): Promise<string[]> {
  const { rows } = await app.pool.query<{ name: string }>(`
    with tables as (
      select table_name::text as name from information_schema.columns
      where table_schema = 'public' and (
        column_name ~ '(^|_)(user|member|actor|sender|email|address|receiver|person)(_|$)'
        or column_name in ('acted_by', 'created_by', 'first_name', 'last_name'))
      union
      select conrelid::regclass::text from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
        and confrelid in ('users'::regclass, 'members'::regclass)
      union select 'users'
    )
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name in (select name from tables) order by 1`);
  return rows.map(({ name }) => name);
}

it('each column about a user or a member is in own data and a report, or excused by name (X5, S1)', async () => {
  const columns = await personalColumns();
  expect(columns.length).toBeGreaterThan(100);
  const isExcused = (column: string) =>
    column in EXCUSED ||
    NOT_PERSONAL.test(column) ||
    (column.split('.')[0] ?? '') in EXCUSED_TABLES;
  expect(columns.filter((column) => !toldColumns.has(column) && !isExcused(column))).toEqual([]);
  expect([...toldColumns].filter((column) => !columns.includes(column))).toEqual([]);
  expect(Object.keys(EXCUSED).filter((column) => !columns.includes(column))).toEqual([]);
  expect(Object.keys(EXCUSED).filter((column) => toldColumns.has(column))).toEqual([]);
});

it('what is told of each column is what it holds, in own data and in the report (X5, A12, S1)', async () => {
  const { user, other, organization, member } = await wholePerson(app);
  const person = await app.as(user, organization);
  await changeRows(app.db, 'sessions', { user_uuid: user.uuid }, { network: '203.0.113.0/24' });
  const own = (await person.get('/app/account/data.json')).json;
  const report = (await person.get('/app/account/report.json')).json;
  const editor = await app.as(other, organization);
  const club = (await editor.call('POST', `/member/${member.uuid}/report`)).json;
  const entryOf = ({ sections }: typeof report, name: string) =>
    sections.find((each: { name: string }) => each.name === name)?.entries[0];
  const [ofReport, missing]: [string[], string[]] = [[], []];
  for (const { column, section, key } of told) {
    const value = entryOf(section === 'auditAbout' ? club : report, section)?.[key];
    if (value === undefined || value === null) ofReport.push(column);
    const [table, name] = column.split('.');
    const { rows } = await app.pool.query(
      `select from ${table} where to_jsonb(${name}) = $1::jsonb`,
      [JSON.stringify(value)],
    );
    // The log is told without the names of others.
    if (rows.length === 0 && column !== 'audit_log.action') missing.push(column);
    if (section === 'auditAbout') continue;
    const listed = own[section];
    const entry = Array.isArray(listed) ? listed[0] : listed;
    if (entry?.[key] === undefined || entry[key] === null) missing.push(`own ${column}`);
  }
  expect({ ofReport, missing }).toEqual({ ofReport: [], missing: [] });
});
