import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepErasures } from '#db/erasures';
import { keepRetention } from '~/features/erasure/retention.server';
import { messages, pseudonymOf } from '~/features/erasure/wording';
import { keepHouse } from '~/server/housekeeping';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { inClubDays } from '../support/events';
import { changeRows, deleteRows, insertRows, rowOf, valuesOf } from '../support/rows';
import { wholePerson } from '../support/whole-person';

/** Erasing what a club stores about a member (S3), and how long it keeps who has left (S4). */
const app = testApp();

async function person() {
  const whole = await wholePerson(app);
  await changeRows(app.db, 'members', whole.member.uuid, { retention_hold: '', erase_on: null });
  const browser = await app.as(whole.other, whole.organization);
  const erase = (more: object = { endAccessOf: whole.user.uuid }, by = browser) =>
    by.call('POST', `/member/${whole.member.uuid}/erasure`, more);
  return { ...whole, browser, erase };
}

/** Each table of the club that has this text in a row. */
async function tablesWith(text: string, organization: { uuid: string }) {
  const { rows: tables } = await app.pool.query<{ name: string }>(`
    select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_uuid' order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.pool.query(
      `select from ${name} t where organization_uuid = $1 and strpos(t::text, $2) > 0`,
      [organization.uuid, text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('erasing a member', () => {
  it('leaves nothing of them in the club but a number, and an id in place of the name (S3, X5)', async () => {
    const { organization, user, member, events, browser, erase } = await person();
    expect(await tablesWith('Lindner', organization)).toContain('audit_log');
    expect((await erase()).status).toBe(204);
    for (const trace of ['Lindner', 'Fuchs', 'Bambini', 'Bandscheibe'])
      expect(await tablesWith(trace, organization), trace).toEqual([]);
    // The message that they wrote is others' as well; the invitation that they made, too.
    expect(await tablesWith(user.uuid, organization)).toEqual([
      'audit_log',
      'invitations',
      'messages',
    ]);
    expect(await tablesWith(member.uuid, organization)).toEqual(['erasures']);
    const { rows } = await app.pool.query(
      'select erased_attended, registered_participants::int as places from events where uuid = $1',
      [events.coming.uuid],
    );
    expect(rows).toEqual([{ erased_attended: 1, places: 0 }]);
    const log = await loggedActions(app, organization);
    expect(log.filter((action) => action.startsWith(pseudonymOf(member.uuid)))).toEqual([
      `${pseudonymOf(member.uuid)} geändert`,
      `${pseudonymOf(member.uuid)} endgültig gelöscht`,
    ]);
    expect((await browser.call('GET', `/member/${member.uuid}`)).status).toBe(404);
    const theirs = await app.as(user);
    expect((await theirs.call('GET', `/event?organization=${organization.uuid}`)).status).toBe(404);
    // The account is theirs.
    expect((await theirs.call('GET', '/user/self/info')).json.loggedIn).toBe(true);
    expect((await erase()).status).toBe(404);
  });

  it('the page says before what goes, what stays and why, and the form erases once (S3)', async () => {
    const { user, member, browser, organization } = await person();
    const path = `/app/members/${member.uuid}/erasure`;
    const { page } = await browser.get(path);
    for (const text of [
      'Das wird gelöscht',
      'Teilnahmen: 1',
      // The one that whole persons have left.
      'Gruppen, auch frühere: 1',
      'Serien, die das Mitglied nicht betreffen: 1',
      'statt Anna Lindner und Anna Fuchs',
      pseudonymOf(member.uuid),
      'Das bleibt, und warum',
      'das Benutzerkonto von Anna Lindner',
      'Sicherungen',
    ])
      expect(page).toContain(text);
    expect(await tablesWith('Bambini', organization)).toEqual(['members']);
    const fields = { endAccessOf: user.uuid, __key: 'a.erase-member' };
    expect((await browser.submit(path, fields)).location).toBe('/app/members');
    expect((await browser.get('/app/members')).page).toContain(messages.memberErased.title);
    expect((await browser.submit(path, fields)).location).toBe('/app/members');
    expect(messages.memberEraseFailed.message).toContain('nicht gelöscht');
  });

  it('earlier names go from the log, too, and those of a record merged away; the page says which (S3, O10)', async () => {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    const created = async (firstName: string, lastName: string) =>
      (
        await browser.call('POST', '/member', {
          organization: organization.uuid,
          firstName,
          lastName,
        })
      ).json.uuid;
    const [kept, gone] = [await created('Verena', 'Ledig'), await created('Verna', 'Vertippt')];
    const rename = async (uuid: string, lastName: string) => {
      const { version } = (await browser.call('GET', `/member/${uuid}`)).json;
      const { status } = await browser.call('PUT', '/member', {
        uuid,
        version,
        firstName: 'Verena',
        lastName,
      });
      expect(status).toBe(200);
    };
    await rename(kept, 'Verlobt');
    await rename(gone, 'Doppelt');
    const merged = await browser.call('POST', `/member/${kept}/merge`, {
      other: gone,
      fields: { lastName: 'other' },
    });
    expect(merged.status).toBe(200);
    await rename(kept, 'Ehename');
    await app.make.member(organization, { firstName: 'Verena', lastName: 'Verlobt' });
    const names = ['Verena Ehename', 'Verena Doppelt', 'Verena Ledig', 'Verna Vertippt'];
    const traces = [...names, 'Verena Verlobt'].map((name) => `Mitglied „${name}“`);
    for (const trace of traces)
      expect(await tablesWith(trace, organization), trace).toEqual(['audit_log']);
    const { page } = await browser.get(`/app/members/${kept}/erasure`);
    for (const name of names) expect(page).toMatch(new RegExp(`statt [^<]*${name}`));
    expect(page).toMatch(/statt( Ver\S+ \S+,){2} Ver\S+ \S+ und Ver/);
    expect(page).toContain('(hier mit dem Namen Verena Verlobt, den noch jemand');
    expect((await browser.call('POST', `/member/${kept}/erasure`)).status).toBe(204);
    for (const name of names) expect(await tablesWith(name, organization), name).toEqual([]);
    expect(await tablesWith('Mitglied „Verena Verlobt“', organization)).toEqual(['audit_log']);
  });

  it('a name that somebody else has or had stays in the log, as nobody knows whose it is (S3)', async () => {
    const { organization, browser, erase, member } = await person();
    const { uuid } = await app.make.member(organization, {
      firstName: 'Anna',
      lastName: 'Lindner',
    });
    await changeRows(app.db, 'members', uuid, { last_name: 'Berger' });
    expect((await browser.get(`/app/members/${member.uuid}/erasure`)).page).toContain(
      'mit dem Namen Anna Lindner, den noch jemand im Verein hat oder hatte',
    );
    expect((await erase()).status).toBe(204);
    expect(await tablesWith('Mitglied „Anna Lindner“', organization)).toEqual(['audit_log']);
  });

  it('the names of their account go from the log, too, also once it is no longer linked (S3, O10)', async () => {
    const logged = (organization: { uuid: string }, name: string) =>
      insertRows(app.db, 'audit_log', {
        organization_uuid: organization.uuid,
        operation: 'x',
        request_id: 'x',
        action: `Berechtigung Administration entzogen: Benutzer „Anna ${name}“`,
      });
    const linked = async () => {
      const whole = await person();
      for (const last_name of ['Vorher', 'Berger']) {
        await changeRows(app.db, 'users', whole.user.uuid, { last_name });
        await logged(whole.organization, last_name);
      }
      return whole;
    };
    const traces = (organization: { uuid: string }) =>
      Promise.all(['Berger', 'Vorher'].map((name) => tablesWith(name, organization)));

    const stayed = await linked();
    expect((await stayed.erase()).status).toBe(204);
    expect(await traces(stayed.organization)).toEqual([[], []]);

    const left = await linked();
    await deleteRows(app.db, 'organization_users', { user_uuid: left.user.uuid });
    expect((await left.erase({})).status).toBe(204);
    expect(await traces(left.organization)).toEqual([[], []]);

    const twice = await linked();
    const user = await app.make.user({ firstName: 'Anna', lastName: 'Doppelt' });
    await app.make.belongs(user, twice.organization);
    const { uuid: other } = await app.make.member(twice.organization, { user });
    const merge = { other, user: user.uuid };
    expect(
      (await twice.browser.call('POST', `/member/${twice.member.uuid}/merge`, merge)).status,
    ).toBe(200);
    await deleteRows(app.db, 'organization_users', { user_uuid: twice.user.uuid });
    expect((await twice.erase({ endAccessOf: user.uuid })).status).toBe(204);
    expect(await traces(twice.organization)).toEqual([[], []]);
  });

  it('rewrites log entries about people, and nothing else of the same name (S3, X6)', async () => {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    const entries = [
      'Veranstaltung „Anna Lindner“ gelöscht',
      'Gruppe „Anna Lindner“ angelegt',
      'Mitglied „Max Muster“ gelöscht, Benutzer „Eva Maier“ entfernt',
      'Antwort von „Anna Lindner“ auf die Umfrage „Anna Lindner“ entfernt',
      'Konto „Anna Lindner“ geändert',
      'Mitglied „Hans „Hansi“ Maier“ geändert',
    ];
    await insertRows(
      app.db,
      'audit_log',
      entries.map((action) => ({
        organization_uuid: organization.uuid,
        operation: 'x',
        action,
        request_id: 'x',
      })),
    );
    const erased: string[] = [];
    for (const [firstName, lastName] of [
      ['Anna', 'Lindner'],
      ['Max', 'Muster“ gelöscht, Benutzer „Eva Maier'],
      ['Hans „Hansi“', 'Maier'],
    ]) {
      const { uuid } = await app.make.member(organization, { firstName, lastName });
      erased.push(pseudonymOf(uuid));
      expect((await browser.call('POST', `/member/${uuid}/erasure`)).status).toBe(204);
    }
    const about = { organization_uuid: organization.uuid, operation: 'x' };
    const log = await valuesOf(app.db, 'audit_log', about, 'action', ['id']);
    const [anna, , hans] = erased;
    expect(log).toEqual([
      ...entries.slice(0, 3),
      `Antwort von ${anna} auf die Umfrage „Anna Lindner“ entfernt`,
      `Konto ${anna} geändert`,
      `${hans} geändert`,
    ]);
  });

  it('of a member with access takes an admin who names the user, and never the last admin (S3, C4)', async () => {
    const { organization, member, user, other, browser, erase } = await person();
    const editor = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    expect((await erase({ endAccessOf: user.uuid }, editor)).status).toBe(403);
    expect((await editor.get(`/app/members/${member.uuid}/erasure`)).page).toContain(
      'Das kann nur jemand mit der Berechtigung Administration.',
    );
    expect((await erase({})).status).toBe(422);
    expect((await erase({ endAccessOf: other.uuid })).status).toBe(422);
    const record = await rowOf(app.db, 'members', { user_uuid: other.uuid }, ['uuid']);
    const own = await browser.call('POST', `/member/${record.uuid}/erasure`, {
      endAccessOf: other.uuid,
    });
    expect(own.status).toBe(409);
    const club = await app.make.club();
    expect((await erase({}, await app.as(club.admin, club.organization))).status).toBe(404);
    const plain = await app.make.member(organization);
    expect((await editor.call('POST', `/member/${plain.uuid}/erasure`)).status).toBe(204);
  });

  it('a reason keeps the record until it is taken back, and is told to nobody in the log (S4, X6)', async () => {
    const { organization, member, browser, erase } = await person();
    const path = `/app/members/${member.uuid}/hold`;
    expect((await browser.submit(path, { reason: 'Schuldet Beitrag' })).location).toBe(
      `/app/members/${member.uuid}/erasure`,
    );
    const page = await browser.get(`/app/members/${member.uuid}/erasure`);
    expect(page.page).toContain(messages.holdSaved({ reason: 'x' }).title);
    expect(page.page).toContain('Grund: Schuldet Beitrag');
    expect((await erase()).status).toBe(409);
    expect((await browser.call('DELETE', `/member/${member.uuid}`)).status).toBe(409);
    const deletion = await browser.get(`/app/members/${member.uuid}/delete`);
    expect(deletion.page).toContain('„Schuldet Beitrag“');
    expect(deletion.text).not.toContain('>Löschen</button>');
    expect(await tablesWith('Schuldet', organization)).toEqual(['members']);
    expect((await browser.submit(path, { reason: 'x'.repeat(501) })).status).toBe(422);
    expect(messages.holdFailed.message).toContain('nicht gespeichert');
    await browser.call('PUT', `/member/${member.uuid}/hold`, { reason: '' });
    expect((await erase()).status).toBe(204);
  });

  it('each server keeps the ids beside the database, and takes none out (S3)', async () => {
    const { member, erase } = await person();
    await erase();
    const { dataDir } = app.config;
    await Promise.all([keepErasures(app.db, dataDir), keepErasures(app.db, dataDir)]);
    const lines = async () =>
      (await readFile(join(dataDir, 'erasures'), 'utf8')).trimEnd().split('\n');
    expect(await lines()).toContain(member.uuid);
    await deleteRows(app.db, 'erasures', { member_uuid: member.uuid });
    await appendFile(join(dataDir, 'erasures'), '0d8');
    const again = await person();
    await again.erase();
    await keepErasures(app.db, dataDir);
    expect(await lines()).toEqual(expect.arrayContaining([member.uuid, '0d8', again.member.uuid]));
  });

  it('takes rows of tables that could not be carried out along, by both names or the identifier (S3, O6)', async () => {
    const { organization, erase } = await person();
    const editor = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    const file = [
      'Vorname;Nachname;Mitgliedsnr;E-Mail',
      'ANNA;Lindner;;kaputt',
      'Anni;Linder;m-17;kaputt',
      'Anna;Berger;;kaputt',
    ].join('\n');
    const table = { organization: organization.uuid, name: 'liste.csv', file: btoa(file) };
    const { uuid } = (await editor.call('POST', '/member/import', table)).json;
    const lines = async () =>
      (await editor.call('GET', `/member/import/${uuid}`)).json.rows.map(
        (row: { line: number }) => row.line,
      );
    expect(await lines()).toHaveLength(3);
    expect((await erase()).status).toBe(204);
    expect(await lines()).toHaveLength(1);
    for (const trace of ['Lindner', 'Linder', 'm-17'])
      expect(await tablesWith(trace, organization), trace).toEqual([]);
  });

  it('includes the records that were merged into theirs, as an older backup has them (S3, O10)', async () => {
    const { organization, member, browser, erase } = await person();
    const [twin, before] = [
      await app.make.member(organization),
      await app.make.member(organization),
    ];
    const merge = (into: string, other: string) =>
      browser.call('POST', `/member/${into}/merge`, { other });
    expect((await merge(twin.uuid, before.uuid)).status).toBe(200);
    expect((await merge(member.uuid, twin.uuid)).status).toBe(200);
    await erase();
    const here = { organization_uuid: organization.uuid };
    expect((await valuesOf(app.db, 'erasures', here, 'member_uuid')).sort()).toEqual(
      [member, twin, before].map(({ uuid }) => uuid).sort(),
    );
  });
});

describe('how long a club keeps who has left', () => {
  /** A club with a period, and members who left so many days ago. */
  async function former(months: number | null, daysAgo: readonly number[]) {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    const members = await Promise.all(daysAgo.map(() => app.make.member(organization)));
    for (const [at, days] of daysAgo.entries())
      await browser.call('PUT', `/member/${members[at]?.uuid}/leaving`, { on: inClubDays(-days) });
    const decide = (value: unknown) =>
      browser.call('PUT', `/organization/${organization.uuid}/retention`, { months: value });
    if (months !== null) expect((await decide(months)).json).toEqual({ months });
    const eraseOn = async (at: number) => {
      const { rows } = await app.pool.query<{ day: string }>(
        'select erase_on::text as day from members where uuid = $1',
        [members[at]?.uuid],
      );
      return rows[0]?.day;
    };
    /** As if so many days had passed. */
    const pass = async (days: number) => {
      await app.pool.query(
        `update members set erase_on = erase_on - $2::int where organization_uuid = $1`,
        [organization.uuid, days],
      );
      await app.pool.query('update organizations set retention_checked_on = null where uuid = $1', [
        organization.uuid,
      ]);
    };
    const work = async () => {
      await keepHouse(app.db, app.config);
      await app.work();
    };
    return { organization, admin, browser, members, decide, eraseOn, pass, work };
  }

  it('is for good until an admin decides, from 0 to 120 months (S4)', async () => {
    const { organization, browser, decide, eraseOn, work } = await former(null, [4000]);
    await work();
    expect(await eraseOn(0)).toBe(null);
    for (const months of [-1, 121, 1.5, 'viele', '', undefined])
      expect((await decide(months)).status, String(months)).toBe(422);
    const path = '/app/admin/organization/retention';
    expect((await browser.submit(path, { months: 'x' })).status).toBe(422);
    expect((await browser.submit(path, { months: '24' })).location).toBe('/app/admin/organization');
    expect((await browser.get('/app/admin/organization')).page).toContain(
      messages.retentionSaved({ months: 24 }).title,
    );
    expect(
      (await browser.call('GET', `/organization/${organization.uuid}/retention`)).json,
    ).toEqual({ months: 24 });
    await browser.submit(path, { months: '' });
    expect((await decide(null)).json).toEqual({ months: null });
    expect(messages.retentionFailed.message).toContain('nicht gespeichert');
  });

  it('tells those who edit members 14 days before, also with 0 months, and then erases once (S4)', async () => {
    const { organization, admin, browser, members, eraseOn, pass, work } = await former(
      0,
      [1, 900],
    );
    await work();
    expect([await eraseOn(0), await eraseOn(1)]).toEqual([inClubDays(14), inClubDays(14)]);
    const mails = await app.mailsTo(admin.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Einträge laufen ab'),
    ]);
    for (const { firstName, lastName } of members)
      expect(mails[0]?.text).toContain(`${firstName} ${lastName}`);
    // Whatever club is the active one.
    const other = await app.make.organization();
    await app.make.belongs(admin, other, 'ORGANIZATION_ADMIN');
    const path = `/app/members/erasures?organization=${organization.uuid}`;
    expect(mails[0]?.text).toContain(app.origin + path);
    const elsewhere = await app.as(admin, other);
    expect((await elsewhere.visit(path)).page).toContain('wird am');
    expect((await browser.get('/app/members/erasures')).page).toContain('wird am');
    await work();
    await pass(13);
    await work();
    expect(await eraseOn(0)).toBe(inClubDays(1));
    await pass(1);
    await Promise.all([keepHouse(app.db, app.config), keepHouse(app.db, app.config)]);
    await Promise.all([app.work(), keepRetention(app.db, organization.uuid)]);
    expect(await eraseOn(0)).toBeUndefined();
    expect(await eraseOn(1)).toBeUndefined();
    const log = await loggedActions(app, organization);
    expect(log.filter((action) => action.endsWith('Frist abgelaufen'))).toHaveLength(2);
    expect(await app.mailsTo(admin.email)).toHaveLength(1);
  });

  it('skips those who have a reason, have come back or have not left, and starts over with another period (S4)', async () => {
    const { browser, members, eraseOn, pass, work, decide } = await former(1, [100, 100, 100, -30]);
    await work();
    await browser.call('PUT', `/member/${members[0]?.uuid}/hold`, { reason: 'Beitrag' });
    await browser.call('PUT', `/member/${members[1]?.uuid}/leaving`, { on: null });
    expect([await eraseOn(0), await eraseOn(1), await eraseOn(2), await eraseOn(3)]).toEqual([
      null,
      null,
      inClubDays(14),
      null,
    ]);
    await decide(2);
    expect(await eraseOn(2)).toBe(null);
    await work();
    expect(await eraseOn(2)).toBe(inClubDays(14));
    await decide(120);
    await pass(14);
    await work();
    for (const at of [0, 1, 2, 3]) expect(await eraseOn(at)).toBe(null);
  });
});
