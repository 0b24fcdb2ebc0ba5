import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { unescaped } from '../support/html';
import { answersTo, type PollSetting, pollSetting } from '../support/polls';
import { changeRows, insertRows, rowsOf } from '../support/rows';

const app = testApp();

let { organization, event, person, user, editor, list } = {} as PollSetting;

beforeAll(async () => {
  ({ organization, event, person, user, editor, list } = await pollSetting(app));
});

const pollsNamed = (name: string) =>
  app.db.selectFrom('polls').selectAll().where('name', '=', name).execute();

const optionsOf = async (poll: string) =>
  (await rowsOf(app.db, 'poll_options', { poll_uuid: poll }, ['name', 'index'], ['index'])).map(
    ({ name, index }) => `${index} ${name}`,
  );

describe('the list of polls (F1)', () => {
  it('the list of polls says how many have answered each (F1)', async () => {
    const at = await app.make.event(organization);
    const poll = await app.make.poll(at, { name: 'Erste' });
    await app.make.poll(at, { name: 'Zweite' });
    await app.make.answer(poll, await app.make.member(organization), 0);
    await app.make.answer(poll, await app.make.member(organization), 1);
    expect((await user.get(`/app/events/${at.uuid}/polls`)).page).toMatch(
      /Erste .*2 Antworten Anzeigen.*Zweite .*Keine Antworten Anzeigen/,
    );
  });

  it('the list of polls marks those that wait for an answer, for users who can answer (beyond F1)', async () => {
    const at = await app.make.event(organization);
    const open = await app.make.poll(at, { name: 'Offen' });
    const answered = await app.make.poll(at, { name: 'Beantwortet' });
    await app.make.poll(at, { name: 'Beendet', closed: true });
    await app.make.answer(answered, { uuid: person.member });
    await app.make.answer(open, await app.make.member(organization));
    const path = `/app/events/${at.uuid}/polls`;
    const awaited = 'Ihre Antwort fehlt';
    const { page, text } = await user.get(path);
    // Behind the name, not in the line of the answers.
    expect(text).toMatch(/Ihre Antwort fehlt<\/span><\/span> <small/);
    expect(page).toMatch(/Offen Ihre Antwort fehlt .*Beantwortet/);
    expect(page.split(awaited)).toHaveLength(2);
    expect(page).toMatch(
      /fehlt 1 Antwort\s+Anzeigen.*Beantwortet\s+1 Antwort: Ihre\s+Anzeigen.*Keine Antworten\s+Anzeigen/,
    );
    const unlinked = await app.make.userOf(organization, [], { linked: false });
    expect((await (await app.as(unlinked, organization)).get(path)).page).not.toContain(awaited);
    const dialog = async () => (await user.get(`${path}/${open.uuid}`)).page;
    expect(await dialog()).not.toContain('fällt aus');
    await changeRows(app.db, 'events', at.uuid, { cancelled_at: new Date() });
    expect((await user.get(path)).page).not.toContain(awaited);
    expect(await dialog()).toMatch(/\d{4}, fällt aus/);
    await changeRows(app.db, 'events', at.uuid, { cancelled_at: null });
    await user.submit(`${path}/${open.uuid}`, { option: open.options[0]?.uuid ?? '' });
    expect((await user.get(path)).page).not.toContain(awaited);
  });

  it('the list of polls continues where a page ends, in the same order (F1)', async () => {
    const at = await app.make.event(organization);
    const rows = Array.from({ length: 101 }, (_, number) => ({
      organization_uuid: organization.uuid,
      event_uuid: at.uuid,
      name: `Nummer ${number}.`,
    }));
    // One statement gives all the same timestamp, so the id decides the order.
    await insertRows(app.db, 'polls', rows);
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
});

describe('creating a poll (F2)', () => {
  it('creating a poll keeps the non-empty options in their order, and says so (F2, F5)', async () => {
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
    expect((await editor.get(list)).page).toContain('Umfrage „Was bringst du mit?“ erstellt.');
    const [poll] = await pollsNamed('Was bringst du mit?');
    expect(poll).toMatchObject({
      description: 'Bis Freitag.',
      closed: false,
      event_uuid: event.uuid,
    });
    expect(await optionsOf(poll?.uuid ?? '')).toEqual(['0 Salat', '1 Kuchen']);
  });

  it('creating a poll says if it has a single option, or two that are equal (beyond F2)', async () => {
    await editor.submit(`${list}/new`, { name: 'Nur eine', 'options[0]': 'Salat' });
    expect((await editor.get(list)).page).toContain(
      'Umfrage „Nur eine“ erstellt. Es gibt nur eine Antwortoption.',
    );
    const twice = { name: 'Zwei', 'options[0]': 'Salat', 'options[1]': 'salat' };
    await editor.submit(`${list}/new`, twice);
    expect((await editor.get(list)).page).toContain(
      'Umfrage „Zwei“ erstellt. Zweimal dieselbe Antwortoption: „salat“.',
    );
  });

  it('a poll without an option or a name is refused, keeping what was typed (F2)', async () => {
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
  });

  it('creating a poll refuses an overlong text at its field (F2)', async () => {
    const long = { name: 'Zu lang', 'options[0]': 'kurz', 'options[1]': 'x'.repeat(201) };
    const refused = await editor.submit(`${list}/new`, long);
    expect(refused.status).toBe(422);
    expect(refused.page).toContain('Höchstens 200 Zeichen.');
    expect(refused.text).toMatch(/<input(?=[^>]*aria-invalid="true")[^>]*name="options\[1\]"/);
    expect(await pollsNamed('Zu lang')).toEqual([]);
  });

  it('adding a row to a poll works without JavaScript, keeps what was typed and reports no errors yet (F2)', async () => {
    const form = await editor.get(`${list}/new`);
    const plus = /<button[^>]*name="__intent__"[^>]*value="([^"]+)"/.exec(form.text)?.[1] ?? '';
    // One is what Enter presses.
    expect(form.text.match(/name="__intent__"/g)).toHaveLength(2);
    expect(form.text.match(/name="options\[\d\]"/g)).toHaveLength(2);
    const more = await editor.submit(`${list}/new`, {
      name: 'Noch nicht fertig',
      'options[0]': '',
      'options[1]': 'Zweite',
      __intent__: unescaped(plus),
    });
    expect(more.status).toBe(200);
    expect(more.text).toMatch(/value="Noch nicht fertig"/);
    expect(more.text).toMatch(/<input[^>]*name="options\[1\]"[^>]*value="Zweite"/);
    expect(more.text.match(/name="options\[\d\]"/g)).toHaveLength(3);
    // The focus is in the new row.
    expect(more.text.match(/<\w+[^>]* autofocus=""[^>]*>/gi)).toEqual([
      expect.stringContaining('name="options[2]"'),
    ]);
    expect(more.page).not.toContain('Keine gültige Antwortoption.');
    expect(more.text).not.toContain('aria-invalid="true"');
    expect(await pollsNamed('Noch nicht fertig')).toEqual([]);
  });

  it('an unreadable intent is refused with 400 and logs no fault (F2)', async () => {
    for (const __intent__ of ['unfug', '{"type":"insert","payload":{"name":"name"}}']) {
      const refused = await editor.submit(`${list}/new`, { name: 'x', __intent__ });
      expect(refused.status).toBe(400);
    }
  });
});

describe('deleting a poll (F1)', () => {
  it('deleting a poll asks first, deletes all answers, and says so (F1, F5)', async () => {
    const poll = await app.make.poll(event, { name: 'Weg damit' });
    await app.make.answer(poll, { uuid: person.member });
    const path = `${list}/${poll.uuid}/delete`;
    const dialog = await editor.get(path);
    expect(dialog.page).toContain(
      'Soll die Umfrage Weg damit mit allen Antworten gelöscht werden?',
    );
    expect(await pollsNamed('Weg damit')).toHaveLength(1);
    const deleted = await editor.submit(path);
    expect([deleted.status, deleted.location]).toEqual([303, list]);
    expect((await editor.get(list)).page).toContain('Umfrage „Weg damit“ gelöscht.');
    expect(await pollsNamed('Weg damit')).toEqual([]);
    expect(await answersTo(app, poll)).toEqual([]);
    await editor.submit(path);
    expect((await editor.get(list)).page).toContain('Löschen der Umfrage fehlgeschlagen.');
  });
});
