import { describe, expect, it } from 'vitest';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { linkedUser } from '../support/members';
import { permissionsOf } from '../support/permissions';
import { valuesOf } from '../support/rows';
import { sessionsOf } from '../support/sessions';

const app = testApp();

const userRow = (user: { uuid: string }) =>
  app.db.selectFrom('users').selectAll().where('uuid', '=', user.uuid).executeTakeFirst();

describe('leaving an organisation', () => {
  it('leaving an organisation ends permissions and the link but keeps the member record (A12)', async () => {
    const { organization } = await app.make.club({ name: 'Turnverein' });
    const user = await app.make.userOf(organization, ['EDIT_EVENTS']);
    const person = await app.as(user, organization);
    const dialog = `/app/account/organizations/${organization.uuid}`;
    expect((await person.get(dialog)).page).toContain('Turnverein wirklich verlassen?');
    const left = await person.submit(dialog);
    expect([left.status, left.location]).toEqual([303, '/app/account']);
    expect((await person.get('/app/account')).page).toContain(
      messages.organizationLeft({ name: 'Turnverein' }).title,
    );
    expect((await person.get('/app/')).page).toContain('Keine Organisationen verfügbar.');
    expect(await linkedUser(app, { uuid: user.member })).toBeNull();
    expect(await permissionsOf(app, user, organization)).toEqual([]);
    expect((await person.get(dialog)).location).toBe('/app/account');
    expect((await person.submit(dialog)).location).toBe('/app/account');
  });

  it('leaving an organisation is refused to its last ORGANIZATION_ADMIN (A12, C4)', async () => {
    const { organization, admin } = await app.make.club({ name: 'Ruderclub' });
    const dialog = `/app/account/organizations/${organization.uuid}`;
    const person = await app.as(admin, organization);
    const refused = await person.submit(dialog);
    expect(refused.status).toBe(409);
    expect(refused.page).toContain('Nur Sie verwalten noch: Ruderclub.');
    await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    expect((await person.submit(dialog)).status).toBe(303);
  });
});

describe('deleting the account', () => {
  it("deleting the account removes account, sessions and codes and keeps the club's records (A12)", async () => {
    const { organization } = await app.make.club();
    const user = await app.make.userOf(organization);
    const event = await app.make.event(organization);
    await app.make.attended(event, { uuid: user.member });
    const person = await app.as(user, organization);
    const elsewhere = await app.as(user, organization);
    const deleted = await person.submit('/app/account/deletion', {
      password: PASSWORD,
      __key: 'a.deletion',
    });
    expect([deleted.status, deleted.location]).toEqual([303, '/app/login']);
    expect(person.cookies.has('session')).toBe(false);
    expect((await person.get('/app/login')).page).toContain('Ihr Konto wurde gelöscht.');
    expect((await elsewhere.get('/app/account')).location).toContain('/app/login');
    expect(await userRow(user)).toBeUndefined();
    expect(await sessionsOf(app, user)).toEqual([]);
    expect(await linkedUser(app, { uuid: user.member })).toBeNull();
    const attended = { member_uuid: user.member };
    expect(await valuesOf(app.db, 'participations', attended, 'event_uuid')).toEqual([event.uuid]);
  });

  it('deleting the account asks for the password (A12)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    for (const [password, text] of [
      ['falsch', 'Das Passwort ist falsch.'],
      ['', 'Passwort eingeben'],
    ] as const) {
      const { status, page } = await person.submit('/app/account/deletion', { password });
      expect(status).toBe(422);
      expect(page).toContain(text);
    }
    expect(await userRow(user)).toBeDefined();
  });

  it('deleting the account is refused to a last admin, naming the organisations (A12, C4)', async () => {
    const { admin, organization } = await app.make.club({ name: 'Erster Verein' });
    const second = await app.make.organization({ name: 'Zweiter Verein' });
    await app.make.belongs(admin, second, 'ORGANIZATION_ADMIN');
    const shared = await app.make.club({ name: 'Geteilter Verein' });
    await app.make.belongs(admin, shared.organization, 'ORGANIZATION_ADMIN');
    const person = await app.as(admin, organization);
    const { status, page } = await person.submit('/app/account/deletion', { password: PASSWORD });
    expect(status).toBe(409);
    for (const name of ['Erster Verein', 'Zweiter Verein'])
      expect(page).toMatch(new RegExp(`noch: .*${name}.*\\.`));
    expect(page).not.toMatch(/noch:[^.]*Geteilter/);
    expect(await userRow(admin)).toBeDefined();
  });
});
