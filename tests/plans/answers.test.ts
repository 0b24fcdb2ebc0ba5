import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../bench/seed';
import { setEvent } from '../support/answers';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { tripsOf } from '../support/round-trips';
import { fill, fillGroups } from './filled';
import { faultsOf } from './plan';
import { type SentQuery, watchQueries } from './sent-queries';

/** Answers in a club of 100,000 members: plans, not times, and round trips (J15, X7). */
const app = testApp();

let club: Awaited<ReturnType<typeof largeClub>>;

async function largeClub() {
  const organization = await app.make.organization();
  const user = await app.make.userOf(organization);
  const leader = await app.make.userOf(organization, ['EDIT_EVENTS']);
  const { pool, db } = app.patient;
  const size = { clubs: 1500, members: 8, events: 4, registrations: 100, polls: 1 };
  const largest = { members: 100_000, events: 1000, users: 2 };
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
  await fill(pool, 'series', 'absences', 'totp');
  await fillGroups(pool);
  await pool.query('vacuum analyze');
  return {
    organization,
    event,
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
       from (select uuid from events where organization_uuid = $1 and uuid <> $2 limit 500) as e,
         (select *, row_number() over () as nth from members
          where organization_uuid = $1 order by md5(uuid::text) limit 200) as m
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
  it('who has not answered is read no further than a page, wherever it is (J15)', async () => {
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
    // Those who come are counted; the names are those of a thousand at most. Who takes answers sees
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

  it('a sign-up takes four round trips, whatever was answered before (J2)', async () => {
    const { organization, person } = club;
    const event = await app.make.event(organization, { max: 5 });
    await setEvent(app, event, { companions: '3', sign_up_until: "now() + interval '1 day'" });
    const register = () => person.call('PUT', '/event/register-user', { event: event.uuid });
    const unregister = () => person.call('PUT', '/event/unregister-user', { event: event.uuid });
    await register();
    await unregister();
    const trips = [
      // The session.
      ['select'],
      // The lock of the user, their standing, the event.
      ['begin', 'select', 'select', 'select'],
      // The turn, and both locks.
      ['select', 'with'],
      // The answer in place of the one before, the log.
      ['update', 'insert', 'commit'],
    ];
    const seen = await tripsOf(async () => expect((await register()).json.ownAnswer).toBe('yes'));
    expect(seen).toEqual(trips);
    expect(await tripsOf(unregister)).toEqual(trips);
  });
});
