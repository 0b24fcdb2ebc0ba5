import { describe, expect, it } from 'vitest';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { inDays } from '../support/events';
import { refuseAddress } from '../support/mail-failures';
import { rowsOf } from '../support/rows';

const app = testApp();

const ACCOUNT = '/app/account';
const SETTINGS = '/app/account/notifications';

/** A club with a member whose mailbox mail servers say does not exist. */
async function setting() {
  const { organization, admin } = await app.make.club();
  const user = await app.make.userOf(organization);
  await refuseAddress(app, user.email);
  return { organization, admin, user, person: await app.as(user, organization) };
}

const told = (email: string) => `E-Mails an ${email} kommen nicht an.`;

describe('an address that mail servers refuse', () => {
  it('is told to the person, who can change it or try it again (N13)', async () => {
    const { user, person, organization } = await setting();
    for (const path of [ACCOUNT, SETTINGS])
      expect((await person.get(path)).page, path).toContain(told(user.email));
    expect((await person.get(ACCOUNT)).page).toContain('Noch einmal versuchen');
    const { status, location } = await person.submit(ACCOUNT);
    expect([status, location]).toEqual([303, ACCOUNT]);
    const { page } = await person.get(ACCOUNT);
    expect(page).toContain(messages.addressTriedAgain(user).message);
    for (const path of [ACCOUNT, SETTINGS])
      expect((await person.get(path)).page, path).not.toContain(told(user.email));
    const log = () => rowsOf(app.db, 'audit_log', { actor_uuid: user.uuid }, ['action']);
    expect(await log()).toEqual([{ action: 'E-Mails an die eigene Adresse noch einmal versucht' }]);
    // Nothing is known against it any more.
    await person.submit(ACCOUNT);
    expect(await log()).toHaveLength(1);
    const other = await app.asUserOf(organization);
    expect((await other.get(ACCOUNT)).page).not.toContain('kommen nicht an');
  });

  it('nobody can try it again for somebody else (N13)', async () => {
    const { user, organization } = await setting();
    const other = await app.asUserOf(organization);
    await other.submit(ACCOUNT, { email: user.email, user: user.uuid });
    const { rows } = await app.pool.query(
      'select from mail_failures where address_hash = mail_address_hash($1)',
      [user.email],
    );
    expect(rows).toHaveLength(1);
  });

  it('is not told while mails are still tried (N13)', async () => {
    const { organization } = await app.make.club();
    const user = await app.make.userOf(organization);
    await app.pool.query(
      `insert into mail_failures (address_hash, refused_at, code)
       values (mail_address_hash($1), array[now()], '5.2.2')`,
      [user.email],
    );
    const { page } = await (await app.as(user, organization)).get(ACCOUNT);
    expect(page).not.toContain('kommen nicht an');
  });

  it('is told to those who look after members, without the address; to nobody else (N13)', async () => {
    const { organization, user } = await setting();
    const details = `/app/members/${user.member}`;
    const shown: Record<string, boolean> = {};
    for (const permission of ['EDIT_MEMBERS', 'ORGANIZATION_ADMIN', 'EDIT_EVENTS'] as const) {
      const keeper = await app.make.userOf(organization, [permission]);
      const { status, page, text } = await (await app.as(keeper, organization)).get(details);
      expect(status).toBe(200);
      shown[permission] = page.includes('Unzustellbar');
      expect(text.includes('isUnreachable'), permission).toBe(shown[permission]);
      // Admins see it with the linked user, as before.
      expect(text.includes(user.email), permission).toBe(permission === 'ORGANIZATION_ADMIN');
    }
    const plain = await app.asUserOf(organization);
    shown.user = /Unzustellbar|isUnreachable/.test((await plain.get(details)).text);
    expect(shown).toEqual({
      EDIT_MEMBERS: true,
      ORGANIZATION_ADMIN: true,
      EDIT_EVENTS: false,
      user: false,
    });
    const api = await plain.call('GET', `/member/${user.member}`);
    expect(api.text).not.toContain('nreachable');
  });

  it('does not count as reached, by reminders, cancellations and lists of answers; the board tells the person (N13, N14, K11)', async () => {
    const { organization, user, person } = await setting();
    const other = await app.make.userOf(organization);
    const editor = await app.asUserOf(organization, ['EDIT_EVENTS']);
    const { uuid } = await app.make.event(organization, {
      name: 'Turnier',
      date: inDays(9),
      max: 5,
    });
    await editor.call('PUT', `/event/${uuid}/answer`, { answer: 'yes' });
    expect((await editor.get(`/app/events/${uuid}/answers/reminder`)).page).toContain(
      '2 Mitglieder bekommen eine E-Mail, aus der sie direkt antworten können. 1 ist per E-Mail nicht erreichbar',
    );
    expect((await editor.call('POST', `/event/${uuid}/reminder`)).json.reminded).toBe(2);

    for (const { member } of [user, other])
      await editor.call('PUT', `/event/${uuid}/answer`, { answer: 'yes', member });
    const { json } = await editor.call('GET', `/event/${uuid}/answers?of=yes`);
    expect(json.map((row: Record<string, unknown>) => [row.memberUuid, row.reachable])).toEqual(
      expect.arrayContaining([
        [user.member, false],
        [other.member, true],
      ]),
    );
    const cancellation = `/app/events/${uuid}/cancellation`;
    const cancelled = await editor.submit(cancellation, { notifyOpen: 'no' });
    expect((await editor.get(cancelled.location)).page).toContain(
      '1 Person erfährt es per E-Mail.',
    );
    expect((await person.get('/app/')).page).toContain('Turnier');
  });

  it('without trouble, or without an account, nothing is told (N13)', async () => {
    const { organization, admin } = await setting();
    const editor = await app.as(admin, organization);
    const reachable = await app.make.userOf(organization);
    const { uuid } = await app.make.member(organization);
    for (const member of [reachable.member, uuid])
      expect((await editor.get(`/app/members/${member}`)).page).not.toContain('Unzustellbar');
  });
});
