import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { answerLab } from '../support/answer-lab';
import { deadlocks, untilWaiting } from '../support/gate';
import { brokenRules } from '../support/waiting-list';

const lab = answerLab({ connections: 12 });

const TO = 'update organizations set time_zone = $2 where uuid = $1';
const ZONES = ['America/New_York', 'Asia/Tokyo', 'Europe/Berlin'];

/** An event's moments, in UTC. */
async function momentsOf(event: string) {
  const written = (column: string) => `to_char(${column} at time zone 'UTC', 'MM-DD HH24:MI')`;
  const { rows } = await lab.pool.query(
    `select ${written('starts_at')} as starts, ${written('begun_by')} as begun,
       ${written('ends_at')} as ends, ${written('closes_at')} as closes
     from events where uuid = $1`,
    [event],
  );
  return rows[0];
}

const set = (event: string, columns: string) =>
  lab.pool.query(`update events set ${columns} where uuid = $1`, [event]);

/** Runs statements in a transaction that stays open until what it returns is called. */
async function open(...statements: Array<[string, ...unknown[]]>): Promise<() => Promise<unknown>> {
  const client: pg.PoolClient = await lab.pool.connect();
  await client.query('begin');
  for (const [text, ...values] of statements) await client.query(text, values);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

describe('the moments of an event', () => {
  it('are those of its days, times and deadline, on the clock of its club (X4, J12)', async () => {
    const club = await lab.club(0);
    const event = await club.event(null, { date: '2031-06-14', start_time: '18:00' });
    const timed = { starts: '06-14 16:00', begun: '06-14 16:00', closes: '06-14 16:00' };
    expect(await momentsOf(event)).toEqual({ ...timed, ends: '06-14 22:00' });
    await set(event, "end_time = '20:30', sign_up_until = '2031-06-12T10:00Z'");
    const closing = { ...timed, closes: '06-12 10:00' };
    expect(await momentsOf(event)).toEqual({ ...closing, ends: '06-14 18:30' });
    await set(event, "end_date = '2031-06-15'");
    expect(await momentsOf(event)).toEqual({ ...closing, ends: '06-15 18:30' });
    await set(event, 'start_time = null, end_time = null, sign_up_until = null');
    expect(await momentsOf(event)).toEqual({
      starts: '06-13 22:00',
      begun: '06-14 22:00',
      ends: '06-15 22:00',
      closes: '06-13 22:00',
    });
    await lab.pool.query(TO, [club.organization, 'America/New_York']);
    expect(await momentsOf(event)).toEqual({
      starts: '06-14 04:00',
      begun: '06-15 04:00',
      ends: '06-16 04:00',
      closes: '06-14 04:00',
    });
  });

  it.each([
    [
      'entered',
      `insert into events (organization_uuid, name, date, event_type)
       values ($1, 'Fest', '2031-06-14', 'OPEN_EVENT')`,
    ],
    ['moved', "update events set date = '2031-06-14' where organization_uuid = $1"],
  ])(
    'are those of the new zone for an event that is being %s meanwhile (X4)',
    async (_how, text) => {
      const club = await lab.club(0);
      await club.event(null, { date: '2031-01-01' });
      const commit = await open([text, club.organization]);
      const changed = lab.pool.query(TO, [club.organization, 'Asia/Tokyo']);
      await untilWaiting(lab);
      await commit();
      await changed;
      expect(await brokenRules(lab.pool)).toEqual([]);
    },
  );

  it('are those of the new zone for an event that is entered or moved before that is committed (X4)', async () => {
    const club = await lab.club(0);
    const moved = await club.event(null, { date: '2031-01-01' });
    const commit = await open([TO, club.organization, 'Asia/Tokyo']);
    const entered = club.event(null, { date: '2031-06-14' });
    const written = set(moved, "date = '2031-06-14'");
    await untilWaiting(lab);
    await commit();
    await Promise.all([entered, written]);
    expect(await brokenRules(lab.pool)).toEqual([]);
  });

  it('follow the zone of the club without an edit, a new answer, a notification or a job (X4, B7)', async () => {
    const club = await lab.club(2);
    const event = await club.event(null, { asks_answer: 'true' });
    await club.sheet.signUp(club.member(0), event);
    await lab.pool.query(
      `insert into absences (organization_uuid, member_uuid, from_date, until_date)
       values ($1, $2, current_date - 1, current_date + 30)`,
      [club.organization, club.member(1)],
    );
    const touched = async () => {
      const { rows } = await lab.pool.query(
        `select version, calendar_sequence, calendar_changed_at,
           (select count(*) from answers where answer = 'yes') as registrations,
           (select count(*) from answers where answer = 'no') as declines,
           (select count(*) from notifications) as notifications,
           (select count(*) from graphile_worker.jobs) as jobs
         from events where uuid = $1`,
        [event],
      );
      return rows[0];
    };
    const before = await touched();
    const moments = await momentsOf(event);
    await lab.pool.query(TO, [club.organization, 'Asia/Tokyo']);
    expect(await momentsOf(event)).not.toEqual(moments);
    expect(await touched()).toEqual(before);
  });

  it('hold whatever is written while a club changes its zone, without a deadlock (X4)', async () => {
    const club = await lab.club(0);
    const events = await Promise.all(Array.from({ length: 8 }, () => club.event(5)));
    const before = await deadlocks(lab);
    const edit = async (event: string) => {
      for (let day = 0; day < 15; day++) {
        const commit = await open(
          ['select from events where uuid = $1 for no key update', event],
          ['update events set date = current_date + $2::integer where uuid = $1', event, day],
        );
        await commit();
      }
    };
    const move = async () => {
      for (let time = 0; time < 15; time++)
        await lab.pool.query(TO, [club.organization, ZONES[time % ZONES.length]]);
    };
    await Promise.all([...events.map(edit), move()]);
    expect(await brokenRules(lab.pool)).toEqual([]);
    expect(await deadlocks(lab)).toBe(before);
  });
});
