import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { answersTo, type PollSetting, pollSetting } from '../support/polls';
import { rowOf, rowsOf, valuesOf } from '../support/rows';

const app = testApp();

let { organization, event, person, user, editor, list } = {} as PollSetting;

beforeAll(async () => {
  ({ organization, event, person, user, editor, list } = await pollSetting(app));
});

type Poll = Awaited<ReturnType<typeof app.make.poll>>;

const uuidOf = (poll: Poll, at: number) => poll.options[at]?.uuid ?? '';

const stored = async (poll: Poll) => {
  const texts = await rowOf(app.db, 'polls', poll.uuid, ['name', 'description', 'version']);
  const of = { poll_uuid: poll.uuid };
  return { ...texts, options: await valuesOf(app.db, 'poll_options', of, 'name', ['index']) };
};

/** The fields of the form with these rows, each a name and the option that it is about. */
const typed = (rows: ReadonlyArray<readonly [name: string, uuid?: string]>) => ({
  name: 'Neu',
  description: 'Bis Freitag.',
  ...Object.fromEntries(
    rows.flatMap(([name, uuid = ''], at) => [
      [`options[${at}]`, name],
      [`optionUuids[${at}]`, uuid],
    ]),
  ),
});

const changeOf = (poll: Poll) => `${list}/${poll.uuid}/edit/change`;

describe('changing a poll by its form (beyond F3)', () => {
  it('the administration of a poll leads to a form with its texts and options (F3)', async () => {
    const poll = await app.make.poll(event, { name: 'Farbe?', options: ['Rot', 'Blau'] });
    await app.make.answer(poll, { uuid: person.member }, 1);
    const { text } = await editor.get(`${list}/${poll.uuid}/edit`);
    expect(text).toContain(`href="${changeOf(poll)}"`);
    const form = await editor.get(changeOf(poll));
    expect(form.text).toMatch(/<input[^>]*name="name"[^>]*value="Farbe\?"/);
    expect(form.text).toMatch(/<input(?![^>]*readonly)[^>]*name="options\[0\]"[^>]*value="Rot"/i);
    expect(form.page).toContain('Option 2 (schon beantwortet, bleibt)');
    expect(form.text).toMatch(/<input(?=[^>]*readonly)[^>]*name="options\[1\]"[^>]*value="Blau"/i);
  });

  it('renaming, removing and adding options keeps the others, their order and answers (F3, F5)', async () => {
    const poll = await app.make.poll(event, { options: ['Rot', 'Blau', 'Gelb'] });
    await app.make.answer(poll, { uuid: person.member }, 1);
    const rows = [
      ['Hellrot', uuidOf(poll, 0)],
      ['Blau', uuidOf(poll, 1)],
      [' ', uuidOf(poll, 2)],
      [' Grün '],
      [''],
    ] as const;
    const saved = await editor.submit(changeOf(poll), { ...typed(rows), __version: '1' });
    expect([saved.status, saved.location]).toEqual([303, `${list}/${poll.uuid}/edit`]);
    expect((await editor.get(saved.location)).page).toContain('Umfrage „Neu“ gespeichert.');
    expect(await stored(poll)).toEqual({
      name: 'Neu',
      description: 'Bis Freitag.',
      version: 2,
      options: ['Hellrot', 'Blau', 'Grün'],
    });
    expect(await answersTo(app, poll)).toMatchObject([{ option_uuid: uuidOf(poll, 1) }]);
  });

  it('an option that was answered meanwhile is neither renamed nor removed: the form says so, and nothing is lost (F3, F5)', async () => {
    const refusal = 'Schon beantwortet und deshalb nicht mehr zu ändern: „Rot“.';
    const late = (poll: Poll) => [
      typed([
        ['Hellrot', uuidOf(poll, 0)],
        ['Blau', uuidOf(poll, 1)],
      ]),
      typed([
        ['', uuidOf(poll, 0)],
        ['Blau', uuidOf(poll, 1)],
      ]),
      typed([['Blau', uuidOf(poll, 1)]]),
    ];
    for (const at of [0, 1, 2]) {
      const poll = await app.make.poll(event, { name: 'Alt', options: ['Rot', 'Blau'] });
      await app.make.answer(poll, { uuid: person.member }, 0);
      const fields = { ...late(poll)[at], __version: '1' };
      const refused = await editor.submit(changeOf(poll), fields);
      expect(refused.status).toBe(409);
      expect(refused.page).toContain(refusal);
      expect(refused.text).toContain('value="Neu"');
      if (at < 2) expect(refused.text).toMatch(/<input(?=[^>]*readonly)[^>]*value="Rot"/i);
      expect(await stored(poll)).toMatchObject({
        name: 'Alt',
        version: 1,
        options: ['Rot', 'Blau'],
      });
      expect(await answersTo(app, poll)).toHaveLength(1);
    }
  });

  it('changing a poll that was just deleted leads back to the list, which says so (F3, E5)', async () => {
    const poll = await app.make.poll(event, { options: ['Rot'] });
    const fields = typed([['Blau', uuidOf(poll, 0)]]);
    await editor.call('DELETE', `/event/poll/${poll.uuid}`);
    expect((await editor.submit(changeOf(poll), fields)).location).toBe(list);
    expect((await editor.get(list)).page).toContain('Fehler beim Speichern der Umfrage.');
  });

  it('what is saved as it was leaves the version and the log alone (X5, X6)', async () => {
    const poll = await app.make.poll(event, { name: 'Neu', options: ['Rot'] });
    const rows = [['Rot', uuidOf(poll, 0)], ['']] as const;
    const same = { ...typed(rows), description: '', __version: '1' };
    const state = async () => ({
      version: (await stored(poll)).version,
      entries: (await loggedActions(app, organization)).length,
    });
    const { entries } = await state();
    expect((await editor.submit(changeOf(poll), same)).status).toBe(303);
    expect(await state()).toEqual({ version: 1, entries });
    await editor.submit(changeOf(poll), { ...same, 'options[1]': 'Blau' });
    expect(await state()).toEqual({ version: 2, entries: entries + 1 });
  });
});

describe('PUT /event/poll/:poll (beyond section 7)', () => {
  const option = (name: string, optionUuid?: string) => ({ optionUuid, name });

  it('PUT /event/poll/:poll changes a poll, even a closed one, and returns it with its answers (F3, G8)', async () => {
    const poll = await app.make.poll(event, { options: ['Rot', 'Blau'] });
    await app.make.answer(poll, { uuid: person.member }, 1);
    await editor.call('PUT', `/event/poll/${poll.uuid}/state/close`);
    const { status, json } = await editor.call('PUT', `/event/poll/${poll.uuid}`, {
      name: ' Neu ',
      description: null,
      options: [option('Rot', uuidOf(poll, 0)), option('Blau', uuidOf(poll, 1)), option('Grün')],
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      pollUuid: poll.uuid,
      name: 'Neu',
      description: '',
      closed: true,
      options: [
        { optionUuid: uuidOf(poll, 0), name: 'Rot', index: 0 },
        { optionUuid: uuidOf(poll, 1), name: 'Blau', index: 1 },
        { name: 'Grün', index: 2 },
      ],
      answers: [{ memberUuid: person.member, optionUuid: uuidOf(poll, 1) }],
    });
    expect((await user.call('GET', `/event/poll/${poll.uuid}`)).json).toEqual(json);
  });

  it('PUT /event/poll/:poll sent again adds nothing, with or without the ids (G8)', async () => {
    const poll = await app.make.poll(event, { options: ['Rot'] });
    const body = { name: 'Neu', options: [option('Rot'), option('Blau'), option('Blau')] };
    const first = await editor.call('PUT', `/event/poll/${poll.uuid}`, body);
    expect(first.json.options.map(({ name }: { name: string }) => name)).toEqual([
      'Rot',
      'Blau',
      'Blau',
    ]);
    const again = await editor.call('PUT', `/event/poll/${poll.uuid}`, body);
    expect(again.json).toEqual(first.json);
  });

  it("PUT /event/poll/:poll takes another poll's option for a new one and leaves that poll alone (F5)", async () => {
    const poll = await app.make.poll(event, { options: ['Rot'] });
    const other = await app.make.poll(event, { options: ['Fremd'] });
    const { json } = await editor.call('PUT', `/event/poll/${poll.uuid}`, {
      name: 'Neu',
      options: [option('Rot', uuidOf(poll, 0)), option('Mein', uuidOf(other, 0))],
    });
    expect(json.options[1]).toMatchObject({ name: 'Mein' });
    expect(json.options[1].optionUuid).not.toBe(uuidOf(other, 0));
    expect(await stored(other)).toMatchObject({ options: ['Fremd'] });
  });

  it('PUT /event/poll/:poll names the invalid fields (G4)', async () => {
    const poll = await app.make.poll(event, { options: ['Rot'] });
    const errorsOf = async (body: unknown) =>
      (await editor.call('PUT', `/event/poll/${poll.uuid}`, body)).json.errors;
    expect(await errorsOf({ name: ' ', options: [option('')] })).toEqual({
      name: ['Bitte einen Namen eingeben.'],
      options: ['Keine gültige Antwortoption.'],
    });
    expect(await errorsOf({ name: 'Neu' })).toEqual({ options: ['Keine gültige Antwortoption.'] });
    expect(await errorsOf({ name: 'Neu', options: ['Rot'] })).toEqual({
      'options.0': ['Erwartet wird ein JSON-Objekt.'],
    });
    expect(await errorsOf({ name: 'Neu', options: [option('Rot', 'x')] })).toEqual({
      'options.0.optionUuid': ['Keine gültige Kennung.'],
    });
    expect(await errorsOf({ name: 'Neu', options: [option('x'.repeat(201))] })).toEqual({
      'options.0': ['Höchstens 200 Zeichen.'],
    });
    const many = Array(101).fill(option('Rot'));
    expect(await errorsOf({ name: 'Neu', options: many })).toEqual({
      options: ['Höchstens 100 Antwortoptionen.'],
    });
    const twice = ['Rot', 'Blau'].map((name) => option(name, uuidOf(poll, 0)));
    expect(await errorsOf({ name: 'Neu', options: twice })).toEqual({
      options: ['Jede optionUuid darf nur einmal vorkommen.'],
    });
    const [optionUuids] = [[uuidOf(poll, 0)]];
    expect(await errorsOf({ name: 'Neu', options: [option('Rot')], optionUuids })).toEqual({
      optionUuids: ['Dieses Feld gibt es hier nicht.'],
    });
    expect(await stored(poll)).toMatchObject({ version: 1, options: ['Rot'] });
  });

  it('PUT /event/poll/:poll keeps a hundred options within its organisation (H)', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `Nummer ${at}`);
    const poll = await app.make.poll(event, { options: names });
    const options = names.map((name, at) => option(`${name}.`, uuidOf(poll, at)));
    const { status, json } = await editor.call('PUT', `/event/poll/${poll.uuid}`, {
      name: 'Neu',
      options,
    });
    expect([status, json.options.at(-1)]).toEqual([
      200,
      { optionUuid: uuidOf(poll, 99), name: 'Nummer 99.', index: 99 },
    ]);
    const rows = await rowsOf(app.db, 'poll_options', { poll_uuid: poll.uuid }, [
      'organization_uuid',
    ]);
    expect(new Set(rows.map((row) => row.organization_uuid))).toEqual(new Set([organization.uuid]));
  });
});
