import { describe, expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { eventSetting, inDays } from '../support/events';
import { setZone } from '../support/outbox-lab';
import { valuesOf } from '../support/rows';
import { datesIn, makeSeries, weekdayOf } from '../support/series';

const app = testApp();
const setting = () => eventSetting(app);

/** The next last Sunday of March that is more than a week ahead. */
function nextSkippedHour(): string {
  const year = Number(inDays(8).slice(0, 4));
  const [first = '', second = ''] = [year, year + 1].map((each) => {
    const last = `${each}-03-31`;
    return daysFrom(last, -new Date(last).getUTCDay());
  });
  return first > inDays(8) ? first : second;
}

const weekly = (date: string, more = '') => `FREQ=WEEKLY;BYDAY=${weekdayOf(date)}${more}`;

describe('repeating an event by a call', () => {
  it('leaves out a day whose skipped hour would put the end before the start (J13, L3)', async () => {
    const { organization, editor } = await setting();
    await setZone(app.db, organization, 'Europe/Berlin');
    const skipped = nextSkippedHour();
    const date = daysFrom(skipped, -7);
    const event = await app.make.event(
      organization,
      { name: 'Nacht', date },
      { start_time: '02:30', end_time: '03:00' },
    );
    const rule = weekly(date, ';COUNT=3');
    const { json } = await editor.call('POST', '/event/series', { event: event.uuid, rule });
    expect(json.events).toBe(1);
    const dates = await datesIn(app.db, json.series);
    expect([...dates.keys()]).toEqual([date, daysFrom(date, 14)]);

    const { json: last } = await editor.call('GET', `/event/${dates.get(daysFrom(date, 14))}`);
    const later = { ...last, date: daysFrom(last.date, 7), scope: 'all' };
    const moved = await editor.call('PUT', '/event', later);
    expect([moved.status, moved.json.errors]).toEqual([
      422,
      { date: [expect.stringMatching(/^Am .* werden die Uhren vorgestellt/)] },
    ]);
  });

  it('makes real events by the rule, and the event is the first of them, with one line in the log (L3, L10)', async () => {
    const { organization, editor, user } = await setting();
    const date = inDays(3);
    const event = await app.make.event(organization, { name: 'Training', date, max: 12 });
    const rule = weekly(date, ';COUNT=4');
    const { status, json } = await editor.call('POST', '/event/series', {
      event: event.uuid,
      rule,
    });
    expect({ status, json }).toEqual({ status: 200, json: { series: json.series, events: 3 } });
    const dates = await datesIn(app.db, json.series);
    expect([...dates.keys()]).toEqual([0, 7, 14, 21].map((days) => daysFrom(date, days)));
    expect(dates.get(date)).toBe(event.uuid);
    const first = await user.call('GET', `/event/${event.uuid}`);
    for (const [day, uuid] of dates) {
      const { json: listed } = await user.call('GET', `/event/${uuid}`);
      const { startsAt, endsAt } = listed;
      expect(listed).toEqual({ ...first.json, uuid, date: day, startsAt, endsAt });
    }
    expect(first.json.series).toBe(json.series);
    expect((await user.call('GET', `/event/series/${json.series}`)).json).toEqual({
      uuid: json.series,
      organization: organization.uuid,
      rule,
      startsOn: date,
      endsOn: null,
      skipHolidays: null,
      skipBreaks: false,
    });
    const entries = await loggedActions(app, organization);
    expect(entries).toEqual(['Veranstaltung „Training“ wiederholt: 3 neue Termine']);
  });

  it('none begins so late that its plan would leave the calendar (L2)', async () => {
    const { organization, editor } = await setting();
    const message = 'Eine Serie beginnt spätestens in zehn Jahren.';
    for (const date of [inDays(3661), '9999-12-24', '9999-12-31']) {
      const { uuid } = await app.make.event(organization, { date });
      const { status, json } = await editor.call('POST', '/event/series', {
        event: uuid,
        rule: weekly(date, ';COUNT=3'),
      });
      expect({ status, errors: json.errors }).toEqual({ status: 422, errors: { rule: [message] } });
    }
    const series = await makeSeries(app, organization);
    const { uuid, date } = series.event;
    for (const days of [7 * 522, 7 * 523]) {
      const { status, json } = await editor.call('PUT', '/event', {
        uuid,
        name: 'Training',
        eventType: 'OPEN_EVENT',
        scope: 'all',
        date: daysFrom(date, days),
      });
      expect({ status, errors: json.errors }).toEqual({ status: 422, errors: { date: [message] } });
    }
  });

  it('an event repeats only once, however many ask at the same time (L3)', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await app.make.event(organization, { date: inDays(3) });
    const body = { event: uuid, rule: weekly(inDays(3), ';COUNT=3') };
    const calls = await Promise.all(
      Array.from({ length: 8 }, () => editor.call('POST', '/event/series', body)),
    );
    expect(calls.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(calls.find(({ status }) => status === 409)?.json.detail).toBe(
      'Diese Veranstaltung wiederholt sich schon.',
    );
    const of = { organization_uuid: organization.uuid };
    const days = await valuesOf(app.db, 'events', of, 'series_date', ['series_date']);
    expect(days).toEqual([inDays(3), inDays(10), inDays(17)]);
  });

  it('refuses what is no rule, or more of one (L2)', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await app.make.event(organization);
    for (const rule of [
      'FREQ=DAILY',
      'FREQ=YEARLY;BYMONTHDAY=1',
      'FREQ=WEEKLY',
      'FREQ=WEEKLY;BYDAY=2TU',
      'FREQ=WEEKLY;INTERVAL=5;BYDAY=TU',
      'FREQ=WEEKLY;INTERVAL=0;BYDAY=TU',
      'FREQ=WEEKLY;BYDAY=TU;COUNT=201',
      'FREQ=WEEKLY;BYDAY=TU;COUNT=0',
      'FREQ=WEEKLY;BYDAY=TU;COUNT=3;UNTIL=20300101',
      'FREQ=WEEKLY;BYDAY=TU;UNTIL=20300230',
      'FREQ=WEEKLY;BYDAY=TU;BYSETPOS=1',
      'FREQ=WEEKLY;BYDAY=TU;BYHOUR=9',
      'FREQ=WEEKLY;BYDAY=TU;FREQ=WEEKLY',
      'FREQ=WEEKLY;BYDAY=TU;WKST=SU',
      'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1',
      'FREQ=MONTHLY;BYDAY=5TU',
      'FREQ=MONTHLY;BYDAY=-2TU',
      'FREQ=MONTHLY;BYDAY=TU',
      'FREQ=MONTHLY;BYMONTHDAY=32',
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      'FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=1TU',
      'FREQ=MONTHLY',
      'BYDAY=TU',
      '',
      'irgendwas',
      'FREQ=WEEKLY;BYDAY=TU\nRDATE:20300101',
      `FREQ=WEEKLY;BYDAY=${'TU,'.repeat(100_000)}TU`,
      7,
      null,
      { FREQ: 'WEEKLY' },
    ]) {
      const { status, json } = await editor.call('POST', '/event/series', { event: uuid, rule });
      expect([status, Object.keys(json.errors ?? {})], String(rule).slice(0, 60)).toEqual([
        422,
        ['rule'],
      ]);
    }
    expect((await editor.call('GET', `/event/${uuid}`)).json.series).toBeNull();
  });

  it.each([
    ['rule', {}],
    ['skipHolidays', { rule: 'FREQ=WEEKLY;BYDAY=TU', skipHolidays: 'AT' }],
    ['skipBreaks', { rule: 'FREQ=WEEKLY;BYDAY=TU', skipBreaks: 'ja' }],
    ['dates', { rule: 'FREQ=WEEKLY;BYDAY=TU', dates: 3 }],
  ])('names the field %s that is missing or wrong (L10)', async (field, body) => {
    const { organization, editor } = await setting();
    const { uuid } = await app.make.event(organization);
    const { status, json } = await editor.call('POST', '/event/series', { event: uuid, ...body });
    expect({ status, fields: Object.keys(json.errors) }).toEqual({ status: 422, fields: [field] });
  });

  it('refuses a repetition without another date to come (L2)', async () => {
    const { organization, editor } = await setting();
    const date = inDays(3);
    const { uuid } = await app.make.event(organization, { date });
    const past = await app.make.event(organization, { date: inDays(-70) });
    for (const [event, rule] of [
      [uuid, weekly(date, ';COUNT=1')],
      [uuid, weekly(date, `;UNTIL=${inDays(4).replaceAll('-', '')}`)],
      [past.uuid, weekly(inDays(-70), ';COUNT=10')],
    ]) {
      const { status, json } = await editor.call('POST', '/event/series', { event, rule });
      expect(status).toBe(422);
      expect(json.errors.rule[0]).toMatch(
        /^Das ergibt keinen Termin nach dem \d\d\.\d\d\.\d{4}\.$/,
      );
    }
  });

  it('makes nothing before tomorrow, also of an event that is over (L3)', async () => {
    const { organization, editor } = await setting();
    const date = inDays(-28);
    const { uuid } = await app.make.event(organization, { date });
    const rule = weekly(date, ';COUNT=7');
    const { json } = await editor.call('POST', '/event/series', { event: uuid, rule });
    expect(json.events).toBe(2);
    expect([...(await datesIn(app.db, json.series)).keys()]).toEqual([date, inDays(7), inDays(14)]);
  });

  it('series that is sent back in PUT /api/event changes nothing (X1, L10)', async () => {
    const { organization, editor } = await setting();
    const series = await makeSeries(app, organization);
    const path = `/event/${series.event.uuid}`;
    const { json } = await editor.call('GET', path);
    for (const sent of [json.series, null, crypto.randomUUID()]) {
      const { status } = await editor.call('PUT', '/event', { ...json, series: sent });
      expect(status).toBe(200);
      expect((await editor.call('GET', path)).json.series).toBe(series.uuid);
    }
  });
});
