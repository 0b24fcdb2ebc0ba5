import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { pollForAnswerInScope } from '~/features/polls/queries.server';
import type { Actor } from '~/kernel/actor';
import { Problem } from '~/kernel/problem';
import { testApp } from '../support/app';
import { answersTo, type PollSetting, pollSetting } from '../support/polls';
import { changeRows, deleteRows } from '../support/rows';

const app = testApp();

let { organization, event, person, user, editor, stranger, list } = {} as PollSetting;

beforeAll(async () => {
  ({ organization, event, person, user, editor, stranger, list } = await pollSetting(app));
});

describe('taking an answer back at once (P4)', () => {
  /** A poll that the person has just answered, and what its notification offers. */
  async function answered() {
    const poll = await app.make.poll(event, { name: 'Kuchen?', options: ['Ja', 'Nein'] });
    const [yes = '', no = ''] = poll.options.map(({ uuid }) => uuid);
    const path = `${list}/${poll.uuid}`;
    await user.submit(path, { option: yes });
    const { text } = await user.get(path);
    const undo = () => user.submit(`${path}/undo`, { option: yes });
    return { poll, yes, no, path, text, undo };
  }
  const ago = (poll: { uuid: string }, seconds: number) =>
    sql`update poll_answers set created_at = now() - make_interval(secs => ${seconds})
      where poll_uuid = ${poll.uuid}`.execute(app.db);

  it('the notification of an answer offers it, and the user answers again; twice is no error (P4, F5)', async () => {
    const { poll, yes, no, path, text, undo } = await answered();
    expect(text).toMatch(
      new RegExp(`action="${path}/undo"[^>]*>.*?name="option" value="${yes}".*?Rückgängig`, 's'),
    );
    await ago(poll, 5);
    // A button that was pressed twice.
    await user.submit(path, { option: yes });
    expect((await user.get(path)).text).toContain(`action="${path}/undo"`);
    for (let time = 0; time < 2; time++) {
      const undone = await undo();
      expect([undone.status, undone.location]).toEqual([303, path]);
      expect((await user.get(path)).page).toContain('Antwort zurückgenommen. Kuchen?');
    }
    expect(await answersTo(app, poll)).toEqual([]);
    expect((await user.submit(path, { option: no })).status).toBe(303);
    // What was given before another answer takes nothing of it.
    const late = await undo();
    expect([late.status, late.page.includes('nur zehn Sekunden lang')]).toEqual([409, true]);
    expect(await answersTo(app, poll)).toMatchObject([{ option_uuid: no }]);
  });

  it('stands after ten seconds, by the clock of the database, and once the poll is closed (P4, F5)', async () => {
    const old = await answered();
    await ago(old.poll, 11);
    const late = await old.undo();
    expect(late.status).toBe(409);
    expect(late.page).toContain('Fehler beim Zurücknehmen der Antwort.');
    expect(late.page).toContain('Eine Antwort lässt sich nur zehn Sekunden lang zurücknehmen.');
    const closed = await answered();
    await changeRows(app.db, 'polls', closed.poll.uuid, { closed: true });
    const refused = await closed.undo();
    expect([refused.status, refused.page.includes('Die Umfrage ist beendet.')]).toEqual([
      409,
      true,
    ]);
    for (const { poll } of [old, closed]) expect(await answersTo(app, poll)).toHaveLength(1);
    // Repeating an answer offers nothing: it is not new.
    await old.undo();
    await user.submit(old.path, { option: old.yes });
    expect((await user.get(old.path)).text).not.toContain(`${old.path}/undo`);
  });

  it('changes nothing of what others answered, and nothing where an editor was first (P4, F5)', async () => {
    const { poll, yes, undo } = await answered();
    const other = await app.make.member(organization);
    await app.make.answer(poll, other);
    await sql`delete from poll_answers where member_uuid = ${person.member}
      and poll_uuid = ${poll.uuid}`.execute(app.db);
    const attempts = await Promise.all([undo(), undo(), undo()]);
    expect(attempts.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await answersTo(app, poll)).toMatchObject([
      { member_uuid: other.uuid, option_uuid: yes },
    ]);
    expect((await stranger.submit(`${list}/${poll.uuid}/undo`, { option: yes })).location).toBe(
      list,
    );
    expect(await answersTo(app, poll)).toHaveLength(1);
  });
});

describe('answering a poll (F4, F5)', () => {
  it("answering a poll starts with 'Eintragen' at each option, then shows the choice and the result (F4, F5)", async () => {
    const poll = await app.make.poll(event, { options: ['Rot', 'Blau'] });
    await app.make.answer(poll, await app.make.member(organization), 1);
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
    expect((await answersTo(app, poll)).map(({ member_uuid }) => member_uuid)).toContain(
      person.member,
    );
  });

  it('to those who run a poll the answers are a link away before they have answered (F3, F4)', async () => {
    const poll = await app.make.poll(event, { options: ['Rot', 'Blau'] });
    const path = `${list}/${poll.uuid}`;
    const link = new RegExp(`href="${path}/edit/?"[^>]*>Antworten ansehen<`);
    expect((await editor.get(path)).text).toMatch(link);
    expect((await user.get(path)).text).not.toMatch(link);
    await editor.submit(path, { option: poll.options[0]?.uuid ?? '' });
    const { text, page } = await editor.get(path);
    expect(page).toContain('Rot 1 Antwort (100 %)');
    expect(text).not.toMatch(link);
  });

  it('a second answer to a poll is refused; repeating the same one changes nothing (F4, F5)', async () => {
    const poll = await app.make.poll(event, { name: 'Kuchen?', options: ['Ja', 'Nein'] });
    const path = `${list}/${poll.uuid}`;
    const [first, second] = poll.options.map(({ uuid }) => uuid);
    await user.submit(path, { option: first ?? '' });
    const given = await answersTo(app, poll);

    const again = await user.submit(path, { option: first ?? '' });
    expect([again.status, again.location]).toEqual([303, path]);
    expect((await user.get(path)).page).toContain('Antwort eingetragen: „Ja“. Kuchen?');

    const refused = await user.submit(path, { option: second ?? '' });
    expect(refused.status).toBe(409);
    expect(refused.page).toContain('Fehler beim Eintragen der Antwort.');
    expect(refused.page).toContain('Sie haben diese Umfrage schon beantwortet.');
    expect(await answersTo(app, poll)).toEqual(given);
    expect(given).toHaveLength(1);
  });

  it('a poll says above its options that an answer is final and who sees it, to those who can answer (F4, F5)', async () => {
    const poll = await app.make.poll(event, { options: ['Rot'] });
    const closed = await app.make.poll(event, { closed: true });
    const final = 'Zurücknehmen geht nur zehn Sekunden lang.';
    const visible = 'Alle im Verein sehen, wer was wählt.';
    const path = `${list}/${poll.uuid}`;
    const { page } = await user.get(path);
    expect(page).toMatch(new RegExp(`${final} .*Rot Eintragen`));
    expect(page).toContain(visible);
    const unlinked = await app.make.userOf(organization, [], { linked: false });
    expect((await (await app.as(unlinked, organization)).get(path)).page).not.toContain(final);
    expect((await user.get(`${list}/${closed.uuid}`)).page).not.toContain(final);
    await user.submit(path, { option: poll.options[0]?.uuid ?? '' });
    await user.get(path);
    const { page: after } = await user.get(path);
    expect(after).not.toContain(final);
    expect(after).not.toContain(visible);
  });

  it('the result names who chose what, by name; before one has answered it names nobody (beyond F4)', async () => {
    const poll = await app.make.poll(event, { options: ['Rot', 'Blau'] });
    for (const [lastName, option] of [
      ['Zander', 0],
      ['Ähle', 0],
      ['Unger', 1],
    ] as const) {
      const member = await app.make.member(organization, { firstName: 'Kim', lastName });
      await app.make.answer(poll, member, option);
    }
    const path = `${list}/${poll.uuid}`;
    expect((await user.get(path)).page).not.toMatch(/Kim (Zander|Ähle|Unger)/);
    await user.submit(path, { option: poll.options[1]?.uuid ?? '' });
    expect((await user.get(path)).page).toMatch(
      /Rot 2 Antworten \(50 %\) Nicht ausgewählt Kim Ähle, Kim Zander Blau 2 Antworten \(50 %\) Ausgewählt .*Kim Unger/,
    );
    await sql`update polls set closed = true where uuid = ${poll.uuid}`.execute(app.db);
    const unlinked = await app.asUserOf(organization, [], { linked: false });
    expect((await unlinked.get(path)).page).toContain('Kim Ähle, Kim Zander');
  });

  it('a result names a thousand people at most, an equal part of each option, and nobody is read before one has answered (beyond F4, H)', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `Option ${at}`);
    const poll = await app.make.poll(event, { options: names });
    await sql`
      with present as (
        insert into members (organization_uuid, first_name, last_name)
        select ${organization.uuid}::uuid, 'Viele', 'Namen' from generate_series(1, 30)
        returning uuid)
      insert into poll_answers (organization_uuid, poll_uuid, option_uuid, member_uuid)
      select ${organization.uuid}::uuid, ${poll.uuid}::uuid, ${poll.options[0]?.uuid}::uuid, uuid
      from present`.execute(app.db);
    const club = { uuid: organization.uuid, member: person.member, leads: [], permissions: [] };
    const actor = { systemAdmin: false, organizations: [club] } as unknown as Actor;
    const read = () => pollForAnswerInScope({ db: app.db, actor }, { poll: poll.uuid });
    const { options } = (await read())?.poll ?? {};
    expect(options?.[0]).toMatchObject({ name: 'Option 0', count: null, people: [] });
    await app.make.answer(poll, { uuid: person.member }, 1);
    const { page } = await user.get(`${list}/${poll.uuid}`);
    expect(page.match(/Viele Namen/g)).toHaveLength(25);
    expect(page).toContain('30 Antworten (97 %) Nicht ausgewählt Namen Viele Namen');
    expect(page).toContain('Viele Namen und 5 weitere');
  });

  it('a closed poll shows first what was chosen most, an open one keeps its order (F4)', async () => {
    const poll = await app.make.poll(event, { options: ['Rot', 'Blau'] });
    await app.make.answer(poll, await app.make.member(organization), 1);
    const path = `${list}/${poll.uuid}`;
    expect((await user.get(path)).page).toMatch(/Rot Eintragen.*Blau Eintragen/);
    await sql`update polls set closed = true where uuid = ${poll.uuid}`.execute(app.db);
    expect((await user.get(path)).page).toMatch(
      /Blau 1 Antwort .*Nicht ausgewählt.*Rot Keine Antworten Nicht ausgewählt/,
    );
  });

  it('a poll names its event and the day, to those who answer and those who manage it (F3, F4)', async () => {
    const at = await app.make.event(organization, { name: 'Grillen', date: '2031-07-05' });
    const poll = await app.make.poll(at);
    const path = `/app/events/${at.uuid}/polls/${poll.uuid}`;
    const about = 'Grillen, Samstag, 05. Juli 2031';
    expect((await user.get(path)).page).toContain(about);
    expect((await editor.get(`${path}/edit`)).page).toContain(about);
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
    expect(refused.page.match(/Die Umfrage ist beendet/g), 'once').toHaveLength(1);
    expect(await answersTo(app, poll)).toEqual([]);
    // Any other refusal does not say so.
    const turn = vi.spyOn(app.services.limits, 'takeWrite').mockImplementation(() => {
      throw new Problem(429, 'Zu viele Versuche', 'Bitte etwas später.');
    });
    const later = await user.submit(path, { option: poll.options[0]?.uuid ?? '' });
    turn.mockRestore();
    expect(later.page).toContain('Bitte etwas später.');
    expect(later.page).toContain('Die Umfrage ist beendet.');
  });

  it('a poll tells a user without a member record what to do (F4, F5, E7)', async () => {
    const poll = await app.make.poll(event);
    const path = `${list}/${poll.uuid}`;
    const unlinked = await app.asUserOf(organization, [], { linked: false });
    expect((await unlinked.get(path)).page).toContain('mit keinem Mitglied verknüpft');
    const refused = await unlinked.submit(path, { option: poll.options[0]?.uuid ?? '' });
    expect(refused.status).toBe(409);
    expect(refused.page).toContain('Bitten Sie die Administration Ihres Vereins');
    expect(await answersTo(app, poll)).toEqual([]);
  });

  it("answering a poll with another poll's option or a malformed one is refused (F4, F5)", async () => {
    const poll = await app.make.poll(event);
    const other = await app.make.poll(event);
    const path = `${list}/${poll.uuid}`;
    const foreign = await user.submit(path, { option: other.options[0]?.uuid ?? '' });
    expect(foreign.location).toBe(path);
    expect((await user.get(path)).page).toContain(
      'Fehler beim Eintragen der Antwort. Das gibt es nicht oder nicht mehr.',
    );
    expect((await user.submit(path, { option: 'unfug' })).status).toBe(422);
    expect((await user.submit(path)).status).toBe(422);
    expect([...(await answersTo(app, poll)), ...(await answersTo(app, other))]).toEqual([]);
  });

  it('an answer to a poll as it was before an edit is refused, with the new labels (F4, F5)', async () => {
    const poll = await app.make.poll(event, { options: ['Berg', 'See'] });
    const [first = '', second = ''] = poll.options.map(({ uuid }) => uuid);
    const path = `${list}/${poll.uuid}`;
    const shown = (text: string) => /name="__version" value="(\d+)"/.exec(text)?.[1] ?? '';
    const __version = shown((await user.get(path)).text);
    const options = { 'options[0]': 'See', 'options[1]': 'Berg' };
    const of = { 'optionUuids[0]': first, 'optionUuids[1]': second };
    await editor.submit(`${path}/edit/change`, { name: 'Wohin?', ...options, ...of });
    const late = await user.submit(path, { option: first, __version });
    expect([late.status, await answersTo(app, poll)]).toEqual([409, []]);
    expect(late.page).toContain('Jemand hat die Umfrage inzwischen geändert.');
    expect(late.text).toContain('aria-label="Eintragen: See"');
    await user.submit(path, { option: first, __version: shown(late.text) });
    // Twice: it stands, whatever has changed since.
    const again = await user.submit(path, { option: first, __version });
    expect([again.status, await answersTo(app, poll)]).toMatchObject([
      303,
      [{ option_uuid: first }],
    ]);
  });

  it('an option that was deleted meanwhile leads back to its poll, and to the list with the poll (F4, F5)', async () => {
    const poll = await app.make.poll(event, { options: ['Rot', 'Blau'] });
    const [red = '', blue = ''] = poll.options.map(({ uuid }) => uuid);
    const path = `${list}/${poll.uuid}`;
    await deleteRows(app.db, 'poll_options', blue);
    const late = await user.submit(path, { option: blue });
    expect([late.status, late.location]).toEqual([302, path]);
    const { page } = await user.get(path);
    expect(page).toContain('Fehler beim Eintragen der Antwort. Das gibt es nicht oder nicht mehr.');
    expect(page).toContain('Rot');
    await deleteRows(app.db, 'polls', poll.uuid);
    const gone = await user.submit(path, { option: red });
    expect((await user.get(gone.location ?? '')).location).toBe(list);
    expect((await user.get(list)).page).toContain('Fehler beim Laden der Umfrage.');
  });
});
