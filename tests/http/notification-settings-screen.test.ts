import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';

/** 'Benachrichtigungen' in 'Mein Konto', and what a club has (N2). */
const app = testApp();

const SCREEN = '/app/account/notifications';
const DEFAULTS = '/app/admin/notifications';

async function setting() {
  const organization = await app.make.organization({ name: 'TSV Grünau' });
  const user = await app.make.userOf(organization);
  return { organization, user, person: await app.as(user, organization) };
}

/** The chosen ones of a screen, by the names of their fields. */
const chosen = (text: string) =>
  Object.fromEntries([
    ...[...text.matchAll(/<input (?=[^>]*type="radio")(?=[^>]* checked="")[^>]*>/g)].map(
      ([input]) => [/name="([^"]*)"/.exec(input)?.[1], /value="([^"]*)"/.exec(input)?.[1]],
    ),
    ...[...text.matchAll(/<select [^>]*name="([^"]*)".*?<\/select>/gs)].map(([select, name]) => [
      name,
      /<option (?=[^>]*selected="")[^>]*value="([^"]*)"/.exec(select)?.[1],
    ]),
  ]);

const AT_FIRST = {
  remind: 'always',
  news: 'daily',
  'topics.event_new': 'digest',
  'topics.event_changed': 'mail',
  'topics.event_cancelled': 'mail',
  'topics.answer_missing': 'mail',
  'topics.event_soon': 'mail',
  'topics.series_soon': 'off',
  'topics.place_free': 'mail',
  'topics.poll_new': 'digest',
  'topics.poll_missing': 'mail',
  'topics.message': 'mail',
  digest: 'daily',
};

const shown = async (browser: Browser, path = SCREEN) => chosen((await browser.get(path)).text);

describe("the user's own settings", () => {
  it('are on one screen that Mein Konto leads to, saved and taken back without scripts (N2)', async () => {
    const { organization, person } = await setting();
    expect((await person.get('/app/account')).text).toContain(`href="${SCREEN}"`);
    const first = await person.get(SCREEN);
    expect(chosen(first.text)).toEqual(AT_FIRST);
    expect(first.page).toContain('Welche E-Mails möchten Sie von TSV Grünau bekommen?');
    expect(first.page).toContain(
      'Was mich betrifft Kommt immer sofort: wenn ein Termin ausfällt oder sich ändert',
    );
    expect(first.page).toContain('Wer von der Warteliste nachrückt, erfährt es immer');
    expect(first.page).not.toContain('einzeln gewählt');
    expect(first.page).not.toContain('Vorgabe des Vereins');
    expect(first.page).not.toContain('zurücksetzen');
    const sent = await person.submit(SCREEN, {
      ...AT_FIRST,
      organization: organization.uuid,
      'topics.event_new': 'off',
      digest: 'weekly',
    });
    const there = `${SCREEN}?organization=${organization.uuid}`;
    expect([sent.status, sent.location]).toEqual([303, there]);
    const saved = await person.get(there);
    expect(saved.page).toContain('Benachrichtigungen gespeichert. TSV Grünau');
    // No one answer to the question any more: it is in the table.
    const { news: _both, ...others } = AT_FIRST;
    expect(chosen(saved.text)).toEqual({
      ...others,
      'topics.event_new': 'off',
      digest: 'weekly',
    });
    expect(saved.page.split('Unter „Einzeln einstellen“ gewählt.')).toHaveLength(2);
    expect(saved.page).toContain('Vorgabe des Vereins: Gesammelt');
    expect(saved.page.split('Vorgabe des Vereins:')).toHaveLength(2);
    const reset = await person.submit(`${SCREEN}?reset`, { organization: organization.uuid });
    expect([reset.status, reset.location]).toEqual([303, there]);
    const back = await person.get(there);
    expect(back.page).toContain('Es gelten wieder die Vorgaben des Vereins. TSV Grünau');
    expect(chosen(back.text)).toEqual(AT_FIRST);
  });

  it('come down to three questions, whose answers count before the table that is sent along (Y6)', async () => {
    const { organization, person } = await setting();
    const sent = { ...AT_FIRST, organization: organization.uuid };
    expect((await person.submit(SCREEN, { ...sent, remind: 'never', news: 'off' })).status).toBe(
      303,
    );
    const quiet = {
      remind: 'never',
      'topics.answer_missing': 'off',
      'topics.poll_missing': 'off',
      news: 'off',
      'topics.event_new': 'off',
      'topics.poll_new': 'off',
    };
    expect(await shown(person)).toEqual({ ...AT_FIRST, ...quiet });
    // Nothing is answered otherwise now, so that the table counts.
    await person.submit(SCREEN, { ...sent, ...quiet, 'topics.message': 'digest' });
    const own = await person.get(SCREEN);
    expect(chosen(own.text)).toEqual({ ...AT_FIRST, ...quiet, 'topics.message': 'digest' });
    expect(own.page).not.toContain('immer sofort: wenn');
    expect(own.text).toMatch(/<details[^>]*><summary[^>]*><span[^>]*>Einzeln einstellen/);
    expect(own.text).not.toMatch(/<details[^>]* open/);
    const refused = await person.submit(SCREEN, { ...sent, 'topics.message': 'post' });
    expect(refused.text).toMatch(/<details[^>]* open/);
  });

  it('a member of several clubs is led to the settings of each, and saves those of the screen (N2, B1)', async () => {
    const { organization, user, person } = await setting();
    const other = await app.make.organization({ name: 'Liederkranz' });
    await app.make.belongs(user, other);
    const first = await person.get(SCREEN);
    expect(first.text).toContain(`href="${SCREEN}?organization=${other.uuid}"`);
    // Makes the other club the active one; a form of before is still about the first.
    const there = await person.visit(`${SCREEN}?organization=${other.uuid}`);
    expect(there.page).toContain('von Liederkranz bekommen');
    await person.submit(SCREEN, { organization: organization.uuid, 'topics.message': 'off' });
    const of = async (club: { uuid: string }) =>
      (await person.call('GET', `/user/self/notifications?organization=${club.uuid}`)).json.topics
        .message.way;
    expect([await of(organization), await of(other)]).toEqual(['off', 'mail']);
  });

  it('a user who belongs to no club, or only visits one, is told so (B4, N2)', async () => {
    const { organization } = await setting();
    const alone = await app.as(await app.make.user());
    expect((await alone.get(SCREEN)).page).toContain('Noch kein Verein');
    const visitor = await app.as(await app.make.user({ admin: true }), organization);
    expect((await visitor.get(SCREEN)).page).toContain('Hier sind Sie nur zu Besuch');
    const unknown = crypto.randomUUID();
    expect((await alone.get(`${SCREEN}?organization=${unknown}`)).status).toBe(404);
    expect((await alone.get(`${SCREEN}?organization=${organization.uuid}`)).status).toBe(404);
  });

  it('a form that has been open for long undoes nothing that ended meanwhile (N2, N10, U9)', async () => {
    const { organization, user, person } = await setting();
    const group = await app.make.group(organization, [{ uuid: user.member }]);
    const { text } = await person.get(SCREEN);
    const hidden = Object.fromEntries(
      [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
    const form = { ...hidden, ...AT_FIRST, 'groups[0].news': 'on' };
    const ended = { topics: { event_new: 'off' }, groups: [{ group: group.uuid, news: false }] };
    await person.call('PUT', '/user/self/notifications', ended);
    await person.submit(SCREEN, { ...form, 'topics.message': 'digest' });
    const { json } = await person.call('GET', '/user/self/notifications');
    expect(json).toMatchObject({
      topics: { event_new: { way: 'off' }, message: { way: 'digest' } },
      groups: [{ news: false }],
    });
    // A question that was answered otherwise is a choice.
    await person.submit(SCREEN, { ...form, news: 'weekly' });
    expect(await shown(person)).toMatchObject({ news: 'weekly', 'topics.message': 'digest' });
  });

  it('a refused form keeps what was chosen (B7)', async () => {
    const { person } = await setting();
    const sent = await person.submit(SCREEN, {
      ...AT_FIRST,
      'topics.message': 'off',
      'topics.event_new': 'post',
    });
    expect(sent.status).toBe(422);
    expect(chosen(sent.text)).toMatchObject({
      'topics.message': 'off',
      'topics.event_soon': 'mail',
    });
    expect(sent.page).toContain('Erwartet wird mail, digest oder off.');
    expect(await shown(person)).toEqual(AT_FIRST);
  });
});

describe('what a club has', () => {
  it('its admin sets it on a screen that Meine Organisation leads to (N2)', async () => {
    const { organization, person } = await setting();
    const admin = await app.asUserOf(organization, ['ORGANIZATION_ADMIN']);
    expect((await admin.get('/app/admin/organization')).text).toContain(`href="${DEFAULTS}"`);
    const first = await admin.get(DEFAULTS);
    expect(chosen(first.text)).toEqual({ ...AT_FIRST, 'topics.contact_changed': 'digest' });
    expect(first.page).toContain('für alle, die unter „Mein Konto“ nichts anderes gewählt haben');
    const sent = await admin.submit(DEFAULTS, {
      ...AT_FIRST,
      organization: organization.uuid,
      'topics.poll_new': 'off',
    });
    expect([sent.status, sent.location]).toEqual([303, DEFAULTS]);
    expect((await admin.get(DEFAULTS)).page).toContain('Vorgaben gespeichert.');
    const { news: _both, ...others } = AT_FIRST;
    expect(await shown(admin, DEFAULTS)).toEqual({
      ...others,
      'topics.poll_new': 'off',
      'topics.contact_changed': 'digest',
    });
    expect(await shown(person)).toEqual({ ...others, 'topics.poll_new': 'off' });
    await admin.submit(DEFAULTS, { organization: organization.uuid, news: 'weekly' });
    expect(await shown(person)).toEqual({ ...AT_FIRST, news: 'weekly', digest: 'weekly' });
    expect((await person.get(DEFAULTS)).location).toBe('/app/');
  });
});
