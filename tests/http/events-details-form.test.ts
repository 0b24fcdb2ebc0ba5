import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { copied, stored, typed } from '../support/event-details';
import { eventSetting } from '../support/events';
import { unescaped } from '../support/html';
import { changeRows } from '../support/rows';

const app = testApp();
const setting = () => eventSetting(app);

const specified = { name: 'Sommerfest', date: '2030-06-01', eventType: 'OPEN_EVENT' };

async function eventNamed(visitor: Browser, organization: { uuid: string }, name: string) {
  const { json } = await visitor.call('GET', `/event?organization=${organization.uuid}`);
  return json.find((event: { name: string }) => event.name === name);
}

/** What the form on a page would post, without scripts, if nobody touched it. */
function posted(html: string): Record<string, string> {
  const form = html.match(/<form[^>]* id="(?:new|edit)-event".*?<\/form>/s)?.[0] ?? '';
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = input.match(/ name="([^"]*)"/)?.[1] ?? '';
    const chosen = !/type="(radio|checkbox)"/.test(input) || input.includes(' checked=""');
    if (!name.startsWith('__') && chosen)
      fields[name] = unescaped(input.match(/ value="([^"]*)"/)?.[1]);
  }
  for (const [, name = '', text = ''] of form.matchAll(/<textarea[^>]* name="(\w+)"[^>]*>(.*?)</gs))
    fields[name] = unescaped(text.replace(/^\n/, ''));
  return fields;
}

describe('the form of an event', () => {
  let organization: { uuid: string };
  let editor: Browser;
  beforeAll(async () => {
    ({ organization, editor } = await setting());
  });

  it('the form reads times and days as people type them, and shows them again (J1, J13)', async () => {
    const { organization, editor } = await setting();
    expect((await editor.get('/app/events/new')).page).toContain(
      'Mehr Letzter Tag, Begleitpersonen je Mitglied, Anmeldung bis, Abmeldung bis',
    );
    const saved = await editor.submit('/app/events/new', { ...specified, ...typed });
    expect(saved.status).toBe(303);
    const event = await eventNamed(editor, organization, specified.name);
    expect(event).toMatchObject(stored);
    expect(event.description).toBe(typed.description);

    const { text } = await editor.get(`/app/events/${event.uuid}/edit`);
    expect(text).toMatch(/<details class="group rounded[^>]* open/);
    const shown = posted(text);
    expect(shown).toMatchObject({
      startTime: '18:00',
      endTime: '01:30',
      endDate: '02. Juni 2030',
      companions: '3',
      'signUpUntil.day': '31. Mai 2030',
      'signUpUntil.time': '20:00',
      asksAnswer: 'yes',
    });
    for (const name of ['comingVisible', 'promotionHours'])
      expect(Object.keys(shown)).not.toContain(name);
    // Nothing changes if what is shown is saved.
    expect((await editor.submit(`/app/events/${event.uuid}/edit`, shown)).status).toBe(303);
    expect(await eventNamed(editor, organization, specified.name)).toEqual(event);
  });

  it('an emptied field is emptied, a box is off, and what the form does not ask stays (X1, Y3)', async () => {
    const { organization, editor } = await setting();
    await editor.submit('/app/events/new', { ...specified, ...typed });
    const { uuid } = await eventNamed(editor, organization, specified.name);
    const empty = Object.fromEntries(Object.keys(typed).map((field) => [field, '']));
    const {
      asksAnswer: _a,
      comingVisible: _c,
      waitingList: _w,
      promotionHours: _p,
      ...texts
    } = empty;
    await editor.submit(`/app/events/${uuid}/edit`, { ...specified, ...texts });
    expect(await eventNamed(editor, organization, specified.name)).toMatchObject({
      startTime: null,
      endTime: null,
      endDate: null,
      place: '',
      description: '',
      signUpUntil: null,
      signOffUntil: null,
      companions: 0,
      promotionHours: 48,
      asksAnswer: false,
      comingVisible: 'members',
      waitingList: false,
    });
  });

  it('a form that knows no details creates an event with the defaults of its club (X1)', async () => {
    const { organization, editor } = await setting();
    await changeRows(app.db, 'organizations', organization.uuid, { coming_visible: 'members' });
    const { text } = await editor.get('/app/events/new');
    expect(text).not.toMatch(/<details class="group rounded[^>]* open/);
    expect(posted(text)).toMatchObject({ comingVisible: 'members', companions: '0' });
    await editor.submit('/app/events/new', specified);
    expect(await eventNamed(editor, organization, specified.name)).toMatchObject({
      comingVisible: 'members',
      waitingList: true,
      companions: 0,
      promotionHours: 24,
    });
  });

  it.each([
    [{ startTime: 'abends' }, 'startTime', 'Keine gültige Uhrzeit, etwa 18:00.'],
    [{ endDate: '31.6.' }, 'endDate', 'Kein gültiges Datum.'],
    [{ 'signUpUntil.time': '18:00' }, 'signUpUntil', 'Bitte auch das Datum eingeben.'],
    [{ 'signUpUntil.day': 'morgen' }, 'signUpUntil.day', 'Kein gültiges Datum.'],
    [
      { 'signUpUntil.day': '1.6.2030', 'signUpUntil.time': '18:6' },
      'signUpUntil.time',
      'Keine gültige Uhrzeit, etwa 18:00.',
    ],
    [
      { startTime: '18', 'signOffUntil.day': '1.6.2030', 'signOffUntil.time': '18.01' },
      'signOffUntil',
      'Die Frist liegt nach dem Beginn.',
    ],
    [{ companions: 'zwei' }, 'companions', 'Bitte eine ganze Zahl eingeben.'],
  ] as const)(
    'the form refuses %j at its field and keeps it (J13)',
    async (wrong, field, message) => {
      const refused = await editor.submit('/app/events/new', { ...specified, ...wrong });
      expect(refused.status).toBe(422);
      expect(refused.page).toContain(message);
      expect(refused.text.match(/class="field-error\b/g)).toHaveLength(1);
      // The summary leads to it, unfolded if need be.
      expect(refused.text).toContain(`href="#new-event-${field}"`);
      expect(refused.text).toContain(`id="new-event-${field}"`);
      if (field !== 'startTime')
        expect(refused.text).toMatch(/<details class="group rounded[^>]* open/);
      for (const value of Object.values(wrong)) expect(refused.text).toContain(`value="${value}"`);
      expect(await eventNamed(editor, organization, specified.name)).toBeUndefined();
    },
  );

  it('a deadline without a time means all of its day (J1)', async () => {
    const { organization, editor } = await setting();
    const day = { 'signUpUntil.day': '31.5.2030' };
    expect((await editor.submit('/app/events/new', { ...specified, ...day })).status).toBe(303);
    const event = await eventNamed(editor, organization, specified.name);
    expect(event.signUpUntil).toBe('2030-05-31T21:59:00.000Z');
  });

  it('a deadline that is left as shown moves along with another date, by form alone (J6, J13)', async () => {
    const { organization, editor } = await setting();
    const day = { 'signUpUntil.day': '28.5.2030', 'signUpUntil.time': '20:00' };
    const off = { 'signOffUntil.day': '30.5.2030', 'signOffUntil.time': '12:00' };
    await editor.submit('/app/events/new', { ...specified, ...day, ...off, startTime: '18' });
    const { uuid } = await eventNamed(editor, organization, specified.name);
    const path = `/app/events/${uuid}/edit`;
    const deadlines = async (changed: Record<string, string>) => {
      const shown = posted((await editor.get(path)).text);
      // The second time as if the first answer was lost.
      for (const _time of [1, 2]) {
        const sent = { ...shown, ...changed, __key: 'a.edit-event' };
        expect((await editor.submit(path, sent)).status).toBe(303);
      }
      const { signUpUntil, signOffUntil } = await eventNamed(editor, organization, specified.name);
      return [signUpUntil, signOffUntil];
    };
    // Later, over the end of summer time, and back to before both.
    expect(await deadlines({ date: '2030-11-30' })).toEqual([
      '2030-11-26T19:00:00.000Z',
      '2030-11-28T11:00:00.000Z',
    ]);
    expect(await deadlines({ date: '2030-05-01' })).toEqual([
      '2030-04-27T18:00:00.000Z',
      '2030-04-29T10:00:00.000Z',
    ]);
    // What was typed holds, and so does all that a call sends.
    expect(await deadlines({ date: '2030-05-08', 'signUpUntil.day': '1.5.2030' })).toEqual([
      '2030-05-01T18:00:00.000Z',
      '2030-05-06T10:00:00.000Z',
    ]);
    const event = await eventNamed(editor, organization, specified.name);
    const sent = { ...event, date: '2030-06-01' };
    expect((await editor.call('PUT', '/event', sent)).json).toMatchObject({
      signUpUntil: event.signUpUntil,
      signOffUntil: event.signOffUntil,
    });
  });

  it('no optional field is one of the browser, which would post a half-filled one as empty', async () => {
    const { editor } = await setting();
    const { text } = await editor.get('/app/events/new');
    expect(text.match(/type="(date|time|datetime-local|number)"/g)).toEqual(['type="date"']);
  });

  it('a form that somebody else outran says what it says now, in words (J1)', async () => {
    const { organization, editor } = await setting();
    await editor.submit('/app/events/new', { ...specified, ...typed });
    const { uuid } = await eventNamed(editor, organization, specified.name);
    const path = `/app/events/${uuid}/edit`;
    const other = { ...typed, startTime: '17' };
    const deadline = { 'signUpUntil.day': '30.5.2030', 'signUpUntil.time': '18' };
    await editor.submit(path, { ...specified, ...other, ...deadline, __version: '1' });
    const refused = await editor.submit(path, { ...specified, ...typed, __version: '1' });
    expect(refused.status).toBe(409);
    for (const now of ['17:00', 'Donnerstag, 30. Mai 2030, 18:00 Uhr'])
      expect(refused.page).toContain(`Zurzeit gespeichert: ${now}`);
    expect(refused.text.match(/class="field-error\b/g)).toHaveLength(2);
  });
});

describe('the type of an event', () => {
  it('a limited event asks nothing, though the hidden choice is posted, and an open one again if it is chosen (J3)', async () => {
    const { organization, editor } = await setting();
    const limited = { eventType: 'LIMITED_EVENT', maxParticipants: '12' };
    const asks = async () => (await eventNamed(editor, organization, specified.name)).asksAnswer;
    await editor.submit('/app/events/new', { ...specified, ...typed, ...limited });
    expect(await asks()).toBe(false);
    const { uuid } = await eventNamed(editor, organization, specified.name);
    for (const [fields, expected] of [
      [{}, true],
      [limited, false],
      [{ asksAnswer: 'no' }, false],
      [{}, true],
    ] as const) {
      const saved = await editor.submit(`/app/events/${uuid}/edit`, {
        ...specified,
        ...typed,
        ...fields,
      });
      expect(saved.status).toBe(303);
      expect(await asks()).toBe(expected);
    }
  });
});

describe('the copy of an event', () => {
  it('„Kopieren“ fills the form but for the days, and saves a new event (J1)', async () => {
    const { organization, editor } = await setting();
    const max = { eventType: 'LIMITED_EVENT', maxParticipants: '12' };
    await editor.submit('/app/events/new', { ...specified, ...typed, ...max });
    const event = await eventNamed(editor, organization, specified.name);
    const page = await editor.get(`/app/events/${event.uuid}`);
    expect(page.text).toMatch(new RegExp(`href="/app/events/new\\?like=${event.uuid}">Kopieren`));
    expect((await editor.get(`/app/events/${event.uuid}/edit`)).page).not.toContain('Kopieren');
    const { text } = await editor.get(`/app/events/new?like=${event.uuid}`);
    const { organization: _of, until, ...fields } = posted(text);
    expect(fields).toEqual({
      name: specified.name,
      date: '',
      ...max,
      ...copied,
      skipHolidays: '',
      skipBreaks: '',
      description: event.description,
    });
    expect(until).toMatch(/^30\. Juni \d{4}$/);
    const copy = { ...fields, date: '2030-07-01', name: 'Herbstfest', endTime: '23' };
    const saved = await editor.submit(`/app/events/new?like=${event.uuid}`, copy);
    const made = await eventNamed(editor, organization, 'Herbstfest');
    expect([saved.status, saved.location]).toEqual([303, `/app/events/${made.uuid}`]);
    expect(made).toMatchObject({
      date: '2030-07-01',
      startTime: '18:00',
      endTime: '23:00',
      companions: 3,
      registeredParticipants: 0,
      maxParticipants: 12,
      waitingList: false,
      promotionHours: 48,
    });
  });

  it("the copy of another club's event, though one may edit it there, or of none, is an empty form (B2)", async () => {
    const [one, two] = [await app.make.club(), await app.make.club()];
    await app.make.belongs(one.admin, two.organization, 'EDIT_EVENTS');
    const { uuid } = await app.make.event(two.organization, { name: 'Geheim' });
    const visitor = await app.as(one.admin, one.organization);
    for (const like of [uuid, crypto.randomUUID(), 'keine']) {
      const { status, text } = await visitor.get(`/app/events/new?like=${like}`);
      expect(status).toBe(200);
      expect(posted(text)).toMatchObject({
        name: '',
        eventType: 'OPEN_EVENT',
        maxParticipants: '',
      });
      expect(text).not.toContain('Geheim');
    }
  });
});
