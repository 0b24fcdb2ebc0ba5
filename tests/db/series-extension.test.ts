import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { createDatabase } from '../support/database';
import { inDays } from '../support/events';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { datesIn, extend, makeSeries, weekdayOf } from '../support/series';

let database: Awaited<ReturnType<typeof createDatabase>>;
let make: Factories;

beforeAll(async () => {
  database = await createDatabase();
  afterwards(database.drop);
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

  it('leaves a deleted date deleted (L3)', async () => {
    const { db } = database;
    const organization = await make.organization();
    const { uuid, event, dates } = await makeSeries(place(), organization);
    const deleted = daysFrom(event.date, 7);
    await db
      .deleteFrom('events')
      .where('uuid', '=', dates.get(deleted) ?? '')
      .execute();
    expect(await extend(db, uuid)).toBe(0);
    expect([...(await datesIn(db, uuid)).keys()]).toEqual(
      weekly(event.date).filter((date) => date !== deleted),
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
    const stored = await database.db
      .selectFrom('series')
      .select('planned_until')
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    expect(stored).toEqual({ planned_until: null });
  });
});
