import { describe, expect, it } from 'vitest';
import { loggablePath, loggableText } from '~/doors/loggable';
import { FORM_KEY } from '~/ui/form-context';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { makeFeed } from '../support/calendars';
import { PASSWORD } from '../support/factories';

const app = testApp();
const LIST = '/app/account/calendars';
const NEW = `${LIST}/new`;

const feedsOf = (user: { uuid: string }) =>
  app.db.selectFrom('calendar_feeds').selectAll().where('user_uuid', '=', user.uuid).execute();

const addressIn = (html: string) =>
  />\s*(http[^<]*\/app\/calendar\/[\w-]{43}\.ics)<\/textarea>/.exec(html)?.[1] ?? '';

async function someone() {
  const organization = await app.make.organization();
  const user = await app.make.userOf(organization);
  return { organization, user, person: await app.as(user, organization) };
}

describe('creating a feed', () => {
  it('a new feed shows its address once, to copy, to open and as a QR code (M1, M8)', async () => {
    const { user, person } = await someone();
    const created = await person.submit(NEW, { label: ' Handy ', scope: 'mine' });
    expect(created.status).toBe(200);
    const address = addressIn(created.text);
    expect(address).toContain(`${app.origin}/app/calendar/`);
    expect(created.text).toContain(`href="${address.replace('http:', 'webcal:')}"`);
    expect(created.text).toMatch(/<svg role="img" aria-label="QR-Code mit derselben Adresse"/);
    expect(created.page).toContain(
      'Google Kalender zeigt Änderungen erst nach 8 bis 24 Stunden; bei kurzfristigen schreiben wir Ihnen eine E-Mail.',
    );
    expect(created.headers.get('Cache-Control')).toBe('no-store');
    const read = await app.visitor().get(new URL(address).pathname);
    expect([read.status, read.headers.get('Content-Type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    const [stored] = await feedsOf(user);
    expect(stored).toMatchObject({
      label: 'Handy',
      scope: 'mine',
      organization_uuid: null,
      slot: 1,
    });
    const list = await person.get(LIST);
    expect(list.page).toContain('Handy erstellt am');
    expect(list.page).toContain('Meine Termine Alle Vereine zuletzt am');
    expect(list.text).not.toContain('/app/calendar/');
  });

  it('takes one tap for a feed of all one’s own dates, named by the device, ten at most (Y8, M1)', async () => {
    const { user, person } = await someone();
    const { text, page } = await person.get(LIST);
    expect(page).toContain('Termine in meinen Kalender');
    const [, form = ''] =
      /<form ([^>]*)>(?:(?!<form).)*Termine in meinen Kalender/s.exec(text) ?? [];
    expect(form).toContain(`action="${NEW}"`);
    const [, key = ''] = /name="__key" value="([^"]+\.to-my-calendar)"/.exec(text) ?? [];
    // Twice at once, as from a double tap.
    const taps = await Promise.all([1, 2].map(() => person.submit(NEW, { [FORM_KEY]: key })));
    expect(taps.map(({ status }) => status)).toEqual([200, 200]);
    expect(taps.filter((tap) => addressIn(tap.text) !== '')).toHaveLength(1);
    const reloaded = await person.submit(NEW, { [FORM_KEY]: key });
    expect(reloaded.page).toContain('Die Adresse wurde schon angezeigt.');
    expect(await feedsOf(user)).toMatchObject([
      { label: 'Computer', scope: 'mine', organization_uuid: null },
    ]);
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1';
    const session = person.cookies.get('session');
    const tapped = await fetch(`${app.origin}${NEW}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'User-Agent': phone,
        Cookie: `session=${session}`,
        Origin: app.origin,
      },
      body: '',
    });
    expect(tapped.status).toBe(200);
    const labels = async () => (await feedsOf(user)).map(({ label }) => label).sort();
    expect(await labels()).toEqual(['Computer', 'iPhone']);
    expect((await person.submit(NEW, { label: ' \u200b ', scope: 'mine' })).status).toBe(200);
    expect(await labels()).toEqual(['Computer', 'Computer', 'iPhone']);
    for (let slot = 4; slot <= 10; slot++) await makeFeed(app, user, { slot });
    const full = await person.get(LIST);
    expect(full.page).not.toContain('Termine in meinen Kalender');
    expect(full.page).toContain('Löschen Sie eines, das Sie nicht mehr brauchen.');
  });

  it('a feed is of one organisation or of all, and of none that one does not belong to (M1)', async () => {
    const { organization, user, person } = await someone();
    const other = await app.make.organization();
    await app.make.belongs(user, other);
    expect((await person.get(NEW)).page).toContain('Alle Vereine');
    const stranger = await app.make.organization();
    for (const club of [stranger.uuid, crypto.randomUUID()]) {
      const refused = await person.submit(NEW, { label: 'Handy', scope: 'mine', club });
      expect(refused.status).toBe(422);
      expect(refused.page).toContain('Zu diesem Verein gehören Sie nicht.');
    }
    await person.submit(NEW, { label: 'Eins', scope: 'mine', club: organization.uuid });
    await person.submit(NEW, { label: 'Alle', scope: 'all', club: '' });
    const feeds = await feedsOf(user);
    expect(feeds.map((feed) => [feed.label, feed.organization_uuid])).toEqual([
      ['Eins', organization.uuid],
      ['Alle', null],
    ]);
  });

  it('a form with faults says so at its fields (M9)', async () => {
    const { user, person } = await someone();
    const wrong: Record<string, string>[] = [
      { label: 'x'.repeat(101), scope: 'mine' },
      { label: 'a\u0000b', scope: 'mine' },
      { label: 'Handy', scope: 'yours' },
      { label: 'Handy', scope: 'mine', club: 'x' },
    ];
    for (const fields of wrong) expect((await person.submit(NEW, fields)).status).toBe(422);
    expect(await feedsOf(user)).toEqual([]);
  });

  it('twenty forms at once make ten feeds, and the others are told why (M1)', async () => {
    const { user, person } = await someone();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        person.submit(NEW, { label: `Gerät ${at}`, scope: 'mine' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(10);
    for (const { page } of refused) {
      expect(page).toContain('Sie haben schon zehn Kalender-Abos.');
      expect(page).toContain(messages.feedCreateFailed.message);
    }
    const slots = (await feedsOf(user)).map(({ slot }) => slot).sort((a, b) => a - b);
    expect(slots).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const [first] = await feedsOf(user);
    await person.submit(`${LIST}/${first?.uuid}`);
    expect((await person.submit(NEW, { label: 'Neu', scope: 'mine' })).status).toBe(200);
  });
});

describe('deleting a feed', () => {
  it('a deleted feed answers 404 from then on (M1, M2)', async () => {
    const { user, person } = await someone();
    const feed = await makeFeed(app, user);
    const dialog = `${LIST}/${feed.uuid}`;
    expect((await person.get(dialog)).page).toContain('„Handy“ wirklich löschen?');
    expect((await app.visitor().get(feed.path)).status).toBe(200);
    const deleted = await person.submit(dialog);
    expect([deleted.status, deleted.location]).toEqual([303, LIST]);
    expect((await person.get(LIST)).page).toContain(messages.feedDeleted({ label: 'Handy' }).title);
    expect((await app.visitor().get(feed.path)).status).toBe(404);
    const gone = await person.visit(dialog);
    expect(gone.path).toBe(LIST);
    expect(gone.page).toContain(messages.feedDeleteFailed.message);
  });

  it("another user's feed is neither shown nor deleted (M1)", async () => {
    const { organization, user } = await someone();
    const feed = await makeFeed(app, user);
    const other = await app.as(await app.make.userOf(organization));
    expect((await other.get(`${LIST}/${feed.uuid}`)).location).toBe(LIST);
    expect((await other.submit(`${LIST}/${feed.uuid}`)).location).toBe(LIST);
    expect(await feedsOf(user)).toHaveLength(1);
    expect((await other.get(LIST)).page).not.toContain('Handy');
  });

  it('a new password and the end of other sessions leave feeds as they are (M1)', async () => {
    const { user, person } = await someone();
    const feed = await makeFeed(app, user);
    await app.make.session(user);
    expect((await person.submit('/app/account/sessions/others')).status).toBe(303);
    const [password, passwordRepeat] = ['Neu-und-geheim', 'Neu-und-geheim'];
    const change = { currentPassword: PASSWORD, password, passwordRepeat };
    expect((await person.submit('/app/account/password', change)).status).toBe(303);
    expect((await app.visitor().get(feed.path)).status).toBe(200);
  });
});

describe('what is told of feeds', () => {
  it('the own data have the feeds without their tokens (A12)', async () => {
    const { organization, user, person } = await someone();
    const { token } = await makeFeed(app, user, { organization, scope: 'all' });
    const { json, text } = await person.get('/app/account/data.json');
    expect(json.calendarFeeds).toEqual([
      {
        label: 'Handy',
        organization: organization.uuid,
        scope: 'all',
        createdAt: expect.any(String),
        usedAt: null,
        countedSince: expect.any(String),
        calls: 0,
      },
    ]);
    expect(text).not.toMatch(/hash/i);
    expect(text).not.toContain(token);
  });

  it('the audit log says that a feed was made, and not which (X6)', async () => {
    const { user, person } = await someone();
    const created = await person.submit(NEW, { label: 'Geheimname', scope: 'mine' });
    const [feed] = await feedsOf(user);
    await person.submit(`${LIST}/${feed?.uuid}`);
    const entries = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('actor_uuid', '=', user.uuid)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'Kalender-Abo erstellt',
      'Kalender-Abo gelöscht',
    ]);
    expect(JSON.stringify(entries)).not.toContain('Geheimname');
    expect(JSON.stringify(entries)).not.toContain(addressIn(created.text).slice(-47, -4));
  });

  it('the log has the path of a feed without its token, however it is spelled (X6)', () => {
    const token = 'Abc-_'.repeat(8);
    for (const path of [
      `/app/calendar/${token}.ics`,
      `//app//calendar//${token}.ics?x=1`,
      `/App/Calendar/${token}.ICS`,
      `/app/calendar/${encodeURIComponent(token).replaceAll('-', '%2D')}.ics`,
      `https://verein.example/app/calendar/${token}.ics`,
    ])
      expect(loggablePath(path)).not.toContain('Abc');
    expect(loggableText(`no route for webcal://verein.example/app/calendar/${token}.ics`)).toBe(
      'no route for webcal://verein.example/app/calendar/…',
    );
    for (const way of ['x/../', './', 'x/y/../../', '%2e%2e/calendar/'])
      expect(loggablePath(`/app/calendar/${way}${token}.ics`)).not.toContain(token);
    expect(loggablePath('/app/events/1/calendar.ics')).toBe('/app/events/1/calendar.ics');
  });
});
