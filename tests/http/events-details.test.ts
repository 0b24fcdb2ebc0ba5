import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import type { Browser } from '../support/browser';
import { details, none } from '../support/event-details';
import { eventSetting } from '../support/events';
import { changeRows } from '../support/rows';

const app = testApp();
const setting = () => eventSetting(app);

/** What the specification knows of an event. */
const specified = { name: 'Sommerfest', date: '2030-06-01', eventType: 'LIMITED_EVENT' } as const;

const readOnly = { cancelled: false, cancelReason: '', waiting: 0, series: null };

async function created(editor: Browser, organization: { uuid: string }, more: object = {}) {
  const body = { organization: organization.uuid, ...specified, maxParticipants: 9, ...more };
  const { status, json } = await editor.call('POST', '/event', body);
  expect(status).toBe(200);
  return json;
}

const read = async (editor: Browser, { uuid }: { uuid: string }) =>
  (await editor.call('GET', `/event/${uuid}`)).json;

const OVER_MIDNIGHT =
  'Das Ende liegt nicht nach dem Beginn. Geht es über Mitternacht, geben Sie bitte auch den letzten Tag an.';

describe('details by call', () => {
  let organization: { uuid: string };
  let editor: Browser;
  beforeAll(async () => {
    ({ organization, editor } = await setting());
  });

  it('an event without details has their defaults, and that of its club (J1, J11)', async () => {
    const { organization, editor } = await setting();
    const event = await created(editor, organization);
    expect(event).toEqual({
      uuid: expect.any(String),
      organization: organization.uuid,
      ...specified,
      event_type: 'LIMITED_EVENT',
      maxParticipants: 9,
      max_participants: 9,
      registeredParticipants: 0,
      registered_participants: 0,
      ...none,
      ...readOnly,
      startsAt: '2030-05-31T22:00:00.000Z',
      endsAt: '2030-06-01T22:00:00.000Z',
    });
    await changeRows(app.db, 'organizations', organization.uuid, { coming_visible: 'editors' });
    expect((await created(editor, organization)).comingVisible).toBe('editors');
    const open = await created(editor, organization, { comingVisible: null });
    expect(open.comingVisible).toBe('editors');
  });

  it('a call creates an event with all details, and everybody reads them (J11)', async () => {
    const { organization, editor, user } = await setting();
    const event = await created(editor, organization, details);
    expect(event).toMatchObject({
      ...details,
      startsAt: '2030-06-01T16:00:00.000Z',
      endsAt: '2030-06-01T23:30:00.000Z',
    });
    expect(await read(user, event)).toEqual(event);
    const { json } = await user.call('GET', `/event?organization=${organization.uuid}`);
    expect(json).toEqual([event]);
  });

  it('a PUT with nothing but what the specification knows wipes nothing (X1)', async () => {
    const { organization, editor } = await setting();
    const event = await created(editor, organization, details);
    const { uuid, name, date } = event;
    const body = {
      uuid,
      organization: organization.uuid,
      name,
      date,
      event_type: 'LIMITED_EVENT',
      max_participants: 9,
      registered_participants: 0,
    };
    expect((await editor.call('PUT', '/event', body)).json).toEqual(event);
    const renamed = await editor.call('PUT', '/event', { ...body, name: 'Winterfest' });
    expect(renamed.json).toEqual({ ...event, name: 'Winterfest' });
  });

  it('a limited event asks nothing, whatever a call says; an open one keeps its choice (J3, X1)', async () => {
    const { organization, editor } = await setting();
    const event = await created(editor, organization, { asksAnswer: true });
    expect(event.asksAnswer).toBe(false);
    const { uuid, name, date } = event;
    const put = async (fields: object) => {
      const { status, json } = await editor.call('PUT', '/event', { uuid, name, date, ...fields });
      return [status, json.eventType, json.asksAnswer];
    };
    const open = { event_type: 'OPEN_EVENT' };
    const limited = { event_type: 'LIMITED_EVENT', max_participants: 9 } as const;
    expect(await put({ ...limited, asksAnswer: true })).toEqual([200, 'LIMITED_EVENT', false]);
    expect(await put(open)).toEqual([200, 'OPEN_EVENT', false]);
    expect(await put({ ...open, asksAnswer: true })).toEqual([200, 'OPEN_EVENT', true]);
    expect(await put(open)).toEqual([200, 'OPEN_EVENT', true]);
    expect(await put(limited)).toEqual([200, 'LIMITED_EVENT', false]);
    expect(await put(open)).toEqual([200, 'OPEN_EVENT', false]);
    const written = app.db.updateTable('events').set({ ...limited, asks_answer: true });
    await expect(written.where('uuid', '=', uuid).execute()).rejects.toThrow(
      'only_open_events_ask',
    );
  });

  it('what was read may be sent back, and what is read only is ignored (X1, J11)', async () => {
    const { organization, editor } = await setting();
    const event = await created(editor, organization, details);
    expect((await editor.call('PUT', '/event', event)).json).toEqual(event);
    const ignored = {
      startsAt: 'bald',
      endsAt: null,
      cancelled: true,
      cancelReason: 'Sturm',
      waiting: 7,
      registeredParticipants: 5,
    };
    const answer = await editor.call('PUT', '/event', { ...event, ...ignored });
    expect([answer.status, answer.json]).toEqual([200, event]);
    const own = await editor.call('PUT', '/event/register-user', { event: event.uuid });
    const { ownAnswer, ...registered } = own.json;
    expect(ownAnswer).toBe('yes');
    const sentBack = await editor.call('PUT', '/event', own.json);
    expect([sentBack.status, sentBack.json]).toEqual([200, registered]);
  });

  it.each(Object.entries(none))('null empties %s, or makes it the default (X1)', async (field) => {
    const event = await created(editor, organization, { ...details, endTime: null });
    const body = { uuid: event.uuid, ...specified, [field]: null };
    const changed = await editor.call('PUT', '/event', body);
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject({ [field]: none[field as keyof typeof none] });
  });

  it.each([
    [{ startTime: '24:00' }, 'startTime', 'Keine gültige Uhrzeit, etwa 18:00.'],
    [{ startTime: '7:00' }, 'startTime', 'Keine gültige Uhrzeit, etwa 18:00.'],
    [{ startTime: '18:60' }, 'startTime', 'Keine gültige Uhrzeit, etwa 18:00.'],
    [{ startTime: 18 }, 'startTime', 'Keine gültige Uhrzeit, etwa 18:00.'],
    [{ endTime: '20:00' }, 'endTime', 'Bitte auch den Beginn eingeben.'],
    [{ startTime: '20:00', endTime: '20:00' }, 'endTime', 'Das Ende liegt nicht nach dem Beginn.'],
    [{ startTime: '20:00', endTime: '02:00' }, 'endTime', OVER_MIDNIGHT],
    [{ endDate: '2030-05-31' }, 'endDate', 'Der letzte Tag liegt vor dem ersten.'],
    [{ endDate: '2030-08-01' }, 'endDate', 'Höchstens 60 Tage nach dem ersten.'],
    [{ endDate: 'bald' }, 'endDate', 'Kein gültiges Datum.'],
    [{ place: 'x'.repeat(201) }, 'place', 'Höchstens 200 Zeichen.'],
    [{ place: 'a\0b' }, 'place', 'Enthält ein ungültiges Zeichen.'],
    [{ description: 'x'.repeat(10_001) }, 'description', 'Höchstens 10000 Zeichen.'],
    [{ description: 'a\0b' }, 'description', 'Enthält ein ungültiges Zeichen.'],
    [
      { startTime: '18:00', signUpUntil: '2030-06-01T16:00:01Z' },
      'signUpUntil',
      'Die Frist liegt nach dem Beginn.',
    ],
    [{ signOffUntil: '2030-06-01T22:01Z' }, 'signOffUntil', 'Die Frist liegt nach dem Beginn.'],
    [
      { signUpUntil: '2030-05-31T18:00' },
      'signUpUntil',
      'Kein gültiger Zeitpunkt, etwa 2027-03-12T18:00:00+01:00.',
    ],
    [
      { signUpUntil: '0001-01-01T00:00:00Z' },
      'signUpUntil',
      'Kein gültiger Zeitpunkt, etwa 2027-03-12T18:00:00+01:00.',
    ],
    [{ companions: 10 }, 'companions', 'Höchstens 9.'],
    [{ companions: 1.5 }, 'companions', 'Bitte eine ganze Zahl eingeben.'],
    [{ promotionHours: 169 }, 'promotionHours', 'Höchstens 168.'],
    [{ promotionHours: -1 }, 'promotionHours', 'Mindestens 0.'],
    [{ comingVisible: 'all' }, 'comingVisible', 'Bitte wählen, wer sieht, wer kommt.'],
    [{ waitingList: 'ja' }, 'waitingList', 'Erwartet wird true oder false.'],
    [{ asksAnswer: 1 }, 'asksAnswer', 'Erwartet wird true oder false.'],
  ])('a call with %j is refused at its field (J13)', async (wrong, field, message) => {
    const whole = { organization: organization.uuid, ...specified };
    const refused = await editor.call('POST', '/event', { ...whole, ...wrong });
    expect([refused.status, refused.json.errors]).toEqual([422, { [field]: [message] }]);
    const { uuid } = await created(editor, organization);
    const change = await editor.call('PUT', '/event', { uuid, ...specified, ...wrong });
    expect([change.status, change.json.errors]).toEqual([422, { [field]: [message] }]);
    expect(await read(editor, { uuid })).toMatchObject(none);
  });

  it('an event lasts 60 days and no more; its last day alone is no second one (J1, J13)', async () => {
    const { organization, editor } = await setting();
    const long = await created(editor, organization, { endDate: '2030-07-31' });
    expect(long.endsAt).toBe('2030-07-31T22:00:00.000Z');
    expect((await created(editor, organization, { endDate: '2030-06-01' })).endDate).toBe(null);
  });

  it('a deadline is compared with the stored start when only the day moves (J13)', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await created(editor, organization, details);
    const earlier = { uuid, ...specified, date: '2030-05-31', endDate: null, endTime: null };
    const moved = await editor.call('PUT', '/event', earlier);
    expect(moved.json.errors).toEqual({
      signUpUntil: ['Die Frist liegt nach dem Beginn.'],
      signOffUntil: ['Die Frist liegt nach dem Beginn.'],
    });
    const later = await editor.call('PUT', '/event', { uuid, ...specified, date: '2030-06-02' });
    expect(later.json.errors).toEqual({ endTime: [OVER_MIDNIGHT] });
    expect((await read(editor, { uuid })).date).toBe(specified.date);
  });

  it('of two edits at once, one moves the day and one sets a deadline: never is it after the start (J13)', async () => {
    const { organization, editor } = await setting();
    for (let round = 0; round < 10; round++) {
      const { uuid } = await created(editor, organization, { startTime: '18:00' });
      const answers = await Promise.all([
        editor.call('PUT', '/event', { uuid, ...specified, date: '2030-05-01' }),
        editor.call('PUT', '/event', { uuid, ...specified, signUpUntil: '2030-05-20T10:00:00Z' }),
      ]);
      expect(answers.map(({ status }) => status)).toContain(200);
      const { signUpUntil, startsAt } = await read(editor, { uuid });
      if (signUpUntil) expect(Date.parse(signUpUntil)).toBeLessThanOrEqual(Date.parse(startsAt));
    }
  });

  it('the log holds no description and no place, and nothing of an edit that changes nothing (X6)', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await created(editor, organization, details);
    for (let time = 0; time < 2; time++)
      await editor.call('PUT', '/event', { uuid, ...specified, place: 'Geheimer Ort' });
    const log = await loggedActions(app, organization);
    expect(log).toEqual([
      'Veranstaltung „Sommerfest“ am 01. Juni 2030 angelegt',
      'Veranstaltung „Sommerfest“ am 01. Juni 2030 geändert: Ort',
    ]);
  });
});
