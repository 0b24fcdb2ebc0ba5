import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { linkWith } from '../support/html';
import { queuedJobs } from '../support/mail-count';
import { valuesOf } from '../support/rows';

const app = testApp({ rateLimits: true });

afterEach(async () => {
  await app.db.deleteFrom('rate_limits').execute();
  await sql`delete from graphile_worker._private_jobs`.execute(app.db);
});

const SCREEN = '/app/members/invitations';
const address = () => `${randomUUID()}@verein.example`;

interface Row {
  member: { uuid: string };
  chosen?: boolean;
  email?: string;
}

/** The fields of the form, as a browser sends them: every row, ticked or not. */
function fieldsOf(rows: readonly Row[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ member, chosen, email = '' }, at) => [
      [`rows[${at}].member`, member.uuid],
      [`rows[${at}].email`, email],
      ...(chosen ? [[`rows[${at}].chosen`, 'on']] : []),
    ]),
  );
}

async function club(members: number) {
  const { organization, admin } = await app.make.club();
  const people: Array<Awaited<ReturnType<typeof app.make.member>>> = [];
  for (let at = 0; at < members; at++) people.push(await app.make.member(organization));
  const browser = await app.as(admin, organization);
  const invite = (rows: readonly Row[], extra: Record<string, string> = {}, by = browser) =>
    by.submit(SCREEN, { ...fieldsOf(rows), ...extra });
  const person = (at: number) => people[at] ?? { uuid: '' };
  return { organization, browser, people, person, invite };
}

const linksIn = (text: string) => [
  ...new Set([...text.matchAll(/\/app\/invite\/[\w-]{43}/g)].map(([link]) => link)),
];

const invited = ({ uuid }: { uuid: string }) =>
  valuesOf(app.db, 'invitations', { organization_uuid: uuid }, 'member_uuid', ['member_uuid']);

const uuidsOf = (members: ReadonlyArray<{ uuid: string }>) =>
  members.map(({ uuid }) => uuid).sort();

describe('inviting several members', () => {
  it('ten members are invited with 4 clicks and no field, and the links can be printed (D4)', async () => {
    const { organization, browser, people } = await club(10);
    const list = await browser.get('/app/members');
    let clicks = 1;
    const screen = (/href="([^"]*)"[^>]*>Einladen</.exec(list.text)?.[1] ?? '') as string;
    const empty = await browser.get(screen);
    expect(empty.text).not.toContain('checked');

    clicks++;
    const chosen = await browser.get(linkWith(empty, 'choose=link'));
    expect(chosen.page).toContain('Alle 10 auswählen');
    const boxes = [...chosen.text.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)];
    expect(boxes).toHaveLength(10);
    expect(boxes.every(([tag]) => tag.includes('checked'))).toBe(true);

    clicks++;
    const fields = [...chosen.text.matchAll(/<input[^>]*name="(rows[^"]*)"[^>]*>/g)].map(
      ([tag, name = '']) => [
        name,
        tag.includes('checkbox') ? 'on' : (/value="([^"]*)"/.exec(tag)?.[1] ?? ''),
      ],
    );
    const done = await browser.submit(screen, Object.fromEntries(fields));
    expect(done.status).toBe(200);
    expect(done.headers.get('Cache-Control')).toBe('no-store');
    expect(done.page).toContain('Diese Links können nur einmal angezeigt werden.');
    expect(linksIn(done.text)).toHaveLength(10);
    for (const { firstName, lastName } of people)
      expect(done.page).toContain(`${organization.name}: Einladung für ${firstName} ${lastName}`);
    expect(await invited(organization)).toEqual(uuidsOf(people));
    expect(await queuedJobs(app)).toBe(0);
    expect((await browser.get('/app/admin/log')).page).not.toContain('0 per E-Mail');
    clicks++; // 'Drucken'
    expect(clicks).toBeLessThanOrEqual(4);

    const visitor = await app.as(await app.make.user());
    const [link = ''] = linksIn(done.text);
    expect((await visitor.get(link)).page).toContain('Akzeptieren');
    for (const later of [screen, '/app/members', `${SCREEN}?choose=link`])
      expect(linksIn((await browser.get(later)).text)).toEqual([]);
  });

  it('members with an address get a mail and no link on screen; those not chosen, nothing (D4)', async () => {
    const { organization, browser, invite, person } = await club(4);
    const [anna, ben, cem, dora] = [person(0), person(1), person(2), person(3)];
    const email = address();
    const done = await invite([
      { member: anna, email },
      { member: ben, chosen: true, email: '' },
      { member: cem },
      { member: dora, chosen: true, email: address() },
    ]);
    expect(done.page).toContain('2 Einladungen per E-Mail verschickt.');
    expect(done.page).toContain(email);
    expect(linksIn(done.text)).toHaveLength(1);
    expect(await invited(organization)).toEqual(uuidsOf([anna, ben, dora]));
    const [mail] = await app.mailsTo(email);
    expect(mail?.subject).toContain(organization.name);
    expect(mail?.text).toMatch(/\/app\/invite\/[\w-]{43}\/[\w-]{43}/);
    const screen = await browser.get(SCREEN);
    expect(screen.page.match(/Eingeladen\s\d\d\.\d\d\./g)).toHaveLength(3);
    expect(screen.page).toMatch(/(?<!Alle )1 ohne Einladung auswählen/);
    // Neither addresses nor links are stored, also not with the form's key.
    const { rows } = await sql<{ all: string }>`
      select coalesce(string_agg(f::text, ' '), '') as all from form_keys f`.execute(app.db);
    expect(rows[0]?.all).not.toContain(email);
    const log = await browser.get('/app/admin/log');
    expect(log.page).toMatch(/Einladungen für Mitglied „.*“ erstellt, 2 per E-Mail verschickt/);
  });

  it('addresses that the club has are there, and those without are folded below (D4)', async () => {
    const { organization, browser, invite, people } = await club(0);
    const email = address();
    const { json: known } = await browser.call('POST', '/member', {
      organization: organization.uuid,
      firstName: 'Ada',
      lastName: 'Adam',
      email,
    });
    const other = await app.make.member(organization, { lastName: 'Berg' });
    const screen = await browser.get(SCREEN);
    expect(people).toEqual([]);
    expect(screen.page).toContain(email);
    expect(screen.page).toContain('1 ohne E-Mail-Adresse');
    expect(screen.page).toContain('bekommt eine E-Mail; für alle anderen gibt es einen Link');
    const chosen = await browser.get(`${SCREEN}?choose=mail`);
    const ticked = [...chosen.text.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)];
    expect(ticked.map(([tag]) => tag.includes('checked'))).toEqual([true, false]);
    const rows = {
      'rows[0].member': known.uuid,
      'rows[0].email': email,
      'rows[0].known': email,
      'rows[1].member': other.uuid,
    };
    // A known address invites nobody who is not ticked.
    expect((await invite([], rows)).status).toBe(422);
    expect(await invited(organization)).toEqual([]);
    const done = await invite([], { ...rows, 'rows[0].chosen': 'on' });
    expect(done.page).toContain('Eine Einladung per E-Mail verschickt.');
    expect(await invited(organization)).toEqual([known.uuid]);
  });

  it('a form that arrives twice or three times at once invites and mails once (D4)', async () => {
    const { invite, person } = await club(3);
    const [first, second, third] = [person(0), person(1), person(2)];
    const email = address();
    const rows = [
      { member: first, email },
      { member: second, chosen: true },
      { member: third, chosen: true },
    ];
    const form = { __key: 'rendering.invite' };
    const responses = await Promise.all([1, 2, 3].map(() => invite(rows, form)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.flatMap(({ text }) => linksIn(text))).toHaveLength(2);
    expect(await app.mailsTo(email)).toHaveLength(1);
    const again = await invite(rows, form);
    expect(again.page).toContain('Die Links wurden schon angezeigt.');
    expect(again.page).toContain('Eine Einladung per E-Mail verschickt.');
    expect(linksIn(again.text)).toEqual([]);
    expect(await app.mailsTo(email)).toHaveLength(1);
  });

  it('a wrong address is refused at its field; ticks and addresses stay, and nobody is invited (D4)', async () => {
    const { organization, people, invite, person } = await club(3);
    const [first, second, third] = [person(0), person(1), person(2)];
    const refused = await invite([
      { member: first, email: 'gut@verein.example' },
      { member: second, email: 'keine adresse' },
      { member: third, chosen: true },
    ]);
    expect(refused.status).toBe(422);
    expect(refused.page).toContain('Ungültige E-Mail');
    expect(refused.text).toContain('value="gut@verein.example"');
    expect(refused.text).toContain('value="keine adresse"');
    const ticked = [...refused.text.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([tag]) =>
      tag.includes('checked'),
    );
    expect(ticked).toEqual([false, false, true]);
    expect(await invited(organization)).toEqual([]);
    const nobody = await invite(people.map((member) => ({ member })));
    expect(nobody.status).toBe(422);
    expect(nobody.page).toContain('Wählen Sie aus, wen Sie einladen');
    // Nothing has failed.
    expect(nobody.page).not.toContain('Error: ');
  });

  it('what was typed for a member stays in their row where one above is gone meanwhile (D4)', async () => {
    const { browser, invite, person } = await club(3);
    const [first, second, third] = [person(0), person(1), person(2)];
    await browser.call('DELETE', `/member/${first.uuid}`);
    const { text } = await invite([
      { member: first, email: 'weg@verein.example' },
      { member: second, email: 'keine adresse' },
      { member: third, email: 'gut@verein.example' },
    ]);
    const rows = text.split('<li').filter((row) => row.includes('.member"'));
    const rowOf = ({ uuid }: { uuid: string }) => rows.find((row) => row.includes(uuid)) ?? '';
    expect(rows.join()).not.toContain('weg@verein.example');
    expect(rowOf(second)).toContain('value="keine adresse"');
    expect(rowOf(second)).toContain('Ungültige E-Mail');
    expect(rowOf(third)).toContain('value="gut@verein.example"');
    expect(rowOf(third)).not.toContain('Ungültige E-Mail');
    // The summary leads to the field.
    const [, field = ''] = /href="#(invite-[^"]+)"/.exec(text) ?? [];
    expect(rowOf(second)).toContain(`id="${decodeURIComponent(field)}"`);
  });

  it('what the budgets do not allow is shown as links, says when it goes on, and can be sent then (D4)', async () => {
    const { organization, people, invite } = await club(100);
    const rows = people.map((member) => ({ member, email: address() }));
    const done = await invite(rows);
    expect(done.status).toBe(200);
    expect(done.page).toContain('60 Einladungen per E-Mail verschickt.');
    // A line each.
    expect(done.text.match(/<li>[^<]*\([^()<]*@[^()<]*\)<\/li>/g)).toHaveLength(60);
    expect(done.page).toContain('40 Einladungen nicht per E-Mail verschickt.');
    expect(done.page).toMatch(
      /So viele E-Mails auf einmal verschicken wir nicht\. In \d+ (Sekunden|Minuten) geht es weiter\./,
    );
    expect(linksIn(done.text)).toHaveLength(40);
    expect(await queuedJobs(app)).toBe(60);
    expect(await invited(organization)).toHaveLength(100);
    const again = [...done.text.matchAll(/name="(rows\[\d+\]\.\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    );
    expect(again).toHaveLength(80);
    await sql`update rate_limits set expire = expire - 300000
      where expire < extract(epoch from now()) * 1000 + 600000`.execute(app.db);
    const later = await invite([], Object.fromEntries(again));
    expect(later.page).toContain('40 Einladungen per E-Mail verschickt.');
    expect(await queuedJobs(app)).toBe(100);
  });

  it('an address that had enough mails leaves the others their mails, and counts for nobody (D4)', async () => {
    const { people, invite } = await club(8);
    const family = address();
    const other = address();
    const done = await invite([
      // What follows a plus changes the address, not the mailbox.
      ...people
        .slice(0, 7)
        .map((member, at) => ({ member, email: family.replace('@', at % 2 ? '@' : `+${at}@`) })),
      ...people.slice(7).map((member) => ({ member, email: other })),
    ]);
    expect(done.page).toContain('6 Einladungen per E-Mail verschickt.');
    expect(done.page).toContain('An diese Adresse gingen schon genug Einladungen.');
    expect(linksIn(done.text)).toHaveLength(2);
    expect(await app.mailsTo(other)).toHaveLength(1);
    const { rows } = await sql<{ points: number }>`
      select points from rate_limits where key like 'invitationsOfNetwork:%'`.execute(app.db);
    expect(rows).toEqual([{ points: 6 }]);
  });

  it('a hundred at once is the most, and nobody of another club (H)', async () => {
    const { organization, invite, browser, person } = await club(1);
    const own = person(0);
    const elsewhere = await club(1);
    const stranger = elsewhere.person(0);
    const done = await invite([
      { member: own, chosen: true },
      { member: stranger, chosen: true },
      { member: { uuid: randomUUID() }, chosen: true },
    ]);
    expect(linksIn(done.text)).toHaveLength(1);
    expect(await invited(elsewhere.organization)).toEqual([]);
    const before = await invited(organization);
    const tooMany = Array.from({ length: 101 }, () => ({
      member: { uuid: randomUUID() },
      chosen: true,
    }));
    expect((await invite(tooMany)).status).toBe(422);
    expect((await invite([{ member: { uuid: 'nonsense' }, chosen: true }])).status).toBe(422);
    expect(await invited(organization)).toEqual(before);
    expect((await browser.get(SCREEN)).status).toBe(200);
  });

  it('a member linked in the meantime is named and not invited; the others are (D3)', async () => {
    const { organization, invite, person } = await club(1);
    const free = person(0);
    const user = await app.make.userOf(organization);
    const done = await invite([
      { member: { uuid: user.member }, email: address() },
      { member: free, chosen: true },
    ]);
    expect(done.page).toContain('Nicht eingeladen, weil es den Zugang schon gibt:');
    expect(done.page).toContain(`${user.firstName} ${user.lastName}`);
    expect(linksIn(done.text)).toHaveLength(1);
    expect(await queuedJobs(app)).toBe(0);
  });

  it('members deleted in the meantime are counted, with the addresses typed for them (D4)', async () => {
    const { organization, browser, invite, person } = await club(3);
    const [anna, ben, cem] = [person(0), person(1), person(2)];
    const email = address();
    const rows = [
      { member: anna, email },
      { member: ben, chosen: true },
    ];
    for (const { uuid } of [anna, ben]) await browser.call('DELETE', `/member/${uuid}`);
    const form = { __key: 'rendering.invite' };
    const done = await invite([...rows, { member: cem, chosen: true }], form);
    expect(done.page).toContain(`2 Mitglieder gibt es nicht mehr. ${email}`);
    expect(linksIn(done.text)).toHaveLength(1);
    const { rows: kept } = await sql`
      select from form_keys f where f::text like ${`%${email}%`}`.execute(app.db);
    expect(kept).toEqual([]);
    // Not in the form again, where the address would be that of the next row.
    const none = await invite(rows.slice(0, 1));
    expect(none.page).toContain(`Ein Mitglied gibt es nicht mehr. ${email}`);
    expect(await invited(organization)).toEqual([cem.uuid]);
    expect(await queuedJobs(app)).toBe(0);
  });

  it('two admins who invite the same people to the same addresses at once both get an answer (D4)', async () => {
    const { organization, people, invite, browser } = await club(12);
    const second = await app.asUserOf(organization, ['ORGANIZATION_ADMIN']);
    const rows = people.map((member) => ({ member, email: address() }));
    const responses = await Promise.all([
      invite(rows, {}, browser),
      invite(rows.toReversed(), {}, second),
      invite(rows, {}, second),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await invited(organization)).toHaveLength(12);
    // Of three mails to each person the last invitation's alone is written.
    await app.work();
    for (const { email } of rows) expect(await app.mailsTo(email)).toHaveLength(1);
  });

  it('where all members have a user, the screen leads on to new ones, but not those who may not make them (D1, D4)', async () => {
    const { browser, organization } = await club(0);
    const done = await browser.get(SCREEN);
    expect(done.page).toContain('Alle Mitglieder sind dabei');
    expect(done.text).toMatch(/href="\/app\/members\/new"/);
    expect(done.text).toMatch(/href="\/app\/members\/import"/);
    const admin = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    const other = await (await app.as(admin, organization)).get(SCREEN);
    expect(other.page).toContain('Alle Mitglieder sind dabei');
    expect(other.text).not.toMatch(/href="\/app\/members\/(new|import)/);
  });

  it('the list has present members without a user only, by name, with search, groups and pages (D1, D4)', async () => {
    const { organization, browser } = await club(0);
    await app.make.member(organization, { firstName: 'Änne', lastName: 'Übel' });
    const zoe = await app.make.member(organization, { firstName: 'Zoë', lastName: 'Adam' });
    const linked = await app.make.userOf(organization);
    const former = await app.make.member(organization, { firstName: 'Ida', lastName: 'Ehemals' });
    await browser.call('PUT', `/member/${former.uuid}/leaving`, { on: '2020-12-31' });
    const all = await browser.get(SCREEN);
    expect(all.page).not.toContain(`${linked.lastName}, ${linked.firstName}`);
    expect(all.page).not.toContain('Ehemals, Ida');
    expect(all.page.indexOf('Adam, Zoë')).toBeLessThan(all.page.indexOf('Übel, Änne'));
    const found = await browser.get(`${SCREEN}?q=uebel`);
    expect(found.page).toContain('Übel, Änne');
    expect(found.page).not.toContain('Adam, Zoë');
    expect((await browser.get(`${SCREEN}?q=niemand`)).page).toContain('Niemand gefunden');
    const group = await app.make.group(organization, [zoe]);
    const ofGroup = await browser.get(`${SCREEN}?group=${group.uuid}`);
    expect(ofGroup.page).toContain('Adam, Zoë');
    expect(ofGroup.page).not.toContain('Übel, Änne');
    for (let at = 0; at < 101; at++) await app.make.member(organization, { lastName: `M${at}` });
    const first = await browser.get(SCREEN);
    expect(first.text.match(/type="checkbox"/g)).toHaveLength(100);
    expect(first.page).toContain('Alle 100 auf dieser Seite auswählen');
    const next = await browser.get(linkWith(first, 'after='));
    expect(next.text.match(/type="checkbox"/g)).toHaveLength(3);
  });
});
