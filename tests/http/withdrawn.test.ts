import { describe, expect, it } from 'vitest';
import type { Permission } from '~/kernel/actor';
import { testApp } from '../support/app';

/** Someone whose permission ends while a screen is open is led home and told why (B6, B7). */
const app = testApp();

const LABELS: Readonly<Record<Permission, string>> = {
  ORGANIZATION_ADMIN: 'Administration',
  EDIT_EVENTS: 'Veranstaltungen bearbeiten',
  EDIT_MEMBERS: 'Mitglieder bearbeiten',
};
const MISSING = 'Dafür fehlt Ihnen die Berechtigung';
const whyNot = (permission: Permission) =>
  `${MISSING} „${LABELS[permission]}“. Fragen Sie die Administration.`;

async function setting(permission: Permission) {
  const organization = await app.make.organization();
  // An organisation must keep an admin (C4).
  await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
  const person = await app.make.userOf(organization, [permission]);
  const event = await app.make.event(organization, { max: 5 });
  const member = await app.make.member(organization);
  return {
    browser: await app.as(person, organization),
    event,
    member,
    person,
    withdraw: () => app.db.deleteFrom('permissions').where('user_uuid', '=', person.uuid).execute(),
  };
}
type Setting = Awaited<ReturnType<typeof setting>>;

const day = { date: '2031-01-01', eventType: 'OPEN_EVENT' };

describe('a permission withdrawn meanwhile', () => {
  it.each<[string, Permission, (of: Setting) => string, Record<string, string>, string]>([
    [
      'a new member',
      'EDIT_MEMBERS',
      () => '/app/members/new',
      { firstName: 'A', lastName: 'B' },
      'Mitglied erstellen ist fehlgeschlagen.',
    ],
    [
      'a deletion',
      'EDIT_MEMBERS',
      ({ member }) => `/app/members/${member.uuid}/delete`,
      {},
      'Fehler beim Löschen des Mitglieds.',
    ],
    [
      'an event',
      'EDIT_EVENTS',
      ({ event }) => `/app/events/${event.uuid}/edit`,
      { name: 'A', ...day },
      'Fehler beim speichern der Veranstaltung.',
    ],
    [
      'the message of the day',
      'ORGANIZATION_ADMIN',
      () => '/app/admin/organization',
      { name: 'A', motd: 'B' },
      'Fehler beim Speichern der Daten.',
    ],
  ])(
    'a form whose permission was withdrawn leads home from %s and says what failed and why',
    async (_what, permission, pathOf, fields, failed) => {
      const here = await setting(permission);
      const path = pathOf(here);
      expect((await here.browser.get(path)).status).toBe(200);
      await here.withdraw();
      const response = await here.browser.submit(path, fields);
      expect(response.location).toBe('/app/');
      const { text, page } = await here.browser.get('/app/');
      expect(page).toContain(`${failed} ${whyNot(permission)}`);
      expect(text).toContain('data-kind="error"');
      expect((await here.browser.get('/app/')).page).not.toContain(MISSING);
    },
  );

  it('a link to a screen that is not allowed leads home and says why and whom to ask (B7)', async () => {
    const { browser, withdraw } = await setting('EDIT_EVENTS');
    await withdraw();
    expect((await browser.get('/app/events/new')).location).toBe('/app/');
    expect((await browser.get('/app/')).page).toContain(
      `Error: Berechtigung ${whyNot('EDIT_EVENTS')}`,
    );
  });

  it('a call whose permission was withdrawn returns 403 and sets no notice', async () => {
    const { browser, member, withdraw } = await setting('EDIT_MEMBERS');
    await withdraw();
    const response = await browser.call('DELETE', `/member/${member.uuid}`);
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
  });
});

it('a refusal says of every member the same, whether they have an account, permissions or an invitation (D3, B7)', async () => {
  const { organization, admin } = await app.make.club();
  const browser = await app.asUserOf(organization, []);
  const plain = await app.make.userOf(organization, []);
  const invited = await app.make.member(organization);
  await (await app.as(admin, organization)).call(
    'POST',
    `/organization/invitation/${invited.uuid}`,
  );
  const { uuid: other } = await app.make.member(organization);
  const members = [admin.member, plain.member, invited.uuid, other];
  const asked = {
    'POST /erasure': {},
    'PUT /leaving': { on: null },
    'POST /merge': { other },
  };
  for (const [call, body] of Object.entries(asked)) {
    const [method = '', path] = call.split(' ');
    const details = new Set<string>();
    for (const member of members.filter((each) => call !== 'POST /merge' || each !== other)) {
      const { status, json } = await browser.call(method, `/member/${member}${path}`, body);
      expect(status).toBe(403);
      details.add(json.detail);
    }
    expect([call, [...details]]).toEqual([call, [expect.stringContaining(MISSING)]]);
  }
});
