import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { loggedActionsOf } from '../support/audit';
import { accountWithFactor, codeOf, giveRecoveryCodes } from '../support/authenticator';
import {
  begin,
  CODES,
  codesIn,
  FACTOR,
  factorsOf,
  REMOVAL,
  recoveryCodesOf,
  SETUP,
  works,
} from '../support/factor-screens';
import { changeRows, deleteRows, insertRows } from '../support/rows';
import { sessionsOf } from '../support/sessions';

const app = testApp();

async function protectedPerson() {
  const user = await accountWithFactor(app);
  const codes = await giveRecoveryCodes(app, user);
  // As if they had been there for a while.
  await changeRows(
    app.db,
    'recovery_codes',
    { user_uuid: user.uuid },
    { created_at: sql<Date>`now() - interval '1 day'` },
  );
  return { user, codes, person: await app.as(user) };
}

const subjects = async ({ email }: { email: string }) =>
  (await app.mailsTo(email)).map(({ subject }) => subject);

describe('recovery codes', () => {
  it('new ones replace all ten, are shown once, and a mail tells of it (T4)', async () => {
    const { user, codes, person } = await protectedPerson();
    expect((await person.get(CODES)).page).toContain('Die bisherigen gelten dann nicht mehr');
    const shown = await person.submit(CODES);
    expect(shown.status).toBe(200);
    expect(shown.page).toContain('Diese Codes sehen Sie nur jetzt.');
    const fresh = codesIn(shown);
    expect(fresh).toHaveLength(10);
    expect(await works(app, user, codes[0] ?? '')).toBe(false);
    expect(await works(app, user, fresh[0]?.toLowerCase().replaceAll('-', ' ') ?? '')).toBe(true);
    expect(await recoveryCodesOf(app, user)).toHaveLength(10);
    expect(await subjects(user)).toEqual(['Neue Wiederherstellungscodes']);
    expect(await loggedActionsOf(app, user)).toEqual(['Neue Wiederherstellungscodes erzeugt']);
    const later = await person.get(CODES);
    expect(codesIn(later)).toEqual([]);
  });

  it('a flood and a double click show the same new ones, which work once, and one mail tells of it (T4, ASVS V2.4.1)', async () => {
    const { user, person } = await protectedPerson();
    const flood = await Promise.all(Array.from({ length: 20 }, () => person.submit(CODES)));
    const [first = [], ...same] = flood.map(codesIn);
    expect(same).toEqual(Array(19).fill(first));
    expect(await works(app, user, first[0] ?? '')).toBe(true);
    expect(codesIn(await person.submit(CODES))).toEqual(first);
    expect(await recoveryCodesOf(app, user)).toHaveLength(10);
    expect(await works(app, user, first[0] ?? '')).toBe(false);
    expect(await works(app, user, first[9] ?? '')).toBe(true);
    expect(await subjects(user)).toHaveLength(1);
  });

  it('the screen advises new ones when few are left (T4)', async () => {
    const { user, codes, person } = await protectedPerson();
    expect((await person.get(FACTOR)).page).not.toContain('Erzeugen Sie neue');
    for (const code of codes.slice(0, 9)) await works(app, user, code);
    const one = await person.get(FACTOR);
    expect(one.page).toContain('Sie haben noch 1 Wiederherstellungscode.');
    expect(one.page).toContain('Erzeugen Sie neue');
    await works(app, user, codes[9] ?? '');
    expect((await person.get(FACTOR)).page).toContain(
      'Sie haben keine Wiederherstellungscodes mehr.',
    );
  });

  it('without a second factor there are none (T4)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    await begin(person);
    for (const path of [CODES, REMOVAL]) {
      const closed = await person.visit(path);
      expect(closed.path).toBe(FACTOR);
    }
    const refused = await person.submit(CODES);
    expect([refused.status, refused.location]).toEqual([302, FACTOR]);
    expect((await person.get(FACTOR)).page).toContain(messages.recoveryCodesFailed.message);
    expect(await recoveryCodesOf(app, user)).toEqual([]);
  });
});

describe('switching off', () => {
  it('it takes the codes along, ends other sessions and tells by mail (T3, ASVS V7.4.3)', async () => {
    const { user, person } = await protectedPerson();
    const elsewhere = await app.as(user);
    expect((await person.get(REMOVAL)).page).toContain('reicht dann wieder Ihr Passwort');
    const removed = await person.submit(REMOVAL);
    expect([removed.status, removed.location]).toEqual([303, FACTOR]);
    expect((await person.get(FACTOR)).page).toContain(messages.factorRemoved.message);
    expect(await factorsOf(app, user)).toEqual([]);
    expect(await recoveryCodesOf(app, user)).toEqual([]);
    expect((await elsewhere.get('/app/account')).status).toBe(302);
    expect(await sessionsOf(app, user)).toHaveLength(1);
    expect(await subjects(user)).toEqual(['Handy-Code abgeschaltet']);
    expect(await loggedActionsOf(app, user)).toEqual(['Handy-Code abgeschaltet']);
    // The second of two clicks finds nothing to do, and says the same.
    expect((await person.submit(REMOVAL)).location).toBe(FACTOR);
    expect((await person.get(FACTOR)).page).toContain(messages.factorRemoved.message);
    expect(await subjects(user)).toHaveLength(1);
    expect(await loggedActionsOf(app, user)).toHaveLength(1);
  });

  it('it says which clubs want it of this admin, and is allowed all the same (T6)', async () => {
    const { user, person } = await protectedPerson();
    const wants = (name: string, from: Date | null) =>
      app.make.organization({ name }).then(async (club) => {
        await changeRows(app.db, 'organizations', club.uuid, { admins_need_factor_from: from });
        return club;
      });
    const strict = await wants('TSV Streng', new Date('2030-05-03T22:30Z'));
    await app.make.belongs(user, strict, 'ORGANIZATION_ADMIN');
    await app.make.belongs(user, await wants('SV Locker', null), 'ORGANIZATION_ADMIN');
    await app.make.belongs(user, await wants('FC Fremd', new Date()), 'EDIT_EVENTS');
    const { page } = await person.get(REMOVAL);
    expect(page).toContain('TSV Streng (ab 04. Mai 2030)');
    for (const name of ['SV Locker', 'FC Fremd'])
      expect(page.slice(page.indexOf('abschalten'))).not.toContain(`${name} (`);
    expect((await person.submit(REMOVAL)).status).toBe(303);
    expect(await factorsOf(app, user)).toEqual([]);
  });

  it('setting up against switching off: both are carried out in some order (T3)', async () => {
    for (let round = 0; round < 6; round++) {
      const user = await app.make.user();
      const person = await app.as(user);
      const code = codeOf(await begin(person));
      await Promise.all([
        person.submit(SETUP, { code }),
        person.submit(REMOVAL),
        person.submit(CODES),
      ]);
      const [factor] = await factorsOf(app, user);
      const isOn = factor?.confirmed_at != null;
      expect(await recoveryCodesOf(app, user)).toHaveLength(isOn ? 10 : 0);
    }
  });
});

describe('who may', () => {
  it('nobody reaches the second factor of somebody else, whatever they name (T4)', async () => {
    const { user } = await protectedPerson();
    const { organization, admin } = await app.make.club();
    await app.make.belongs(user, organization);
    const person = await app.as(admin, organization);
    const names: Record<string, string>[] = [{ user: user.uuid }, { email: user.email }];
    for (const fields of names)
      for (const path of [REMOVAL, CODES]) {
        await person.submit(path, fields);
        await person.submit(`${path}?user=${user.uuid}`);
      }
    expect(await factorsOf(app, user)).toHaveLength(1);
    expect(await recoveryCodesOf(app, user)).toHaveLength(10);
    expect(await subjects(user)).toEqual([]);
  });

  it("a club's admin and a system administrator change a user, and the factor stays (T4)", async () => {
    const { user } = await protectedPerson();
    const { organization, admin } = await app.make.club();
    await app.make.belongs(user, organization, 'EDIT_MEMBERS');
    const system = await app.as(await app.make.user({ admin: true }), organization);
    const before = await factorsOf(app, user);
    const renamed = await system.call('PUT', `/user/${user.uuid}`, {
      uuid: user.uuid,
      firstName: 'Neu',
      lastName: 'Name',
      email: user.email,
      activated: true,
    });
    expect(renamed.status).toBeLessThan(300);
    const withTotp = await system.call('PUT', `/user/${user.uuid}`, {
      totp: null,
      hasFactor: false,
    });
    expect(withTotp.status).toBeGreaterThanOrEqual(400);
    const person = await app.as(admin, organization);
    const removed = await person.submit(`/app/admin/permissions/${user.uuid}/remove`, {
      organization: organization.uuid,
    });
    expect(removed.status).toBe(303);
    expect(await factorsOf(app, user)).toEqual(before);
    expect(await recoveryCodesOf(app, user)).toHaveLength(10);
  });

  it('it goes with the account (S3)', async () => {
    const { user, person } = await protectedPerson();
    await insertRows(app.db, 'known_devices', {
      user_uuid: user.uuid,
      device_hash: Buffer.from('x'),
    });
    await deleteRows(app.db, 'users', user.uuid);
    expect(await factorsOf(app, user)).toEqual([]);
    expect(await recoveryCodesOf(app, user)).toEqual([]);
    expect((await person.get(FACTOR)).status).toBe(302);
  });
});

describe('own data', () => {
  it('own data and the report have no secret of the factor, and the moment of the last code (A12, S1)', async () => {
    const { user, codes, person } = await protectedPerson();
    const data = await person.get('/app/account/data.json');
    const report = await person.get('/app/account/report');
    const [stored] = await factorsOf(app, user);
    for (const { text } of [data, report]) {
      expect(text).not.toContain(user.secret);
      expect(text).not.toContain(stored?.secret ?? '-');
      for (const code of codes) expect(text).not.toContain(code);
    }
    await works(app, user, codeOf(user.secret));
    const again = await person.get('/app/account/data.json');
    const [{ lastUsedAt }] = again.json.secondFactor;
    expect(Math.abs(Date.parse(lastUsedAt) - Date.now())).toBeLessThan(120_000);
  });
});
