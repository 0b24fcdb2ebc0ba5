import { describe, expect, it } from 'vitest';
import { TOPICS, type Topic } from '~/features/outbox/schema';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { insertRows } from '../support/rows';
import { choicesOf, wayOf } from '../support/ways';

/** Choices about mails: the calls (N2, N15). */
const app = testApp();

const OWN = '/user/self/notifications';

async function setting() {
  const organization = await app.make.organization({ name: 'TSV Grünau' });
  const user = await app.make.userOf(organization);
  const admin = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
  const person = await app.as(user, organization);
  const board = await app.as(admin, organization);
  const own = `${OWN}?organization=${organization.uuid}`;
  const defaults = `/organization/${organization.uuid}/notifications`;
  return {
    organization,
    user,
    admin,
    person,
    board,
    defaults,
    read: async () => (await person.call('GET', own)).json,
    put: (body: object) => person.call('PUT', OWN, { organization: organization.uuid, ...body }),
    stored: () => choicesOf(app, user),
    /** What the database takes for what somebody chose. */
    wayOf: (topic: Topic) => wayOf(app, organization, user, topic),
  };
}

const untouched = (way: string) => ({ way, default: way, own: false });

const AT_FIRST = {
  event_new: untouched('digest'),
  event_changed: untouched('mail'),
  event_cancelled: untouched('mail'),
  answer_missing: untouched('mail'),
  event_soon: untouched('mail'),
  series_soon: untouched('off'),
  place_free: untouched('mail'),
  poll_new: untouched('digest'),
  poll_missing: untouched('mail'),
  message: untouched('mail'),
};

/** News for those who look after members, in every club's defaults and in their own settings. */
const OF_EDITORS = { contact_changed: untouched('digest') };

describe("the user's own settings", () => {
  it('are what the club has until one chooses, and the database says the same (N2, N15)', async () => {
    const club = await setting();
    const { organization } = club;
    expect(await club.read()).toEqual({
      organization: organization.uuid,
      digest: 'daily',
      topics: AT_FIRST,
      groups: [],
    });
    for (const topic of TOPICS)
      expect([topic, await club.wayOf(topic)]).toEqual([
        topic,
        { ...AT_FIRST, ...OF_EDITORS }[topic].way,
      ]);
    const { status, json } = await club.put({ topics: { event_new: 'off', message: 'digest' } });
    expect(status).toBe(200);
    const topics = {
      ...AT_FIRST,
      event_new: { way: 'off', default: 'digest', own: true },
      message: { way: 'digest', default: 'mail', own: true },
    };
    expect(json).toEqual({
      organization: organization.uuid,
      digest: 'daily',
      topics,
      groups: [],
    });
    expect(await club.read()).toEqual(json);
    expect([await club.wayOf('event_new'), await club.wayOf('message')]).toEqual(['off', 'digest']);
  });

  it('tell of changed contact data only those who look after members (O3, N15)', async () => {
    const { organization } = await setting();
    const editor = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    const { json } = await editor.call('GET', `${OWN}?organization=${organization.uuid}`);
    expect(json.topics).toEqual({ ...AT_FIRST, ...OF_EDITORS });
  });

  it('what is left out stays, null is as the club has it, and the rhythm is one of them (X1, N9)', async () => {
    const club = await setting();
    await club.put({ digest: 'weekly', topics: { event_new: 'off', message: 'off' } });
    await club.put({ topics: { message: null } });
    expect((await club.read()).topics.message).toEqual(untouched('mail'));
    expect(await club.read()).toMatchObject({
      digest: 'weekly',
      topics: { event_new: { way: 'off' } },
    });
    await club.put({});
    expect(await club.read()).toMatchObject({ digest: 'weekly' });
    await club.put({ digest: null, topics: {} });
    expect(await club.read()).toMatchObject({
      digest: 'daily',
      topics: { event_new: { own: true } },
    });
  });

  it('a way that holds already is no choice: it follows the club when that changes (N2)', async () => {
    const club = await setting();
    await club.put({ topics: { ...ways(AT_FIRST), poll_new: 'mail' } });
    expect(await club.stored()).toEqual([{ topic: 'poll_new', way: 'mail', former: null }]);
    await club.board.call('PUT', club.defaults, { topics: { event_soon: 'off', poll_new: 'off' } });
    expect((await club.read()).topics).toMatchObject({
      event_soon: untouched('off'),
      poll_new: { way: 'mail', default: 'off', own: true },
    });
    // Once chosen it stays a choice, even if it is what the club has.
    await club.put({ topics: { poll_new: 'off' } });
    expect((await club.read()).topics.poll_new).toEqual({ way: 'off', default: 'off', own: true });
  });

  it('a choice ends what an unsubscription would go back to (N10)', async () => {
    const club = await setting();
    await insertRows(app.db, 'notification_settings', {
      organization_uuid: club.organization.uuid,
      user_uuid: club.user.uuid,
      topic: 'event_new',
      way: 'off',
      former: 'default',
    });
    await club.put({ topics: { event_new: 'mail' } });
    expect(await club.stored()).toEqual([{ topic: 'event_new', way: 'mail', former: null }]);
  });

  it('an answer to a question is one for its topics, and one that is as before says nothing (Y6)', async () => {
    const club = await setting();
    const waysNow = async () => ways((await club.read()).topics);
    await club.put({
      remind: 'never',
      news: 'weekly',
      topics: { event_new: 'mail', poll_missing: 'mail' },
    });
    const after = { ...ways(AT_FIRST), answer_missing: 'off', poll_missing: 'off' };
    expect(await club.read()).toMatchObject({ digest: 'weekly' });
    expect(await waysNow()).toEqual(after);
    await club.put({
      remind: 'never',
      news: 'weekly',
      topics: { event_new: 'off', poll_missing: 'mail' },
    });
    expect(await waysNow()).toEqual({ ...after, event_new: 'off', poll_missing: 'mail' });
    // Of two that differ there is no answer before; a reminder that comes keeps its way.
    await club.put({ topics: { poll_missing: 'digest' } });
    await club.put({ remind: 'always', news: 'mail' });
    expect(await waysNow()).toEqual({
      ...ways(AT_FIRST),
      poll_missing: 'digest',
      event_new: 'mail',
      poll_new: 'mail',
    });
    expect((await club.put({ remind: true })).json.errors).toEqual({
      remind: ['Erwartet wird always oder never.'],
    });
    await club.board.call('PUT', club.defaults, { news: 'off' });
    expect((await club.board.call('GET', club.defaults)).json.topics).toMatchObject({
      event_new: { way: 'off' },
      poll_new: { way: 'off' },
    });
  });

  it('what is no topic, way or rhythm is refused at its field, and nothing is stored (N15)', async () => {
    const club = await setting();
    const errors = async (body: object) => {
      const { status, json } = await club.put(body);
      expect(status).toBe(422);
      return json.errors;
    };
    expect(await errors({ topics: { promoted: 'off' } })).toEqual({
      'topics.promoted': ['Dieses Feld gibt es hier nicht.'],
    });
    expect(await errors({ topics: { event_new: 'sms', message: 'off' } })).toEqual({
      'topics.event_new': ['Erwartet wird mail, digest oder off.'],
    });
    expect(await errors({ digest: 'hourly' })).toEqual({
      digest: ['Erwartet wird daily oder weekly.'],
    });
    expect(await errors({ topics: 'off' })).toHaveProperty('topics');
    expect(await club.stored()).toEqual([]);
  });

  it('without an organisation they are those of the active one; of each club they are its own (N15)', async () => {
    const club = await setting();
    const other = await app.make.organization();
    await app.make.belongs(club.user, other);
    await club.put({ topics: { event_new: 'off' } });
    expect((await club.person.call('GET', OWN)).json).toEqual(await club.read());
    const { json } = await club.person.call('GET', `${OWN}?organization=${other.uuid}`);
    expect(json.topics).toEqual(AT_FIRST);
    await club.person.call('PUT', OWN, { topics: { event_new: 'mail' } });
    expect((await club.read()).topics.event_new.way).toBe('mail');
    const nobody = await app.as(await app.make.user());
    expect((await nobody.call('GET', OWN)).status).toBe(404);
    expect((await nobody.call('PUT', OWN, {})).status).toBe(404);
  });

  it('two tabs at once leave what one of them chose (N2)', async () => {
    const club = await setting();
    const [mail, off] = [{ ...ways(AT_FIRST, 'mail') }, { ...ways(AT_FIRST, 'off') }];
    const sent = await Promise.all(
      [mail, off, mail, off].map((topics, nth) =>
        club.put({ digest: nth % 2 ? 'weekly' : 'daily', topics }),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { digest, topics } = await club.read();
    const present = new Set(Object.values(topics as typeof AT_FIRST).map(({ way }) => way));
    expect([...present]).toEqual([digest === 'weekly' ? 'off' : 'mail']);
  });

  it('leaving the club deletes the settings, and coming back starts afresh (N2)', async () => {
    const club = await setting();
    await club.put({ digest: 'weekly', topics: { event_new: 'off' } });
    await club.person.submit(`/app/account/organizations/${club.organization.uuid}`);
    expect(await club.stored()).toEqual([]);
    await app.make.belongs(club.user, club.organization);
    expect(await club.read()).toMatchObject({ digest: 'daily', topics: AT_FIRST });
  });

  it('are in own data, and in the log without what was chosen (A12, X6)', async () => {
    const club = await setting();
    await club.put({ digest: 'weekly', topics: { event_new: 'off' } });
    await club.put({ topics: { event_new: 'off' } });
    const { json } = await club.person.get('/app/account/data.json');
    expect(json.notificationSettings).toEqual([
      { organization: club.organization.uuid, topic: 'event_new', way: 'off', former: null },
    ]);
    expect(json.organizations).toMatchObject([{ digest: 'weekly' }]);
    expect(await loggedActions(app, club.organization)).toEqual([
      'Eigene Benachrichtigungen geändert',
    ]);
  });

  it('what waits for a digest is decided again, for this user and club alone (N2, N9)', async () => {
    const club = await setting();
    const event = await app.make.event(club.organization, { date: '2031-05-01' });
    const waiting = async (user: { uuid: string }) =>
      insertRows(app.db, 'notifications', {
        organization_uuid: club.organization.uuid,
        user_uuid: user.uuid,
        event_uuid: event.uuid,
        kind: 'event_new',
        dedupe: 'event_new',
        way: 'digest',
        due_at: '2031-04-01',
      });
    await waiting(club.user);
    await waiting(club.admin);
    await club.put({ topics: { event_new: 'mail' } });
    const { rows } = await app.pool.query(
      `select user_uuid as user, due_at <= now() as due from notifications
       where organization_uuid = $1 order by 2 desc`,
      [club.organization.uuid],
    );
    expect(rows).toEqual([
      { user: club.user.uuid, due: true },
      { user: club.admin.uuid, due: false },
    ]);
  });
});

describe('what a club has', () => {
  it('holds for all who have not chosen, and says what it was at first (N2, N15)', async () => {
    const club = await setting();
    await club.put({ topics: { message: 'digest' } });
    const { status, json } = await club.board.call('PUT', club.defaults, {
      digest: 'weekly',
      topics: { event_new: 'mail', message: 'off' },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      digest: 'weekly',
      topics: {
        event_new: { way: 'mail', default: 'digest', own: true },
        message: { way: 'off', default: 'mail', own: true },
      },
    });
    expect((await club.board.call('GET', club.defaults)).json).toEqual(json);
    expect(await club.read()).toMatchObject({
      digest: 'weekly',
      topics: { event_new: untouched('mail'), message: { way: 'digest', default: 'off' } },
    });
    expect([await club.wayOf('event_new'), await club.wayOf('message')]).toEqual([
      'mail',
      'digest',
    ]);
    await club.board.call('PUT', club.defaults, {
      digest: null,
      topics: { event_new: null, message: null },
    });
    const back = (await club.board.call('GET', club.defaults)).json;
    expect(back).toMatchObject({ digest: 'daily', topics: AT_FIRST });
  });

  it('is in the log once for what changes something (N2)', async () => {
    const club = await setting();
    const change = () => club.board.call('PUT', club.defaults, { topics: { event_new: 'off' } });
    await change();
    await change();
    expect(await loggedActions(app, club.organization)).toEqual([
      'Vorgaben für Benachrichtigungen geändert',
    ]);
  });
});

/** The body that says the same, or one way for all. */
function ways(topics: typeof AT_FIRST, way?: string) {
  return Object.fromEntries(
    Object.entries(topics).map(([topic, present]) => [topic, way ?? present.way]),
  );
}
