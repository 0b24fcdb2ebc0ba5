import { beforeAll, expect, it } from 'vitest';
import { PERMISSIONS } from '~/kernel/actor';
import { seed } from '../bench/seed';
import { testApp } from '../support/app';
import { inDays } from '../support/events';
import { weeklySeries } from '../support/series-club';
import { fill, fillAnswers, fillGroups } from './filled';
import { faultsOf } from './plan';
import { watchQueries } from './sent-queries';

/**
 * The screens of many events in a club of 20,000 members with 12 weekly series over two years, 2,000
 * other events, a day with 1,000 of them and months of long ones.
 */
const app = testApp();
let token = '';
/** A date of a series with 300 registrations. */
let repeated = '';
const busy = inDays(40);

beforeAll(async () => {
  const organization = await app.make.organization();
  const admin = await app.make.userOf(organization, PERMISSIONS);
  token = await app.make.session(admin, organization);
  const { pool } = app.patient;
  await seed(
    pool,
    {
      clubs: 1500,
      members: 8,
      events: 4,
      registrations: 3,
      polls: 1,
      largest: { members: 20_000, events: 2000, users: 100 },
    },
    { club: organization.uuid },
  );
  await weeklySeries(pool, organization, { count: 12, dates: 104, from: inDays(-30) });
  const { rows } = await pool.query<{ uuid: string }>(
    `update events set max_participants = 500
     where uuid = (select uuid from events where series_uuid is not null order by date desc limit 1)
     returning uuid`,
  );
  repeated = rows[0]?.uuid ?? '';
  await pool.query(
    `insert into answers (answer, event_uuid, member_uuid, organization_uuid)
     select 'yes', $1, uuid, organization_uuid from members where organization_uuid = $2
     order by md5(uuid::text) limit 300`,
    [repeated, organization.uuid],
  );
  await pool.query(
    `insert into events (organization_uuid, name, date, event_type, max_participants, start_time)
     select $1, 'Lauf ' || n, $2, 'LIMITED_EVENT', 5, '10:00' from generate_series(1, 1000) n`,
    [organization.uuid, busy],
  );
  await pool.query(
    `insert into events (organization_uuid, name, date, event_type, max_participants, start_time,
       end_date)
     select $1, 'Lager ' || n, $2::date + n % 60, 'OPEN_EVENT', 0, '10:00', $2::date + n % 60 + 50
     from generate_series(1, 300) n`,
    [organization.uuid, busy],
  );
  await pool.query('vacuum analyze events, answers');
  await fill(pool, 'series', 'absences', 'messages', 'notifications', 'totp', 'mail_failures');
  await fillGroups(pool);
  await fillAnswers(pool);
});

/**
 * Visits a page a second time.
 * @param many more rows than it needs
 * @returns how many statements that takes, and the faults in their plans
 */
async function queriesOf(path: string, many: number) {
  const visit = async () => {
    const response = await fetch(app.origin + path, { headers: { Cookie: `session=${token}` } });
    await response.text();
    expect(response.status).toBe(200);
  };
  await visit();
  const taken = watchQueries();
  await visit();
  const queries = taken();
  const client = await app.pool.connect();
  const faults: string[] = [];
  try {
    for (const query of queries) {
      if (!/^(select|with)/i.test(query.text.trim())) continue;
      for (const fault of await faultsOf(client, query, many))
        if (!COUNTED.test(fault)) faults.push(`${fault}\n${query.text}`);
    }
  } finally {
    client.release();
  }
  return { count: queries.length, faults };
}

/** Up to 10,000 members are counted, to say how many of them are silent (D1, Y5). */
const COUNTED = /^(Limit|Result|Index Only Scan of members): 10001 rows/;

const month = (day: string) => `/app/events/calendar?month=${day.slice(0, 7)}`;

it.each([
  '/app/',
  '/app/events',
  '/app/events?series=hidden',
  `/app/events?series=hidden&after=${busy}_00000000-0000-0000-0000-000000000000`,
  `/app/events?series=hidden&before=${busy}_00000000-0000-0000-0000-000000000000`,
  '/app/events/calendar',
  month(busy),
  month(inDays(70)),
  `${month(busy)}&series=hidden`,
])(
  'with 1,200 dates of series, %s reads no more than it shows, in four round trips (M7, L3)',
  async (path) => {
    // A month reads thirty events of a day at most, and sixty long ones for each of its days.
    const { count, faults } = await queriesOf(path, path.includes('calendar') ? 2500 : 500);
    expect(count).toBeLessThanOrEqual(4);
    expect(faults).toEqual([]);
  },
);

it.each(['', '/answers', '/answers?of=waiting', '/answers?of=no', '/answers?of=open'])(
  'the page of a date%s reads no more than it shows, in four round trips (J8, X7)',
  async (section) => {
    const { count, faults } = await queriesOf(`/app/events/${repeated}${section}`, 500);
    expect(count).toBeLessThanOrEqual(4);
    expect(faults).toEqual([]);
  },
);
