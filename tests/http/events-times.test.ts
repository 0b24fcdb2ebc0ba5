import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { eventSetting } from '../support/events';
import { changeRows } from '../support/rows';

const app = testApp();

let club: Awaited<ReturnType<typeof eventSetting>>;
beforeAll(async () => {
  club = await eventSetting(app);
});

/** The club with another clock. */
async function settingIn(timeZone: string) {
  await changeRows(app.db, 'organizations', club.organization.uuid, { time_zone: timeZone });
  return club;
}

type Times = { date: string; startTime?: string; endTime?: string; endDate?: string };

async function created(timeZone: string, times: Times & { signUpUntil?: string }) {
  const { organization, editor } = await settingIn(timeZone);
  const body = { organization: organization.uuid, name: 'Fest', eventType: 'OPEN_EVENT', ...times };
  const { json } = await editor.call('POST', '/event', body);
  return { organization, editor, event: json, body: { ...body, uuid: json.uuid } };
}

describe('when an event is', () => {
  it.each([
    // Without a time: the whole day.
    ['Europe/Berlin', { date: '2027-03-13' }, '2027-03-12T23:00Z', '2027-03-13T23:00Z'],
    ['Asia/Kathmandu', { date: '2027-03-13' }, '2027-03-12T18:15Z', '2027-03-13T18:15Z'],
    // A day of 23 hours, and one of 25.
    ['Europe/Berlin', { date: '2027-03-28' }, '2027-03-27T23:00Z', '2027-03-28T22:00Z'],
    ['Europe/Berlin', { date: '2027-10-31' }, '2027-10-30T22:00Z', '2027-10-31T23:00Z'],
    // Without an end: until the end of the day.
    [
      'Europe/Berlin',
      { date: '2027-03-13', startTime: '18:00' },
      '2027-03-13T17:00Z',
      '2027-03-13T23:00Z',
    ],
    [
      'Asia/Kathmandu',
      { date: '2027-03-13', startTime: '18:00', endTime: '20:00' },
      '2027-03-13T12:15Z',
      '2027-03-13T14:15Z',
    ],
    // From midnight, to the last minute of the day.
    [
      'Europe/Berlin',
      { date: '2027-07-01', startTime: '00:00', endTime: '23:59' },
      '2027-06-30T22:00Z',
      '2027-07-01T21:59Z',
    ],
    // Over midnight, and over the hour that is there twice.
    [
      'Europe/Berlin',
      { date: '2027-10-30', startTime: '22:00', endDate: '2027-10-31', endTime: '03:00' },
      '2027-10-30T20:00Z',
      '2027-10-31T02:00Z',
    ],
    // Over days, with a time for the start alone.
    [
      'Europe/Berlin',
      { date: '2027-07-01', startTime: '10:00', endDate: '2027-07-04' },
      '2027-07-01T08:00Z',
      '2027-07-04T22:00Z',
    ],
    // An hour that is skipped, and one that comes twice: the second one.
    [
      'Europe/Berlin',
      { date: '2027-03-28', startTime: '02:30', endTime: '04:00' },
      '2027-03-28T01:30Z',
      '2027-03-28T02:00Z',
    ],
    [
      'Europe/Berlin',
      { date: '2027-10-31', startTime: '02:30', endTime: '02:45' },
      '2027-10-31T01:30Z',
      '2027-10-31T01:45Z',
    ],
    // From the first of the zones to the last.
    ['Pacific/Kiritimati', { date: '2027-01-01' }, '2026-12-31T10:00Z', '2027-01-01T10:00Z'],
    ['Pacific/Pago_Pago', { date: '2027-01-01' }, '2027-01-01T11:00Z', '2027-01-02T11:00Z'],
  ])('in %s, %j begins and ends at these moments (X4, J12)', async (zone, times, start, end) => {
    const { event } = await created(zone, times);
    expect([event.startsAt, event.endsAt]).toEqual(
      [start, end].map((at) => new Date(at).toISOString()),
    );
  });

  it.each([
    ['puts before the start', { startTime: '02:30', endTime: '03:15' }],
    ['puts after a start that it precedes', { startTime: '03:00', endTime: '02:30' }],
  ])('an end that the skipped hour %s is refused (J12, J13)', async (_, times) => {
    const { organization, editor } = await settingIn('Europe/Berlin');
    const { status, json } = await editor.call('POST', '/event', {
      organization: organization.uuid,
      name: 'Nacht',
      eventType: 'OPEN_EVENT',
      date: '2027-03-28',
      ...times,
    });
    expect([status, json.errors.endTime?.[0]]).toEqual([
      422,
      expect.stringMatching('Das Ende liegt nicht nach dem Beginn.'),
    ]);
  });
});

describe('deadlines on the clock of the club', () => {
  it.each([
    ['Europe/Berlin', '12.3.2027', '18', '2027-03-12T17:00Z', '18:00'],
    ['Asia/Kathmandu', '12.3.2027', '18', '2027-03-12T12:15Z', '18:00'],
    ['Europe/Berlin', '28.3.2027', '2:30', '2027-03-28T01:30Z', '03:30'],
    ['Europe/Berlin', '31.10.2027', '2.30', '2027-10-31T01:30Z', '02:30'],
    ['Europe/Berlin', '1.1.2027', '0000', '2026-12-31T23:00Z', '00:00'],
    ['America/St_Johns', '12.3.2027', '', '2027-03-13T03:29Z', '23:59'],
  ])(
    'in %s, %s %s is one moment, and shown on that clock (X4)',
    async (zone, day, time, at, shown) => {
      const { editor } = await settingIn(zone);
      const made = await editor.submit('/app/events/new', {
        name: 'Fest',
        date: '2027-12-01',
        eventType: 'OPEN_EVENT',
        'signOffUntil.day': day,
        'signOffUntil.time': time,
      });
      const uuid = made.location.split('/').at(-1);
      const { json } = await editor.call('GET', `/event/${uuid}`);
      expect(json.signOffUntil).toBe(new Date(at).toISOString());
      const { text } = await editor.get(`/app/events/${uuid}/edit`);
      expect(text).toMatch(
        new RegExp(`<input[^>]* name="signOffUntil.time"[^>]* value="${shown}"`),
      );
    },
  );

  it('the last moment for a deadline is the start, or without one the end of the day (J13)', async () => {
    const timed = { date: '2027-03-13', startTime: '18:00' };
    const whole = { date: '2027-03-13' };
    for (const [zone, times, latest] of [
      ['Europe/Berlin', timed, '2027-03-13T17:00:00.000Z'],
      ['Asia/Kathmandu', timed, '2027-03-13T12:15:00.000Z'],
      ['Europe/Berlin', whole, '2027-03-13T23:00:00.000Z'],
      ['Asia/Kathmandu', whole, '2027-03-13T18:15:00.000Z'],
    ] as const) {
      const { editor, event, body } = await created(zone, { ...times, signUpUntil: latest });
      expect(event.signUpUntil).toBe(latest);
      const later = new Date(Date.parse(latest) + 1).toISOString();
      const refused = await editor.call('PUT', '/event', { ...body, signUpUntil: later });
      expect(refused.json.errors).toEqual({ signUpUntil: ['Die Frist liegt nach dem Beginn.'] });
    }
  });

  it('the form leaves a deadline as it is that it shows less exactly (X4)', async () => {
    // The first 02:30 of the day, and one with seconds.
    for (const at of ['2027-10-31T00:30:00.000Z', '2027-10-30T10:15:42.123Z']) {
      const times = { date: '2027-12-01', signUpUntil: at };
      const { editor, event } = await created('Europe/Berlin', times);
      const [day, time] = at.includes('00:30') ? ['31.10.2027', '2:30'] : ['30.10.2027', '12:15'];
      const typed = { 'signUpUntil.day': day, 'signUpUntil.time': time };
      const { name, date, eventType } = event;
      const path = `/app/events/${event.uuid}/edit`;
      expect((await editor.submit(path, { name, date, eventType, ...typed })).status).toBe(303);
      expect((await editor.call('GET', `/event/${event.uuid}`)).json.signUpUntil).toBe(at);
    }
  });

  it('another time zone moves the times of events and no deadline (J12)', async () => {
    const { organization, editor, event } = await created('Europe/Berlin', {
      date: '2027-03-13',
      startTime: '18:00',
      endTime: '20:00',
      signUpUntil: '2027-03-12T17:00:00Z',
    });
    const admin = await app.asUserOf(organization, ['ORGANIZATION_ADMIN']);
    const { name } = organization;
    const moved = await admin.call('PUT', '/organization', {
      uuid: organization.uuid,
      name,
      timeZone: 'Asia/Kathmandu',
    });
    expect(moved.json.timeZone).toBe('Asia/Kathmandu');
    expect((await editor.call('GET', `/event/${event.uuid}`)).json).toEqual({
      ...event,
      startsAt: '2027-03-13T12:15:00.000Z',
      endsAt: '2027-03-13T14:15:00.000Z',
    });
    const { text } = await editor.get(`/app/events/${event.uuid}/edit`);
    expect(text).toMatch(/<input[^>]* name="signUpUntil.time"[^>]* value="22:45"/);
  });
});
