import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '~/kernel/actor';
import { testApp } from '../support/app';
import { giveFactor, takeFactor } from '../support/authenticator';
import { demandFactor } from '../support/factor-rule';
import { changeRows, deleteRows, insertRows } from '../support/rows';

/** Where a club demands a second factor, permissions of admins without one rest (T6). */

const app = testApp();

/** A club with an admin who has a second factor, and one without who has every permission. */
async function club(passed?: string) {
  const { organization, admin } = await app.make.club();
  const other = await app.make.userOf(organization, PERMISSIONS);
  await giveFactor(app, admin);
  if (passed !== undefined) await demandFactor(app, organization, passed);
  const browser = await app.as(other, organization);
  return { organization, admin, other, browser };
}

/** The statuses of something that each of the three permissions is for. */
async function rightsOf(
  browser: Awaited<ReturnType<typeof app.as>>,
  organization: { uuid: string },
) {
  const { uuid } = organization;
  const event = await app.make.event(organization);
  const calls = [
    await browser.call('GET', `/organization/${uuid}/second-factor`),
    await browser.call('GET', `/event/${event.uuid}/registered-members`),
    await browser.call('POST', '/member', { organization: uuid, firstName: 'A', lastName: 'B' }),
  ];
  return calls.map(({ status }) => status);
}

const ALL = [200, 200, 200];
const NONE = [403, 403, 403];

describe('when they rest', () => {
  it('14 days after it was switched on, and not a minute before (T6)', async () => {
    const { organization, browser } = await club('13 days 23 hours 59 minutes');
    expect(await rightsOf(browser, organization)).toEqual(ALL);
    await demandFactor(app, organization, '14 days 1 minute');
    expect(await rightsOf(browser, organization)).toEqual(NONE);
  });

  it('a second factor gives them back with the next request, and its loss takes them at once (T6)', async () => {
    const { organization, other, browser } = await club('15 days');
    await insertRows(app.db, 'totp', { user_uuid: other.uuid, secret: 'sealed' });
    expect(await rightsOf(browser, organization), 'not confirmed').toEqual(NONE);
    await giveFactor(app, other);
    expect(await rightsOf(browser, organization)).toEqual(ALL);
    await takeFactor(app, other);
    expect(await rightsOf(browser, organization)).toEqual(NONE);
    await changeRows(app.db, 'organizations', organization.uuid, { admins_need_factor_from: null });
    expect(await rightsOf(browser, organization), 'no longer demanded').toEqual(ALL);
  });

  it('not for those who only edit, nor for those without any permission (T6)', async () => {
    const { organization } = await club('15 days');
    const editor = await app.make.userOf(organization, ['EDIT_EVENTS', 'EDIT_MEMBERS']);
    const browser = await app.as(editor, organization);
    expect(await rightsOf(browser, organization)).toEqual([403, 200, 200]);
    expect((await browser.get('/app/')).page).not.toContain('Handy-Code');
  });

  it('of somebody who becomes an admin later at once, with what they had before (T6)', async () => {
    const { organization, admin } = await club('15 days');
    const editor = await app.make.userOf(organization, ['EDIT_EVENTS']);
    const browser = await app.as(editor, organization);
    expect(await rightsOf(browser, organization)).toEqual([403, 200, 403]);
    const granting = await app.as(admin, organization);
    const permission = { user: editor.uuid, organization: organization.uuid };
    const body = { ...permission, permission: 'ORGANIZATION_ADMIN' };
    expect((await granting.call('PUT', '/permission', body)).status).toBe(200);
    expect(await rightsOf(browser, organization)).toEqual(NONE);
    expect((await browser.get('/app/')).page).toContain('Ihre Berechtigungen ruhen, bis');
    expect((await granting.call('DELETE', '/permission', body)).status).toBe(204);
    expect(await rightsOf(browser, organization)).toEqual([403, 200, 403]);
  });

  it('in the club that demands it, and in no other of the same admin (T6)', async () => {
    const { organization, other, browser } = await club('15 days');
    const second = await app.make.organization({ name: 'Zweitverein' });
    await app.make.belongs(other, second, ...PERMISSIONS);
    expect(await rightsOf(browser, organization)).toEqual(NONE);
    expect(await rightsOf(browser, second)).toEqual(ALL);
    const nav = 'Meine Organisation Berechtigungen';
    const here = await browser.get('/app/');
    expect(here.page).not.toContain(nav);
    expect(here.page).toContain('Ihre Berechtigungen ruhen, bis Sie');
    expect(here.page).toContain(`braucht ihn, wer ${organization.name} verwaltet.`);
    await browser.submit('/app/organizations/active', { organization: second.uuid });
    const there = await browser.get('/app/');
    expect(there.page).toContain(nav);
    expect(there.page).not.toContain('Handy-Code');
  });

  it('never those that a system administrator has by being one (T6)', async () => {
    const { organization } = await club('15 days');
    const system = await app.make.user({ admin: true });
    const visiting = await app.as(system, organization);
    expect(await rightsOf(visiting, organization)).toEqual(ALL);
    expect((await visiting.get('/app/')).page).not.toContain('Handy-Code');
    await app.make.belongs(system, organization, 'ORGANIZATION_ADMIN');
    expect(await rightsOf(visiting, organization)).toEqual(ALL);
  });
});

describe('the last administrator', () => {
  it('keeps the permissions and is told, until somebody else has a second factor (T6)', async () => {
    const { organization, admin, other, browser } = await club('15 days');
    const first = await app.as(admin, organization);
    expect(await rightsOf(first, organization)).toEqual(ALL);
    expect((await first.get('/app/')).page).not.toContain('Handy-Code');
    await takeFactor(app, admin);
    // Nobody has one now: shutting all of them out would help nobody.
    for (const each of [first, browser]) {
      expect(await rightsOf(each, organization)).toEqual(ALL);
      expect((await each.get('/app/')).page).toContain('Bitte richten Sie einen Handy-Code ein.');
    }
    await giveFactor(app, other);
    expect(await rightsOf(browser, organization)).toEqual(ALL);
    expect(await rightsOf(first, organization)).toEqual(NONE);
    expect((await first.get('/app/')).page).toContain('ruhen, bis Sie einen Handy-Code');
  });

  for (const [how, change] of [
    [
      'leaves the club',
      async ({ organization, admin }) => {
        const browser = await app.as(admin, organization);
        const path = `/app/account/organizations/${organization.uuid}`;
        expect((await browser.submit(path)).status).toBe(303);
      },
    ],
    [
      'is deactivated',
      ({ admin }) => changeRows(app.db, 'users', admin.uuid, { activated: false }),
    ],
    ['is deleted', ({ admin }) => deleteRows(app.db, 'users', admin.uuid)],
  ] satisfies [string, (here: Awaited<ReturnType<typeof club>>) => Promise<unknown>][]) {
    it(`becomes who is left when the only admin with a second factor ${how} (T6)`, async () => {
      const here = await club('15 days');
      expect(await rightsOf(here.browser, here.organization)).toEqual(NONE);
      await change(here);
      expect(await rightsOf(here.browser, here.organization)).toEqual(ALL);
    });
  }
});

describe('the banner', () => {
  it('says from when, in the days of the club, on each of its screens (T6)', async () => {
    const { organization, other, browser } = await club('4 days');
    await changeRows(app.db, 'organizations', organization.uuid, {
      admins_need_factor_from: '2099-12-06T22:00:00Z',
      time_zone: 'Asia/Kathmandu',
    });
    const title = 'Ab 7. Dezember brauchen Sie einen Handy-Code.';
    for (const path of ['/app/', '/app/events', '/app/account', '/app/nowhere']) {
      const { page, text } = await browser.get(path);
      expect(page, path).toContain(title);
      expect(page, path).toContain(`Das gilt für alle, die ${organization.name} verwalten.`);
      expect(text, path).toContain('href="/app/account/second-factor"');
    }
    await giveFactor(app, other);
    expect((await browser.get('/app/')).page).not.toContain('Handy-Code');
  });

  it('is nowhere in what others get, nor where nothing is demanded (T6, X3)', async () => {
    const { organization, admin, browser } = await club();
    const user = await app.make.userOf(organization);
    const before = await browser.get('/app/events');
    expect(before.text).not.toContain('second-factor');
    expect(before.text).not.toContain('factor');
    await demandFactor(app, organization, '15 days');
    for (const each of [admin, user]) {
      const { text } = await (await app.as(each, organization)).get('/app/events');
      expect(text).not.toContain('factor');
    }
  });
});
