import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';

const app = testApp();
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

type Event = Awaited<ReturnType<typeof app.make.event>>;
type Organization = Awaited<ReturnType<typeof app.make.organization>>;

let organization: Organization;
let event: Event;
let person: Awaited<ReturnType<typeof app.make.userOf>>;
let user: Browser;
let editor: Browser;
let stranger: Browser;
let list: string;

beforeAll(async () => {
  organization = await app.make.organization();
  event = await app.make.event(organization, { name: 'Sommerfest' });
  list = `/app/events/${event.uuid}/polls`;
  person = await app.make.userOf(organization);
  user = await app.as(person, organization);
  editor = await app.as(await app.make.userOf(organization, ['EDIT_EVENTS']), organization);
  const other = await app.make.organization();
  stranger = await app.as(
    await app.make.userOf(other, ['ORGANIZATION_ADMIN', 'EDIT_EVENTS']),
    other,
  );
});

const pollsNamed = (name: string) =>
  app.db.selectFrom('polls').selectAll().where('name', '=', name).execute();

const optionsOf = async (poll: string) =>
  (
    await app.db
      .selectFrom('poll_options')
      .select(['name', 'index'])
      .where('poll_uuid', '=', poll)
      .orderBy('index')
      .execute()
  ).map(({ name, index }) => `${index} ${name}`);

const answersTo = (poll: { uuid: string }) =>
  app.db.selectFrom('poll_answers').selectAll().where('poll_uuid', '=', poll.uuid).execute();

async function answer(
  poll: { uuid: string; options: Array<{ uuid: string }> },
  member: { uuid: string },
  option = 0,
) {
  await app.db
    .insertInto('poll_answers')
    .values({
      organization_uuid: organization.uuid,
      poll_uuid: poll.uuid,
      member_uuid: member.uuid,
      option_uuid: poll.options[option]?.uuid ?? '',
    })
    .execute();
}

describe('the list of polls (F1)', () => {
  it('says that there are none, and leads back to the events (F1)', async () => {
    const empty = await app.make.event(organization);
    const { status, page, text } = await user.get(`/app/events/${empty.uuid}/polls`);
    expect(status).toBe(200);
    expect(page).toContain('Keine Umfragen verfügbar');
    expect(page).not.toContain('Umfrage erstellen');
    expect(text).toMatch(/href="\/app\/events"[^>]*>.*?Zurück/s);
    expect((await editor.get(`/app/events/${empty.uuid}/polls`)).page).toContain(
      'Umfrage erstellen',
    );
  });

  it('offers everyone to show, gray and labelled when closed, and editors to edit and delete (F1)', async () => {
    const at = await app.make.event(organization);
    const open = await app.make.poll(at, { name: 'Erste' });
    const closed = await app.make.poll(at, { name: 'Zweite', closed: true });
    const path = `/app/events/${at.uuid}/polls`;
    const { text, page } = await user.get(path);
    expect(text).toContain(`<a href="${path}/${open.uuid}" data-dialog="">Anzeigen</a>`);
    expect(text).toContain(
      `<a href="${path}/${closed.uuid}" data-dialog="" data-tone="muted">Anzeigen (Umfrage beendet)</a>`,
    );
    expect(page.indexOf('Erste')).toBeLessThan(page.indexOf('Zweite'));
    expect(text).not.toMatch(/\/edit"|\/delete"/);
    const { text: edited } = await editor.get(path);
    expect(edited).toContain(`<a href="${path}/${open.uuid}/edit">Bearbeiten</a>`);
    expect(edited).toContain(`${path}/${open.uuid}/delete`);
  });

  it('goes on where a page ends, in the same order (F1)', async () => {
    const at = await app.make.event(organization);
    const rows = Array.from({ length: 101 }, (_, number) => ({
      organization_uuid: organization.uuid,
      event_uuid: at.uuid,
      name: `Nummer ${number}.`,
    }));
    // One statement, so one instant for all: the order then is the id's.
    await app.db.insertInto('polls').values(rows).execute();
    const first = await user.get(`/app/events/${at.uuid}/polls`);
    const next = /href="([^"]+\?cursor=[^"]+)"/.exec(first.text)?.[1] ?? '';
    const second = await user.get(next);
    const names = (text: string) => text.match(/Nummer \d+\./g) ?? [];
    const seen = [...new Set([...names(first.page), ...names(second.page)])];
    expect(names(first.page)).toHaveLength(100);
    expect(names(second.page)).toHaveLength(1);
    expect(seen).toHaveLength(101);
    expect((await user.get(`/app/events/${at.uuid}/polls?cursor=unfug`)).status).toBe(404);
  });

  it('is for users of the organisation: 404 for strangers, unknown and malformed ids; log-in for visitors (B7, H)', async () => {
    expect((await stranger.get(list)).status).toBe(404);
    expect((await user.get(`/app/events/${UNKNOWN}/polls`)).status).toBe(404);
    expect((await user.get('/app/events/unfug/polls')).status).toBe(404);
    const visitor = await app.visitor().get(list);
    expect(visitor.location).toBe(`/app/login?redirect=${encodeURIComponent(list)}`);
  });
});

describe('creating a poll (F2)', () => {
  it('creates it with the options that are not empty, in their order, and says so (F2, F5)', async () => {
    const fields = {
      name: '  Was bringst du mit? ',
      description: 'Bis Freitag.',
      'options[0]': 'Salat',
      'options[1]': '  ',
      'options[2]': ' Kuchen ',
      'options[3]': '',
    };
    const created = await editor.submit(`${list}/new`, fields);
    expect([created.status, created.location]).toEqual([303, list]);
    expect((await editor.get(list)).page).toContain('Umfrage erstellt.');
    const [poll] = await pollsNamed('Was bringst du mit?');
    expect(poll).toMatchObject({
      description: 'Bis Freitag.',
      closed: false,
      event_uuid: event.uuid,
    });
    expect(await optionsOf(poll?.uuid ?? '')).toEqual(['0 Salat', '1 Kuchen']);
  });

  it('refuses a poll without an option or a name and keeps what was typed (F2)', async () => {
    const fields = {
      name: '',
      description: 'Getippt & behalten',
      'options[0]': ' ',
      'options[1]': '',
    };
    const refused = await editor.submit(`${list}/new`, fields);
    expect(refused.status).toBe(422);
    expect(refused.page).toContain('Keine gültige Antwortoption.');
    expect(refused.page).toContain('Bitte einen Namen eingeben.');
    expect(refused.page).toContain('Getippt & behalten');
    expect(refused.text).toMatch(/<input(?=[^>]*aria-invalid="true")[^>]*name="name"/);

    const named = await editor.submit(`${list}/new`, { name: 'Ohne Optionen' });
    expect(named.status).toBe(422);
    expect(named.page).toContain('Keine gültige Antwortoption.');
    expect(named.text).toMatch(/value="Ohne Optionen"/);
    expect(await pollsNamed('Ohne Optionen')).toEqual([]);
  });

  it('refuses what is too long at its field (F2)', async () => {
    const long = { name: 'Zu lang', 'options[0]': 'kurz', 'options[1]': 'x'.repeat(201) };
    const refused = await editor.submit(`${list}/new`, long);
    expect(refused.status).toBe(422);
    expect(refused.page).toContain('Höchstens 200 Zeichen.');
    expect(refused.text).toMatch(/<input(?=[^>]*aria-invalid="true")[^>]*name="options\[1\]"/);
    expect(await pollsNamed('Zu lang')).toEqual([]);
  });

  it('adds a row without JavaScript, keeps what was typed and complains about nothing yet (F2)', async () => {
    const form = await editor.get(`${list}/new`);
    const plus = /<button[^>]*name="__intent__"[^>]*value="([^"]+)"/.exec(form.text)?.[1] ?? '';
    expect(form.text.match(/name="__intent__"/g)).toHaveLength(1);
    expect(form.text.match(/name="options\[\d\]"/g)).toHaveLength(2);
    const more = await editor.submit(`${list}/new`, {
      name: 'Noch nicht fertig',
      'options[0]': '',
      'options[1]': 'Zweite',
      __intent__: plus.replaceAll('&quot;', '"'),
    });
    expect(more.status).toBe(200);
    expect(more.text).toMatch(/value="Noch nicht fertig"/);
    expect(more.text).toMatch(/<input[^>]*name="options\[1\]"[^>]*value="Zweite"/);
    expect(more.text.match(/name="options\[\d\]"/g)).toHaveLength(3);
    expect(more.page).not.toContain('Keine gültige Antwortoption.');
    expect(more.text).not.toContain('aria-invalid="true"');
    expect(await pollsNamed('Noch nicht fertig')).toEqual([]);
  });

  it('refuses an intent that cannot be read (400), without a fault in the log', async () => {
    for (const __intent__ of ['unfug', '{"type":"insert","payload":{"name":"name"}}']) {
      const refused = await editor.submit(`${list}/new`, { name: 'x', __intent__ });
      expect(refused.status).toBe(400);
    }
  });

  it('is for EDIT_EVENTS only (F1, B7, H)', async () => {
    const fields = { name: 'Verboten', 'options[0]': 'Ja' };
    for (const permission of ['ORGANIZATION_ADMIN', 'EDIT_MEMBERS'] as const) {
      const other = await app.as(await app.make.userOf(organization, [permission]), organization);
      expect((await other.get(`${list}/new`)).location).toBe('/app/');
      expect((await other.submit(`${list}/new`, fields)).location).toBe('/app/');
    }
    expect((await user.get(`${list}/new`)).location).toBe('/app/');
    expect((await user.submit(`${list}/new`, fields)).location).toBe('/app/');
    expect((await stranger.submit(`${list}/new`, fields)).status).toBe(404);
    expect((await app.visitor().submit(`${list}/new`, fields)).location).toMatch(/^\/app\/login/);
    expect((await editor.submit(`/app/events/unfug/polls/new`, fields)).status).toBe(404);
    expect(await pollsNamed('Verboten')).toEqual([]);
  });
});

describe('showing and answering a poll (F4, F5)', () => {
  it("offers 'Eintragen' on each option, then says what was chosen, and the result (F4)", async () => {
    const poll = await app.make.poll(event, { options: ['Rot', 'Blau'] });
    await answer(poll, await app.make.member(organization), 1);
    const path = `${list}/${poll.uuid}`;
    const before = await user.get(path);
    expect(before.page.match(/Eintragen/g)).toHaveLength(2);
    expect(before.page).not.toContain('Ausgewählt');
    expect(before.page, 'the result sways nobody').not.toContain('Antwort (');

    const answered = await user.submit(path, { option: poll.options[0]?.uuid ?? '' });
    expect([answered.status, answered.location]).toEqual([303, path]);
    const { page } = await user.get(path);
    expect(page).not.toContain('Eintragen');
    expect(page).toMatch(
      /Rot 1 Antwort \(50 %\) Ausgewählt .*Blau 1 Antwort \(50 %\) Nicht ausgewählt/,
    );
    expect((await answersTo(poll)).map(({ member_uuid }) => member_uuid)).toContain(person.member);
  });

  it('takes no second answer; the same form once more changes nothing and is no error (F5)', async () => {
    const poll = await app.make.poll(event);
    const path = `${list}/${poll.uuid}`;
    const [first, second] = poll.options.map(({ uuid }) => uuid);
    await user.submit(path, { option: first ?? '' });
    const given = await answersTo(poll);

    const again = await user.submit(path, { option: first ?? '' });
    expect([again.status, again.location]).toEqual([303, path]);
    expect((await user.get(path)).page).toContain('Antwort eingetragen.');

    const refused = await user.submit(path, { option: second ?? '' });
    expect(refused.status).toBe(409);
    expect(refused.page).toContain('Fehler beim eintragen der Antwort.');
    expect(refused.page).toContain('Sie haben diese Umfrage schon beantwortet.');
    expect(await answersTo(poll)).toEqual(given);
    expect(given).toHaveLength(1);
  });

  it('says before one answers that all in the club can see who chose what (beyond F4)', async () => {
    const poll = await app.make.poll(event);
    const path = `${list}/${poll.uuid}`;
    const visible = 'Alle im Verein können sehen, wer was ausgewählt hat.';
    expect((await user.get(path)).page).toContain(visible);
    await user.submit(path, { option: poll.options[0]?.uuid ?? '' });
    await user.get(path);
    expect((await user.get(path)).page).not.toContain(visible);
  });

  it('a closed poll says so and takes no answer (F4, F5)', async () => {
    const poll = await app.make.poll(event, { closed: true });
    const path = `${list}/${poll.uuid}`;
    const { page } = await user.get(path);
    expect(page).toContain('Die Umfrage ist beendet.');
    expect(page.match(/Nicht ausgewählt/g)).toHaveLength(2);
    expect(page).not.toContain('Eintragen');
    const refused = await user.submit(path, { option: poll.options[0]?.uuid ?? '' });
    expect(refused.status).toBe(409);
    expect(refused.page).toContain('Sie nimmt keine Antworten mehr an.');
    expect(await answersTo(poll)).toEqual([]);
  });

  it('tells a user without a member record what to do (F5, E7)', async () => {
    const poll = await app.make.poll(event);
    const path = `${list}/${poll.uuid}`;
    const unlinked = await app.as(
      await app.make.userOf(organization, [], { linked: false }),
      organization,
    );
    expect((await unlinked.get(path)).page).toContain('mit keinem Mitglied verknüpft');
    const refused = await unlinked.submit(path, { option: poll.options[0]?.uuid ?? '' });
    expect(refused.status).toBe(409);
    expect(refused.page).toContain('Bitten Sie die Administration Ihrer Organisation');
    expect(await answersTo(poll)).toEqual([]);
  });

  it("refuses another poll's option and a malformed one (F5)", async () => {
    const poll = await app.make.poll(event);
    const other = await app.make.poll(event);
    const path = `${list}/${poll.uuid}`;
    const foreign = await user.submit(path, { option: other.options[0]?.uuid ?? '' });
    expect(foreign.location).toBe(list);
    expect((await user.get(list)).page).toContain('Fehler beim eintragen der Antwort.');
    expect((await user.submit(path, { option: 'unfug' })).status).toBe(422);
    expect((await user.submit(path)).status).toBe(422);
    expect([...(await answersTo(poll)), ...(await answersTo(other))]).toEqual([]);
  });

  it('leads back to the list when the poll is gone, and hides it from strangers (B7, H)', async () => {
    const poll = await app.make.poll(event);
    expect((await user.get(`${list}/${UNKNOWN}`)).location).toBe(list);
    expect((await user.get(list)).page).toContain('Fehler beim laden der Umfrage.');
    const elsewhere = await app.make.event(organization);
    expect((await user.get(`/app/events/${elsewhere.uuid}/polls/${poll.uuid}`)).location).not.toBe(
      '',
    );
    expect((await stranger.visit(`${list}/${poll.uuid}`)).status).toBe(404);
    const option = poll.options[0]?.uuid ?? '';
    expect((await stranger.submit(`${list}/${poll.uuid}`, { option })).location).toBe(list);
    expect((await app.visitor().submit(`${list}/${poll.uuid}`, { option })).location).toMatch(
      /^\/app\/login/,
    );
    expect(await answersTo(poll)).toEqual([]);
  });
});

describe('deleting a poll (F1)', () => {
  it('asks, deletes with all answers, and says so (F1, F5)', async () => {
    const poll = await app.make.poll(event, { name: 'Weg damit' });
    await answer(poll, { uuid: person.member });
    const path = `${list}/${poll.uuid}/delete`;
    const asked = await editor.get(path);
    expect(asked.page).toContain('Soll die Umfrage Weg damit mit allen Antworten gelöscht werden?');
    expect(await pollsNamed('Weg damit')).toHaveLength(1);
    const deleted = await editor.submit(path);
    expect([deleted.status, deleted.location]).toEqual([303, list]);
    expect((await editor.get(list)).page).toContain('Umfrage gelöscht.');
    expect(await pollsNamed('Weg damit')).toEqual([]);
    expect(await answersTo(poll)).toEqual([]);
    await editor.submit(path);
    expect((await editor.get(list)).page).toContain('Löschen der Umfrage fehlgeschlagen.');
  });

  it('is for EDIT_EVENTS only (H)', async () => {
    const poll = await app.make.poll(event, { name: 'Bleibt' });
    const path = `${list}/${poll.uuid}/delete`;
    expect((await user.get(path)).location).toBe('/app/');
    expect((await user.submit(path)).location).toBe('/app/');
    expect((await stranger.submit(path)).location).toBe(list);
    expect((await app.visitor().submit(path)).location).toMatch(/^\/app\/login/);
    expect(await pollsNamed('Bleibt')).toHaveLength(1);
  });
});

describe('the administration of a poll (F3)', () => {
  it('shows options by index with their answers, or that there are none (F3)', async () => {
    const poll = await app.make.poll(event, { name: 'Farbe?', options: ['Rot', 'Blau'] });
    const zoe = await app.make.member(organization, { firstName: 'Zoë', lastName: 'Fuchs' });
    const cem = await app.make.member(organization, { firstName: 'Cem', lastName: 'Çelik' });
    await answer(poll, zoe, 1);
    await answer(poll, cem, 1);
    const { status, page, text } = await editor.get(`${list}/${poll.uuid}/edit/`);
    expect(status).toBe(200);
    expect(page).toMatch(
      /Farbe\?.*Rot.*Keine Antworten.*Noch keine Antworten.*Blau.*2 Antworten \(100 %\)/,
    );
    expect(page).toMatch(
      /1 \d\d\.\d\d\.\d{4}, \d\d:\d\d Uhr \(UTC\) Zoë Fuchs Antwort entfernen 2 .* Cem Çelik/,
    );
    expect(page).not.toContain('geschlossen');
    expect(text).toContain(`href="${list}"`);
  });

  it('shows long lists in pages, numbered on (F3)', async () => {
    const poll = await app.make.poll(event, { options: ['Viele', 'Auch'] });
    for (let number = 0; number < 103; number++)
      await answer(poll, await app.make.member(organization));
    const [many] = poll.options;
    const path = `${list}/${poll.uuid}/edit`;
    const first = await editor.get(path);
    expect(first.text.match(/>Antwort entfernen</g)).toHaveLength(100);
    expect(first.text).toContain(`${path}?option=${many?.uuid}&amp;after=100`);
    const second = await editor.get(`${path}?option=${many?.uuid}&after=100`);
    expect(second.text.match(/>Antwort entfernen</g)).toHaveLength(3);
    expect(second.page).toMatch(/Name Aktionen 101 /);
    expect(second.text).toMatch(/<details[^>]*open=""/);
  });

  it('closes and opens again, and says so (F3, F5)', async () => {
    const poll = await app.make.poll(event);
    const path = `${list}/${poll.uuid}/edit`;
    const state = async () =>
      (
        await app.db
          .selectFrom('polls')
          .select('closed')
          .where('uuid', '=', poll.uuid)
          .executeTakeFirst()
      )?.closed;
    expect((await editor.get(path)).text).toContain(`action="${path}/state/close"`);
    const closed = await editor.submit(`${path}/state/close`);
    expect([closed.status, closed.location]).toEqual([303, path]);
    expect(await state()).toBe(true);
    const page = await editor.get(path);
    expect(page.page).toContain('Umfrage geschlossen.');
    expect(page.page).toContain('Die Umfrage ist geschlossen.');
    expect(page.text).toContain(`action="${path}/state/open"`);
    await editor.submit(`${path}/state/open`);
    expect(await state()).toBe(false);
    const opened = await editor.get(path);
    expect(opened.page).toContain('Umfrage wieder geöffnet.');
    expect(opened.page).not.toContain('Die Umfrage ist geschlossen.');
  });

  it('says on its own screen when closing fails (F3)', async () => {
    const poll = await app.make.poll(event, { name: 'Klemmt' });
    await sql`create rule broken as on update to polls do instead select 1 / 0`.execute(app.db);
    try {
      for (const [verb, message] of [
        ['close', 'Schliessen der Umfrage fehlgeschlagen.'],
        ['open', 'Öffnen der Umfrage fehlgeschlagen.'],
      ]) {
        const failed = await editor.submit(`${list}/${poll.uuid}/edit/state/${verb}`);
        expect(failed.status).toBe(500);
        expect(failed.page).toContain(message);
        expect(failed.page).toContain('Bitte versuchen Sie es erneut.');
        expect(failed.page).toContain('Klemmt');
      }
    } finally {
      await sql`drop rule broken on polls`.execute(app.db);
    }
    expect(app.errors.splice(0)).toHaveLength(2);
  });

  it('removes an answer after asking; its member may answer again (F3, F5)', async () => {
    const poll = await app.make.poll(event, { name: 'Essen?', options: ['Fisch'] });
    await answer(poll, { uuid: person.member });
    const option = poll.options[0]?.uuid ?? '';
    const path = `${list}/${poll.uuid}/edit`;
    const remove = `${path}/answers/${option}/${person.member}/delete?option=${option}`;
    expect((await editor.get(path)).text).toContain(remove);
    const asked = await editor.get(remove);
    expect(asked.page).toContain(
      `Soll die Antwort Fisch von ${person.firstName} ${person.lastName} aus der Umfrage Essen? entfernt werden?`,
    );
    const removed = await editor.submit(remove);
    expect([removed.status, removed.location]).toEqual([303, `${path}?option=${option}`]);
    expect((await editor.get(removed.location)).page).toContain('Antwort entfernt.');
    expect(await answersTo(poll)).toEqual([]);
    const again = await editor.submit(remove);
    expect(again.location).toBe(`${path}?option=${option}`);
    expect((await editor.get(again.location)).page).toContain('Fehler beim entfernen der Antwort.');
    expect((await user.submit(`${list}/${poll.uuid}`, { option })).status).toBe(303);
    expect(await answersTo(poll)).toHaveLength(1);
  });

  it('is for EDIT_EVENTS only, else to /app/ (F3, H)', async () => {
    const poll = await app.make.poll(event);
    await answer(poll, { uuid: person.member });
    const path = `${list}/${poll.uuid}/edit`;
    const remove = `${path}/answers/${poll.options[0]?.uuid}/${person.member}/delete`;
    expect((await user.get(path)).location).toBe('/app/');
    for (const to of [`${path}/state/close`, `${path}/state/open`, remove]) {
      expect((await user.submit(to)).location).toBe('/app/');
      expect((await app.visitor().submit(to)).location).toMatch(/^\/app\/login/);
    }
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.submit(`${path}/state/close`)).status).toBe(404);
    expect((await editor.get(`${list}/${UNKNOWN}/edit`)).status).toBe(404);
    expect((await editor.get(`${list}/unfug/edit`)).status).toBe(404);
    expect((await editor.submit(`${list}/${UNKNOWN}/edit/state/close`)).status).toBe(404);
    expect(await answersTo(poll)).toHaveLength(1);
  });
});
