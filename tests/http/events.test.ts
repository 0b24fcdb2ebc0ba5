import { describe, expect, it } from 'vitest';
import { dayInWords } from '~/dates';
import { testApp } from '../support/app';
import { eventSetting } from '../support/events';
import { UNKNOWN } from '../support/rows';

const app = testApp();
const setting = () => eventSetting(app);

const stored = (uuid: string) =>
  app.db.selectFrom('events').selectAll().where('uuid', '=', uuid).executeTakeFirst();

const sent = {
  name: 'Sommerfest',
  date: '2030-06-01',
  eventType: 'LIMITED_EVENT',
  maxParticipants: '30',
};

describe('changing an event', () => {
  it('changing an event by form saves it and says so (E4, E8)', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await app.make.event(organization, { name: 'Alt', max: 9 });
    const dialog = await editor.get(`/app/events/${uuid}/edit`);
    expect(dialog.text).toContain('value="Alt"');
    expect(dialog.text).toContain('value="9"');
    const response = await editor.submit(`/app/events/${uuid}/edit`, {
      ...sent,
      name: 'Neu',
      maxParticipants: '5',
    });
    expect(response.location).toBe('/app/events');
    expect((await editor.get('/app/events')).page).toContain('Neu gespeichert.');
    expect(await stored(uuid)).toMatchObject({
      name: 'Neu',
      date: '2030-06-01',
      max_participants: 5,
    });
    const opened = { ...sent, name: 'Neu', eventType: 'OPEN_EVENT' };
    await editor.submit(`/app/events/${uuid}/edit`, opened);
    expect(await stored(uuid)).toMatchObject({ event_type: 'OPEN_EVENT', max_participants: 0 });
  });

  it('changing an event that was just deleted closes the dialog with a notification (E5, E8)', async () => {
    const { editor } = await setting();
    for (const event of [UNKNOWN, 'x']) {
      for (const dialog of ['edit', 'delete', 'registration', 'participants']) {
        const response = await editor.get(`/app/events/${event}/${dialog}`);
        expect(response.location).toBe('/app/events');
        expect((await editor.get('/app/events')).page).toMatch(
          /Error: (Veranstaltung Fehler beim Laden der Veranstaltung|Teilnehmer Fehler beim Laden der Teilnehmer)\./,
        );
      }
    }
    const saved = await editor.submit(`/app/events/${UNKNOWN}/edit`, sent);
    expect(saved.location).toBe('/app/events');
    expect((await editor.get('/app/events')).page).toContain(
      'Fehler beim speichern der Veranstaltung.',
    );
    const deleted = await editor.submit(`/app/events/${UNKNOWN}/delete`);
    expect(deleted.location).toBe('/app/events');
    expect((await editor.get('/app/events')).page).toContain(
      'Fehler beim löschen der Veranstaltung.',
    );
  });

  it('changing an event by call takes the event as it was read (G2)', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await app.make.event(organization, { name: 'Alt', max: 9 });
    const { json: read } = await editor.call('GET', `/event/${uuid}`);
    const unchanged = await editor.call('PUT', '/event', read);
    expect([unchanged.status, unchanged.json]).toEqual([200, read]);
    // A client that knows one spelling leaves the other unchanged.
    expect(
      (await editor.call('PUT', '/event', { ...read, maxParticipants: 5 })).json,
    ).toMatchObject({
      maxParticipants: 5,
      max_participants: 5,
    });
    expect(
      (await editor.call('PUT', '/event', { ...read, maxParticipants: 5, max_participants: 6 }))
        .json,
    ).toMatchObject({
      maxParticipants: 6,
    });
    expect(
      (await editor.call('PUT', '/event', { ...read, maxParticipants: 7, max_participants: 8 }))
        .status,
    ).toBe(422);
    for (const emptied of [
      { maxParticipants: null },
      { max_participants: null },
      { maxParticipants: null, max_participants: null },
    ]) {
      await editor.call('PUT', '/event', read);
      const { status, json } = await editor.call('PUT', '/event', { ...read, ...emptied });
      expect([status, json.maxParticipants]).toEqual([200, 0]);
    }
    const opened = await editor.call('PUT', '/event', { ...read, event_type: 'OPEN_EVENT' });
    expect(opened.json).toMatchObject({ eventType: 'OPEN_EVENT', max_participants: 0 });
  });

  it('changing an event by call refuses invalid input (G4)', async () => {
    const { organization, editor } = await setting();
    const elsewhere = await app.make.organization();
    const { uuid } = await app.make.event(organization, { name: 'Alt', max: 9 });
    const { json: read } = await editor.call('GET', `/event/${uuid}`);
    for (const wrong of [
      { name: '' },
      { colour: 'red' },
      { organization: elsewhere.uuid },
      { date: null },
      { uuid: 'x' },
    ]) {
      expect(
        (await editor.call('PUT', '/event', { ...read, ...wrong })).status,
        JSON.stringify(wrong),
      ).toBe(422);
    }
    expect((await editor.call('PUT', '/event', { ...read, uuid: UNKNOWN })).status).toBe(404);
    expect(await stored(uuid)).toMatchObject({ name: 'Alt', organization_uuid: organization.uuid });
  });
});

describe('deleting an event', () => {
  it('deleting an event asks first and deletes its registrations, too (E3, E8)', async () => {
    const { organization, editor, member } = await setting();
    const event = await app.make.event(organization, { name: 'Absage', max: 3 });
    await app.make.registration(event, member);
    // Where companions may come, persons count.
    expect((await editor.get(`/app/events/${event.uuid}/delete`)).page).toMatch(
      new RegExp(
        `Soll Absage am ${dayInWords(event.date)} wirklich gelöscht werden\\? ` +
          '(1 Anmeldung|Anmeldungen für 1 Person), Anwesenheit und Umfragen der Veranstaltung gehen dabei verloren\\.',
      ),
    );
    expect(await stored(event.uuid)).toBeDefined();
    const response = await editor.submit(`/app/events/${event.uuid}/delete`);
    expect(response.status).toBe(303);
    expect((await editor.get('/app/events')).page).toContain('Absage gelöscht.');
    expect(await stored(event.uuid)).toBeUndefined();
  });
});
