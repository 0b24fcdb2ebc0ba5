import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../bench/seed';
import { setEvent } from '../support/answers';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { inDays } from '../support/events';
import { statementsOf } from '../support/sent-statements';
import { fill, fillGroups } from './filled';
import { faultsOf } from './plan';
import { type SentQuery, watchQueries } from './sent-queries';

/** Answers in a club of 20,000 members: plans, not times, and statements (J15, X7). */
const app = testApp();

/** The members of a group. */
const SECTION = 4000;

let club: Awaited<ReturnType<typeof largeClub>>;

async function largeClub() {
  const organization = await app.make.organization();
  const user = await app.make.userOf(organization);
  const leader = await app.make.userOf(organization, ['EDIT_EVENTS']);
  const { pool, db } = app.patient;
  const size = { clubs: 1500, members: 8, events: 4, registrations: 20, polls: 1 };
  const largest = { members: 20_000, events: 1000, users: 2 };
  await seed(pool, { ...size, largest }, { club: organization.uuid });
  const event = await app.make.event(organization, { max: 2000 });
  const fillWith = (answer: string, from: number, count: number) => sql`
    insert into answers (answer, event_uuid, member_uuid, organization_uuid)
    select ${answer}, ${event.uuid}::uuid, uuid, organization_uuid from (
      select *, row_number() over (order by md5(uuid::text)) as nth from members
      where organization_uuid = ${organization.uuid} and user_uuid is null) as m
    where nth > ${from} and nth <= ${from + count}`;
  await fillWith('yes', 0, 2000).execute(db);
  await fillWith('no', 2000, 3000).execute(db);
  await fillWith('waiting', 5000, 1000).execute(db);
  await elsewhere(organization, event);
  const section = await app.make.group(organization, [], { name: 'Abteilung' });
  const trainer = await app.make.userOf(organization);
  await app.make.leads(trainer, section);
  await sql`
    insert into group_members (organization_uuid, group_uuid, member_uuid)
    select organization_uuid, ${section.uuid}::uuid, uuid from members
    where organization_uuid = ${organization.uuid} and uuid <> ${trainer.member}
    order by md5(uuid::text) limit ${SECTION}`.execute(db);
  const ofSection = await app.make.event(
    organization,
    { date: inDays(2) },
    { asks_answer: true, groups: [section.uuid] },
  );
  await fill(pool, 'series', 'absences', 'totp');
  await fill(pool, 'notification_defaults', 'notification_settings');
  await fill(pool, 'messages', 'notifications', 'reminders', 'mail_failures');
  await fillGroups(pool);
  await pool.query('vacuum analyze');
  return {
    organization,
    event,
    ofSection,
    trainer: await app.as(trainer, organization),
    user,
    person: await app.as(user, organization),
    editor: await app.as(leader, organization),
  };
}

/** Answers to the other events, so that no table is that of one event. */
async function elsewhere(organization: { uuid: string }, event: { uuid: string }): Promise<void> {
  const client = await app.patient.pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `insert into answers (answer, event_uuid, member_uuid, organization_uuid)
       select case when nth % 2 = 0 then 'no' else 'waiting' end, e.uuid, m.uuid, m.organization_uuid
       from (select uuid from events where organization_uuid = $1 and uuid <> $2 limit 250) as e,
         (select *, row_number() over () as nth from members
          where organization_uuid = $1 order by md5(uuid::text) limit 100) as m
       on conflict do nothing`,
      [organization.uuid, event.uuid],
    );
  } finally {
    client.release(true);
  }
}

beforeAll(async () => {
  club = await largeClub();
});

/** The statements of the second time that something is done. */
async function queriesOf(act: () => Promise<{ status: number }>): Promise<SentQuery[]> {
  await act();
  const taken = watchQueries();
  const { status } = await act();
  const queries = taken();
  expect(status).toBeLessThan(400);
  return queries;
}

/** The faults in the plans of what is read. */
async function faults(queries: readonly SentQuery[], many?: number): Promise<string[]> {
  const client = await app.pool.connect();
  try {
    const found = [];
    for (const query of queries) {
      if (!/^\s*(select|with)/i.test(query.text)) continue;
      for (const fault of await faultsOf(client, query, many))
        found.push(`${fault}\n${query.text}`);
    }
    return found;
  } finally {
    client.release();
  }
}

const list = (editor: Browser, query: string) =>
  editor.call('GET', `/event/${club.event.uuid}/answers?limit=100&${query}`);

const cursorOf = (response: { headers: Headers }) =>
  response.headers.get('Link')?.match(/cursor=([^&>]*)/)?.[1] ?? '';

describe('answers in a large club', () => {
  it('members who have not answered are read one page at a time, wherever it is (J15)', async () => {
    const { editor } = club;
    const first = await queriesOf(() => list(editor, 'of=open'));
    expect(first.length).toBeLessThanOrEqual(4);
    expect(await faults(first)).toEqual([]);
    let after = cursorOf(await list(editor, 'of=open'));
    for (let page = 0; page < 3; page++)
      after = cursorOf(await list(editor, `of=open&cursor=${after}`));
    expect(await faults(await queriesOf(() => list(editor, `of=open&cursor=${after}`)))).toEqual(
      [],
    );
    const before = await queriesOf(() => list(editor, `of=open&before=${after}`));
    expect(await faults(before)).toEqual([]);
  });

  it('the other sections read their own rows and no more (J15)', async () => {
    const { editor } = club;
    // By name: each reads all of its answers, which are as many as its event has, and sorts them.
    for (const [of, rows] of [
      ['yes', 2000],
      ['no', 3000],
      ['waiting', 1000],
    ] as const) {
      const queries = await queriesOf(() => list(editor, `of=${of}`));
      expect(queries.length).toBeLessThanOrEqual(4);
      expect(await faults(queries, rows + 1), of).toEqual([]);
    }
  });

  it('a dialog of answering takes four round trips at most, and reads single rows (X7)', async () => {
    const { person, event } = club;
    for (const path of ['registration', 'decline', 'waiting-list']) {
      const queries = await queriesOf(() => person.get(`/app/events/${event.uuid}/${path}`));
      expect(queries.length, path).toBeLessThanOrEqual(4);
      expect(await faults(queries), path).toEqual([]);
    }
  });

  it('the page of a crowded event takes four round trips at most and reads its crowd once (J4, X7)', async () => {
    const { person, editor, event } = club;
    // Those who come are counted; the names are those of a thousand at most. Event editors see
    // how many have given none, too.
    for (const [browser, rows] of [
      [person, 2001],
      [editor, 10_001],
    ] as const) {
      const queries = await queriesOf(() => browser.get(`/app/events/${event.uuid}`));
      expect(queries.length).toBeLessThanOrEqual(4);
      expect(await faults(queries, rows)).toEqual([]);
    }
  });

  it('the screen of answers takes four round trips at most, and counts no more than 10,000 members (J8, X7)', async () => {
    const { editor, event } = club;
    const screen = `/app/events/${event.uuid}/answers`;
    for (const [query, rows] of [
      ['', 2000],
      ['?of=waiting', 1000],
      ['?of=no', 3000],
      ['?of=open', 500],
      ['?of=open&q=schön', 500],
    ] as const) {
      const queries = await queriesOf(() => editor.get(screen + query));
      expect(queries.length, query).toBeLessThanOrEqual(4);
      const counts = queries.filter(({ text }) => text.includes('as club)'));
      const others = queries.filter((each) => !counts.includes(each));
      expect(await faults(others, rows + 1), query).toEqual([]);
      // The club is nearly all of the members: Postgres reads the first of them in any order.
      const counted = (await faults(counts, 10_001)).filter(
        (fault) => !fault.startsWith('Seq Scan of members'),
      );
      expect(counted, query).toEqual([]);
    }
  });

  it('a sign-up takes ten statements, whatever was answered before (J2)', async () => {
    const { organization, person } = club;
    const event = await app.make.event(organization, { max: 5 });
    await setEvent(app, event, { companions: '3', sign_up_until: "now() + interval '1 day'" });
    const register = () => person.call('PUT', '/event/register-user', { event: event.uuid });
    const unregister = () => person.call('PUT', '/event/unregister-user', { event: event.uuid });
    await register();
    await unregister();
    const statements = [
      // The session.
      'select',
      // The lock of the user, their standing, the event.
      ...['begin', 'select', 'select', 'select'],
      // The turn, and both locks.
      ...['select', 'with'],
      // The answer in place of the one before, the log.
      ...['update', 'insert', 'commit'],
    ];
    const seen = await statementsOf(async () =>
      expect((await register()).json.ownAnswer).toBe('yes'),
    );
    expect(seen).toEqual(statements);
    expect(await statementsOf(unregister)).toEqual(statements);
  });
});

describe('a group of 4,000 among the 190 of a large club', () => {
  // A leader, and those whom `fillGroups` adds.
  const ROWS = SECTION + 60;

  it('its event, who answers, a reminder and a cancellation read the group, and never the club (U11, X7)', async () => {
    const { editor, trainer, ofSection } = club;
    const page = `/app/events/${ofSection.uuid}`;
    for (const path of [
      page,
      `${page}/answers`,
      `${page}/answers?of=open`,
      `${page}/answers?of=open&q=schön`,
      `${page}/answers/reminder`,
      `/app/messages/new?event=${ofSection.uuid}`,
      `${page}/edit`,
      `${page}/cancellation`,
    ])
      for (const browser of [editor, trainer])
        expect(await faults(await queriesOf(() => browser.get(path)), ROWS), path).toEqual([]);
    const call = `/event/${ofSection.uuid}/answers?of=open&limit=100`;
    expect(await faults(await queriesOf(() => editor.call('GET', call)), ROWS)).toEqual([]);
  });

  it("the leader's start page counts the group, and lists of others read a page (U11, X7)", async () => {
    const { trainer, person } = club;
    expect(await faults(await queriesOf(() => trainer.get('/app/')), ROWS)).toEqual([]);
    for (const path of ['/app/', '/app/events', '/app/events?whose=mine'])
      expect(await faults(await queriesOf(() => person.get(path))), path).toEqual([]);
  });

  it('whether an event concerns somebody is looked up, without reading all names of the club (U4, X7)', async () => {
    const { organization, user } = club;
    const client = await app.pool.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare asked (uuid, uuid) as
        select exists (select from concerned(e) c where c.uuid = $1)
        from events e where e.organization_uuid = $2 limit 60`);
      const { rows } = await client.query(
        `explain (analyze, buffers, format json) execute asked ('${user.member}', '${organization.uuid}')`,
      );
      const { Plan } = rows[0]['QUERY PLAN'][0];
      // Some ten for each; all names are 400.
      expect(Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']).toBeLessThan(60 * 20);
    } finally {
      client.release(true);
    }
  });
});
