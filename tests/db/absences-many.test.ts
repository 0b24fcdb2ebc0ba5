import { runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Config } from '~/config.server';
import { queueOptions } from '~/server/queue';
import { absenceLab, brokenAbsences } from '../support/absence-lab';

const lab = absenceLab({ connections: 10 });

/** 1,200 members who are away in July and August. */
async function clubAway() {
  const club = await lab.club(1200);
  const { organization } = club;
  await sql`insert into absences (organization_uuid, member_uuid, from_date, until_date)
    select organization_uuid, uuid, '2031-07-01', '2031-08-31' from members
    where organization_uuid = ${organization}`.execute(lab.db);
  const add = async (dates: number, from = '2031-07-01') => {
    const { rows } = await sql<{ uuid: string }>`
      insert into events (organization_uuid, name, date, event_type, max_participants)
      select ${organization}, 'Training', ${from}::date + n, 'LIMITED_EVENT', 20
      from generate_series(1, ${dates}::int) n returning uuid`.execute(lab.db);
    return rows.map(({ uuid }) => uuid);
  };
  return { club, add };
}

const declines = async (events: string[]) => {
  const { rows } = await lab.pool.query(
    `select count(*) from answers where answer = 'no' and event_uuid = any($1)`,
    [events],
  );
  return rows[0].count;
};

const runJobs = () =>
  runOnce(
    queueOptions({
      db: lab.db,
      pool: lab.pool,
      config: {} as Config,
      log: pino({ level: 'silent' }),
    }),
  );

it('where very many are away, new events are declined by jobs in slices, and an answer in between wins (L8, X9)', async () => {
  const { club, add } = await clubAway();
  // 4,800 at once, 6,000 later.
  expect(await declines(await add(4))).toBe(4 * 1200);
  const events = await add(5);
  expect(await declines(events)).toBe(0);
  const [event = '', other = ''] = events;
  expect(await club.absences.answer(club.member(700), event, 'yes')).toBe(true);
  expect(await club.absences.answer(club.member(701), other, 'no')).toBe(true);
  const { rows } = await lab.pool.query('select uuid from absences where member_uuid = $1', [
    club.member(702),
  ]);
  await club.absences.withdraw(club.member(702), rows[0].uuid);
  await runJobs();
  expect(await declines(events)).toBe(5 * 1199 - 1);
  expect(await brokenAbsences(lab.pool)).toEqual([]);
});

it('dates that are moved to days on which very many are away are declined by jobs beyond 5,000 (L8, X9)', async () => {
  const { club, add } = await clubAway();
  const move = (uuids: string[], days: number) =>
    lab.pool.query('update events set date = date + $2::int where uuid = any($1)', [uuids, days]);
  const events = await add(6, '2031-06-01');
  await move(events, 30);
  // Four of them with their 4,800.
  expect(await declines(events)).toBe(4 * 1200);
  const { rows } = await lab.pool.query(
    'select uuid from events where uuid = any($1) and not exists (select from answers where event_uuid = uuid)',
    [events],
  );
  expect(await club.absences.answer(club.member(700), rows[0].uuid, 'yes')).toBe(true);
  await runJobs();
  expect(await declines(events)).toBe(6 * 1200 - 1);
  // What was declined for days on which they are not is taken back at once, however much it is.
  await move(events, -30);
  expect(await declines(events)).toBe(0);
  // Events that ask nobody are none of these.
  await lab.pool.query('update events set cancelled_at = now() where uuid = any($1)', [events]);
  await move(events, 30);
  await runJobs();
  expect(await declines(events)).toBe(0);
  expect(await brokenAbsences(lab.pool)).toEqual([]);
});
