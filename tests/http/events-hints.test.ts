import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { eventSetting } from '../support/events';

const app = testApp();
const setting = () => eventSetting(app);

describe('hints about an event', () => {
  it('each kind of event has a line that says what it means (E4)', async () => {
    const { editor } = await setting();
    const { page } = await editor.get('/app/events/new');
    expect(page).toMatch(
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
    for (let count = 0; count < 2; count++)
      await app.make.registration(event, await app.make.member(organization));
    const form = await editor.get(edit);
    expect(form.page.match(/Zurzeit sind 2 Personen dabei\./g)).toHaveLength(1);
    const limited = { eventType: 'LIMITED_EVENT' };
    expect(await save({ ...limited, maxParticipants: '1' })).toContain(
      'Fahrt gespeichert. 2 Angemeldete sind mehr als das neue Maximum. Alle behalten ihren Platz.',
    );
    // Only of a change: another place is none of type or maximum.
    const moved = await save({ ...limited, maxParticipants: '1', place: 'Hütte' });
    expect(moved).toContain('Fahrt gespeichert.');
    expect(moved).not.toContain('neue Maximum');
  });
});
