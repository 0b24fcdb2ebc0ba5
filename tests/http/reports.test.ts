import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { changeRows } from '../support/rows';
import { SOMEBODY, wholePerson } from '../support/whole-person';

const app = testApp();

const PAGE = '/app/account/report';
const FILE = '/app/account/report.json';

type Section = Record<string, unknown> & { name: string; entries: Record<string, unknown>[] };
const sectionOf = ({ sections }: { sections: Section[] }, name: string) =>
  sections.find((section) => section.name === name);

it("own data are a file without secrets and without other people's addresses and ids (A12)", async () => {
  const { user, other, organization } = await wholePerson(app);
  const { headers, text } = await (await app.as(user, organization)).get('/app/account/data.json');
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="meine-daten.json"');
  for (const secret of [other.uuid, other.email, '$2', 'hash', 'Buffer'])
    expect(text).not.toContain(secret);
});

describe("a user's own report", () => {
  it('is read, in words and in the time of the club (S1)', async () => {
    const { user, organization } = await wholePerson(app);
    const yes = { answer: 'yes', member_uuid: user.member } as const;
    await changeRows(app.db, 'answers', yes, { promoted_at: '2026-07-01T22:30:00Z' });
    const person = await app.as(user, organization);
    expect((await person.get('/app/account')).text).toContain(`href="${PAGE}"`);
    const { status, page, text } = await person.get(PAGE);
    expect(text).toContain(`href="${FILE}"`);
    expect(status).toBe(200);
    for (const said of [
      'Auskunft über Anna Lindner',
      '(Europe/Berlin)',
      'Bringt Salat mit',
      '02.07.2026, 00:30',
      'Sommerfest',
      'Rundmail aus dem Verein',
      'Veranstaltungen bearbeiten',
      'Firefox · Art: Browser',
      'Was essen wir?',
      'sonntags um 18 Uhr',
      'Wer bringt welchen Salat mit?',
      user.email,
      'Drucken',
    ])
      expect(page).toContain(said);
    expect(page).not.toContain('Nichts gespeichert.');
    expect(page).not.toContain('Mozilla');
  });

  it('says what it has nothing of (S1)', async () => {
    const person = await app.as(await app.make.user());
    const { text } = await person.get(PAGE);
    expect(text).toContain('Benutzerkonto');
    expect(text.match(/<p>Nichts gespeichert\.<\/p>/g)?.length).toBeGreaterThan(10);
  });

  it('says of each kind of data what article 15 (1) asks for (S1)', async () => {
    const { user, organization } = await wholePerson(app);
    const person = await app.as(user, organization);
    const { status, headers, json } = await person.get(FILE);
    expect(status).toBe(200);
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="auskunft.json"');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(json).toMatchObject({ about: 'Anna Lindner', club: null });
    expect(json.sections.length).toBeGreaterThan(15);
    for (const section of json.sections) {
      for (const said of ['title', 'purpose', 'legalBasis', 'origin', 'storage'])
        expect(String(section[said]).length, `${section.name} ${said}`).toBeGreaterThan(5);
      expect(section.entries.length, section.name).toBeGreaterThan(0);
    }
    expect(sectionOf(json, 'members')?.origin).toContain('Kontaktdaten auch von Ihnen');
    expect(sectionOf(json, 'groups')?.origin).toBe('Vom Verein eingetragen.');
    const rights = json.rights.join();
    for (const right of ['Berichtigung', 'Löschung', 'Einschränkung', 'Widerspruch', 'Beschwerde'])
      expect(rights).toContain(right);
    expect(json.receivers.length).toBeGreaterThan(3);
    expect(json.controller).toContain('verantwortlich');
    expect(json.automatedDecisions).toContain('Computer');
    const own = (await person.call('GET', '/user/self/report')).json;
    expect({ ...own, createdAt: json.createdAt }).toEqual(json);
    const log = sectionOf(json, 'auditLog');
    expect(log?.storage).toBe(`${app.config.auditDays} Tage.`);
  });

  it('names nobody else, neither to be read nor in the file (S1)', async () => {
    const { user, other, organization } = await wholePerson(app);
    const person = await app.as(user, organization);
    for (const path of [PAGE, FILE]) {
      const { text } = await person.get(path);
      for (const secret of [...Object.values(SOMEBODY), other.uuid, other.email])
        expect(text, path).not.toContain(secret);
    }
    const { json } = await person.get(FILE);
    expect(sectionOf(json, 'auditLog')?.entries[0]).toMatchObject({
      action: 'Mitglied „…“ geändert',
      club: 'TSV Grünau',
    });
    expect(sectionOf(json, 'registrations')?.entries).toMatchObject([{ enteredByOthers: true }]);
  });

  it('says which of several clubs each entry belongs to (S1)', async () => {
    const { user, organization } = await wholePerson(app);
    const second = await app.make.organization({ name: 'Liederkranz' });
    await app.make.belongs(user, second);
    const member = await app.make.member(second, { user });
    await app.make.registration(await app.make.event(second, { name: 'Probe', max: 3 }), member);
    const { json } = await (await app.as(user, organization)).get(FILE);
    expect(sectionOf(json, 'registrations')?.entries).toMatchObject([
      { club: 'Liederkranz', name: 'Probe' },
      { club: 'TSV Grünau', name: 'Sommerfest' },
    ]);
  });

  it('has the newest thousand entries of a section on paper, and all in the file (S1)', async () => {
    const { organization } = await app.make.club();
    const user = await app.make.userOf(organization);
    await app.pool.query(
      `insert into audit_log (at, organization_uuid, actor_uuid, operation, action, request_id)
       select now() - make_interval(mins => n), $1, $2, 'Test', 'Etwas getan ' || n, '0'
       from generate_series(1, 1200) as n`,
      [organization.uuid, user.uuid],
    );
    const person = await app.as(user, organization);
    const { page } = await person.get(PAGE);
    expect(page).toContain('Es gibt noch mehr. Hier stehen die neuesten 1.000.');
    expect(page).toContain('Etwas getan 1000 ');
    expect(page).not.toContain('Etwas getan 1001 ');
    const { json } = await person.get(FILE);
    expect(sectionOf(json, 'auditLog')).toMatchObject({ more: false });
    expect(sectionOf(json, 'auditLog')?.entries).toHaveLength(1200);
  });

  it('shows names and notes as they are typed, as text (S1)', async () => {
    const { user, organization, member } = await wholePerson(app);
    const hostile = '<img src=x onerror=alert(1)></script>\u2028"}]';
    const yes = { answer: 'yes', member_uuid: member.uuid } as const;
    await changeRows(app.db, 'answers', yes, { note: hostile });
    await changeRows(app.db, 'users', user.uuid, { first_name: '<b>Anna' });
    const person = await app.as(user, organization);
    const { text } = await person.get(PAGE);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain('<img src=x');
    expect(text).not.toContain('<b>Anna');
    const { json } = await person.get(FILE);
    expect(sectionOf(json, 'registrations')?.entries).toMatchObject([{ note: hostile }]);
  });
});
