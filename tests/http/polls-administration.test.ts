import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { answersTo, type PollSetting, pollSetting } from '../support/polls';

const app = testApp();
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let organization: PollSetting['organization'];
let event: PollSetting['event'];
let person: PollSetting['person'];
let user: PollSetting['user'];
let editor: PollSetting['editor'];
let stranger: PollSetting['stranger'];
let list: PollSetting['list'];

beforeAll(async () => {
  ({ organization, event, person, user, editor, stranger, list } = await pollSetting(app));
});

describe('poll administration (F3)', () => {
  it('poll administration shows the options by index with their answers, or that there are none (F3)', async () => {
    const poll = await app.make.poll(event, { name: 'Farbe?', options: ['Rot', 'Blau'] });
    const zoe = await app.make.member(organization, { firstName: 'Zoë', lastName: 'Fuchs' });
    const cem = await app.make.member(organization, { firstName: 'Cem', lastName: 'Çelik' });
    await app.make.answer(poll, zoe, 1);
    await app.make.answer(poll, cem, 1);
    const { status, page, text } = await editor.get(`${list}/${poll.uuid}/edit/`);
    expect(status).toBe(200);
    expect(page).toMatch(
      /Farbe\?.*Rot.*Keine Antworten.*Noch keine Antworten.*Blau.*2 Antworten \(100 %\)/,
    );
    expect(page).toMatch(/1 \d\d\. [A-ZÄ][a-zä]+ \d{4} Zoë Fuchs Antwort entfernen 2 .* Cem Çelik/);
    expect(page).not.toContain('beendet.');
    expect(text).toContain(`href="${list}"`);
  });

  it('poll administration shows long lists in pages with continued numbering (F3)', async () => {
    const poll = await app.make.poll(event, { options: ['Viele', 'Auch'] });
    for (let number = 0; number < 103; number++)
      await app.make.answer(poll, await app.make.member(organization));
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

  it('a poll can be closed and opened again, which is said (F3, F5)', async () => {
    const poll = await app.make.poll(event, { name: 'Musik' });
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
    expect(page.page).toContain('Umfrage „Musik“ beendet.');
    expect(page.page).toContain('Die Umfrage ist beendet. Sie nimmt keine Antworten mehr an.');
    expect(page.text).toContain(`action="${path}/state/open"`);
    await editor.submit(`${path}/state/open`);
    expect(await state()).toBe(false);
    const opened = await editor.get(path);
    expect(opened.page).toContain('Umfrage „Musik“ wieder geöffnet.');
    expect(opened.page).not.toContain('Die Umfrage ist beendet.');
  });

  it('a poll that fails to close says so on its own screen (F3)', async () => {
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

  it('an answer is removed after a question, and the member may answer again (F3, F5)', async () => {
    const poll = await app.make.poll(event, { name: 'Essen?', options: ['Fisch'] });
    await app.make.answer(poll, { uuid: person.member });
    const option = poll.options[0]?.uuid ?? '';
    const path = `${list}/${poll.uuid}/edit`;
    const remove = `${path}/answers/${option}/${person.member}/delete?option=${option}`;
    expect((await editor.get(path)).text).toContain(remove);
    const dialog = await editor.get(remove);
    expect(dialog.page).toContain(
      `Soll die Antwort Fisch von ${person.firstName} ${person.lastName} aus der Umfrage Essen? entfernt werden?`,
    );
    const removed = await editor.submit(remove);
    expect([removed.status, removed.location]).toEqual([303, `${path}?option=${option}`]);
    expect((await editor.get(removed.location)).page).toContain('Antwort entfernt.');
    expect(await answersTo(app, poll)).toEqual([]);
    const again = await editor.submit(remove);
    expect(again.location).toBe(`${path}?option=${option}`);
    expect((await editor.get(again.location)).page).toContain('Fehler beim entfernen der Antwort.');
    expect((await user.submit(`${list}/${poll.uuid}`, { option })).status).toBe(303);
    expect(await answersTo(app, poll)).toHaveLength(1);
  });

  it('poll administration requires EDIT_EVENTS and leads others to /app/ (F3, H)', async () => {
    const poll = await app.make.poll(event);
    await app.make.answer(poll, { uuid: person.member });
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
    expect(await answersTo(app, poll)).toHaveLength(1);
  });
});
