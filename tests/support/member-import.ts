import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Permission } from '~/kernel/actor';
import type { TestApp } from './app';
import type { Browser } from './browser';

/** A club, those who import members into it, and what an import takes (O5). */

export const HEAD = 'Nachname;Vorname;Geburtsdatum;Geschlecht;E-Mail;Handy;Abteilung;Mitgliedsnr';

export const TABLE = [
  HEAD,
  'Lindner;Anna;3.4.1961;w;anna@example.org;0171 234;Damen 1;1001',
  'Yılmaz;Ayşe;1990-12-31;weiblich;;+49 171 9;Damen 1, Turnen;1002',
  'O’Brien;Ben;01.01.05;m;ben@example.org;;;1003',
].join('\n');

export const countsOf = ({ json }: { json: { counts: Record<string, number> } }) => json.counts;

export async function importSetting(app: TestApp) {
  const { organization } = await app.make.club();
  const withOnly = async (...permissions: Permission[]) => app.asUserOf(organization, permissions);
  const [editor, admin] = [
    await withOnly('EDIT_MEMBERS'),
    await withOnly('EDIT_MEMBERS', 'ORGANIZATION_ADMIN'),
  ];
  const read = (file: string | Uint8Array, as = editor) =>
    as.call('POST', '/member/import', {
      organization: organization.uuid,
      name: 'liste.csv',
      file: Buffer.from(file).toString('base64'),
    });
  const carryOut = async (uuid: string, body: object = {}, as = editor) => {
    const started = await as.call('POST', `/member/import/${uuid}`, body);
    expect(started.status).toBe(202);
    await app.work();
    return (await as.call('GET', `/member/import/${uuid}`)).json;
  };
  const members = async () => {
    const { rows } = await sql<{ text: string }>`
      select concat_ws('|', m.last_name, m.first_name, m.birthday, m.gender, m.email, m.mobile,
        array_to_string(array(select g.name from group_members gm join groups g on g.uuid = gm.group_uuid
          where gm.member_uuid = m.uuid and gm.until is null order by g.name), '+'),
        m.custom_member_identifier) as text
      from members m where organization_uuid = ${organization.uuid} and user_uuid is null
      order by last_name, first_name, birthday`.execute(app.db);
    return rows.map(({ text }) => text);
  };
  return { organization, editor, admin, read, carryOut, members };
}

/** Sends a file by the form of an import. */
export function upload(browser: Browser, file: string, name = 'liste.csv', fields = {}) {
  const body = new FormData();
  for (const [field, value] of Object.entries<string>(fields)) body.append(field, value);
  body.append('file', new Blob([file]), name);
  return browser.send('/app/members/import', {
    method: 'POST',
    body,
    headers: { Origin: browser.origin },
  });
}

/** A sheet of one column whose rows all show the same text, which an archive has once. */
export async function sheetOf(text: string, rows: number, below = '') {
  const { zipSync, strToU8 } = await import('fflate');
  const named = 'http://schemas.openxmlformats.org';
  const main = `xmlns="${named}/spreadsheetml/2006/main"`;
  const to = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="${named}/officeDocument/2006/relationships/${target.startsWith('s') ? 'sharedStrings' : 'worksheet'}" Target="${target}"/>`;
  const cells = Array.from(
    { length: rows },
    (_, at) =>
      `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>2</v></c><c r="B${at + 2}" t="s"><v>2</v></c></row>`,
  ).join('');
  const files = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${named}/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${named}/package/2006/relationships">${to('rId1', 'worksheets/sheet1.xml')}${to('rId2', 'sharedStrings.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>${cells}${below}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${['Vorname', 'Nachname', text].map((each) => `<si><t>${each}</t></si>`).join('')}</sst>`,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])),
    // The smallest that could be made would take three times as long.
    { level: 1 },
  );
}
