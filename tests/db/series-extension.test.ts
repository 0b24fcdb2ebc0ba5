import { runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import { daysFrom } from '~/dates.server';
import { DEFAULT_DETAILS, fieldColumns } from '~/features/events/fields';
import { extendSeries, queueExtensions } from '~/features/series/extension.server';
import { lockSeries } from '~/features/series/queries.server';
import { queueOptions } from '~/server/queue';
import { createDatabase } from '../support/database';
import { inDays } from '../support/events';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { untilWaiting } from '../support/gate';
import { changeRows, deleteRows, rowOf, rowsOf } from '../support/rows';
import { datesIn, extend, makeSeries, weekdayOf } from '../support/series';

let database: Awaited<ReturnType<typeof createDatabase>>;
let make: Factories;

beforeAll(async () => {
  database = await createDatabase();
  make = new Factories(database.db, NO_PASSWORDS);
});

const place = () => ({ db: database.db, make });

/** Every week from the first date on, as far ahead as dates are made. */
const weekly = (first: string) =>
  Array.from({ length: 58 }, (_, week) => daysFrom(first, 7 * week)).filter(
    (date) => date <= inDays(400),
  );

describe('the extension of a series', () => {
  it('makes the dates of 400 days, and none twice (L3)', async () => {
    const organization = await make.organization();
    const series = await makeSeries(place(), organization);
    expect([...series.dates.keys()]).toEqual(weekly(series.event.date));
    expect(await extend(database.db, series.uuid)).toBe(0);
    expect(await datesIn(database.db, series.uuid)).toEqual(series.dates);
  });

  it('gives each date the default of a field that is newer than the series (L1)', async () => {
    const { db } = database;
    const { uuid, event, dates } = await makeSeries(place(), await make.organization());
    const newer = Object.entries(DEFAULT_DETAILS).filter(([, value]) => value !== undefined);
    const names = newer.map(([name]) => name as keyof typeof DEFAULT_DETAILS);
    await sql`update series set template = template - ${names}::text[] where uuid = ${uuid}`.execute(
      db,
    );
    const last = [...dates.keys()].at(-1) ?? '';
    await forget(uuid, [dates.get(last) ?? '']);
    expect(await extend(db, uuid)).toBe(1);
    const columns = names.filter((name) => name !== 'groups').map((name) => fieldColumns[name]);
    const made = (await datesIn(db, uuid)).get(last) ?? '';
    expect(await rowOf(db, 'events', made, columns)).toEqual(
      await rowOf(db, 'events', event.uuid, columns),
    );
  });

  it('gives each date the fields of the first, with days and deadlines of its own (L1)', async () => {
    const { db } = database;
    const organization = await make.organization();
    const date = inDays(3);
    const { uuid, event } = await makeSeries(place(), organization, {
      max: 12,
      event: {
        date,
        start_time: '18:00',
        end_time: '01:00',
        end_date: daysFrom(date, 1),
        place: 'Halle „Süd“',
        description: 'Zeile 1\nZeile 2',
        sign_up_until:
          sql<Date>`(${date}::date - 1 + time '18:00') at time zone 'Europe/Berlin'` as never,
        sign_off_until:
          sql<Date>`(${date}::date + time '12:30') at time zone 'Europe/Berlin'` as never,
        companions: 2,
        coming_visible: 'members',
        waiting_list: false,
        promotion_hours: 3,
      },
    });
    const shown = await db
      .selectFrom('events')
      .select((eb) => [
        'date',
        'name',
        'event_type',
        'max_participants',
        'start_time',
        'end_time',
        'place',
        'description',
        'companions',
        'coming_visible',
        'waiting_list',
        'promotion_hours',
        'own_fields',
        sql<number>`end_date - date`.as('lastDay'),
        sql<string>`to_char(sign_up_until at time zone 'Europe/Berlin' - date, 'DD HH24:MI')`.as(
          'up',
        ),
        sql<string>`to_char(sign_off_until at time zone 'Europe/Berlin' - date, 'DD HH24:MI')`.as(
          'off',
        ),
        eb.ref('registered_participants').as('taken'),
      ])
      .where('series_uuid', '=', uuid)
      .orderBy('date')
      .execute();
    expect(shown).toEqual(
      weekly(event.date).map((day) => ({
        date: day,
        name: 'Training',
        event_type: 'LIMITED_EVENT',
        max_participants: 12,
        start_time: '18:00',
        end_time: '01:00',
        place: 'Halle „Süd“',
        description: 'Zeile 1\nZeile 2',
        companions: 2,
        coming_visible: 'members',
        waiting_list: false,
        promotion_hours: 3,
        own_fields: [],
        lastDay: 1,
        up: shown[0]?.up,
        off: '00 12:30',
        taken: 0,
      })),
    );
    expect(shown[0]?.up).toBe('00 -06:00');
  });

  it('makes at most 200 dates at once (L3)', async () => {
    const organization = await make.organization();
    const { dates } = await makeSeries(place(), organization, {
      rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU',
      event: { date: inDays(1) },
    });
    expect([...dates.keys()]).toEqual(Array.from({ length: 200 }, (_, day) => inDays(day + 1)));
  });

  it.each([
    ['a count', `FREQ=WEEKLY;BYDAY=${weekdayOf(inDays(7))};COUNT=3`],
    [
      'a last day',
      `FREQ=WEEKLY;BYDAY=${weekdayOf(inDays(7))};UNTIL=${inDays(21).replaceAll('-', '')}`,
    ],
  ])('ends with %s, and is not looked at again (L3)', async (_end, rule) => {
    const organization = await make.organization();
    const { uuid, dates } = await makeSeries(place(), organization, { rule });
    expect([...dates.keys()]).toEqual([inDays(7), inDays(14), inDays(21)]);
    const stored = await rowOf(database.db, 'series', uuid, ['planned_until']);
    expect(stored).toEqual({ planned_until: null });
  });

  it('by several servers at once adds each date once (L3)', async () => {
    const { db } = database;
    const { uuid, dates } = await makeSeries(place(), await make.organization());
    await forget(uuid, [...dates.values()].slice(5, 40));
    const added = await Promise.all(Array.from({ length: 6 }, () => extend(db, uuid)));
    expect(added.sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 35]);
    expect([...(await datesIn(db, uuid)).keys()]).toEqual([...dates.keys()]);
  });

  it('that is killed in between leaves nothing, and the next one makes it all (L3)', async () => {
    const { db, pool } = database;
    const { uuid, dates } = await makeSeries(place(), await make.organization());
    await forget(uuid, [...dates.values()].slice(1));
    const killed = db.transaction().execute(async (trx) => {
      expect(await extendSeries(trx, uuid)).toBe(dates.size - 1);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await sql`select`.execute(trx);
    });
    await expect(killed).rejects.toThrow();
    expect((await datesIn(db, uuid)).size).toBe(1);
    expect(await extend(db, uuid)).toBe(dates.size - 1);
    expect([...(await datesIn(db, uuid)).keys()]).toEqual([...dates.keys()]);
  });

  it('waits for a deletion under way, and then leaves that date deleted (L3)', async () => {
    const { db, pool } = database;
    const { uuid, dates } = await makeSeries(place(), await make.organization());
    const [, [date, event] = ['', '']] = [...dates.entries()];
    const client = await pool.connect();
    await client.query('begin');
    await client.query('delete from events where uuid = $1', [event]);
    const extending = extend(db, uuid);
    await client.query('commit');
    client.release();
    expect(await extending).toBe(0);
    expect(await extend(db, uuid)).toBe(0);
    expect([...(await datesIn(db, uuid)).keys()]).toEqual(
      [...dates.keys()].filter((each) => each !== date),
    );
  });

  it('is queued each day for what may have more, and once for each series (L3)', async () => {
    const { db, pool } = await createDatabase();
    const club = { db, make: new Factories(db, NO_PASSWORDS) };
    const organization = await club.make.organization();
    const due = await makeSeries(club, organization);
    await makeSeries(club, organization);
    await makeSeries(club, organization, { rule: `${weeklyRule};COUNT=3` });
    await forget(due.uuid, [...due.dates.values()].slice(-3), { db });
    await changeRows(db, 'series', due.uuid, { planned_until: inDays(399) });
    await queueExtensions(db);
    await queueExtensions(db);
    const jobs = await sql`select key, task_identifier from graphile_worker.jobs`.execute(db);
    expect(jobs.rows).toEqual([{ key: `series:${due.uuid}`, task_identifier: 'series' }]);
    await runOnce(queueOptions({ pool, db, config: {} as Config, log: pino({ level: 'silent' }) }));
    expect([...(await datesIn(db, due.uuid)).keys()]).toEqual([...due.dates.keys()]);
    await queueExtensions(db);
    expect((await sql`select from graphile_worker.jobs`.execute(db)).rows).toEqual([]);
  });

  it('of one series that fails keeps no other waiting, and is tried again later and later, and is logged as a fault (L3, ASVS V16.3.4)', async () => {
    const { db, pool } = await createDatabase();
    const club = { db, make: new Factories(db, NO_PASSWORDS) };
    const organization = await club.make.organization();
    const [broken, sound] = [
      await makeSeries(club, organization),
      await makeSeries(club, organization),
    ];
    for (const { uuid, dates } of [broken, sound])
      await forget(uuid, [...dates.values()].slice(-3), { db });
    await changeRows(db, 'series', {}, { planned_until: inDays(399) });
    await sql`update series set template = template || '{"name": ""}' where uuid = ${broken.uuid}`.execute(
      db,
    );
    const lines: unknown[] = [];
    const options = queueOptions({
      pool,
      db,
      config: {} as Config,
      log: pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
    });
    await queueExtensions(db);
    await runOnce(options);
    expect(lines).toMatchObject([
      { level: 50, msg: 'a job met a fault', task: 'series', err: { stack: expect.any(String) } },
    ]);
    expect([...(await datesIn(db, sound.uuid)).keys()]).toEqual([...sound.dates.keys()]);
    const jobs = () =>
      sql`select key, attempts, run_at > now() as later from graphile_worker.jobs
        where attempts < max_attempts`.execute(db);
    const tried = [{ key: `series:${broken.uuid}`, attempts: 1, later: true }];
    expect((await jobs()).rows).toEqual(tried);
    await queueExtensions(db);
    expect((await jobs()).rows).toEqual(tried);
    // Once it is given up, the next day begins anew.
    await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(db);
    await queueExtensions(db);
    expect((await jobs()).rows).toEqual([{ ...tried[0], attempts: 0, later: false }]);
  });

  it('has nothing to do for a series that is gone, as with its organisation (L3)', async () => {
    const { db } = database;
    const organization = await make.organization();
    const { uuid, event } = await makeSeries(place(), organization);
    await deleteRows(db, 'organizations', organization.uuid);
    expect(await extend(db, uuid)).toBe(0);
    const left = await rowsOf(db, 'events', event.uuid, ['uuid']);
    expect(left).toEqual([]);
  });

  it('and the deletion of the organisation wait for one another, without a deadlock (L3, L7)', async () => {
    const { db, pool } = database;
    const organization = await make.organization();
    const { uuid, dates } = await makeSeries(place(), organization);
    await forget(uuid, [...dates.values()].slice(1));
    let deleting: Promise<unknown> | undefined;
    const added = await db.transaction().execute(async (trx) => {
      await lockSeries(trx, uuid);
      deleting = db.transaction().execute(async (other) => {
        await sql`select lock_all_of_organization(${organization.uuid})`.execute(other);
        await deleteRows(other, 'organizations', organization.uuid);
      });
      await untilWaiting({ pool });
      return extendSeries(trx, uuid);
    });
    expect(added).toBe(dates.size - 1);
    await deleting;
    expect((await datesIn(db, uuid)).size).toBe(0);
  });

  it('does not repeat a cancellation, nor answers (L1)', async () => {
    const { db } = database;
    const { uuid } = await makeSeries(place(), await make.organization(), {
      max: 3,
      event: { cancelled_at: new Date(), cancel_reason: 'Sturm' },
    });
    const cancelled = await db
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('series_uuid', '=', uuid)
      .where((eb) => eb.or([eb('cancelled_at', 'is not', null), eb('cancel_reason', '<>', '')]))
      .executeTakeFirst();
    expect(cancelled).toEqual({ count: 1 });
  });

  it("keeps times and deadlines on the club's clock, also when that is changed at night (L1, X4)", async () => {
    const { db } = database;
    const date = sundayFrom(inDays(1));
    const { uuid } = await makeSeries(place(), await make.organization(), {
      event: {
        date,
        start_time: '03:00',
        asks_answer: true,
        sign_up_until:
          sql<Date>`(${date}::date + time '02:59') at time zone 'Europe/Berlin'` as never,
        sign_off_until:
          sql<Date>`(${date}::date - 1 + time '12:00:30') at time zone 'Europe/Berlin'` as never,
      },
    });
    const { rows } = await sql<{
      date: string;
      up: string;
      off: string;
      hours: number;
      fits: boolean;
    }>`
      select date, to_char(sign_up_until at time zone 'Europe/Berlin', 'HH24:MI') as up,
        to_char(sign_off_until at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI:SS') as off,
        extract(epoch from ((date + 1)::timestamp at time zone 'Europe/Berlin')
          - (date::timestamp at time zone 'Europe/Berlin')) / 3600 as hours,
        sign_up_until <= event_start(date, start_time, 'Europe/Berlin') as fits
      from events where series_uuid = ${uuid} order by date`.execute(db);
    expect(new Set(rows.map(({ hours }) => Number(hours)))).toEqual(new Set([23, 24, 25]));
    for (const { date: day, up, off, hours, fits } of rows) {
      // There is no 02:59 on the day of 23 hours, and 03:59 would be after the start.
      expect(up).toBe(Number(hours) === 23 ? '03:00' : '02:59');
      expect(off).toBe(`${daysFrom(day, -1)} 12:00:30`);
      expect(fits).toBe(true);
    }
  });
});

const weeklyRule = `FREQ=WEEKLY;BYDAY=${weekdayOf(inDays(7))}`;

const sundayFrom = (day: string): string =>
  weekdayOf(day) === 'SU' ? day : sundayFrom(daysFrom(day, 1));

/** Deletes events of a series as if they had never been made. */
async function forget(
  series: string,
  events: readonly string[],
  { db }: { db: Database } = database,
) {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('vereinsheim.replanning', 'on', true)`.execute(trx);
    await sql`delete from events where series_uuid = ${series} and uuid = any(${events}::uuid[])`.execute(
      trx,
    );
  });
}
