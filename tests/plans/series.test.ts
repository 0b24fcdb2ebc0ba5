import { beforeAll, expect, it } from 'vitest';
import { PERMISSIONS } from '~/kernel/actor';
import { seed } from '../bench/seed';
import { testApp } from '../support/app';
import { inDays } from '../support/events';
import { weeklySeries } from '../support/series-club';
import { fill, fillAnswers } from './filled';
import { faultsOf } from './plan';
import { watchQueries } from './sent-queries';

/**
 * The screens of many events in a club of 100,000 members with 12 weekly series over two years, 2,000
 * other events, a day with 1,000 of them and months of long ones.
 */
const app = testApp();
let token = '';
const busy = inDays(40);

beforeAll(async () => {
  const organization = await app.make.organization();
  const admin = await app.make.userOf(organization, PERMISSIONS);
  token = await app.make.session(admin, organization);
  const { pool } = app.patient;
  await seed(
    pool,
    {
      ...{ clubs: 1500, members: 8, events: 20, registrations: 3, polls: 1 },
      largest: { members: 100_000, events: 2000, users: 100 },
    },
    { club: organization.uuid },
  );
  await weeklySeries(pool, organization, { count: 12, dates: 104, from: inDays(-30) });
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
  await pool.query('vacuum analyze events');
  await fill(pool, 'series', 'messages', 'notifications', 'totp');
  await fillAnswers(pool);
});

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
    const visit = async () => {
      const response = await fetch(app.origin + path, { headers: { Cookie: `session=${token}` } });
      await response.text();
      expect(response.status).toBe(200);
    };
    await visit();
    const taken = watchQueries();
    await visit();
    const queries = taken();
    expect(queries.length).toBeLessThanOrEqual(4);
    const client = await app.pool.connect();
    const faults: string[] = [];
    try {
      for (const query of queries) {
        if (!/^(select|with)/i.test(query.text.trim())) continue;
        // A month reads thirty events of a day at most, and sixty long ones for each of its days.
        const many = path.includes('calendar') ? 2500 : 500;
        for (const fault of await faultsOf(client, query, many))
          faults.push(`${fault}\n${query.text}`);
      }
    } finally {
      client.release();
    }
    expect(faults).toEqual([]);
  },
);
