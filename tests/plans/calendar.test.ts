import { beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../bench/seed';
import { testApp } from '../support/app';
import { entriesOf, makeFeed } from '../support/calendars';
import { KEEP_MOMENTS } from '../support/event-moments';
import { fill, fillGroups, fillingAnswers } from './filled';
import { faultsOf } from './plan';
import { watchQueries } from './sent-queries';

/** The feeds of a club with 4,000 members and 1,000 events: plans, not times (X7). */
const app = testApp();

let user: { uuid: string };

beforeAll(async () => {
  const organization = await app.make.organization();
  user = await app.make.userOf(organization);
  const { pool } = app.patient;
  const size = { clubs: 1500, members: 8, events: 4, registrations: 20, polls: 0 };
  const largest = { members: 4000, events: 1000, users: 2 };
  await seed(pool, { ...size, largest }, { club: organization.uuid });
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    // All in the days that a feed shows, and each with as much to say as it can have.
    await client.query(
      `update events set date = current_date - 89 + nth, asks_answer = event_type = 'OPEN_EVENT',
         description = repeat('Bitte „mitbringen“; 🎉 ', 450)
       from (select uuid, (row_number() over (order by uuid))::int % 480 as nth from events) e
       where events.uuid = e.uuid`,
    );
    await client.query(KEEP_MOMENTS);
    await client.query(fillingAnswers('no', 'waiting'));
  } finally {
    client.release();
  }
  await fill(pool, 'series');
  await fillGroups(pool);
  // One for everybody: a small table would be read as a whole.
  await pool.query(
    `insert into calendar_feeds (token_hash, user_uuid, organization_uuid, scope, label, slot)
     select sha256(user_uuid::text::bytea), user_uuid, organization_uuid, 'mine', 'Handy', 10
     from organization_users on conflict do nothing`,
  );
  await pool.query('vacuum analyze');
});

/** Events of the club within a feed's days, which are all looked at before 400 are shown. */
const LOOKED_AT = 1100;

describe('feeds of a large club', () => {
  for (const scope of ['mine', 'all'] as const) {
    it(`a feed of ${scope} reads no table as a whole, with and without a copy (M5, X7)`, async () => {
      const { path } = await makeFeed(app, user, { scope, slot: scope === 'mine' ? 1 : 2 });
      const { text, headers } = await app.visitor().get(path);
      expect(entriesOf(text)).toHaveLength(400);
      for (const tag of ['"other"', headers.get('ETag') ?? '']) {
        const stop = watchQueries();
        const { status } = await app.visitor().get(path, { 'If-None-Match': tag });
        const sent = stop();
        expect([status, sent.length]).toEqual(tag === '"other"' ? [200, 2] : [304, 1]);
        const client = await app.patient.pool.connect();
        try {
          for (const query of sent) expect(await faultsOf(client, query, LOOKED_AT)).toEqual([]);
        } finally {
          client.release();
        }
      }
    });
  }
});
