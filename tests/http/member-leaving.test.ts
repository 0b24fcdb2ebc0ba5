import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dateToText } from '~/dates';
import { messages } from '~/features/leaving/wording';
import { keepHouse } from '~/server/housekeeping';
import { answerLink } from '../support/answer-link';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { entriesOf, makeFeed } from '../support/calendars';
import { dayIn, inClubDays } from '../support/events';
import { PASSWORD } from '../support/factories';
import { deadlocks, untilWaiting } from '../support/gate';
import { changeRows, insertRows, valuesOf } from '../support/rows';
import { brokenRules } from '../support/waiting-list';

/** Leaving a club on a day, what follows when it is over, and coming back (O8). */
const app = testApp();

const TODAY = inClubDays(0);
const YESTERDAY = inClubDays(-1);
const SOON = inClubDays(20);

/** A member with everything that leaving ends. */
async function belonging() {
  const { organization, admin } = await app.make.club();
  const user = await app.make.userOf(organization);
  const member = { uuid: user.member };
  const next = await app.make.userOf(organization);
  const full = await app.make.event(organization, { name: 'Bus', date: SOON, max: 1 });
  const wanted = await app.make.event(organization, { name: 'Zelt', date: SOON, max: 1 });
  const past = await app.make.event(organization, { date: inClubDays(-30), max: 5 });
  await app.make.registration(full, member);
  await app.make.waiting(full, { uuid: next.member });
  await app.make.registration(wanted, { uuid: admin.member });
  await app.make.waiting(wanted, member);
  await app.make.registration(past, member);
  await app.make.attended(past, member);
  const group = await app.make.group(organization, [member]);
  const browser = await app.as(admin, organization);
  const leave = (on: string | null, by = browser) =>
    by.call('PUT', `/member/${member.uuid}/leaving`, { on });
  return { organization, admin, user, member, next, full, past, group, browser, leave };
}

const memberRow = ({ uuid }: { uuid: string }) =>
  app.db
    .selectFrom('members')
    .select(['left_on', sql<boolean>`left_at is not null`.as('left'), 'user_uuid'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();

const answersOf = ({ uuid }: { uuid: string }) =>
  valuesOf(app.db, 'answers', { member_uuid: uuid, answer: ['yes', 'waiting'] }, 'event_uuid');

describe('a member who leaves', () => {
  it('keeps everything until the last day is over, and then loses access, places and groups at once (O8)', async () => {
    const { organization, user, member, next, full, past, group, browser, leave } =
      await belonging();
    const theirs = await app.as(user, organization);
    const phone = await app.visitor().call('POST', '/login/mobile', {
      email: user.email,
      password: PASSWORD,
    });
    const byPhone = () =>
      app.visitor().call('GET', `/event?organization=${organization.uuid}`, undefined, {
        authorization: `Bearer ${phone.json.sessionId}`,
      });
    const feed = await makeFeed(app, user, { organization });
    const link = await answerLink(app, { event: full, user: { ...user, member: member.uuid } });
    await insertRows(app.db, 'notifications', {
      organization_uuid: organization.uuid,
      user_uuid: user.uuid,
      member_uuid: member.uuid,
      event_uuid: full.uuid,
      kind: 'reminder',
      dedupe: 'x',
      due_at: sql`now() + interval '1 day'`,
    });
    expect((await byPhone()).status).toBe(200);

    // Planned for today: nothing changes yet, and the job finds nothing to do.
    expect((await leave(TODAY)).json).toEqual({
      memberUuid: member.uuid,
      on: TODAY,
      hasLeft: false,
    });
    await app.pool.query('update graphile_worker._private_jobs set run_at = now()');
    await app.work();
    expect(await memberRow(member)).toEqual({
      left_on: TODAY,
      left: false,
      user_uuid: user.uuid,
    });
    expect((await theirs.call('GET', `/event?organization=${organization.uuid}`)).status).toBe(200);
    // The dates after it stay in the list, and say why they take no answer.
    await app.make.event(
      organization,
      { name: 'Danach', date: inClubDays(9) },
      { asks_answer: true },
    );
    expect((await theirs.get('/app/events?whose=all')).page).toContain('Nach Ihrem Austritt');
    expect((await browser.get('/app/members')).text).toContain(member.uuid);
    expect((await browser.get('/app/members?status=former')).text).not.toContain(member.uuid);
    expect(await answersOf(member)).toHaveLength(3);
    const calendar = entriesOf((await app.visitor().get(feed.path)).text);
    expect(calendar.map(({ summary }) => summary)).toContain('Bus');

    expect((await leave(YESTERDAY)).json).toMatchObject({ on: YESTERDAY, hasLeft: true });
    expect(await memberRow(member)).toEqual({ left_on: YESTERDAY, left: true, user_uuid: null });
    expect((await theirs.call('GET', `/event?organization=${organization.uuid}`)).status).toBe(404);
    expect((await byPhone()).status).toBe(404);
    expect((await app.visitor().get(feed.path)).status).toBe(404);
    expect((await app.visitor().get(link)).text).not.toContain('Bus');
    expect(await answersOf(member)).toEqual([past.uuid]);
    expect(await answersOf({ uuid: next.member })).toEqual([full.uuid]);
    const { rows: left } = await app.pool.query(
      `select (select count(*)::int from notifications where user_uuid = $1 and sent_at is null) as notifications,
        (select count(*)::int from organization_users where user_uuid = $1) as access,
        (select count(*)::int from group_members where member_uuid = $2 and until is null) as groups,
        (select count(*)::int from group_members where member_uuid = $2) as former,
        (select count(*)::int from participations where member_uuid = $2) as took_part`,
      [user.uuid, member.uuid],
    );
    expect(left).toEqual([{ notifications: 0, access: 0, groups: 0, former: 1, took_part: 1 }]);
    expect((await browser.call('GET', `/group/${group.uuid}/members`)).json).toEqual([]);
    // The specification's calls have them still.
    expect((await browser.call('GET', `/member/${member.uuid}`)).status).toBe(200);
    const all = await browser.call('GET', `/member?organization=${organization.uuid}`);
    expect(all.json.map(({ uuid }: { uuid: string }) => uuid)).toContain(member.uuid);
    expect(await brokenRules(app.pool)).toEqual([]);
    const name = `Mitglied „${user.firstName} ${user.lastName}“`;
    expect((await loggedActions(app, organization)).at(-1)).toBe(
      `${name} zum ${dateToText(YESTERDAY)} ausgetreten, Zugang beendet, künftige Zusagen zurückgezogen: 2`,
    );
    const admin = await app.asUserOf(organization, ['ORGANIZATION_ADMIN']);
    expect((await admin.get('/app/admin/log')).page).toContain('Automatisch');
    // Again, it does nothing.
    const before = await loggedActions(app, organization);
    await keepHouse(app.db, app.config);
    await app.work();
    expect(await loggedActions(app, organization)).toEqual(before);
  });

  it('is asked for nothing after that day, from when it is entered, and is asked until then (O8, U4)', async () => {
    const { organization, member, group, leave, browser } = await belonging();
    const asking = (date: string) => app.make.event(organization, { date }, { asks_answer: true });
    const [before, after] = [await asking(inClubDays(2)), await asking(inClubDays(9))];
    const [last, lastOfGroup] = [await asking(inClubDays(5)), await asking(inClubDays(5))];
    await app.make.forGroups(lastOfGroup, [group]);
    const silent = async ({ uuid }: { uuid: string }) => {
      const { rows } = await app.pool.query<{ uuid: string }>(
        'select c.uuid from events e cross join lateral concerned(e) c where e.uuid = $1',
        [uuid],
      );
      return rows.some((row) => row.uuid === member.uuid);
    };
    await leave(inClubDays(5));
    expect([await silent(before), await silent(after)]).toEqual([true, false]);
    expect([await silent(last), await silent(lastOfGroup)]).toEqual([true, true]);
    const sheet = async ({ uuid }: { uuid: string }) =>
      (await browser.get(`/app/events/${uuid}/participants`)).text.includes(member.uuid);
    expect([await sheet(before), await sheet(after)]).toEqual([true, false]);
    await leave(null);
    expect([await silent(before), await silent(after)]).toEqual([true, true]);
  });

  it('leaves by the clock of the club, whatever day it is elsewhere (O8, X4)', async () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const { organization, member, leave } = await belonging();
      await changeRows(app.db, 'organizations', organization.uuid, { time_zone: zone });
      await leave(dayIn(zone)(0));
      expect(await memberRow(member)).toMatchObject({ left: false });
      const { rows } = await app.pool.query(
        `select (run_at at time zone $1)::time as time,
          (run_at at time zone $1)::date::text as day from graphile_worker._private_jobs where key = $2`,
        [zone, `leaving:${member.uuid}`],
      );
      expect(rows).toEqual([expect.objectContaining({ time: '00:00', day: dayIn(zone)(1) })]);
      await leave(dayIn(zone)(-1));
      expect(await memberRow(member)).toMatchObject({ left: true });
    }
  });

  it('has left also if no server ran at that moment, and once with several (O8, I9)', async () => {
    const { organization, member } = await belonging();
    await changeRows(app.db, 'members', member.uuid, { left_on: YESTERDAY });
    await app.pool.query('delete from graphile_worker._private_jobs');
    await Promise.all([keepHouse(app.db, app.config), keepHouse(app.db, app.config)]);
    await Promise.all([app.work(), app.work()]);
    expect(await memberRow(member)).toEqual({ left_on: YESTERDAY, left: true, user_uuid: null });
    const told = (await loggedActions(app, organization)).filter((deed) =>
      deed.includes('ausgetreten'),
    );
    expect(told).toHaveLength(1);
  });

  it('a member who comes back has the record and what they took part in, and no access yet (O8)', async () => {
    const { organization, member, past, leave } = await belonging();
    await leave(YESTERDAY);
    expect((await leave(null)).json).toEqual({ memberUuid: member.uuid, on: null, hasLeft: false });
    expect(await memberRow(member)).toEqual({ left_on: null, left: false, user_uuid: null });
    expect(await answersOf(member)).toEqual([past.uuid]);
    expect((await loggedActions(app, organization)).at(-1)).toContain('wieder aufgenommen');
  });

  it('an invitation that was open ends with the leaving (O8)', async () => {
    const { organization, browser } = await belonging();
    const member = await app.make.member(organization);
    const { code } = (await browser.call('POST', `/organization/invitation/${member.uuid}`)).json;
    await browser.call('PUT', `/member/${member.uuid}/leaving`, { on: YESTERDAY });
    const visitor = await app.as(await app.make.user());
    expect((await visitor.call('POST', `/organization/invitation/accept/${code}`)).status).toBe(
      404,
    );
  });

  it('a day that makes no sense is refused, and what was typed stays (O8)', async () => {
    const { member, browser, leave } = await belonging();
    await changeRows(app.db, 'members', member.uuid, { joined_on: '2020-01-01' });
    await changeRows(app.db, 'members', member.uuid, { left_on: '2030-12-31' });
    const late = { uuid: member.uuid, firstName: 'Anna', lastName: 'Bach', joinedOn: '2031-01-01' };
    expect((await browser.call('PUT', '/member', late)).status).toBe(422);
    await changeRows(app.db, 'members', member.uuid, { left_on: null });
    for (const on of ['2019-12-31', '2099-01-01', '31.12.', '', 5, undefined])
      expect((await leave(on as string)).status, String(on)).toBe(422);
    const path = `/app/members/${member.uuid}/leaving`;
    const refused = await browser.submit(path, { on: '31.12.2019' });
    expect(refused.status).toBe(422);
    expect(refused.page).toContain('Das ist vor dem Eintritt.');
    expect(refused.text).toContain('value="31.12.2019"');
    expect((await browser.submit(path, { on: '' })).page).toContain('Bitte ein Datum eingeben.');
    expect(await memberRow(member)).toMatchObject({ left_on: null });
  });

  it('the dialog says what ends, takes a German date, and takes it back (O8)', async () => {
    const { user, member, browser } = await belonging();
    const path = `/app/members/${member.uuid}/leaving`;
    const dialog = await browser.get(path);
    expect(dialog.page).toContain('endet der Zugang zum Verein');
    expect(dialog.page).toContain('(zurzeit höchstens 2)');
    const saved = await browser.submit(path, { on: '31.12.2030' });
    expect(saved.location).toBe('/app/members');
    const name = { firstName: user.firstName, lastName: user.lastName };
    expect((await browser.get('/app/members')).page).toContain(
      messages.leavingSaved({ ...name, leftOn: '2030-12-31', hasLeft: false, comesBack: false })
        .title,
    );
    expect((await browser.get(path)).page).toContain('Austritt zurücknehmen');
    await browser.submit(path, { back: 'on', on: '' });
    expect(await memberRow(member)).toMatchObject({ left_on: null });
    const failed = await browser.submit(path, { on: 'nie' });
    expect(failed.status).toBe(422);
    expect(messages.leavingFailed.message).toBe('Der Austritt wurde nicht gespeichert.');
  });
});

describe('the last admin', () => {
  it('cannot leave, nor be entered as leaving, and stays no matter who else leaves (O8, C4)', async () => {
    const { organization, admin, browser } = await belonging();
    const leave = (uuid: string, on: string | null) =>
      browser.call('PUT', `/member/${uuid}/leaving`, { on });
    expect((await leave(admin.member, YESTERDAY)).status).toBe(409);
    expect((await leave(admin.member, SOON)).status).toBe(409);
    const dialog = await browser.get(`/app/members/${admin.member}/leaving`);
    expect(dialog.page).toContain('Das geht noch nicht.');
    const second = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    // The other one leaves already: nobody would stay.
    expect((await leave(second.member, SOON)).status).toBe(200);
    expect((await leave(admin.member, inClubDays(3))).status).toBe(409);
    expect((await leave(second.member, null)).status).toBe(200);
    expect((await leave(admin.member, SOON)).status).toBe(200);
  });

  it('an admin who has become the last one since stays until there is another, enforced by Postgres (O8, C4)', async () => {
    const { organization, admin, browser } = await belonging();
    const second = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    const leave = (on: string) => browser.call('PUT', `/member/${second.member}/leaving`, { on });
    await leave(SOON);
    await browser.call('DELETE', '/permission', {
      user: admin.uuid,
      organization: organization.uuid,
      permission: 'ORGANIZATION_ADMIN',
    });
    await changeRows(app.db, 'members', second.member, { left_on: YESTERDAY });
    await app.work();
    expect(await memberRow({ uuid: second.member })).toMatchObject({
      left: false,
      user_uuid: second.uuid,
    });
    const theirs = await app.as(second, organization);
    expect((await theirs.get(`/app/members/${second.member}/leaving`)).page).toContain(
      'Der Austritt ist noch nicht vollzogen.',
    );
    await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    await keepHouse(app.db, app.config);
    await app.work();
    expect(await memberRow({ uuid: second.member })).toMatchObject({ left: true });
  });

  it('whose last day is over has left, though the access stays: listed as former, written to no more, for no group (O8, C4, U2, N15)', async () => {
    const { organization, group, past, user } = await belonging();
    const second = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    const name = `${second.firstName} ${second.lastName}`;
    await app.make.registration(past, { uuid: second.member });
    await changeRows(app.db, 'members', second.member, { left_on: YESTERDAY });
    await sql`delete from permissions where organization_uuid = ${organization.uuid}
      and user_uuid <> ${second.uuid} and permission = 'ORGANIZATION_ADMIN'`.execute(app.db);
    await app.work();
    expect(await memberRow({ uuid: second.member })).toMatchObject({ left: false });
    const editor = await app.as(
      await app.make.userOf(organization, ['EDIT_MEMBERS', 'EDIT_EVENTS']),
      organization,
    );
    expect((await editor.get('/app/members')).page).not.toContain(name);
    expect((await editor.get('/app/members?status=former')).page).toContain(name);
    const candidates = await editor.get(`/app/groups/${group.uuid}/members`);
    expect(candidates.text).toContain(user.member);
    expect(candidates.text).not.toContain(second.member);
    const joined = await editor.call('PUT', `/group/${group.uuid}/member/${second.member}`, {});
    expect(joined.status).toBe(409);
    const path = `/organization/${organization.uuid}/messages/recipients`;
    const { json } = await editor.call('GET', `${path}?event=${past.uuid}&to=coming`);
    expect(json).toEqual({ reached: 1, onlyHere: 0, unreached: 0 });
  });

  it('of admins who leave, are removed and resign at once, one stays (O8, C4)', async () => {
    for (let round = 0; round < 4; round++) {
      const organization = await app.make.organization();
      const admins = await Promise.all(
        Array.from({ length: 4 }, () => app.make.userOf(organization, ['ORGANIZATION_ADMIN'])),
      );
      const before = await deadlocks(app);
      const browsers = await Promise.all(admins.map((each) => app.as(each, organization)));
      const here = `/organization/${organization.uuid}`;
      const statuses = await Promise.all(
        browsers.flatMap((browser, at) => {
          const other = admins[(at + 1) % admins.length];
          return [
            browser.call('PUT', `/member/${admins[at]?.member}/leaving`, { on: YESTERDAY }),
            browser.call('PUT', `/member/${other?.member}/leaving`, { on: YESTERDAY }),
            browser.call('DELETE', `${here}/users/${other?.uuid}`),
          ];
        }),
      );
      await app.work();
      expect(statuses.filter(({ status }) => status >= 500)).toEqual([]);
      const administer = {
        organization_uuid: organization.uuid,
        permission: 'ORGANIZATION_ADMIN',
      } as const;
      expect(await valuesOf(app.db, 'permissions', administer, 'user_uuid')).not.toEqual([]);
      expect(await deadlocks(app)).toBe(before);
    }
  });
});

describe('who may enter a leaving', () => {
  it('is nobody who edits members once that member is given a permission, also a moment before (O8, X4)', async () => {
    const { organization, user, member, leave } = await belonging();
    const editor = await app.as(
      await app.make.userOf(organization, ['EDIT_MEMBERS']),
      organization,
    );
    const sent = await app.db.transaction().execute(async (trx) => {
      await sql`select from organizations where uuid = ${organization.uuid} for no key update`.execute(
        trx,
      );
      const pending = leave(YESTERDAY, editor);
      await untilWaiting(app);
      await insertRows(app.db, 'permissions', {
        user_uuid: user.uuid,
        organization_uuid: organization.uuid,
        permission: 'EDIT_EVENTS',
      });
      return [pending] as const;
    });
    expect((await sent[0]).status).toBe(403);
    expect(await memberRow(member)).toMatchObject({ left_on: null, left: false });
  });

  it('a system administrator is no exception to what leaving ends (O8)', async () => {
    const { organization, browser } = await belonging();
    const chief = await app.make.user({ admin: true });
    await app.make.belongs(chief, organization);
    const record = await app.make.member(organization, { user: chief });
    await browser.call('PUT', `/member/${record.uuid}/leaving`, { on: YESTERDAY });
    expect(await memberRow(record)).toMatchObject({ left: true, user_uuid: null });
    const access = { user_uuid: chief.uuid };
    expect(await valuesOf(app.db, 'organization_users', access, 'user_uuid')).toEqual([]);
  });
});

it('many leave while they and others sign up, and every place is right (O8, K2)', async () => {
  const organization = await app.make.organization();
  const admin = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
  const browser = await app.as(admin, organization);
  const events = await Promise.all(
    [3, 6, 9].map((max) => app.make.event(organization, { date: SOON, max })),
  );
  const users = await Promise.all(Array.from({ length: 24 }, () => app.make.userOf(organization)));
  const visitors = await Promise.all(users.map((user) => app.as(user, organization)));
  const signUp = (at: number) =>
    events.map(({ uuid: event }) =>
      visitors[at]?.call('PUT', '/event/register-user', { event, waitingList: true }),
    );
  for (const [at] of visitors.entries()) await Promise.all(signUp(at));
  const before = await deadlocks(app);
  const work = users.flatMap(({ member }, at) => [
    ...(at < 12 ? [browser.call('PUT', `/member/${member}/leaving`, { on: YESTERDAY })] : []),
    ...signUp(at),
  ]);
  const responses = await Promise.all(work);
  expect(responses.filter((response) => (response?.status ?? 500) >= 500)).toEqual([]);
  for (const { member } of users.slice(0, 12))
    expect(await answersOf({ uuid: member })).toEqual([]);
  expect(await brokenRules(app.pool)).toEqual([]);
  expect(await deadlocks(app)).toBe(before);
});
