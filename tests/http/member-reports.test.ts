import { describe, expect, it } from 'vitest';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { rowsOf } from '../support/rows';
import { SOMEBODY, wholePerson } from '../support/whole-person';

const app = testApp();

const pageOf = ({ uuid }: { uuid: string }) => `/app/members/${uuid}/report`;
const fileOf = (member: { uuid: string }) => `${pageOf(member)}.json`;

type Section = Record<string, unknown> & { name: string; entries: Record<string, unknown>[] };
const entriesOf = ({ sections }: { sections: Section[] }, name: string) =>
  sections.find((section) => section.name === name)?.entries;

/** A whole person, and somebody of the club who may give them their report. */
async function setting() {
  const person = await wholePerson(app);
  const keeper = await app.make.userOf(person.organization, ['EDIT_MEMBERS']);
  return { ...person, keeper, editor: await app.as(keeper, person.organization) };
}

const logOf = ({ uuid }: { uuid: string }, actor: { uuid: string }) =>
  rowsOf(
    app.db,
    'audit_log',
    { organization_uuid: uuid, actor_uuid: actor.uuid },
    ['action'],
    ['id'],
  );

describe("a member's report", () => {
  it('is explained before it is made: looking at the form shows nothing (S1)', async () => {
    const { editor, member, keeper, organization } = await setting();
    const { status, page } = await editor.get(pageOf(member));
    expect(status).toBe(200);
    for (const text of ['Anna Lindner', 'Art. 15 DSGVO', 'Auskunft erstellen', 'Als Datei (JSON)'])
      expect(page).toContain(text);
    expect(page).not.toContain('Bandscheibe');
    expect(await logOf(organization, keeper)).toEqual([]);
  });

  it('has all that the club holds, to be read without scripts, and is logged (S1, S2)', async () => {
    const { editor, member, keeper, organization } = await setting();
    const made = await editor.submit(pageOf(member));
    expect(made.status).toBe(200);
    for (const text of [
      'Auskunft über Anna Lindner',
      'Verantwortlich ist TSV Grünau.',
      'Nur für Anna Lindner.',
      'Trainiert die Bambini',
      'Bringt Salat mit',
      'Nur mit Kindern',
      'Bandscheibe',
      'M-17',
      'Parkplätze',
      'Suppe',
      '01.08.2030',
      'Unzustellbar seit',
      'Mitglied „Anna Lindner“ geändert',
      'Drucken',
    ])
      expect(made.page).toContain(text);
    expect(await logOf(organization, keeper)).toEqual([
      { action: 'Auskunft über Mitglied „Anna Lindner“ erstellt' },
    ]);
    // A reload sends it again, and is logged again.
    expect((await editor.submit(pageOf(member))).page).toContain('Bandscheibe');
    expect(await logOf(organization, keeper)).toHaveLength(2);
  });

  it('has nothing of the account, and names nobody else (S1)', async () => {
    const { editor, member, user, other } = await setting();
    const read = (await editor.submit(pageOf(member))).text;
    const file = (await editor.submit(fileOf(member))).text;
    const call = (await editor.call('POST', `/member/${member.uuid}/report`)).text;
    for (const text of [read, file, call]) {
      for (const secret of [
        ...[user.email, user.uuid, 'neu@verein.example', 'Firefox/140', 'Handy', 'sonntags'],
        ...['weekly', 'Wer bringt welchen Salat mit?', other.uuid, other.email],
        ...Object.values(SOMEBODY),
      ])
        expect(text).not.toContain(secret);
    }
  });

  it('is a file, too, each time logged (S1)', async () => {
    const { editor, member, keeper, organization } = await setting();
    const { status, headers, json } = await editor.submit(fileOf(member));
    expect(status).toBe(200);
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="auskunft.json"');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(json).toMatchObject({ about: 'Anna Lindner', club: 'TSV Grünau' });
    expect(entriesOf(json, 'declines')).toMatchObject([{ note: 'Bandscheibe' }]);
    expect(entriesOf(json, 'members')).toMatchObject([{ customMemberIdentifier: 'M-17' }]);
    const called = await editor.call('POST', `/member/${member.uuid}/report`);
    const { createdAt, sections, ...rest } = json;
    expect(Date.parse(createdAt)).toBeGreaterThan(0);
    expect(called.json).toEqual({ ...rest, sections: expect.any(Array) });
    expect(called.json.sections).toHaveLength(sections.length);
    expect(await logOf(organization, keeper)).toHaveLength(2);
    expect((await editor.get(fileOf(member))).location).toBe(pageOf(member));
  });

  it('is for members without an account, too (S2)', async () => {
    const { editor, organization } = await setting();
    const member = await app.make.member(organization, { firstName: 'Opa', lastName: 'Karl' });
    const event = await app.make.event(organization, { name: 'Skat', max: 4 });
    await app.make.registration(event, member);
    const { json } = await editor.submit(fileOf(member));
    expect(entriesOf(json, 'registrations')).toMatchObject([{ name: 'Skat', places: 1 }]);
    for (const none of ['organizations', 'permissions', 'notifications', 'messages', 'auditLog'])
      expect(entriesOf(json, none), none).toEqual([]);
    const { page } = await editor.submit(pageOf(member));
    expect(page).toContain('Auskunft über Opa Karl');
    expect(page).toContain('Nichts gespeichert.');
  });

  it('has nothing of another club of the same person (S1)', async () => {
    const { editor, member, user } = await setting();
    const second = await app.make.organization({ name: 'Geheimbund' });
    await app.make.belongs(user, second, 'ORGANIZATION_ADMIN');
    const there = await app.make.member(second, { user });
    const event = await app.make.event(second, { name: 'Verschwörung', max: 3 });
    await app.make.registration(event, there);
    const session = await app.as(user, second);
    await session.call('PUT', `/organization/${second.uuid}/motd`, { motd: 'Psst' });
    const { text, json } = await editor.submit(fileOf(member));
    expect(text).not.toMatch(/Geheimbund|Verschwörung|Nachricht des Tages/);
    expect(entriesOf(json, 'permissions')).toMatchObject([{ permission: 'EDIT_EVENTS' }]);
    expect(entriesOf(json, 'organizations')).toMatchObject([{ name: 'TSV Grünau' }]);
  });

  it('leaves out what the log says of a name that two members have (S1)', async () => {
    const { editor, member, organization } = await setting();
    const before = (await editor.submit(fileOf(member))).json;
    expect(entriesOf(before, 'auditAbout')).toContainEqual(
      expect.objectContaining({ action: 'Mitglied „Anna Lindner“ geändert' }),
    );
    await app.make.member(organization, { firstName: 'Anna', lastName: 'Lindner' });
    const after = (await editor.submit(fileOf(member))).json;
    expect(entriesOf(after, 'auditAbout')).toEqual([]);
    const { page } = await editor.submit(pageOf(member));
    expect(page).toContain('Ein anderes Mitglied heißt genauso.');
  });

  it("is offered in the member's details to those who may make it (S1)", async () => {
    const { editor, member, organization } = await setting();
    const link = `href="${pageOf(member)}"`;
    const details = `/app/members/${member.uuid}`;
    expect((await editor.get(details)).text).toContain(link);
    const admin = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    expect((await (await app.as(admin, organization)).get(details)).text).toContain(link);
    const plain = await app.make.userOf(organization, ['EDIT_EVENTS']);
    expect((await (await app.as(plain, organization)).get(details)).text).not.toContain(link);
  });

  it('of somebody who is gone, it leads back and leaves no entry (S1)', async () => {
    const { member, organization, keeper, editor } = await setting();
    await app.db.deleteFrom('members').where('uuid', '=', member.uuid).execute();
    expect((await editor.get(pageOf(member))).location).toBe('/app/members');
    const gone = await editor.submit(pageOf(member));
    expect([gone.status, gone.location]).toEqual([302, '/app/members']);
    expect((await editor.get('/app/members')).page).toContain(messages.reportFailed.title);
    expect(await logOf(organization, keeper)).toEqual([]);
  });
});
