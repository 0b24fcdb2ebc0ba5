import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { deleteDates, deleteEvent } from '~/features/events/operations/events.server';
import { createBreak } from '~/features/series/operations/breaks.server';
import { changeSeries, previewChange } from '~/features/series/operations/changing.server';
import { inDays } from '../support/events';
import { untilWaiting } from '../support/gate';
import { datesIn, makeSeries, weekdayOf } from '../support/series';
import { seriesClub, seriesLab } from '../support/series-lab';

const lab = seriesLab();

/** A club with a series of eight dates, and the uuids of these. */
async function setting({ first = inDays(8), rule = 'COUNT=8', skipBreaks = false } = {}) {
  const club = await seriesClub(lab);
  const weekly = `FREQ=WEEKLY;BYDAY=${weekdayOf(first)}`;
  const series = await makeSeries(lab, club.organization, {
    rule: `${weekly};${rule}`,
    skipBreaks,
    max: 5,
    event: { date: first },
  });
  const day = (week: number) => daysFrom(first, 7 * week);
  const date = (week: number) => series.dates.get(day(week)) ?? '';
  const days = async () => [...(await club.events()).values()].map((event) => event.date).sort();
  const member = await lab.make.member(club.organization);
  const signUp = (week: number) =>
    lab.make.registration({ uuid: date(week), organization: club.organization.uuid }, member);
  return { club, series, weekly, day, date, days, member, signUp };
}

describe('a date that has left its series', () => {
  it.each(['keep', 'cancel'] as const)(
    'with answers (%s) gets no second event when the series goes on for longer (L6)',
    async (answered) => {
      const { club, series, weekly, day, date, days, signUp } = await setting();
      await signUp(5);
      const ended = await club.perform(deleteDates, {
        event: date(4),
        scope: 'following',
        listed: [date(5)],
        answered,
      });
      expect(ended.problem).toBeUndefined();
      expect(await days()).toEqual([0, 1, 2, 3, 5].map(day));
      const until = day(7).replaceAll('-', '');
      const longer = { series: series.uuid, rule: `${weekly};UNTIL=${until}` };
      expect((await club.perform(changeSeries, longer)).problem).toBeUndefined();
      expect(await days()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(day));
      expect((await club.events()).get(date(5))).toMatchObject({
        series: null,
        cancelled: answered === 'cancel',
      });
    },
  );

  it('because somebody deleted it is not promised as new (L3, L6)', async () => {
    const { club, series, weekly, day, date } = await setting();
    expect((await club.perform(deleteEvent, { event: date(3) })).problem).toBeUndefined();
    const next = { rule: `${weekly};COUNT=8`, skipHolidays: null, skipBreaks: true };
    const shown = await club.perform(previewChange, { event: date(0), scope: 'all', ...next });
    const left = [0, 1, 2, 4, 5, 6, 7].map(day);
    expect(shown.output?.months).toEqual([]);
    await club.perform(changeSeries, { series: series.uuid, ...next });
    expect([...(await datesIn(lab.db, series.uuid)).keys()]).toEqual(left);
  });
});

it('a series that has not begun begins as before with another rule, and loses none at its end (L6)', async () => {
  const { club, series, weekly } = await setting({ first: inDays(40) });
  const change = { series: series.uuid, rule: `${weekly};COUNT=8`, skipBreaks: true };
  expect((await club.perform(changeSeries, change)).output?.counts).toEqual({
    added: 0,
    moved: 0,
    deleted: 0,
    kept: 0,
    cancelled: 0,
  });
  expect(await datesIn(lab.db, series.uuid)).toEqual(series.dates);
});

describe('a break that is entered', () => {
  it('while a series begins to leave out breaks takes out its dates (L1, L7)', async () => {
    const { club, series, weekly, day, days } = await setting();
    const organization = club.organization.uuid;
    const client = await lab.pool.connect();
    await client.query('begin');
    // The break is entered, but waits for an event before it is done.
    await client.query('select from series where uuid = $1 for no key update', [series.uuid]);
    const change = club.perform(changeSeries, {
      series: series.uuid,
      rule: `${weekly};COUNT=8`,
      skipBreaks: true,
    });
    await untilWaiting(lab);
    const entered = club.perform(createBreak, {
      organization,
      name: 'Ferien',
      from: day(2),
      until: day(3),
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await client.query('commit');
    client.release();
    expect([(await change).problem, (await entered).problem]).toEqual([undefined, undefined]);
    expect(await days()).toEqual([0, 1, 4, 5, 6, 7].map(day));
  });

  it('keeps a date that somebody is just noting participants for (L6, L7)', async () => {
    const { club, day, date, days, member } = await setting({ skipBreaks: true });
    const organization = club.organization.uuid;
    const client = await lab.pool.connect();
    await client.query('begin');
    await client.query(
      'insert into participations (event_uuid, member_uuid, organization_uuid) values ($1, $2, $3)',
      [date(2), member.uuid, organization],
    );
    const entered = club.perform(createBreak, {
      organization,
      name: 'Ferien',
      from: day(2),
      until: day(3),
    });
    await untilWaiting(lab);
    await client.query('commit');
    client.release();
    expect((await entered).output).toMatchObject({ deleted: 1, kept: 1 });
    expect(await days()).toEqual([0, 1, 2, 4, 5, 6, 7].map(day));
    const { rows } = await sql`select from participations where event_uuid = ${date(2)}`.execute(
      lab.db,
    );
    expect(rows).toHaveLength(1);
  });
});
