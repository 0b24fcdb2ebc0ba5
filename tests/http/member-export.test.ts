import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '~/kernel/problem';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { countsOf, HEAD, importSetting, TABLE } from '../support/member-import';
import { changeRows, rowOf } from '../support/rows';

/** Members go out as files (O7). */
const app = testApp();

describe('Members go out', () => {
  const file = (
    browser: Awaited<ReturnType<typeof app.as>>,
    fields: Record<string, string | string[]>,
  ) => browser.submit('/app/members/export/file', fields);

  it('as CSV that an import takes back unharmed, with formulas made harmless (O7)', async () => {
    const { editor, read, carryOut } = await importSetting(app);
    const odd = `${HEAD}\nMüller;=SUMME(A1);;;;'+49 171 9;"Damen 1";-1\nWeit;＝1+1;;;;;;＠x\n"O""B;rien";Ann;3.4.1961;;;;;007`;
    await carryOut((await read(odd)).json.uuid);
    const columns = [
      'lastName',
      'firstName',
      'birthday',
      'mobile',
      'customMemberIdentifier',
      'groups',
    ];
    const { text, headers } = await file(editor, { format: 'csv', columns });
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="mitglieder.csv"');
    expect(text).toContain("Müller;'=SUMME(A1);;'+49 171 9;'-1;Damen 1\r\n");
    expect(text).toContain("Weit;'＝1+1;;;'＠x;\r\n");
    expect(text).toContain('"O""B;rien";Ann;1961-04-03;;007;\r\n');
    const again = await read(Buffer.from(`\ufeff${text.replace(/^\ufeff/, '')}`));
    expect(countsOf(again)).toMatchObject({ new: 0, changed: 0, unclear: 0, faulty: 0 });
  });

  it('with groups whose names have commas, quotation marks and odd spaces, which come in again (O7, O5)', async () => {
    const { editor, read, carryOut, members } = await importSetting(app);
    const names = '"U12, Turnen"; Damen "Eins"\n"""Kobolde"""; "Ü\u00a0 60"; Herren  2';
    const table = `Nachname;Vorname;Gruppe\nBach;Anna;"${names.replaceAll('"', '""')}"`;
    await carryOut((await read(table)).json.uuid);
    const [anna = ''] = await members();
    const groups = anna.split('|').find((part) => part.includes('+'));
    expect(groups?.split('+').sort()).toEqual([
      ...['"Kobolde"', 'Damen "Eins"', 'Herren 2', 'U12, Turnen', 'Ü\u00a0 60'],
    ]);
    const columns = ['lastName', 'firstName', 'groups'];
    const { text } = await file(editor, { format: 'csv', columns });
    expect(countsOf(await read(text))).toMatchObject({ new: 0, changed: 0, faulty: 0 });
    const cards = await file(editor, { format: 'vcard', columns });
    expect(cards.text).toMatch(/^CATEGORIES:.*U12\\, Turnen/m);
  });

  it('without archived groups or those that they belonged to formerly, and a table from before still comes in again (O7, U1, U11)', async () => {
    const { organization, editor, read } = await importSetting(app);
    const member = await app.make.member(organization, { lastName: 'Bach' });
    const group = await app.make.group(organization, [member]);
    const asked = { format: 'csv', columns: ['lastName', 'firstName', 'groups'] };
    const formerly = await app.make.group(organization, [member]);
    const until = sql<Date>`now()`;
    await changeRows(app.db, 'group_members', { group_uuid: formerly.uuid }, { until });
    const { text } = await file(editor, { ...asked, group: formerly.uuid });
    expect(text).not.toContain('Bach');
    const before = (await file(editor, asked)).text;
    expect(before).toContain(`\r\nBach;Max;${group.name}\r\n`);
    await changeRows(app.db, 'groups', group.uuid, { archived_at: new Date() });
    expect((await file(editor, asked)).text).toContain('\r\nBach;Max;\r\n');
    const more = `${before}Neu;Nora;${group.name}\r\n`;
    expect(countsOf(await read(more))).toMatchObject({ changed: 0, new: 0, faulty: 1 });
  });

  it('as XLSX, all as text, and as vCards (O7)', async () => {
    const { organization, editor, read, carryOut } = await importSetting(app);
    await carryOut((await read(TABLE.replace('1002', 'constructor'))).json.uuid);
    const group = await rowOf(
      app.db,
      'groups',
      { organization_uuid: organization.uuid, name: 'Turnen' },
      ['uuid'],
    );
    const sheet = await fetch(`${app.origin}/app/members/export/file`, {
      method: 'POST',
      headers: {
        Cookie: [...editor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        Origin: app.origin,
      },
      body: new URLSearchParams({
        format: 'xlsx',
        columns: 'customMemberIdentifier',
        group: group.uuid,
      }),
    });
    const bytes = Buffer.from(await sheet.arrayBuffer());
    expect(JSON.parse((await app.services.tables.read(bytes)).rows)).toEqual([
      { line: 1, cells: ['Kennung'] },
      { line: 2, cells: ['constructor'] },
    ]);
    const cards = await file(editor, {
      format: 'vcard',
      columns: ['lastName', 'firstName', 'email'],
    });
    expect(cards.text).toContain(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lindner;Anna;;;\r\nFN:Anna Lindner\r\nEMAIL:anna@example.org\r\nEND:VCARD\r\n',
    );
    expect(cards.text).not.toContain('0171 234');
  });

  it('as vCards with lines of 75 octets at most, each of whole characters (O7)', async () => {
    const { organization, editor } = await importSetting(app);
    const [firstName, lastName] = ['Ü'.repeat(50), `x${'ß'.repeat(50)}`];
    await app.make.member(organization, { firstName, lastName });
    const { text } = await file(editor, { format: 'vcard', columns: ['lastName', 'firstName'] });
    expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(text.replaceAll('\r\n ', '')).toContain(`\r\nFN:${firstName} ${lastName}\r\n`);
  });

  it('as XLSX when the turn comes, and in a sentence why there is none (O7)', async () => {
    const { editor } = await importSetting(app);
    const { limits, tables } = app.services;
    const ask = () => file(editor, { format: 'xlsx', columns: ['lastName'] });
    const why = (status: number) => new Problem(status, 'Keine Datei', 'Bitte etwas später.');
    const turn = vi.spyOn(limits, 'enterList').mockRejectedValue(why(429));
    expect(await ask()).toMatchObject({ status: 429, text: 'Bitte etwas später.' });
    turn.mockRestore();
    const write = vi.spyOn(tables, 'write').mockRejectedValue(why(503));
    expect(await ask()).toMatchObject({ status: 503, text: 'Bitte etwas später.' });
    write.mockRestore();
  });

  it('all of them, also where they are more than are read at once (O7)', async () => {
    const { organization, editor } = await importSetting(app);
    await sql`insert into members (organization_uuid, first_name, last_name)
      select ${organization.uuid}::uuid, 'Anna', 'M' || n from generate_series(1, 1200) n`.execute(
      app.db,
    );
    const { status, text } = await file(editor, { format: 'csv', columns: ['lastName'] });
    expect(status).toBe(200);
    const names = text.split('\r\n').filter((line) => /^M\d+$/.test(line));
    expect(new Set(names).size).toBe(1200);
    expect(names).toHaveLength(1200);
  });

  it('by the filters of the list, without being asked again (O7, O11)', async () => {
    const { organization, editor } = await importSetting(app);
    const group = await app.make.group(organization);
    const filters = `q=a&group=${group.uuid}&status=former&year=2012&access=none`;
    const list = await editor.get(`/app/members?${filters}`);
    const path = `/app/members/export?${filters}`;
    expect(list.text).toContain(`href="${path.replaceAll('&', '&amp;')}"`);
    const { text, page } = await editor.get(path);
    expect(text).toMatch(new RegExp(`<option value="${group.uuid}" selected=""`));
    expect(text).toContain('<option value="former" selected=""');
    expect(page).toContain('Wie in der Liste nur: Suche „a“, Geburtsjahr 2012, noch ohne Zugang.');
    expect(text).toContain(`href="/app/members?${filters.replaceAll('&', '&amp;')}"`);
  });

  it('who match all filters; a filter that says nothing is no reason to send everybody (O7)', async () => {
    const { organization, editor } = await importSetting(app);
    await sql`insert into members (organization_uuid, first_name, last_name, birthday, left_on)
      values (${organization.uuid}, 'Anna', 'Bach', '2012-05-01', null),
        (${organization.uuid}, 'Anna', 'Bacher', '2012-05-01', '2020-01-01'),
        (${organization.uuid}, 'Anna', 'Busch', '2012-05-01', null),
        (${organization.uuid}, 'Anna', 'Bachmann', null, null)`.execute(app.db);
    const names = async (filters: Record<string, string>) => {
      const asked = { format: 'csv', columns: ['lastName'], ...filters };
      return (await file(editor, asked)).text.split('\r\n').slice(1, -1);
    };
    expect(await names({ q: 'bach', year: '2012' })).toEqual(['Bach', 'Bacher']);
    expect(await names({ q: 'bach', year: '2012', status: 'active' })).toEqual(['Bach']);
    expect(await names({ status: 'former', access: 'none' })).toEqual(['Bacher']);
    expect(await names({ status: '', year: '', group: '', access: '' })).toContain('Bachmann');
    expect(await names({ year: 'egal' })).toEqual([]);
  });

  it('the log says who, and what is missing is said (O7, X6, B6)', async () => {
    const { organization, editor } = await importSetting(app);
    const screen = await editor.get('/app/members/export');
    expect(screen.text).toMatch(/checked=""[^>]*value="xlsx"/);
    const none = await file(editor, { format: 'csv' });
    expect((await editor.visit(none.location)).page).toContain(messages.exportFailed.title);
    await file(editor, { columns: ['lastName'] });
    const logged = await loggedActions(app, organization);
    expect(logged.at(-1)).toMatch(/exportiert \(csv\)$/);
  });
});
