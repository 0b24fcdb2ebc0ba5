import { describe, expect, it } from 'vitest';
import { CHANGED, messages } from '~/features/merging/wording';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { dayIn } from '../support/events';
import { deadlocks } from '../support/gate';
import { linkedUser } from '../support/members';
import { permissionsOf } from '../support/permissions';
import { changeRows, insertRows, rowOf, rowsOf, valuesOf } from '../support/rows';
import { hidden } from '../support/sent-on';
import { brokenRules } from '../support/waiting-list';

/** Two records of one person become one (O10). */
const app = testApp();

const SOON = '2031-05-01';

async function club() {
  const { organization, admin } = await app.make.club();
  const browser = await app.as(admin, organization);
  const kept = await app.make.member(organization, { firstName: 'Anna', lastName: 'Bach' });
  const gone = await app.make.member(organization, { firstName: 'Anna', lastName: 'Bachh' });
  const merge = (more: object = {}, by = browser) =>
    by.call('POST', `/member/${kept.uuid}/merge`, { other: gone.uuid, ...more });
  return { organization, browser, kept, gone, merge };
}

const answersOf = async ({ uuid }: { uuid: string }) =>
  (await rowsOf(app.db, 'answers', { member_uuid: uuid }, ['event_uuid', 'answer'])).map(
    ({ event_uuid, answer }) => [event_uuid, answer],
  );

const lastDeed = async (organization: { uuid: string }) =>
  (await loggedActions(app, organization)).at(-1);

/** Makes an answer older than all others. */
const age = (event: { uuid: string }, member: { uuid: string }) =>
  app.pool.query(
    `update answers set created_at = now() - interval '1 day' where event_uuid = $1 and member_uuid = $2`,
    [event.uuid, member.uuid],
  );

describe('two records of one person', () => {
  it('everything that refers to members moves, so that nothing goes unnoticed with the second record (O10)', async () => {
    const { rows } = await app.pool.query<{ name: string }>(`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'members'::regclass order by 1`);
    // A new table: move it in merging/queries.server.ts, then add it here.
    expect(rows.map(({ name }) => name)).toEqual([
      'absences',
      'answers',
      'group_members',
      'import_rows',
      'invitations',
      'notifications',
      'participations',
      'poll_answers',
      'series_opt_outs',
    ]);
  });

  it('what an import is still to write of the second record is for the first; of two rows one asks (O5, O10)', async () => {
    const { organization, browser, kept, gone, merge } = await club();
    const read = async (...rows: string[]) =>
      (
        await browser.call('POST', '/member/import', {
          organization: organization.uuid,
          name: 'liste.csv',
          file: Buffer.from(['Nachname;Vorname;Handy', ...rows].join('\n')).toString('base64'),
        })
      ).json.uuid;
    const both = await read('Bach;Anna;0171 5', 'Bachh;Anna;0171 6');
    // As if the names had been told to be theirs.
    for (const [name, member] of [
      ['Bach', kept],
      ['Bachh', gone],
    ] as const)
      await app.pool.query(
        `update import_rows set member_uuid = $1, verdict = 'changed', choice = 'update', said = ''
         where organization_uuid = $2 and given->>'lastName' = $3`,
        [member.uuid, organization.uuid, name],
      );
    expect((await merge()).status).toBe(200);
    const { rows } = await app.pool.query(
      `select import_uuid, line, member_uuid, choice, said from import_rows
       where organization_uuid = $1 order by line`,
      [organization.uuid],
    );
    const mine = { member_uuid: kept.uuid };
    expect(rows).toEqual([
      { ...mine, import_uuid: both, line: 2, choice: 'update', said: '' },
      {
        ...mine,
        import_uuid: both,
        line: 3,
        choice: 'skip',
        said: 'Dasselbe Mitglied wie in Zeile 2.',
      },
    ]);
  });

  it('become one with the answers, attendance, polls, groups, absences and opt-outs of both (O10)', async () => {
    const { organization, kept, gone, merge } = await club();
    const [one, two, both] = await Promise.all(
      ['Bus', 'Zelt', 'Fest'].map((name) =>
        app.make.event(organization, { name, date: SOON, max: 2 }),
      ),
    );
    if (!one || !two || !both) throw new Error('no events');
    await app.make.registration(one, kept);
    await app.make.registration(two, gone);
    await app.make.registration(both, kept);
    await app.make.registration(both, gone);
    const next = await app.make.member(organization);
    await app.make.waiting(both, next);
    const polls = [
      await app.make.poll(one, { name: 'Essen', options: ['a', 'b'] }),
      await app.make.poll(two, { name: 'Getränke', options: ['a', 'b'] }),
    ];
    await app.make.answer(polls[0] as never, kept);
    await app.make.answer(polls[0] as never, gone);
    await app.make.answer(polls[1] as never, gone);
    const group = await app.make.group(organization, [kept, gone]);
    const led = await app.make.group(organization, [gone]);
    await app.pool.query(
      `update group_members set leader = true, since = '2020-01-01' where member_uuid = $1`,
      [gone.uuid],
    );
    const series = await app.make.series(organization);
    await app.pool.query(
      `insert into series_opt_outs (organization_uuid, series_uuid, member_uuid)
        select $1, $2, m from unnest($3::uuid[]) m`,
      [organization.uuid, series.uuid, [kept.uuid, gone.uuid]],
    );
    await app.pool.query(
      `insert into absences (organization_uuid, member_uuid, from_date, until_date)
        select $1, m, from_date, from_date from unnest($2::uuid[]) m, unnest($3::date[]) from_date`,
      [organization.uuid, [kept.uuid, gone.uuid], ['2032-01-01', '2032-02-01']],
    );
    await app.pool.query(
      `update absences set left_open = array[$2::uuid]
        where member_uuid = $1 and from_date = '2032-01-01'`,
      [gone.uuid, two.uuid],
    );
    const reader = await app.make.user();
    await app.make.belongs(reader, organization);
    await insertRows(app.db, 'notifications', {
      organization_uuid: organization.uuid,
      user_uuid: reader.uuid,
      contact_uuid: gone.uuid,
      kind: 'contact_changed',
      dedupe: 'contact',
    });
    await app.pool.query(
      `insert into participations (organization_uuid, member_uuid, event_uuid)
        values ($1, $2, $4), ($1, $3, $4), ($1, $3, $5)`,
      [organization.uuid, kept.uuid, gone.uuid, one.uuid, two.uuid],
    );

    const merged = await merge();
    expect(merged.status).toBe(200);
    expect(merged.json).toMatchObject({ uuid: kept.uuid, lastName: 'Bach' });
    expect((await answersOf(kept)).sort()).toEqual(
      [
        [one.uuid, 'yes'],
        [two.uuid, 'yes'],
        [both.uuid, 'yes'],
      ].sort(),
    );
    // The place that there was twice is somebody else's now.
    expect(await answersOf(next)).toEqual([[both.uuid, 'yes']]);
    const { rows } = await app.pool.query(
      `select
        (select count(*)::int from poll_answers where member_uuid = $1) as polls,
        (select count(*)::int from participations where member_uuid = $1) as took_part,
        (select count(*)::int from absences where member_uuid = $1) as absences,
        (select array_agg(event) from absences, unnest(left_open) event
          where member_uuid = $1) as left_open,
        (select count(*)::int from notifications where contact_uuid = $1) as told_of,
        (select count(*)::int from series_opt_outs where member_uuid = $1) as opt_outs,
        (select array_agg(group_uuid order by leader, group_uuid) from group_members
          where member_uuid = $1 and until is null and leader and since = '2020-01-01') as led,
        (select count(*)::int from members where uuid = $2) as gone`,
      [kept.uuid, gone.uuid],
    );
    expect(rows).toEqual([
      {
        polls: 2,
        took_part: 2,
        absences: 2,
        left_open: [two.uuid],
        told_of: 1,
        opt_outs: 1,
        led: [group.uuid, led.uuid].sort(),
        gone: 0,
      },
    ]);
    expect(await brokenRules(app.pool)).toEqual([]);
    expect(await lastDeed(organization)).toBe(
      'Mitglied „Anna Bach“ mit Mitglied „Anna Bachh“ zusammengeführt, verworfen: Nachname, ' +
        'Antwort zu „Fest“ am 01. Mai 2031, Antwort in der Umfrage „Essen“',
    );
  });

  it('keep the earlier of two answers, what was given before an absence, and a place before a turn (O10, K2)', async () => {
    const { organization, kept, gone, merge } = await club();
    const make = (name: string, max = 1) => app.make.event(organization, { name, date: SOON, max });
    const [earlierNo, earlierYes, place, turns] = [
      await make('A'),
      await make('B'),
      await make('C'),
      await make('D'),
    ];
    await app.make.registration(earlierNo, kept);
    await app.make.decline(earlierNo, gone);
    await age(earlierNo, gone);
    await app.make.decline(earlierYes, kept);
    await app.make.registration(earlierYes, gone);
    await age(earlierYes, gone);
    await app.make.registration(place, gone);
    await app.make.waiting(place, kept);
    await age(place, kept);
    const away = await make('E');
    await app.make.registration(away, gone);
    await app.pool.query(
      `with absence as (
        insert into absences (organization_uuid, member_uuid, from_date, until_date)
        values ($1, $2, $4, $4) returning uuid)
      insert into answers (organization_uuid, member_uuid, event_uuid, answer, absence_uuid)
      select $1, $2, $3, 'no', uuid from absence`,
      [organization.uuid, kept.uuid, away.uuid, SOON],
    );
    await age(away, kept);
    const [first, third] = [
      await app.make.member(organization),
      await app.make.member(organization),
    ];
    await app.make.registration(turns, first);
    await app.make.waiting(turns, gone);
    await app.make.waiting(turns, third);
    await app.make.waiting(turns, kept);
    expect((await merge()).status).toBe(200);
    expect(Object.fromEntries(await answersOf(kept))).toEqual({
      [earlierNo.uuid]: 'no',
      [earlierYes.uuid]: 'yes',
      [place.uuid]: 'yes',
      [turns.uuid]: 'waiting',
      [away.uuid]: 'yes',
    });
    await app.pool.query('delete from answers where member_uuid = $1', [first.uuid]);
    expect(Object.fromEntries(await answersOf(kept))[turns.uuid]).toBe('yes');
    expect(await answersOf(third)).toEqual([[turns.uuid, 'waiting']]);
    expect(await brokenRules(app.pool)).toEqual([]);
  });

  it('have the fields that are filled, or those that were chosen (O10)', async () => {
    const { organization, kept, gone, merge, browser } = await club();
    await changeRows(app.db, 'members', gone.uuid, {
      custom_member_identifier: '17',
      description: 'links',
      birthday: '1984-03-01',
      retention_hold: 'Rechtsstreit',
    });
    await changeRows(app.db, 'members', kept.uuid, {
      description: 'rechts',
      birthday: '1984-02-29',
      retention_hold: 'Beitrag',
    });
    const page = await browser.get(`/app/members/${kept.uuid}/merge?other=${gone.uuid}`);
    for (const text of [
      'Dieser Eintrag',
      'rechts',
      'links',
      'Bachh',
      '29. Februar 1984',
      '01. März 1984',
    ])
      expect(page.page).toContain(text);
    expect((await merge({ fields: { lastName: 'neither' } })).status).toBe(422);
    expect((await merge({ fields: { nickname: 'other' } })).status).toBe(422);
    expect((await merge({ fields: { leftOn: 'other' } })).status).toBe(422);
    expect((await merge({ fields: { lastName: 'other' } })).json).toMatchObject({
      firstName: 'Anna',
      lastName: 'Bachh',
      customMemberIdentifier: '17',
      description: 'rechts',
    });
    // Records that must be kept are not lost with the second one (O8).
    expect(await rowsOf(app.db, 'members', kept.uuid, ['retention_hold'])).toEqual([
      { retention_hold: 'Beitrag; Rechtsstreit' },
    ]);
    expect(await lastDeed(organization)).toContain('verworfen: Nachname, Geburtstag, Beschreibung');
  });

  it('are found by name, identifier and search, and merged by a form that acts once (O10)', async () => {
    const { organization, kept, gone, browser } = await club();
    const same = await app.make.member(organization, { firstName: 'anna', lastName: 'BACH' });
    const path = `/app/members/${kept.uuid}/merge`;
    const start = await browser.get(path);
    expect(start.text).toContain(`?other=${same.uuid}`);
    expect(start.text).not.toContain(`?other=${gone.uuid}`);
    expect((await browser.get(`${path}?q=bachh`)).text).toContain(`?other=${gone.uuid}`);
    expect((await browser.get(`${path}?q=niemand`)).page).toContain('gibt es hier niemanden');
    const fields = { other: gone.uuid, 'fields.lastName': 'this', __key: 'a.merge' };
    for (let time = 0; time < 2; time++)
      expect((await browser.submit(path, fields)).location).toBe(`/app/members/${kept.uuid}`);
    expect((await browser.get('/app/members')).page).toContain(
      messages.membersMerged({ firstName: 'Anna', lastName: 'Bach' }).title,
    );
    const itself = `${path}?other=${kept.uuid}`;
    expect((await browser.submit(itself, { other: kept.uuid })).page).toContain(
      'Das ist derselbe Eintrag.',
    );
    expect(messages.membersMergeFailed.message).toContain('nicht zusammengeführt');
  });

  it('a form that is older than an edit of either record asks about what differs now (O10)', async () => {
    const { kept, gone, browser } = await club();
    const path = `/app/members/${kept.uuid}/merge?other=${gone.uuid}`;
    const form = hidden(await browser.get(path));
    for (const { uuid } of [kept, gone]) {
      const { json } = await browser.call('GET', `/member/${uuid}`);
      const change = { ...json, description: uuid };
      expect((await browser.call('PUT', '/member', change)).status).toBe(200);
    }
    const late = await browser.submit(path, { ...form, 'fields.lastName': 'this' });
    expect([late.status, late.page.includes(CHANGED)]).toEqual([409, true]);
    expect(late.text).toContain('name="fields.description"');
    expect(await rowsOf(app.db, 'members', gone.uuid, ['uuid'])).toHaveLength(1);
    const seen = { ...hidden(late), 'fields.lastName': 'this', 'fields.description': 'other' };
    expect((await browser.submit(path, seen)).location).toBe(`/app/members/${kept.uuid}`);
    expect(await rowsOf(app.db, 'members', kept.uuid, ['description'])).toEqual([
      { description: gone.uuid },
    ]);
  });

  it('an absence of one record declines the events of a group that came with the other (L8, O10)', async () => {
    const { organization, kept, gone, merge } = await club();
    const group = await app.make.group(organization, [gone]);
    const event = await app.make.event(
      organization,
      { date: SOON },
      { asks_answer: true, groups: [group.uuid] },
    );
    await insertRows(app.db, 'absences', {
      organization_uuid: organization.uuid,
      member_uuid: kept.uuid,
      from_date: SOON,
      until_date: SOON,
    });
    expect((await merge()).status).toBe(200);
    await app.work();
    expect(await answersOf(kept)).toEqual([[event.uuid, 'no']]);
  });

  // Of these, one has another day than UTC at any time.
  it.each(['Etc/GMT+12', 'Etc/GMT-14'])(
    'absences are looked at again until they are over on the club’s day, in %s (L8, J12, O10)',
    async (zone) => {
      const { organization, kept, merge } = await club();
      await changeRows(app.db, 'organizations', organization.uuid, { time_zone: zone });
      const day = dayIn(zone);
      for (const until of [-1, 0])
        await insertRows(app.db, 'absences', {
          organization_uuid: organization.uuid,
          member_uuid: kept.uuid,
          from_date: day(-3),
          until_date: day(until),
        });
      expect((await merge()).status).toBe(200);
      const { rows } = await app.pool.query(
        `select until_date from graphile_worker._private_jobs j
         join absences a on a.uuid::text = j.payload->>'absence' where a.member_uuid = $1`,
        [kept.uuid],
      );
      expect(rows).toEqual([{ until_date: day(0) }]);
    },
  );

  it('an identifier that somebody has is a hint on creating and saving, and no refusal (O10)', async () => {
    const { organization, browser, kept } = await club();
    await app.make.member(organization, { identifier: '17' });
    const typed = { firstName: 'Jo', lastName: 'Neu', customMemberIdentifier: '17' };
    await browser.submit('/app/members/new', typed);
    expect((await browser.get('/app/members')).page).toContain('Diese Kennung hat schon');
    await browser.submit(`/app/members/${kept.uuid}/edit`, typed);
    expect((await browser.get('/app/members')).page).toContain('Diese Kennung hat schon');
    await browser.submit(`/app/members/${kept.uuid}/edit`, {
      ...typed,
      customMemberIdentifier: '18',
    });
    expect((await browser.get('/app/members')).page).not.toContain('Diese Kennung hat schon');
  });
});

describe('users and rights', () => {
  it('a link moves only by an admin, and of two users somebody says who stays (O10, C3)', async () => {
    const { organization, kept, gone, merge, browser } = await club();
    const [one, two] = [await app.make.user(), await app.make.user()];
    for (const user of [one, two]) await app.make.belongs(user, organization);
    const link = ({ uuid }: { uuid: string }, user: { uuid: string } | null) =>
      app.pool.query('update members set user_uuid = $2 where uuid = $1', [uuid, user?.uuid]);
    await link(gone, two);
    const editor = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    expect((await merge({}, editor)).status).toBe(403);
    const path = `/app/members/${kept.uuid}/merge?other=${gone.uuid}`;
    expect((await editor.get(path)).page).toContain('Das kann nur jemand mit der Berechtigung');
    await link(kept, one);
    expect((await merge({}, editor)).status).toBe(403);
    expect((await merge()).json.errors.user).toBeDefined();
    expect((await merge({ user: (await app.make.user()).uuid })).status).toBe(422);
    expect((await browser.get(path)).page).toContain('Verknüpfter Benutzer');
    const theirs = await app.as(two, organization);
    expect((await merge({ user: two.uuid })).status).toBe(200);
    expect(await linkedUser(app, kept)).toBe(two.uuid);
    const info = await theirs.call('GET', `/organization/${organization.uuid}/user-info`);
    expect(info.json).toEqual({ mappedMemberUuid: kept.uuid });
    const both = { user_uuid: [one.uuid, two.uuid] };
    expect(await rowsOf(app.db, 'organization_users', both, ['user_uuid'])).toHaveLength(2);
    expect(await lastDeed(organization)).toContain('Verknüpfung mit Benutzer');
  });

  it('gives nobody a permission, and an open invitation moves only by an admin (O10, C5)', async () => {
    const { organization, kept, gone, merge, browser } = await club();
    const invited = await browser.call('POST', `/organization/invitation/${gone.uuid}`);
    const editor = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    expect((await merge({}, editor)).status).toBe(403);
    expect((await merge()).status).toBe(200);
    const user = await app.make.user();
    const visitor = await app.as(user);
    const { code } = invited.json;
    expect((await visitor.call('POST', `/organization/invitation/accept/${code}`)).status).toBe(
      204,
    );
    expect(await linkedUser(app, kept)).toBe(user.uuid);
    expect(await permissionsOf(app, user, organization)).toEqual([]);
  });

  it('an open invitation ends where the other record has access (O10, C5)', async () => {
    const { organization, kept, gone, merge, browser } = await club();
    const user = await app.make.user();
    await app.make.belongs(user, organization);
    await changeRows(app.db, 'members', kept.uuid, { user_uuid: user.uuid });
    await browser.call('POST', `/organization/invitation/${gone.uuid}`);
    expect((await merge()).status).toBe(200);
    expect(await rowsOf(app.db, 'invitations', { member_uuid: kept.uuid }, ['code_hash'])).toEqual(
      [],
    );
    expect(await linkedUser(app, kept)).toBe(user.uuid);
  });

  it('records of two clubs are refused (O10, H)', async () => {
    const { kept, merge, browser } = await club();
    const other = await club();
    expect((await merge({ other: other.kept.uuid })).status).toBe(404);
    expect(
      (await browser.get(`/app/members/${kept.uuid}/merge?other=${other.kept.uuid}`)).status,
    ).toBe(302);
  });

  it('somebody who has left is there again only where the other record is, and access keeps its last day (O8, O10)', async () => {
    const { organization, kept, gone, merge, browser } = await club();
    const user = await app.make.userOf(organization);
    await browser.call('PUT', `/member/${user.member}/leaving`, { on: '2030-12-31' });
    const into = (uuid: string) =>
      browser.call('POST', `/member/${kept.uuid}/merge`, { other: uuid });
    expect((await into(user.member)).status).toBe(200);
    const row = () => rowOf(app.db, 'members', kept.uuid, ['left_on', 'left_at', 'user_uuid']);
    expect(await row()).toEqual({ left_on: '2030-12-31', left_at: null, user_uuid: user.uuid });
    await browser.call('PUT', `/member/${gone.uuid}/leaving`, { on: '2020-12-31' });
    const { page } = await browser.get(`/app/members/${kept.uuid}/merge?other=${gone.uuid}`);
    expect(page).toContain('ohne Zugang · Austritt zum 31. Dezember 2020');
    expect(page).toContain('Danach gilt der Austritt zum 31. Dezember 2030.');
    expect((await merge()).status).toBe(200);
    expect(await row()).toEqual({ left_on: '2030-12-31', left_at: null, user_uuid: user.uuid });
    expect(await lastDeed(organization)).toMatch(/verworfen: .*Austritt zum 31. Dezember 2020/);
  });
});

it('merging while both sign up and off, are deleted and merged elsewhere loses nothing and overbooks nothing (O10, K2)', async () => {
  for (let round = 0; round < 6; round++) {
    const { organization, browser } = await club();
    const events = await Promise.all(
      [1, 2, 3].map((max) => app.make.event(organization, { date: SOON, max })),
    );
    const poll = await app.make.poll(events[0] as never, { options: ['a'] });
    const users = await Promise.all(Array.from({ length: 6 }, () => app.make.userOf(organization)));
    const visitors = await Promise.all(users.map((user) => app.as(user, organization)));
    const extra = await Promise.all(
      users.map(async () => {
        const member = await app.make.member(organization);
        await browser.call('PUT', '/event/register-user', {
          event: events[round % 3]?.uuid,
          member: member.uuid,
          waitingList: true,
        });
        await app.make.answer(poll, member);
        return member;
      }),
    );
    const before = await deadlocks(app);
    const [option] = await valuesOf(app.db, 'poll_options', { poll_uuid: poll.uuid }, 'uuid');
    const work = users.flatMap(({ member }, at) => [
      browser.call('POST', `/member/${member}/merge`, { other: extra[at]?.uuid }),
      browser.call('POST', `/member/${users[(at + 1) % 6]?.member}/merge`, {
        other: extra[at]?.uuid,
      }),
      ...events.map(({ uuid: event }) =>
        visitors[at]?.call('PUT', '/event/register-user', { event, waitingList: true }),
      ),
      visitors[at]?.call('PUT', `/event/poll/${poll.uuid}/${option}`),
      ...(at === 0 ? [browser.call('DELETE', `/member/${extra[1]?.uuid}`)] : []),
    ]);
    const statuses = (await Promise.all(work)).map((response) => response?.status ?? 0);
    expect(statuses.filter((status) => status >= 500 || status === 0)).toEqual([]);
    const merged = { uuid: extra.map(({ uuid }) => uuid) };
    expect(await rowsOf(app.db, 'members', merged, ['uuid'])).toEqual([]);
    expect(await brokenRules(app.pool)).toEqual([]);
    expect(await deadlocks(app)).toBe(before);
  }
});
