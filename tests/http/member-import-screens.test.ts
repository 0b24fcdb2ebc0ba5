import { describe, expect, it } from 'vitest';
import { stillToInvite } from '~/features/imports/wording';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { importSetting, TABLE, upload } from '../support/member-import';

/** The screens of an import (O5, O6). */
const app = testApp();

/** What the preview sends of a cell that can be corrected. */
const cell = (at: number, line: number, column: number, text: string) => ({
  [`cells[${at}].line`]: `${line}`,
  [`cells[${at}].column`]: `${column}`,
  [`cells[${at}].text`]: text,
});

describe('The screens', () => {
  it('lead from a file to its columns, the preview and the import, without scripts (O5)', async () => {
    const { editor, members } = await importSetting(app);
    const sent = await upload(editor, TABLE);
    expect(sent.status).toBe(303);
    const columns = await editor.get(sent.location);
    for (const heading of ['Abteilung', 'Mitgliedsnr', 'Damen 1'])
      expect(columns.page).toContain(heading);
    const preview = await editor.submit(sent.location, {
      fields: ['lastName', 'firstName', 'birthday', 'gender', 'email', 'mobile', 'group', 'none'],
    });
    expect(preview.status).toBe(303);
    const shown = await editor.get(preview.location);
    expect(shown.page).toContain('3 neu');
    expect(shown.page).not.toContain('geändert');
    expect(shown.page).toMatch(/3 neu .*Damen 1, Turnen.* Importieren/);
    expect(shown.page).toContain('Gruppe: Damen 1, Turnen');
    expect((await editor.submit(preview.location)).status).toBe(303);
    await app.work();
    const done = (await editor.get(preview.location)).page;
    expect(done).toContain('Fertig: 3 Zeilen eingetragen.');
    expect(done).toContain('Gruppe: Damen 1, Turnen');
    // What somebody has who is new has not changed.
    expect(done).not.toContain('→');
    expect(await members()).toHaveLength(3);
  });

  it('lead from pasted names at once to the preview, which knows who is there already (O5)', async () => {
    const { editor, members } = await importSetting(app);
    const lines =
      'Anna Lindner\nGroß, Max\n\n3. Eva von Berg <eva@example.org>\nCher\nAnna Lindner';
    const first = await editor.submit('/app/members/import', { table: lines });
    const previewed = (await editor.get(first.location)).page;
    expect(previewed).toContain('3 neu, 1 unklar, 1 fehlerhaft');
    expect(previewed).toContain('Die fehlerhafte Zeile wird ausgelassen.');
    expect((await editor.submit(first.location)).status).toBe(303);
    await app.work();
    expect(await members()).toEqual([
      'Groß|Max||||',
      'Lindner|Anna||||',
      'von Berg|Eva|eva@example.org|||',
    ]);
    const again = await editor.submit('/app/members/import', { table: `Name;E-Mail\n${lines}` });
    const { page } = await editor.get(again.location);
    expect(page).toContain('1 unklar, 1 fehlerhaft, 3 unverändert');
    const grouped = { table: 'Name;Gruppe\nAnna Lindner;U15' };
    expect((await editor.submit('/app/members/import', grouped)).location).toMatch(/\/columns$/);
  });

  it('take another file for another table, also where the form comes back from the history (O5)', async () => {
    const { editor } = await importSetting(app);
    const key = { __key: 'a.read-table' };
    const send = (file: string) => upload(editor, file, 'mitglieder.csv', key);
    const first = await send(TABLE);
    expect((await send(TABLE)).location).toBe(first.location);
    const other = await send('Vorname;Nachname\nBerta;Ander');
    expect((await editor.get(other.location)).page).toContain('Berta');
  });

  it('say what to do where all that is left is faulty, and offer no invitations then (O5)', async () => {
    const { admin, read } = await importSetting(app);
    const { uuid } = (await read('Vorname;Nachname;Geburtstag\nEva;Bach;gestern', admin)).json;
    const { page } = await admin.get(`/app/members/import/${uuid}`);
    expect(page).toContain('Berichtigen Sie die fehlerhaften Zeilen');
    expect(page).not.toContain('ausgelassen');
    expect(page).not.toMatch(/Alle einladen|Importieren/);
  });

  it('let faulty cells be corrected, and keep what was chosen for unclear rows (O5)', async () => {
    const { editor, organization, members, read } = await importSetting(app);
    await app.make.member(organization, { firstName: 'Ida', lastName: 'Ort' });
    const table = 'Vorname;Nachname;Geburtstag\nEva;Bach;gestern\n;Ernst;\nIda;Ort;\nIda;Ort;';
    const { uuid } = (await read(table)).json;
    const path = `/app/members/import/${uuid}`;
    const shown = await editor.get(path);
    expect(shown.text).toContain('value="gestern"');
    expect(shown.page).toContain('Erwartet wird ein Datum wie 31.12.1990.');
    const choice = { 'choices[0].line': '5', 'choices[0].choice': 'create' };
    const birthday = cell(0, 2, 2, '3.4.1961');
    // Nothing starts as long as one of them is faulty, but what was typed is kept.
    const long = 'x'.repeat(101);
    const refused = await editor.submit(path, { ...choice, ...birthday, ...cell(1, 3, 0, long) });
    expect(refused.page).toContain('Noch nicht importiert');
    expect(refused.page).toContain('Zeile 3: Vorname „xxx');
    expect(refused.page).toContain('1 neu, 1 unklar, 1 fehlerhaft, 1 unverändert');
    expect(refused.text).toContain(`value="${long}"`);
    expect(refused.page).not.toContain('Fehlt.');
    const checked = await editor.submit(path, { ...choice, ...cell(0, 3, 0, ''), page: '1' });
    const again = await editor.get(checked.location);
    expect(again.page).toContain(messages.checked.message);
    expect(again.page).toContain('1 neu, 1 unklar, 1 fehlerhaft, 1 unverändert');
    expect((await editor.submit(path, cell(0, 3, 0, 'Emil'))).status).toBe(303);
    await app.work();
    expect(await members()).toEqual([
      'Bach|Eva|1961-04-03||||',
      'Ernst|Emil||||',
      'Ort|Ida||||',
      'Ort|Ida||||',
    ]);
  });

  it('ask about rows that a correction made unclear before they start, and keep it (O5)', async () => {
    const { editor, members, read } = await importSetting(app);
    const { uuid } = (
      await read('Vorname;Nachname;Geburtstag\nXaver;;\nXaver;Doppelt;1.1.1990\nEva;Bach;')
    ).json;
    const path = `/app/members/import/${uuid}`;
    const typed = cell(0, 2, 1, 'Doppelt');
    const asked = await editor.submit(path, { ...typed, invite: '' });
    expect(asked.page).toContain('Zeile 3: Derselbe Name wie in Zeile 2.');
    expect(asked.page).toContain('2 Zeilen werden eingetragen, die unklare je nach Ihrer Wahl.');
    expect(asked.text).toContain('name="choices[0].choice"');
    expect(await members()).toEqual([]);
    // A call gets nothing but the reason.
    const other = (await read('Vorname;Nachname\nXaver;\nXaver;Doppelt')).json.uuid;
    const call = { cells: [{ line: 2, column: 1, text: 'Doppelt' }] };
    const refused = await editor.call('POST', `/member/import/${other}`, call);
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('Zeile 3: Derselbe Name wie in Zeile 2.'),
    ]);
    expect((await editor.call('GET', `/member/import/${other}`)).json.counts.faulty).toBe(1);
  });

  it('show what was typed on a page that is refused, on that page and at its rows (O5)', async () => {
    const { editor, read } = await importSetting(app);
    const faulty = Array.from({ length: 102 }, (_, at) => `Eva${at};Bach;gestern`);
    const table = ['Vorname;Nachname;Geburtstag', ...faulty, 'Ida;Ort;', 'Ida;Ort;'];
    const { uuid } = (await read(table.join('\n'))).json;
    const path = `/app/members/import/${uuid}`;
    const first = await editor.get(path);
    expect(first.page).toContain('Nächste Seite');
    expect(first.text).toMatch(/<button[^>]*name="page"[^>]*value="2"/);
    const refused = await editor.submit(`${path}?page=2`, {
      // In another order than they are shown.
      ...cell(0, 103, 2, 'morgen\0'),
      ...cell(1, 102, 2, '3.4.1961'),
      page: '2',
    });
    expect(refused.status).toBe(422);
    expect(refused.page).toContain('Enthält ein ungültiges Zeichen.');
    expect(refused.text).toMatch(/id="cell-102-2"[^>]*value="3\.4\.1961"/);
    expect(refused.text).not.toMatch(/id="cell-102-2"[^>]* aria-invalid=/);
    const choice = { 'choices[0].line': '105', 'choices[0].choice': 'create' };
    const typed = await editor.submit(path, { ...choice, ...cell(0, 2, 2, 'x\0'), page: '1' });
    expect(typed.text).toMatch(/value="create"[^>]*checked|checked[^>]*value="create"/);
    // Going on to another page keeps it.
    const next = await editor.submit(path, { ...choice, ...cell(0, 2, 2, '3.4.1961'), page: '2' });
    expect(next.location).toBe(`${path}?page=2`);
    expect((await editor.get(next.location)).page).toContain('2 neu, 1 unklar, 101 fehlerhaft');
  });

  it('show the beginner of an import that it waits, and others nothing of it; the log begins with its start (O5)', async () => {
    const { editor, admin, organization, read } = await importSetting(app);
    const { uuid } = (await read(TABLE)).json;
    const start = async (as = editor) => (await as.get('/app/members/import')).page;
    expect(await start()).toContain('noch nicht eingetragen');
    expect(await start(admin)).not.toContain('noch nicht eingetragen');
    const preview = await editor.get(`/app/members/import/${uuid}`);
    expect(preview.page).toContain('3 Zeilen werden eingetragen.');
    expect(preview.text).toMatch(/href="\/app\/members"[^>]*>Abbrechen/);
    await editor.submit(`/app/members/import/${uuid}`);
    expect(await loggedActions(app, organization)).toEqual([
      'Tabelle „liste.csv“ importiert: 3 neu',
    ]);
  });

  it('speak of one row, and of one invitation (O5)', async () => {
    const { admin, read } = await importSetting(app);
    const { uuid } = (await read('Vorname;Nachname;E-Mail\nEva;Bach;eva@example.org', admin)).json;
    const path = `/app/members/import/${uuid}`;
    expect((await admin.get(path)).page).toMatch(/1 neu Alle einladen.* Eva Bach.* Importieren/);
    await admin.submit(path);
    expect((await admin.get(path)).page).toContain('0 von 1 Zeile.');
    await app.work();
    expect((await admin.get(path)).page).toContain('Fertig: 1 Zeile eingetragen.');
    await admin.submit(`${path}/undo`);
    expect((await admin.get(path)).page).toContain('noch 1 Zeile.');
    expect(stillToInvite(1, '3. März')).toMatch(/^1 Einladung ist/);
    expect(stillToInvite(2, '3. März')).toMatch(/^2 Einladungen sind/);
  });

  it('say at the file what is wrong with it, and at the columns what is missing (O5)', async () => {
    const { editor } = await importSetting(app);
    const refused = await upload(editor, '%PDF-1.4', 'liste.pdf');
    expect([refused.status, refused.page.includes('Das ist ein PDF.')]).toEqual([422, true]);
    const none = await editor.submit('/app/members/import', { table: '' });
    expect([
      none.status,
      none.page.includes('Bitte eine Datei wählen oder etwas einfügen.'),
    ]).toEqual([422, true]);
    const pasted = await editor.submit('/app/members/import', { table: TABLE });
    const nameless = await editor.submit(pasted.location, {
      fields: ['lastName', ...Array(7).fill('none')],
    });
    expect([
      nameless.status,
      nameless.page.includes('welche Spalten Vorname und Nachname sind'),
    ]).toEqual([422, true]);
  });

  it('tell what was done, and what failed (O5, O6, B6)', async () => {
    const { editor, read } = await importSetting(app);
    const shown = async (path: string) => (await editor.get(path)).page;
    const { uuid } = (await read(TABLE)).json;
    const path = `/app/members/import/${uuid}`;
    const chosen = await editor.submit(path, { page: '1' });
    expect(await shown(chosen.location)).toContain(messages.checked.message);
    const started = await editor.submit(path);
    await app.work();
    const done = await shown(started.location);
    expect(done).toContain('Fertig: 3 Zeilen eingetragen.');
    // What the table had before is no news now.
    expect(done).not.toContain('3 neu');
    const nothing = (await read(TABLE)).json.uuid;
    const idle = await editor.submit(`/app/members/import/${nothing}`);
    expect(idle.page).toContain(messages.importFailed.message);
    // A screen from before leads to how it is now.
    for (const [form, failed] of [
      ['/columns', messages.columnsNotSaved],
      ['', messages.importFailed],
    ] as const) {
      const late = await editor.submit(`${path}${form}`, {
        fields: ['lastName', 'firstName'],
        page: '1',
      });
      expect(late.location).toBe(path);
      expect(await shown(path)).toContain(`${failed.message} Dieser Import ist schon weiter.`);
    }
    const early = await editor.submit(`/app/members/import/${nothing}/undo`);
    expect(await shown(early.location)).toContain(messages.undoFailed.message);
    await app.work();
    const undone = await editor.submit(`${path}/undo`);
    expect(await shown(undone.location)).toContain(messages.undoStarted.title);
    await app.work();
    const after = await shown(undone.location);
    expect(after).toContain('Dieser Import ist rückgängig gemacht.');
    expect(after).not.toContain('Was hier steht');
    const refused = await editor.submit('/app/members/import', { table: 'Vorname' });
    expect(refused.status).toBe(303);
    const large = await editor.submit('/app/members/import', {
      table: 'x'.repeat(9 * 1024 * 1024),
    });
    expect([large.status, large.page.includes('höchstens 5 MB.')]).toEqual([413, true]);
    for (const step of ['', '/columns']) {
      const gone = await editor.visit(
        `/app/members/import/00000000-0000-4000-8000-000000000000${step}`,
      );
      expect(gone.page).toContain('Import nicht gefunden Vielleicht wurde er gelöscht');
    }
  });
});
