import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../support/app';
import { answersTo, type PollSetting, pollSetting } from '../support/polls';
import { changeRows, deleteRows, rowOf, rowsOf } from '../support/rows';

const app = testApp();

let { organization, event, person, user, editor, list } = {} as PollSetting;

beforeAll(async () => {
  ({ organization, event, person, user, editor, list } = await pollSetting(app));
});

/** Removes an answer as the administration does. @returns the form that its notification holds */
async function undoOf(
  { uuid, options }: { uuid: string; options: Array<{ uuid: string }> },
  option: number,
  member: string = person.member,
) {
  const path = `${list}/${uuid}/edit/answers/${options[option]?.uuid}/${member}/delete`;
  const { location } = await editor.submit(path);
  const { text } = await editor.get(location);
  const [, action = ''] = /<form[^>]*action="([^"]*\/restore)"/.exec(text) ?? [];
  const [, removal = ''] = /name="removal" value="([^"]*)"/.exec(text) ?? [];
  return { action, fields: { removal } };
}

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

  it('poll administration shows a thousand answers in all, an equal part of each option, and the others in pages with continued numbering (F3)', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `Option ${at}`);
    const poll = await app.make.poll(event, { options: names });
    await sql`
      with present as (
        insert into members (organization_uuid, first_name, last_name)
        select ${organization.uuid}::uuid, 'Anna', to_char(n, 'FM0000') from generate_series(0, 1199) n
        returning uuid, last_name::int as n)
      insert into poll_answers (organization_uuid, poll_uuid, option_uuid, member_uuid, created_at)
      select ${organization.uuid}::uuid, ${poll.uuid}::uuid, o.uuid, present.uuid,
        timestamptz '2030-01-01' + n * interval '1 minute'
      from present join poll_options o on o.poll_uuid = ${poll.uuid} and o.index = n % 40`.execute(
      app.db,
    );
    const path = `${list}/${poll.uuid}/edit`;
    /** Those that an option shows, by their numbers. */
    const shown = (text: string, at: number) => {
      const [, table = ''] = text.split(`>Antworten: ${names[at]}<`);
      const [rows = ''] = table.split('</table>');
      return [...rows.matchAll(/>Anna (\d{4})</g)].map(([, n]) => Number(n));
    };
    const first25 = (at: number) => Array.from({ length: 25 }, (_, nth) => nth * 40 + at);
    const { text, page } = await editor.get(path);
    expect(page).toContain('Antworten (1200)');
    expect(text.match(/>Antwort entfernen</g)).toHaveLength(1000);
    for (const at of names.keys()) expect(shown(text, at)).toEqual(first25(at));
    const next = `${path}?option=${poll.options[7]?.uuid}&after=25`;
    expect(text).toContain(next.replace('&', '&amp;'));
    const second = await editor.get(next);
    expect(second.page).toMatch(/Name Aktionen 26 /);
    expect(second.text).toMatch(/<details[^>]*open=""/);
    expect(shown(second.text, 7)).toEqual([1007, 1047, 1087, 1127, 1167]);
    expect(shown(second.text, 8)).toEqual(first25(8));
  });

  it('a poll can be closed and opened again, which is said (F3, F5)', async () => {
    const poll = await app.make.poll(event, { name: 'Musik' });
    const path = `${list}/${poll.uuid}/edit`;
    const state = async () => (await rowOf(app.db, 'polls', poll.uuid, ['closed'])).closed;
    expect((await editor.get(path)).text).toContain(`action="${path}/state/close"`);
    const closed = await editor.submit(`${path}/state/close`);
    expect([closed.status, closed.location]).toEqual([303, path]);
    expect(await state()).toBe(true);
    const page = await editor.get(path);
    expect(page.page).toContain('Umfrage „Musik“ beendet.');
    expect(page.page).toContain('Die Umfrage ist beendet. Sie nimmt keine Antworten mehr an.');
    expect(page.text).toContain(`action="${path}/state/open"`);
    for (const change of ['close', 'open', 'open']) await editor.submit(`${path}/state/${change}`);
    expect(await state()).toBe(false);
    // What changed nothing is not in the log (X6).
    const { rows } =
      await sql`select from audit_log where action ~ 'Umfrage „Musik“.* (beendet|wieder geöffnet)'`.execute(
        app.db,
      );
    expect(rows).toHaveLength(2);
    const opened = await editor.get(path);
    expect(opened.page).toContain('Umfrage „Musik“ wieder geöffnet.');
    expect(opened.page).not.toContain('Die Umfrage ist beendet.');
  });

  it('closing or opening a poll that was just deleted leads back to the list, which says so (F3)', async () => {
    const poll = await app.make.poll(event);
    await deleteRows(app.db, 'polls', { uuid: poll.uuid });
    for (const verb of ['close', 'open']) {
      const { location } = await editor.submit(`${list}/${poll.uuid}/edit/state/${verb}`);
      expect(location).toBe(list);
      expect((await editor.get(list)).page).toContain('der Umfrage fehlgeschlagen.');
    }
  });

  it('an answer is removed at once, and the member may answer again (F3, F5)', async () => {
    const poll = await app.make.poll(event, { name: 'Essen?', options: ['Fisch'] });
    await app.make.answer(poll, { uuid: person.member });
    const option = poll.options[0]?.uuid ?? '';
    const path = `${list}/${poll.uuid}/edit`;
    const remove = `${path}/answers/${option}/${person.member}/delete?option=${option}`;
    expect((await editor.get(path)).text).toContain(`formaction="${remove}"`);
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

  it('the notification of a removed answer takes that back, with its time, and twice does no harm (F3, P4)', async () => {
    const poll = await app.make.poll(event, { name: 'Essen?', options: ['Fisch', 'Tofu'] });
    await app.make.answer(poll, { uuid: person.member }, 1);
    const before = await answersTo(app, poll);
    for (const closed of [false, true]) {
      await changeRows(app.db, 'polls', poll.uuid, { closed });
      const undo = await undoOf(poll, 1);
      expect(await answersTo(app, poll)).toEqual([]);
      for (let times = 0; times < 2; times++) {
        const restored = await editor.submit(undo.action, undo.fields);
        expect(restored.status).toBe(303);
        expect((await editor.get(restored.location)).page).toContain('Antwort wiederhergestellt.');
        expect(await answersTo(app, poll)).toEqual(before);
      }
      const [state] = await rowsOf(app.db, 'polls', poll.uuid, ['closed']);
      expect(state?.closed, 'closed as before').toBe(closed);
    }
  });

  it('a removed answer does not come back over a new one, without its option or its member (F5)', async () => {
    const poll = await app.make.poll(event, { name: 'Essen?', options: ['Fisch', 'Tofu'] });
    const gone = await app.make.member(organization);
    const option = poll.options[1]?.uuid ?? '';
    const refusalOf = async (undo: Awaited<ReturnType<typeof undoOf>>) => {
      const refused = await editor.submit(undo.action, undo.fields);
      expect(refused.status).toBe(409);
      expect(refused.page).toContain('Fehler beim Wiederherstellen der Antwort.');
      return refused.page;
    };
    await app.make.answer(poll, { uuid: person.member });
    const again = await undoOf(poll, 0);
    await app.make.answer(poll, { uuid: person.member }, 1);
    expect(await refusalOf(again)).toContain('Inzwischen wurde neu geantwortet.');
    expect((await answersTo(app, poll)).length).toBe(1);
    await deleteRows(app.db, 'poll_answers', { poll_uuid: poll.uuid });

    await app.make.answer(poll, gone);
    const member = await undoOf(poll, 0, gone.uuid);
    await deleteRows(app.db, 'members', gone.uuid);
    expect(await refusalOf(member)).toContain('gibt es nicht mehr.');

    await app.make.answer(poll, { uuid: person.member }, 1);
    const without = await undoOf(poll, 1);
    await deleteRows(app.db, 'poll_options', option);
    expect(await refusalOf(without)).toContain('gibt es nicht mehr.');
    expect(await answersTo(app, poll)).toEqual([]);
  });

  it('only the user who removed an answer can restore it, alone and not for long (F5)', async () => {
    const poll = await app.make.poll(event, { options: ['Fisch', 'Tofu'] });
    const other = await app.make.poll(event, { options: ['Fisch'] });
    const [fish, tofu] = poll.options.map(({ uuid }) => uuid);
    await app.make.answer(poll, { uuid: person.member });
    const undo = await undoOf(poll, 0);
    const colleague = await app.asUserOf(organization, ['EDIT_EVENTS']);
    const elsewhere = undo.action.replace(poll.uuid, other.uuid);
    const stale = vi.spyOn(Date, 'now');
    for (const [by, action, fields] of [
      [colleague, undo.action, undo.fields],
      [editor, undo.action.replace(`${fish}`, `${tofu}`), undo.fields],
      [editor, elsewhere, undo.fields],
      [editor, undo.action, { removal: 'erfunden' }],
    ] as const) {
      const refused = await by.submit(action, fields);
      expect([refused.status, refused.page.includes('nur kurz nach dem Entfernen')]).toEqual([
        409,
        true,
      ]);
    }
    expect((await user.submit(undo.action, undo.fields)).location).toBe('/app/');
    const now = Date.now();
    stale.mockReturnValue(now + 11 * 60_000);
    try {
      expect((await editor.submit(undo.action, undo.fields)).status).toBe(409);
    } finally {
      stale.mockRestore();
    }
    expect(await answersTo(app, poll)).toEqual([]);
    expect((await editor.submit(undo.action, undo.fields)).status).toBe(303);
  });
});
