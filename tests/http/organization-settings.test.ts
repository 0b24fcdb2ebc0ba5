import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { rowOf } from '../support/rows';

const app = testApp();
const PATH = '/app/admin/organization';

async function club() {
  const { organization, admin } = await app.make.club({ name: 'Turnverein', motd: 'Hallo' });
  const { uuid, name } = organization;
  return { organization, uuid, name, visitor: await app.as(admin, organization) };
}

const stored = (uuid: string) =>
  rowOf(app.db, 'organizations', uuid, ['time_zone', 'coming_visible', 'motd']);

describe('time zone and visibility of an organisation', () => {
  it('a club has the zone that its founder’s browser sends, and else that of Berlin (X4, B4)', async () => {
    const person = await app.as(await app.make.user());
    const zones = ['Asia/Kathmandu', null, undefined].map(async (timeZone) => {
      const { json } = await person.call('POST', '/organization', { name: 'Neu', timeZone });
      return json.timeZone;
    });
    expect(await Promise.all(zones)).toEqual(['Asia/Kathmandu', 'Europe/Berlin', 'Europe/Berlin']);
  });

  it('the form shows who sees who comes, saves both and leaves alone what it does not have (X1, X4, J1)', async () => {
    const { uuid, name, visitor } = await club();
    const { page, text } = await visitor.get(PATH);
    expect(page).not.toContain('Zeitzone');
    expect(page).toContain('Nur wer Veranstaltungen bearbeitet');
    expect(text).toContain('href="/app/admin/log"');
    expect(text).toMatch(/<option value="registered" selected=""/);
    const chosen = { name, motd: '', timeZone: ' Asia/Kathmandu ', comingVisible: 'members' };
    expect((await visitor.submit(PATH, chosen)).status).toBe(303);
    const now = { time_zone: 'Asia/Kathmandu', coming_visible: 'members', motd: '' };
    expect(await stored(uuid)).toEqual(now);
    expect((await visitor.submit(PATH, { name, motd: '' })).status).toBe(303);
    expect(await stored(uuid)).toEqual(now);
  });

  it('what is saved as it was leaves no entry in the log, and another time zone is named there (X6)', async () => {
    const { uuid, name, visitor } = await club();
    const motd = { motd: 'Hallo' };
    expect((await visitor.call('PUT', '/organization', { uuid, name, ...motd })).status).toBe(200);
    expect((await visitor.call('PUT', `/organization/${uuid}/motd`, motd)).status).toBe(200);
    expect(await loggedActions(app, { uuid })).toEqual([]);
    await visitor.call('PUT', `/organization/${uuid}/motd`, { motd: 'Neu' });
    await visitor.call('PUT', '/organization', { uuid, name, timeZone: 'Europe/Rome' });
    expect(await loggedActions(app, { uuid })).toEqual([
      'Nachricht des Tages geändert',
      'Name und Nachricht des Tages gespeichert, Name: „Turnverein“, Zeitzone: Europe/Rome',
    ]);
  });

  it('a call changes name and message, and may give both; left out they stay, and null is the default (C2, X1)', async () => {
    const { uuid, visitor } = await club();
    const whole = { uuid, name: 'Neuer Name', motd: 'Zeile\n\nZeile' };
    const put = (more: object) => visitor.call('PUT', '/organization', { ...whole, ...more });
    const chosen = { timeZone: 'America/New_York', comingVisible: 'editors' };
    expect((await put(chosen)).json).toEqual({ ...whole, ...chosen });
    expect((await put({})).json).toEqual({ ...whole, ...chosen });
    expect((await visitor.call('GET', `/organization/${uuid}`)).json).toEqual({
      ...whole,
      ...chosen,
    });
    const defaults = { timeZone: 'Europe/Berlin', comingVisible: 'registered' };
    const nothing = { timeZone: null, comingVisible: null };
    expect((await put(nothing)).json).toEqual({ ...whole, ...defaults });
  });

  it.each([
    'Berlin',
    'Europe/Grünau',
    '',
    '+01:00',
    'UTC+1',
    'europe/berlin',
    'x'.repeat(65),
    'a\0',
  ])('the time zone %j is refused by form and by call (X4)', async (timeZone) => {
    const { uuid, name, visitor } = await club();
    const called = await visitor.call('PUT', '/organization', { uuid, name, timeZone });
    expect([called.status, Object.keys(called.json.errors)]).toEqual([422, ['timeZone']]);
    if (timeZone) {
      const sent = await visitor.submit(PATH, { name, motd: 'Neu', timeZone });
      expect(sent.status).toBe(422);
      expect(sent.page).toContain('Diese Zeitzone gibt es nicht.');
    }
    expect(await stored(uuid)).toMatchObject({ time_zone: 'Europe/Berlin', motd: 'Hallo' });
  });

  it('a user who changes what somebody else has changed is told so in words', async () => {
    const { name, visitor } = await club();
    const form = { name, motd: '', __version: '1' };
    await visitor.submit(PATH, { ...form, timeZone: 'Europe/Rome', comingVisible: 'members' });
    const late = { ...form, timeZone: 'Europe/Vienna', comingVisible: 'editors' };
    const refused = await visitor.submit(PATH, late);
    expect(refused.status).toBe(409);
    expect(refused.page).toContain('Zurzeit gespeichert: Europe/Rome');
    expect(refused.page).toContain('Zurzeit gespeichert: Alle Mitglieder');
  });
});
