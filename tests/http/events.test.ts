import { brotliCompressSync, constants } from 'node:zlib';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { startOf } from '~/features/events/position';
import { testApp } from '../support/app';

const app = testApp();

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A club with one of each: who may edit events, who may do all but that, a plain user; and a stranger. */
async function setting() {
  const { organization } = await app.make.club();
  const editor = await app.make.userOf(organization, ['EDIT_EVENTS']);
  const other = await app.make.userOf(organization, ['ORGANIZATION_ADMIN', 'EDIT_MEMBERS']);
  const user = await app.make.userOf(organization);
  const stranger = await app.make.club();
  return {
    organization,
    editor: await app.as(editor, organization),
    /** Those who belong to the organisation and may not edit its events. */
    others: [await app.as(other, organization), await app.as(user, organization)],
    user: await app.as(user, organization),
    member: { uuid: user.member },
    stranger: await app.as(stranger.admin, stranger.organization),
    admin: await app.as(await app.make.user({ admin: true })),
  };
}

const stored = (uuid: string) =>
  app.db
    .selectFrom('events')
    .select(['name', 'date', 'event_type', 'max_participants', 'organization_uuid'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();

const named = (name: string) =>
  app.db.selectFrom('events').selectAll().where('name', '=', name).executeTakeFirst();

const rowOf = (html: string, name: string) =>
  html.match(/<tr.*?<\/tr>/gs)?.find((row) => row.includes(`>${name}<`)) ?? '';

describe('the list', () => {
  it('shows name, date and how full each event is, by date (E1, E2)', async () => {
    const { organization, user, member } = await setting();
    const limited = await app.make.event(organization, { name: 'Zeltlager', date: '2030-03-05', max: 4 });
    await app.make.event(organization, { name: 'Ausflug', date: '2030-07-01' });
    await app.make.event(organization, { name: 'Nullfest', date: '2030-08-01', max: 0 });
    await app.make.registration(limited, member);

    const { status, page, text } = await user.get('/app/events');
    expect(status).toBe(200);
    expect(page).toContain(
      'Zeltlager Angemeldet 05. März 2030 Freie Plätze. (1 von 4 belegt) UmfragenAbmelden',
    );
    expect(page).toContain('Ausflug 01. Juli 2030 Offene Veranstaltung Umfragen');
    expect(page).toContain('Nullfest 01. August 2030 Keine freien Plätze mehr. (0 von 0 belegt)');
    expect(page.indexOf('Zeltlager')).toBeLessThan(page.indexOf('Ausflug'));
    expect(text).toContain('class="badge green">Freie Plätze.');
    expect(text).toContain('class="badge red">Keine freien Plätze mehr.');
    expect(rowOf(text, 'Nullfest')).toMatch(/<button type="button" disabled="">\s*Anmelden/);
    expect(rowOf(text, 'Ausflug')).not.toMatch(/Anmelden|Abmelden/);
  });

  it('turns orange above 75 percent only (E2)', async () => {
    const { organization, user } = await setting();
    const event = await app.make.event(organization, { max: 4 });
    for (let count = 0; count < 3; count++) {
      await app.make.registration(event, await app.make.member(organization));
    }
    expect((await user.get('/app/events')).page).toContain('Freie Plätze. (3 von 4 belegt)');
    const fuller = await app.make.event(organization, { max: 5 });
    for (let count = 0; count < 4; count++) {
      await app.make.registration(fuller, await app.make.member(organization));
    }
    expect((await user.get('/app/events')).text).toMatch(
      /badge orange">Nur noch wenige freie Plätze\.<\/span>\s*(?:<i>)?\(4 von 5 belegt\)/,
    );
  });

  it('offers changes to EDIT_EVENTS only (E3)', async () => {
    const { organization, editor, others, admin } = await setting();
    const { uuid } = await app.make.event(organization, { max: 4 });
    const { text } = await editor.get('/app/events');
    expect(text).toContain('href="/app/events/new"');
    for (const dialog of ['edit', 'participants', 'delete', 'registration', 'polls']) {
      expect(text).toContain(`href="/app/events/${uuid}/${dialog}"`);
    }
    for (const visitor of others) {
      const theirs = (await visitor.get('/app/events')).text;
      expect(theirs).not.toMatch(/events\/new|\/edit|\/participants|\/delete/);
      expect(theirs).toContain(`href="/app/events/${uuid}/registration"`);
    }
    expect((await admin.get('/app/events')).page).toContain('Keine Organisationen verfügbar.');
  });

  it('says so when there is nothing (E1)', async () => {
    const { user, editor } = await setting();
    const empty = await user.get('/app/events');
    expect(empty.page).toContain('Keine Veranstaltungen verfügbar');
    expect(empty.page).not.toContain('Veranstaltung erstellen');
    expect((await editor.get('/app/events')).page).toContain('Veranstaltung erstellen');
  });

  it('shows nothing of other organisations, and nothing without a log-in (B2)', async () => {
    const { organization, stranger } = await setting();
    await app.make.event(organization, { name: 'Geheimtreffen' });
    expect((await stranger.get('/app/events')).text).not.toContain('Geheimtreffen');
    const answer = await app.visitor().get('/app/events?after=x');
    expect(answer.location).toBe(`/app/login?redirect=${encodeURIComponent('/app/events?after=x')}`);
  });
});

describe('the pages of the list (E1)', () => {
  /** Events on these days from today, named by them. */
  async function withEvents(days: number[]) {
    const all = await setting();
    await app.db
      .insertInto('events')
      .values(
        days.map((day) => ({
          organization_uuid: all.organization.uuid,
          name: `Tag ${day};`,
          date: inDays(day),
          event_type: 'OPEN_EVENT' as const,
        })),
      )
      .execute();
    return all;
  }
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const daysOn = (page: string) => [...page.matchAll(/Tag (-?\d+);/g)].map((match) => Number(match[1]));
  const linkTo = (text: string, rel: string) =>
    new RegExp(`<a [^>]*rel="${rel}"[^>]*>`).exec(text)?.[0].match(/href="([^"]+)"/)?.[1] ?? '';

  it('begin with the one that holds the next event, upcoming ones first', async () => {
    const { user } = await withEvents(range(-110, 120));
    const { text, page } = await user.get('/app/events');
    expect(daysOn(page)).toEqual(range(0, 99));
    expect(page).toContain('Frühere Veranstaltungen');
    expect(page).toContain('Spätere Veranstaltungen');

    const later = await user.get(linkTo(text, 'next'));
    expect(daysOn(later.page), 'a full page, as far as there are rows').toEqual(range(21, 120));
    expect(later.page).not.toContain('Spätere Veranstaltungen');

    const earlier = await user.get(linkTo(text, 'prev'));
    expect(daysOn(earlier.page)).toEqual(range(-100, -1));
    const earliest = await user.get(linkTo(earlier.text, 'prev'));
    expect(daysOn(earliest.page)).toEqual(range(-110, -11));
    expect(earliest.page).not.toContain('Frühere Veranstaltungen');
    expect(daysOn((await user.get(linkTo(earlier.text, 'next'))).page)).toEqual(range(0, 99));
  });

  it('are filled with past events, which are muted', async () => {
    const { user } = await withEvents(range(-110, 1));
    const { text, page } = await user.get('/app/events');
    expect(daysOn(page)).toEqual(range(-98, 1));
    expect(text.match(/<tr data-tone="muted"/g)).toHaveLength(98);
    expect(rowOf(text, 'Tag -1;')).toContain('data-tone="muted"');
    expect(rowOf(text, 'Tag 0;')).not.toContain('data-tone="muted"');
    expect(page).not.toContain('Spätere Veranstaltungen');
  });

  it('lose and repeat no event where many have the same date', async () => {
    const { user } = await withEvents([...Array.from({ length: 220 }, () => 5), 6]);
    const rows = (text: string) =>
      [...text.matchAll(/href="\/app\/events\/([0-9a-f-]{36})\/polls"/g)].map((m) => m[1]);
    const seen = new Set<string | undefined>();
    let path = '/app/events';
    for (let pages = 0; path !== '' && pages < 5; pages++) {
      const { text } = await user.get(path);
      for (const row of rows(text)) seen.add(row);
      path = linkTo(text, 'next').replaceAll('&amp;', '&');
    }
    expect(seen.size).toBe(221);
  });

  it('are kept by the dialogs that stand over them', async () => {
    const { organization, editor } = await withEvents(range(0, 110));
    const { text } = await editor.get('/app/events');
    const later = linkTo(text, 'next');
    const second = await editor.get(later);
    const edit = /href="(\/app\/events\/[^"/]+\/edit\?after=[^"]+)"/.exec(second.text)?.[1] ?? '';
    expect(edit).toContain(later.split('?')[1]);
    const dialog = await editor.get(edit);
    expect(dialog.text).toContain(`href="${later}"`);
    const saved = await editor.submit(edit, { name: 'Neu', date: inDays(60), eventType: 'OPEN_EVENT' });
    expect(saved.location).toBe(later);
    expect(organization.uuid).not.toBe('');
  });

  it('are not found at a position that is none', async () => {
    const { user } = await setting();
    for (const query of ['after=x', 'before=2030-02-30_x', `after=2030-01-01_${UNKNOWN}_1`, 'after=']) {
      expect((await user.get(`/app/events?${query}`)).status, query).toBe(404);
    }
    const { date, uuid } = startOf('2030-01-01');
    expect((await user.get(`/app/events?after=${date}_${uuid}`)).status).toBe(200);
  });

  it('are a hundred rows in 10 KiB and two round trips to Postgres, the session and the page', async () => {
    const { organization, editor } = await setting();
    await app.db
      .insertInto('events')
      .values(
        range(1, 101).map((number) => ({
          organization_uuid: organization.uuid,
          name: `Treffen der Abteilung ${number}`,
          date: inDays(number),
          event_type: 'LIMITED_EVENT' as const,
          max_participants: number,
        })),
      )
      .execute();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { text } = await editor.get('/app/events');
    expect(query).toHaveBeenCalledTimes(2);
    query.mockRestore();
    expect(text.match(/Abteilung \d+<\/th>/g)).toHaveLength(100);
    const sentBytes = brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    }).byteLength;
    expect(sentBytes).toBeLessThan(10 * 1024);
  });
});

const sent = { name: 'Sommerfest', date: '2030-06-01', eventType: 'LIMITED_EVENT', maxParticipants: '30' };

describe('creating an event', () => {
  it('by the form leads to the list with a notification (E4, E8)', async () => {
    const { organization, editor } = await setting();
    const dialog = await editor.get('/app/events/new');
    expect(dialog.page).toContain('Veranstaltung erstellen');
    expect(dialog.page).toContain('Gilt nur bei begrenzter Teilnehmerzahl.');
    expect(dialog.text).toMatch(/type="date"/);
    const answer = await editor.submit('/app/events/new', { ...sent, name: ' Sommerfest 1 ' });
    expect(answer.status).toBe(303);
    expect(answer.location).toBe('/app/events');
    expect((await editor.get(answer.location)).page).toContain('Veranstaltung erstellt.');
    expect(await named('Sommerfest 1')).toMatchObject({
      organization_uuid: organization.uuid,
      date: '2030-06-01',
      event_type: 'LIMITED_EVENT',
      max_participants: 30,
    });
  });

  it('leaves the maximum out where everyone may come (E4)', async () => {
    const { editor } = await setting();
    const open = { ...sent, name: 'Offenes Fest', eventType: 'OPEN_EVENT' };
    expect((await editor.submit('/app/events/new', open)).status).toBe(303);
    expect((await editor.submit('/app/events/new', { ...open, maxParticipants: '' })).status).toBe(303);
    expect((await named('Offenes Fest'))?.max_participants).toBe(0);
  });

  it.each([
    ['name', { name: ' ' }, 'Bitte einen Namen eingeben.'],
    ['name', { name: 'x'.repeat(201) }, 'Höchstens 200 Zeichen.'],
    ['date', { date: '' }, 'Bitte ein Datum eingeben.'],
    ['date', { date: '2030-02-30' }, 'Kein gültiges Datum.'],
    ['eventType', { eventType: '' }, 'Bitte eine Art wählen.'],
    ['eventType', { eventType: 'OTHER' }, 'Bitte eine Art wählen.'],
    ['maxParticipants', { maxParticipants: '' }, 'Bitte die Höchstzahl eingeben.'],
    ['maxParticipants', { maxParticipants: 'viele' }, 'Bitte eine ganze Zahl eingeben.'],
    ['maxParticipants', { maxParticipants: '1.5' }, 'Bitte eine ganze Zahl eingeben.'],
    ['maxParticipants', { maxParticipants: '-1' }, 'Mindestens 0.'],
    ['maxParticipants', { maxParticipants: '1000000000000000' }, 'Höchstens 999999999999999.'],
  ])('refuses a wrong %s %j and keeps what was typed (E4)', async (_field, wrong, message) => {
    const { editor } = await setting();
    const fields = { ...sent, name: 'Bleibt stehen', ...wrong };
    const answer = await editor.submit('/app/events/new', fields);
    expect(answer.status).toBe(422);
    expect(answer.page).toContain(message);
    if (!('name' in wrong)) expect(answer.text).toContain('value="Bleibt stehen"');
    if (!('date' in wrong)) expect(answer.text).toContain('value="2030-06-01"');
    expect(await named('Bleibt stehen')).toBeUndefined();
  });

  it('takes the highest maximum there is (E4)', async () => {
    const { editor } = await setting();
    const fields = { ...sent, name: 'Riesenfest', maxParticipants: '999999999999999' };
    expect((await editor.submit('/app/events/new', fields)).status).toBe(303);
    expect((await editor.get('/app/events')).page).toContain('(0 von 999999999999999 belegt)');
  });

  it('is for EDIT_EVENTS (table H)', async () => {
    const { organization, others, stranger } = await setting();
    for (const visitor of others) {
      expect((await visitor.get('/app/events/new')).location).toBe('/app/');
      expect((await visitor.submit('/app/events/new', { ...sent, name: 'Nie' })).location).toBe('/app/');
      expect(
        (
          await visitor.call('POST', '/event', {
            ...sent,
            maxParticipants: 3,
            organization: organization.uuid,
          })
        ).status,
      ).toBe(403);
    }
    const body = { ...sent, name: 'Nie', maxParticipants: 3 };
    expect((await stranger.call('POST', '/event', { ...body, organization: organization.uuid })).status).toBe(
      404,
    );
    expect((await stranger.call('POST', '/event', { ...body, organization: UNKNOWN })).status).toBe(404);
    expect((await app.visitor().call('POST', '/event', { ...body, organization: UNKNOWN })).status).toBe(401);
    expect((await app.visitor().submit('/app/events/new', sent)).location).toContain('/app/login');
    expect(await named('Nie')).toBeUndefined();
  });

  it('by a call takes and answers both spellings (G2)', async () => {
    const { organization, editor, admin } = await setting();
    const whole = { organization: organization.uuid, name: 'Ruf', date: '2030-06-01' };
    const snake = { ...whole, event_type: 'LIMITED_EVENT', max_participants: 7 };
    const camel = { ...whole, eventType: 'LIMITED_EVENT', maxParticipants: 7, date: '2030-06-01T10:00:00Z' };
    for (const [visitor, body] of [
      [editor, snake],
      [editor, camel],
      [admin, { ...snake, ...camel }],
    ] as const) {
      const answer = await visitor.call('POST', '/event/', body);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
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
    const noMaximum = await editor.call('POST', '/event', { ...snake, max_participants: undefined });
    expect(noMaximum.json).toMatchObject({ max_participants: 0 });
  });

  it('by a call refuses what is wrong, field by field (G4)', async () => {
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
      [{ ...right, event_type: 'PARTY' }, 'eventType'],
      [{ ...right, event_type: undefined }, 'eventType'],
      [{ ...right, max_participants: '7' }, 'maxParticipants'],
      [{ ...right, max_participants: -1 }, 'maxParticipants'],
      [{ ...right, max_participants: 1e15 }, 'maxParticipants'],
      [{ ...right, max_participants: 3, maxParticipants: 4 }, 'maxParticipants'],
      [{ ...right, colour: 'red' }, 'colour'],
      [{ ...right, organization: 'x' }, 'organization'],
    ];
    for (const [body, field] of wrong) {
      const answer = await editor.call('POST', '/event', body);
      expect(answer.status, JSON.stringify(body)).toBe(422);
      expect(Object.keys(answer.json.errors)).toContain(field);
    }
  });
});

describe('changing an event', () => {
  it('by the form (E4, E8)', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await app.make.event(organization, { name: 'Alt', max: 9 });
    const dialog = await editor.get(`/app/events/${uuid}/edit`);
    expect(dialog.text).toContain('value="Alt"');
    expect(dialog.text).toContain('value="9"');
    const answer = await editor.submit(`/app/events/${uuid}/edit`, {
      ...sent,
      name: 'Neu',
      maxParticipants: '5',
    });
    expect(answer.location).toBe('/app/events');
    expect((await editor.get('/app/events')).page).toContain('Veranstaltung gespeichert.');
    expect(await stored(uuid)).toMatchObject({ name: 'Neu', date: '2030-06-01', max_participants: 5 });
    const opened = { ...sent, name: 'Neu', eventType: 'OPEN_EVENT' };
    await editor.submit(`/app/events/${uuid}/edit`, opened);
    expect(await stored(uuid)).toMatchObject({ event_type: 'OPEN_EVENT', max_participants: 0 });
  });

  it('refused, keeps what was typed', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await app.make.event(organization, { name: 'Alt', max: 9 });
    const answer = await editor.submit(`/app/events/${uuid}/edit`, {
      ...sent,
      name: 'Getippt',
      date: 'bald',
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('value="Getippt"');
    expect(await stored(uuid)).toMatchObject({ name: 'Alt', max_participants: 9 });
  });

  it('that has just gone closes the dialog with a notification (E5, E8)', async () => {
    const { organization, editor, stranger } = await setting();
    const { uuid } = await app.make.event(organization);
    for (const [visitor, event] of [
      [editor, UNKNOWN],
      [editor, 'x'],
      [stranger, uuid],
    ] as const) {
      for (const dialog of ['edit', 'delete', 'registration', 'participants']) {
        const answer = await visitor.get(`/app/events/${event}/${dialog}`);
        expect(answer.location).toBe('/app/events');
        expect((await visitor.get('/app/events')).page).toMatch(
          /Error: (Veranstaltung Fehler beim laden der Veranstaltung|Teilnehmer Fehler beim laden der Teilnehmer)\./,
        );
      }
    }
    const saved = await editor.submit(`/app/events/${UNKNOWN}/edit`, sent);
    expect(saved.location).toBe('/app/events');
    expect((await editor.get('/app/events')).page).toContain('Fehler beim speichern der Veranstaltung.');
    const deleted = await editor.submit(`/app/events/${UNKNOWN}/delete`);
    expect(deleted.location).toBe('/app/events');
    expect((await editor.get('/app/events')).page).toContain('Fehler beim löschen der Veranstaltung.');
  });

  it('by a call takes the event as it was read (G2)', async () => {
    const { organization, editor, admin } = await setting();
    const { uuid } = await app.make.event(organization, { name: 'Alt', max: 9 });
    for (const visitor of [editor, admin]) {
      const { json: read } = await visitor.call('GET', `/event/${uuid}`);
      const unchanged = await visitor.call('PUT', '/event', read);
      expect(unchanged.status).toBe(200);
      expect(unchanged.json).toEqual(read);
    }
    const { json: read } = await editor.call('GET', `/event/${uuid}`);
    // Whoever knows one spelling only leaves the other as it was.
    expect((await editor.call('PUT', '/event', { ...read, maxParticipants: 5 })).json).toMatchObject({
      maxParticipants: 5,
      max_participants: 5,
    });
    expect(
      (await editor.call('PUT', '/event', { ...read, maxParticipants: 5, max_participants: 6 })).json,
    ).toMatchObject({
      maxParticipants: 6,
    });
    expect(
      (await editor.call('PUT', '/event', { ...read, maxParticipants: 7, max_participants: 8 })).status,
    ).toBe(422);
    const opened = await editor.call('PUT', '/event', { ...read, event_type: 'OPEN_EVENT' });
    expect(opened.json).toMatchObject({ eventType: 'OPEN_EVENT', max_participants: 0 });
  });

  it('by a call refuses what is wrong (G4)', async () => {
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
      expect((await editor.call('PUT', '/event', { ...read, ...wrong })).status, JSON.stringify(wrong)).toBe(
        422,
      );
    }
    expect((await editor.call('PUT', '/event', { ...read, uuid: UNKNOWN })).status).toBe(404);
    expect(await stored(uuid)).toMatchObject({ name: 'Alt', organization_uuid: organization.uuid });
  });

  it('is for EDIT_EVENTS (table H)', async () => {
    const { organization, others, stranger } = await setting();
    const { uuid } = await app.make.event(organization, { name: 'Alt', max: 9 });
    const body = { uuid, name: 'Neu', date: '2030-01-01', event_type: 'OPEN_EVENT' };
    for (const visitor of others) {
      for (const dialog of ['edit', 'delete', 'participants']) {
        expect((await visitor.get(`/app/events/${uuid}/${dialog}`)).location).toBe('/app/');
      }
      expect((await visitor.submit(`/app/events/${uuid}/edit`, sent)).location).toBe('/app/');
      expect((await visitor.submit(`/app/events/${uuid}/delete`)).location).toBe('/app/');
      expect((await visitor.call('PUT', '/event', body)).status).toBe(403);
      expect((await visitor.call('DELETE', `/event/${uuid}`)).status).toBe(403);
    }
    expect((await stranger.call('PUT', '/event', body)).status).toBe(404);
    expect((await stranger.call('DELETE', `/event/${uuid}`)).status).toBe(404);
    expect((await app.visitor().call('PUT', '/event', body)).status).toBe(401);
    expect((await app.visitor().call('DELETE', `/event/${uuid}`)).status).toBe(401);
    expect(await stored(uuid)).toMatchObject({ name: 'Alt' });
  });
});

describe('deleting an event', () => {
  it('asks first, and takes its registrations along (E3, E8)', async () => {
    const { organization, editor, member } = await setting();
    const event = await app.make.event(organization, { name: 'Absage', max: 3 });
    await app.make.registration(event, member);
    expect((await editor.get(`/app/events/${event.uuid}/delete`)).page).toContain(
      'Soll Absage wirklich gelöscht werden?',
    );
    expect(await stored(event.uuid)).toBeDefined();
    const answer = await editor.submit(`/app/events/${event.uuid}/delete`);
    expect(answer.status).toBe(303);
    expect((await editor.get('/app/events')).page).toContain('Veranstaltung gelöscht.');
    expect(await stored(event.uuid)).toBeUndefined();
  });

  it('by a call (G8)', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await app.make.event(organization);
    expect((await editor.call('DELETE', `/event/${uuid}/`)).status).toBe(204);
    expect((await editor.call('DELETE', `/event/${uuid}`)).status).toBe(404);
    expect((await editor.call('DELETE', '/event/x')).status).toBe(404);
  });
});

describe('reading events by calls', () => {
  it('lists them by date, all or page by page (G7)', async () => {
    const { organization, user, admin } = await setting();
    for (const date of ['2030-03-01', '2020-01-01', '2030-02-01', '2030-02-01']) {
      await app.make.event(organization, { date });
    }
    const all = await user.call('GET', `/event/?organization=${organization.uuid}`);
    expect(all.json.map(({ date }: { date: string }) => date)).toEqual([
      '2020-01-01',
      '2030-02-01',
      '2030-02-01',
      '2030-03-01',
    ]);
    expect(all.headers.get('Link')).toBeNull();
    const read: unknown[] = [];
    let path = `/event?organization=${organization.uuid}&limit=2`;
    for (let pages = 0; path !== '' && pages < 5; pages++) {
      const { json, headers } = await admin.call('GET', path);
      read.push(...json);
      path = /<\/api([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? '';
    }
    expect(read).toEqual(all.json);
  });

  it('tells nobody else (table H)', async () => {
    const { organization, stranger } = await setting();
    const { uuid } = await app.make.event(organization);
    for (const path of [
      `/event?organization=${organization.uuid}`,
      `/event/${uuid}`,
      `/event/registered-events?organization=${organization.uuid}`,
    ]) {
      expect((await stranger.call('GET', path)).status).toBe(404);
      expect((await app.visitor().call('GET', path)).status).toBe(401);
    }
    expect((await stranger.call('GET', '/event')).status).toBe(422);
    expect((await stranger.call('GET', '/event?organization=x')).status).toBe(422);
    expect((await stranger.call('GET', `/event?organization=${UNKNOWN}`)).status).toBe(404);
    expect((await stranger.call('GET', '/event/x')).status).toBe(404);
    expect((await stranger.call('PATCH', '/event')).headers.get('Allow')).toBe(
      'GET, HEAD, OPTIONS, POST, PUT',
    );
  });
});
