import { describe, expect, it } from 'vitest';
import type { Ended } from '~/features/notifications/unsubscribing.server';
import { topicTexts } from '~/features/notifications/wording';
import type { Topic } from '~/features/outbox/schema';
import { linkToken } from '~/kernel/link-token.server';
import { everything, scan, unsubscribeLink } from '../support/answer-link';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { sendBytes, statusOf } from '../support/raw-request';
import { valuesOf } from '../support/rows';
import { choicesOf, wayOf } from '../support/ways';

/** Ending mails by the link or the header in one of them (N10, RFC 8058). */
const app = testApp();

const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' };

/** A user of a club, and the link in one of their mails. */
async function subscriber(topic: Ended = 'event_changed') {
  const organization = await app.make.organization({ name: 'TSV Grünau' });
  const user = await app.make.userOf(organization);
  const of = (each: Ended) =>
    unsubscribeLink(app, { user: user.uuid, organization: organization.uuid, topic: each });
  return {
    organization,
    user,
    of,
    link: of(topic),
    /** How mails of a topic come. */
    way: (each: Topic = topic as Topic) => wayOf(app, organization, user, each),
    choose: (each: Topic, way: string) =>
      app.pool.query(
        `insert into notification_settings (organization_uuid, user_uuid, topic, way)
         values ($1, $2, $3, $4)
         on conflict (user_uuid, organization_uuid, topic) do update set way = $4, former = null`,
        [organization.uuid, user.uuid, each, way],
      ),
    rows: () => choicesOf(app, user),
  };
}

const buttonsOf = ({ text }: { text: string }) =>
  [...text.matchAll(/name="way" value="(\w+)".*?<button[^>]*>(.*?)<\/button>/gs)].map(
    ([, value, label]) => `${label}: ${value}`,
  );

describe('the screen', () => {
  it('only asks, and two taps from the mail it is done (N10)', async () => {
    const { link, way, organization } = await subscriber();
    const visitor = app.visitor();
    const asked = await visitor.get(link);
    expect(asked.status).toBe(200);
    expect(asked.page).toContain('TSV Grünau');
    expect(asked.page).toContain('Keine E-Mails mehr zu „Änderungen an Veranstaltungen“?');
    expect(buttonsOf(asked)).toEqual([
      'Nicht mehr schicken: off',
      'Nur gesammelt schicken: digest',
    ]);
    expect(asked.text).toContain(
      `href="/app/account/notifications?organization=${organization.uuid}"`,
    );
    expect(await way()).toBe('mail');
    const done = await visitor.submit(link, { way: 'off' });
    expect([done.status, done.location]).toEqual([200, '']);
    expect(done.page).toContain(
      'Sie bekommen keine E-Mails mehr zu „Änderungen an Veranstaltungen“.',
    );
    expect(buttonsOf(done)).toEqual(['Rückgängig: undo']);
    expect(await way()).toBe('off');
  });

  it('it is taken back at once, or much later by the same link (N10)', async () => {
    const { link, way, rows, choose } = await subscriber();
    await app.visitor().submit(link, ONE_CLICK);
    const later = await app.visitor().get(link);
    expect(buttonsOf(later)).toEqual(['Rückgängig: undo']);
    const undone = await app.visitor().submit(link, { way: 'undo' });
    expect(undone.page).toContain('Rückgängig gemacht: Alles ist wieder wie vorher.');
    expect(undone.page).toContain('Keine E-Mails mehr zu');
    expect((await app.visitor().get(link)).page).not.toContain('Rückgängig gemacht');
    expect(await way()).toBe('mail');
    // As if nothing had been: the club's default holds for them again.
    expect(await rows()).toEqual([]);
    expect((await app.visitor().submit(link, { way: 'undo' })).status).toBe(200);
    expect(await rows()).toEqual([]);

    await choose('event_changed', 'digest');
    await app.visitor().submit(link, ONE_CLICK);
    await app.visitor().submit(link, { way: 'undo' });
    expect(await rows()).toEqual([{ topic: 'event_changed', way: 'digest', former: null }]);
  });

  it('collected instead of one by one, and back (N10, N9)', async () => {
    const { link, way } = await subscriber();
    const collected = await app.visitor().submit(link, { way: 'digest' });
    expect(collected.page).toContain('Zurzeit kommen sie gesammelt');
    expect(buttonsOf(collected)).toEqual(['Nicht mehr schicken: off', 'Rückgängig: undo']);
    expect(await way()).toBe('digest');
    await app.visitor().submit(link, { way: 'off' });
    await app.visitor().submit(link, { way: 'undo' });
    expect(await way()).toBe('digest');
  });

  it('what is off is not collected instead: a link brings no mails (N10)', async () => {
    const { of, way, choose } = await subscriber();
    await choose('poll_new', 'off');
    await choose('event_new', 'mail');
    await app.visitor().submit(of('poll_new'), { way: 'digest' });
    expect(await way('poll_new')).toBe('off');
    const shown = await app.visitor().submit(of('news'), { way: 'digest' });
    expect(shown.page).toContain('Keine E-Mails mehr zu „Neue Veranstaltungen“?');
    expect([await way('event_new'), await way('poll_new')]).toEqual(['digest', 'off']);
  });

  it('an earlier end is not taken back with a later one of more topics (N10)', async () => {
    const { of, way, choose } = await subscriber();
    await choose('event_new', 'mail');
    await app.visitor().submit(of('poll_new'), ONE_CLICK);
    await app.visitor().submit(of('news'), ONE_CLICK);
    await app.visitor().submit(of('news'), ONE_CLICK);
    await app.visitor().submit(of('news'), { way: 'undo' });
    expect([await way('event_new'), await way('poll_new')]).toEqual(['mail', 'off']);
  });

  it("what was chosen elsewhere since is not taken back by an old mail's link (N10)", async () => {
    const { link, way, choose } = await subscriber();
    await app.visitor().submit(link, ONE_CLICK);
    await choose('event_changed', 'off');
    const shown = await app.visitor().get(link);
    expect(shown.page).toContain('Sie bekommen keine E-Mails mehr');
    expect(buttonsOf(shown)).toEqual([]);
    await app.visitor().submit(link, { way: 'undo' });
    expect(await way()).toBe('off');
  });

  it('it ends the mails of one topic, one club and one user alone (N10)', async () => {
    const { link, user, organization, way } = await subscriber();
    const other = await app.make.organization();
    await app.make.belongs(user, other);
    await app.visitor().submit(link, ONE_CLICK);
    const { rows } = await app.pool.query(
      'select user_uuid, organization_uuid, topic from notification_settings where organization_uuid = any($1)',
      [[other.uuid, organization.uuid]],
    );
    expect(rows).toEqual([
      { user_uuid: user.uuid, organization_uuid: organization.uuid, topic: 'event_changed' },
    ]);
    expect(await way('event_cancelled')).toBe('mail');
  });

  it('each topic has its own name there (N2, N10)', async () => {
    const { of } = await subscriber();
    for (const [topic, { label }] of Object.entries(topicTexts))
      expect((await app.visitor().get(of(topic as Topic))).page).toContain(`„${label}“`);
  });

  it('no session is read, no cookie set, nothing kept and no referrer sent (N10)', async () => {
    const { link, user, organization } = await subscriber();
    const person = await app.as(user, organization);
    person.cookies.set('notice', 'x');
    for (const shown of [await person.get(link), await person.submit(link, ONE_CLICK)]) {
      expect(shown.headers.getSetCookie()).toEqual([]);
      expect(shown.headers.get('Cache-Control')).toBe('no-store');
      expect(shown.headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(shown.text).not.toContain('<script');
    }
  });

  it('the log has it without the link, and only if something changed (N10, X6)', async () => {
    const { link, user } = await subscriber();
    await app.visitor().submit(link, ONE_CLICK);
    await app.visitor().submit(link, ONE_CLICK);
    await app.visitor().submit(link, { way: 'undo' });
    const actions = await valuesOf(app.db, 'audit_log', { actor_uuid: user.uuid }, 'action', [
      'id',
    ]);
    expect(actions).toEqual([
      'E-Mails zu „Änderungen an Veranstaltungen“ abbestellt (über den Link in einer E-Mail)',
      'E-Mails zu „Änderungen an Veranstaltungen“ wieder bestellt (über den Link in einer E-Mail)',
    ]);
  });
});

describe('the link of a digest', () => {
  it('ends all that comes in it at that moment, and gives that back (N9, N10)', async () => {
    const { link, way, choose, of } = await subscriber('digest');
    await choose('message', 'digest');
    const asked = await app.visitor().get(link);
    expect(asked.page).toContain(
      'Darin kommen zurzeit: „Neue Veranstaltungen“, „Neue Umfragen“, „Rundmails aus dem Verein“.',
    );
    // One of them was ended by a link of its own before.
    await app.visitor().submit(of('poll_new'), ONE_CLICK);
    const done = await app.visitor().submit(link, ONE_CLICK);
    expect(done.page).toContain('Sie bekommen keine gesammelten E-Mails mehr.');
    expect([await way('event_new'), await way('message'), await way('poll_new')]).toEqual([
      'off',
      'off',
      'off',
    ]);
    expect(await way('event_changed')).toBe('mail');
    await app.visitor().submit(link, { way: 'undo' });
    expect([await way('event_new'), await way('message'), await way('poll_new')]).toEqual([
      'digest',
      'digest',
      'off',
    ]);
    await app.visitor().submit(of('poll_new'), { way: 'undo' });
    expect(await way('poll_new')).toBe('digest');
  });

  it('with nothing in it, it says so (N9)', async () => {
    const { link, choose } = await subscriber('digest');
    await choose('event_new', 'off');
    await choose('poll_new', 'mail');
    const shown = await app.visitor().get(link);
    expect(shown.page).toContain('Sie bekommen keine gesammelten E-Mails mehr.');
    expect(buttonsOf(shown)).toEqual([]);
  });
});

describe("a mail program's own button", () => {
  it('is understood as RFC 8058 has it: form or multipart, without cookie and origin (N10)', async () => {
    const boundary = '----part';
    const bodies: Array<[type: string, body: string]> = [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        `multipart/form-data; boundary=${boundary}`,
        `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
      ],
      ['application/x-www-form-urlencoded', ''],
      ['text/plain', 'List-Unsubscribe=One-Click'],
      ['multipart/form-data; boundary=x', 'broken'],
    ];
    const { host } = new URL(app.origin);
    for (const [type, body] of bodies) {
      const { link, way } = await subscriber();
      const response = await sendBytes(
        app,
        `POST ${link} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\n` +
          `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
      expect([type, statusOf(response)]).toEqual([type, 200]);
      expect(response).not.toMatch(/^(set-cookie|location):/im);
      expect([type, await way()]).toEqual([type, 'off']);
    }
  });

  it('gets 200 for stale links as for good ones, and changes nothing there (N10)', async () => {
    const gone = await subscriber();
    await app.db.deleteFrom('users').where('uuid', '=', gone.user.uuid).execute();
    const left = await subscriber();
    const { user, organization } = left;
    await (await app.as(user, organization)).submit(
      `/app/account/organizations/${organization.uuid}`,
    );
    const closed = await subscriber();
    await app.db.deleteFrom('organizations').where('uuid', '=', closed.organization.uuid).execute();
    const { secret } = app.config;
    const ids = [user.uuid, organization.uuid];
    const stale = [
      gone.link,
      left.link,
      closed.link,
      '/app/unsubscribe/unknown',
      `/app/unsubscribe/${linkToken('unsubscribe', { ids, rest: 'account' }, secret)}`,
      `/app/unsubscribe/${linkToken('answer', { ids, rest: 'event_new' }, secret)}`,
      `${left.link.slice(0, -1)}`,
      '/app/unsubscribe/%00',
    ];
    const before = await everything(app);
    for (const path of stale) {
      const sent = await app.visitor().submit(path, ONE_CLICK);
      expect([path, sent.status, sent.location]).toEqual([path, 200, '']);
      const opened = await app.visitor().get(path);
      expect([path, opened.status]).toEqual([path, 404]);
      expect(opened.page).toContain('Dieser Link gilt nicht mehr.');
    }
    expect(await everything(app)).toBe(before);
  });

  it('scanners and previews unsubscribe nobody (N10)', async () => {
    const { link, of } = await subscriber();
    const before = await everything(app);
    await scan(app, link);
    await scan(app, of('digest'));
    await scan(app, `${link}?way=off&List-Unsubscribe=One-Click`);
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await app.visitor().send(link, { method })).status).toBe(405);
    expect(await everything(app)).toBe(before);
  });

  it('does not die with the password: it can only make quiet (N10)', async () => {
    const { link, way, user, organization } = await subscriber();
    const changed = await (await app.as(user, organization)).submit('/app/account/password', {
      currentPassword: PASSWORD,
      password: 'Ein-ganz-anderes-1',
      passwordRepeat: 'Ein-ganz-anderes-1',
    });
    expect(changed.status).toBe(303);
    expect((await app.visitor().submit(link, ONE_CLICK)).status).toBe(200);
    expect(await way()).toBe('off');
  });

  it('many at once leave one setting and what was before (N10)', async () => {
    const { link, rows, of } = await subscriber('event_new');
    const paths = Array.from({ length: 12 }, (_, at) => (at % 2 ? link : of('digest')));
    const sent = await Promise.all(paths.map((path) => app.visitor().submit(path, ONE_CLICK)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await rows()).toEqual([
      { topic: 'event_new', way: 'off', former: 'default' },
      { topic: 'poll_new', way: 'off', former: 'default' },
    ]);
  });
});
