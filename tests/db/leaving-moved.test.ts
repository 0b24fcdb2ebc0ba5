import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '#db/connection';
import { leaveIfDue } from '~/features/leaving/departures.server';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { untilWaiting } from '../support/gate';
import { brokenRules } from '../support/waiting-list';

/** An event that is moved past the last day of somebody who leaves at that moment (O8). */

let pool: pg.Pool;
let db: Database;
let make: Factories;

beforeAll(async () => {
  const database = await createDatabase();
  ({ db, pool } = database);
  make = new Factories(db, NO_PASSWORDS);
});

/** Somebody who came to an event of long ago, which another one would have liked to come to. */
async function promised() {
  const { organization } = await make.club();
  const [member, next] = [await make.member(organization), await make.member(organization)];
  const event = await make.event(organization, { date: '2019-05-01', max: 1 });
  await make.registration(event, member);
  await make.waiting(event, next);
  return { organization, member, next, event };
}

const leftOn = (member: { uuid: string }) =>
  pool.query(`update members set left_on = '2020-01-01' where uuid = $1`, [member.uuid]);

/** @returns what ends the transaction that moves it */
async function moving(event: { uuid: string }) {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`update events set date = '2031-05-01' where uuid = $1`, [event.uuid]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

const comes = async ({ uuid }: { uuid: string }) => {
  const { rows } = await pool.query<{ member: string }>(
    `select member_uuid as member from answers where event_uuid = $1 and answer = 'yes'`,
    [uuid],
  );
  return rows.map(({ member }) => member);
};

/** Those for whom the job is to look again. */
const queued = async () => {
  const { rows } = await pool.query<{ key: string }>(
    `select key from graphile_worker.jobs where task_identifier = 'leaving' and run_at <= now()`,
  );
  return rows.map(({ key }) => key);
};

it('a member who had left before passes their place to the waiting list (O8, K2)', async () => {
  const { member, next, event } = await promised();
  await leftOn(member);
  expect(await leaveIfDue(db, member.uuid)).toBe(true);
  expect(await comes(event)).toEqual([member.uuid]);
  await (await moving(event))();
  expect(await queued()).toContain(`leaving:${member.uuid}`);
  await leaveIfDue(db, member.uuid);
  expect(await comes(event)).toEqual([next.uuid]);
  expect(await brokenRules(pool)).toEqual([]);
});

it('so does a member who leaves while it is being moved (O8)', async () => {
  const { member, next, event } = await promised();
  const moved = await moving(event);
  await leftOn(member);
  const leaves = leaveIfDue(db, member.uuid);
  await untilWaiting({ pool });
  await moved();
  expect(await leaves).toBe(true);
  expect(await comes(event)).toEqual([next.uuid]);
});

it('nobody who has left is entered for it meanwhile (O8)', async () => {
  const { organization, event } = await promised();
  const former = await make.member(organization);
  await leftOn(former);
  await pool.query('update events set max_participants = 2 where uuid = $1', [event.uuid]);
  const moved = await moving(event);
  const enters = make.registration(event, former).catch(({ code }) => code);
  await untilWaiting({ pool });
  await moved();
  expect(await enters).toBe('VH011');
});

it('a member who has not left yet keeps the place until then (O8)', async () => {
  const { member, event } = await promised();
  await pool.query(`update members set left_on = '2030-01-01' where uuid = $1`, [member.uuid]);
  await (await moving(event))();
  await leaveIfDue(db, member.uuid);
  expect(await comes(event)).toEqual([member.uuid]);
  expect(await queued()).not.toContain(`leaving:${member.uuid}`);
});
