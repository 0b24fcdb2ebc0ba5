import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { eventSetting, inDays } from '../support/events';
import { changeRows } from '../support/rows';

const app = testApp();
const setting = () => eventSetting(app);

const OVER = 'Diese Veranstaltung ist vorbei.';

describe('hints about an event', () => {
  it('each kind of event has a line that says what it means (E4)', async () => {
    const { editor } = await setting();
    expect((await editor.get('/app/events/new')).page).toMatch(
      /Offene Veranstaltung ?Alle können ohne Anmeldung kommen\..{0,60}Begrenzte Teilnehmerzahl ?Mit Anmeldung, solange Plätze frei sind\./,
    );
  });

  it('a new event on a day that is over is created, and the notification says so (E8)', async () => {
    const { editor } = await setting();
    const create = async (date: string) => {
      const event = { name: 'Rückblick', date, eventType: 'OPEN_EVENT' };
      const { status, location } = await editor.submit('/app/events/new', event);
      expect(status).toBe(303);
      return (await editor.get(location)).page;
    };
    expect(await create('2020-03-05')).toContain(
      'Rückblick erstellt. Das Datum liegt in der Vergangenheit: 05. März 2020.',
    );
    expect(await create('2040-03-05')).not.toContain('Vergangenheit');
  });

  it('the form says how many are registered, and the notification what a change means for them (E4, E8)', async () => {
    const { organization, editor } = await setting();
    const event = await app.make.event(organization, { max: 10 });
    const edit = `/app/events/${event.uuid}/edit`;
    const save = async (fields: Record<string, string>) => {
      const { status, location } = await editor.submit(edit, {
        name: 'Fahrt',
        date: '2040-03-05',
        ...fields,
      });
      expect(status).toBe(303);
      return (await editor.get(location)).page;
    };
    expect((await editor.get(edit)).page).not.toContain('Zurzeit');
    expect(await save({ eventType: 'LIMITED_EVENT', maxParticipants: '10' })).not.toContain(
      'bleib',
    );

    for (let count = 0; count < 2; count++)
      await app.make.registration(event, await app.make.member(organization));
    const form = await editor.get(edit);
    expect(form.page.match(/Zurzeit sind 2 Personen dabei\./g)).toHaveLength(1);
    const limited = { eventType: 'LIMITED_EVENT' };
    expect(await save({ ...limited, maxParticipants: '2' })).not.toContain('neue Maximum');
    expect(await save({ ...limited, maxParticipants: '1' })).toContain(
      'Fahrt gespeichert. 2 Angemeldete sind mehr als das neue Maximum. Alle behalten ihren Platz.',
    );
    // Only of a change: another place is none of type or maximum.
    const moved = await save({ ...limited, maxParticipants: '1', place: 'Hütte' });
    expect(moved).toContain('Fahrt gespeichert.');
    expect(moved).not.toContain('neue Maximum');
    expect(await save({ eventType: 'OPEN_EVENT' })).toContain(
      'Fahrt gespeichert. 2 Anmeldungen bleiben bestehen, neue sind nicht mehr nötig.',
    );
  });

  it('the dialogs of a past event say that it is over, and still sign up and off (E3, E7)', async () => {
    const { organization, user } = await setting();
    const event = await app.make.event(organization, { date: '2020-03-05', max: 10 });
    const coming = await app.make.event(organization, { date: '2040-03-05', max: 10 });
    const registration = `/app/events/${event.uuid}/registration`;
    expect((await user.get(registration)).page).toContain(OVER);
    expect((await user.get(`/app/events/${coming.uuid}/registration`)).page).not.toContain(OVER);
    expect((await user.submit(registration, {})).status).toBe(303);
    expect((await user.get(`${registration}/withdrawal`)).page).toContain(OVER);
    expect((await user.submit(`${registration}/withdrawal`, {})).status).toBe(303);
  });
});

it('an event of several days is not over before its last one is (J1)', async () => {
  const { organization } = await app.make.club();
  const user = await app.make.userOf(organization);
  const visitor = await app.as(user, organization);
  const fields = { name: 'Zeltlager', date: inDays(-2), max: 9 };
  const event = await app.make.event(organization, fields, { end_date: inDays(1) });
  await app.make.registration(event, { uuid: user.member });
  expect((await visitor.get('/app/events')).page).not.toContain('Vorbei');
  const dialog = await visitor.get(`/app/events/${event.uuid}/registration/withdrawal`);
  expect(dialog.page).toContain('Zeltlager');
  expect(dialog.page).not.toContain('ist vorbei');
  expect((await visitor.get('/app/')).page).toMatch(/Dabei .*Zeltlager/);
  await changeRows(app.db, 'events', { uuid: event.uuid }, { end_date: inDays(-1) });
  expect((await visitor.get('/app/')).page).not.toContain('Zeltlager');
});
