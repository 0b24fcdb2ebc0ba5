import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { eventSetting } from '../support/events';

const app = testApp();
const setting = () => eventSetting(app);

const named = (name: string) =>
  app.db.selectFrom('events').selectAll().where('name', '=', name).executeTakeFirst();

const NO_MAXIMUM = 'Bitte die Höchstzahl eingeben, eine ganze Zahl von 0 bis 999999999999999.';

const sent = {
  name: 'Sommerfest',
  date: '2030-06-01',
  eventType: 'LIMITED_EVENT',
  maxParticipants: '30',
};

describe('creating an event', () => {
  let editor: Browser;
  beforeAll(async () => {
    ({ editor } = await setting());
  });

  it('creating an open event leaves out the maximum (E4)', async () => {
    const open = { ...sent, name: 'Offenes Fest', eventType: 'OPEN_EVENT' };
    expect((await editor.submit('/app/events/new', open)).status).toBe(303);
    for (const maxParticipants of ['', 'viele', '-1'])
      expect((await editor.submit('/app/events/new', { ...open, maxParticipants })).status).toBe(
        303,
      );
    expect((await named('Offenes Fest'))?.max_participants).toBe(0);
  });

  it.each([
    ['name', { name: ' ' }, 'Bitte einen Namen eingeben.'],
    ['name', { name: 'x'.repeat(201) }, 'Höchstens 200 Zeichen.'],
    ['date', { date: '' }, 'Bitte ein Datum eingeben.'],
    ['date', { date: '2030-02-30' }, 'Kein gültiges Datum.'],
    ['eventType', { eventType: '' }, 'Bitte eine Art wählen.'],
    ['eventType', { eventType: 'OTHER' }, 'Bitte eine Art wählen.'],
    ['maxParticipants', { maxParticipants: '' }, NO_MAXIMUM],
    ['maxParticipants', { maxParticipants: 'viele' }, NO_MAXIMUM],
    ['maxParticipants', { maxParticipants: '1.5' }, NO_MAXIMUM],
    ['maxParticipants', { maxParticipants: '-1' }, NO_MAXIMUM],
    ['maxParticipants', { maxParticipants: '1000000000000000' }, NO_MAXIMUM],
  ])(
    'creating an event with the invalid %s %j is refused and keeps what was typed (E4)',
    async (_field, wrong, message) => {
      const fields = { ...sent, name: 'Bleibt stehen', ...wrong };
      const response = await editor.submit('/app/events/new', fields);
      expect(response.status).toBe(422);
      expect(response.page).toContain(message);
      if (!('name' in wrong)) expect(response.text).toContain('value="Bleibt stehen"');
      if (!('date' in wrong)) expect(response.text).toContain('value="2030-06-01"');
      expect(await named('Bleibt stehen')).toBeUndefined();
    },
  );

  it.each([
    ['1.000', 1000],
    ['1 000', 1000],
    ['1\u2009000', 1000],
    ['1\u202f234\u202f567', 1_234_567],
    ["1'000", 1000],
    ['1.000.000', 1_000_000],
    ['999.999.999.999.999', 999_999_999_999_999],
    [' 30 ', 30],
    ['007', 7],
  ])(
    'creating an event reads the number %j as people write it in German (E4)',
    async (maxParticipants, stored) => {
      const name = `Höchstens ${maxParticipants}`;
      expect(
        (await editor.submit('/app/events/new', { ...sent, name, maxParticipants })).status,
      ).toBe(303);
      expect((await named(name.trim()))?.max_participants).toBe(stored);
    },
  );

  it.each([
    '1,5',
    '1.00',
    '1.0000',
    '1.000,00',
    '1,000',
    '1.000 000',
    '.5',
    '0x10',
    '0b11',
    '0o7',
    '1e3',
    '１２',
    '+5',
    '∞',
    'NaN',
  ])('%j is not a whole number and is refused (E4)', async (maxParticipants) => {
    const fields = { ...sent, name: 'Falsch gezählt', maxParticipants };
    const { status, page, text } = await editor.submit('/app/events/new', fields);
    expect([status, page.includes(NO_MAXIMUM)]).toEqual([422, true]);
    expect(text).toContain(`value="${maxParticipants}"`);
    expect(await named('Falsch gezählt')).toBeUndefined();
  });

  it('creating an event by call accepts and returns both spellings (G2)', async () => {
    const { organization, editor } = await setting();
    const whole = { organization: organization.uuid, name: 'Ruf', date: '2030-06-01' };
    const snake = { ...whole, event_type: 'LIMITED_EVENT', max_participants: 7 };
    const camel = {
      ...whole,
      eventType: 'LIMITED_EVENT',
      maxParticipants: 7,
      date: '2030-06-01T10:00:00Z',
    };
    for (const body of [snake, camel, { ...snake, ...camel }]) {
      const response = await editor.call('POST', '/event/', body);
      expect(response.status).toBe(200);
      expect(response.json).toMatchObject({
        ...snake,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        eventType: 'LIMITED_EVENT',
        maxParticipants: 7,
        registeredParticipants: 0,
        registered_participants: 0,
      });
    }
    const open = await editor.call('POST', '/event', { ...snake, event_type: 'OPEN_EVENT' });
    expect(open.json).toMatchObject({ maxParticipants: 0, max_participants: 0 });
    const noMaximum = await editor.call('POST', '/event', {
      ...snake,
      max_participants: undefined,
    });
    expect(noMaximum.json).toMatchObject({ max_participants: 0 });
  });

  it('creating an event by call names each invalid field (G4)', async () => {
    const { organization, editor } = await setting();
    const right = {
      organization: organization.uuid,
      name: 'Ruf',
      date: '2030-06-01',
      event_type: 'OPEN_EVENT',
    };
    const wrong: [object, string][] = [
      [{ ...right, name: '' }, 'name'],
      [{ ...right, name: 'a\u0000b' }, 'name'],
      [{ ...right, date: 'bald' }, 'date'],
      [{ ...right, event_type: 'PARTY' }, 'event_type'],
      [{ ...right, event_type: undefined }, 'eventType'],
      [{ ...right, max_participants: '7' }, 'max_participants'],
      [{ ...right, max_participants: -1 }, 'max_participants'],
      [{ ...right, max_participants: 1e15 }, 'max_participants'],
      [{ ...right, max_participants: 3, maxParticipants: 4 }, 'maxParticipants'],
      [{ ...right, colour: 'red' }, 'colour'],
      [{ ...right, organization: 'x' }, 'organization'],
    ];
    for (const [body, field] of wrong) {
      const response = await editor.call('POST', '/event', body);
      expect(response.status, JSON.stringify(body)).toBe(422);
      expect(Object.keys(response.json.errors)).toContain(field);
    }
  });
});
