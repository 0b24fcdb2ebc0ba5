import { describe, expect, it } from 'vitest';
import { eventDetails, textsOf } from '~/features/events/fields';
import { watchQueries } from '../plans/sent-queries';
import { testApp } from '../support/app';
import { entriesOf, makeFeed } from '../support/calendars';
import { inDays as dayIn } from '../support/events';
import { changeRows, deleteRows, rowOf } from '../support/rows';

const app = testApp();

/** A user of a club with an event that all can come to, and their feed. */
async function subscriber(scope: 'mine' | 'all' = 'mine') {
  const organization = await app.make.organization({ name: 'Ruderclub; Nord, 1' });
  const user = await app.make.userOf(organization);
  const event = await app.make.event(organization, { name: 'Sommerfest', date: dayIn(30) });
  const feed = await makeFeed(app, user, { organization, scope });
  return { organization, user, event, feed, get: getOf(feed) };
}

const getOf =
  ({ path }: { path: string }) =>
  (headers: Record<string, string> = {}) =>
    app.visitor().get(path, headers);

const uidsOf = (text: string) => entriesOf(text).map(({ uid }) => uid.split('@')[0]);

async function change(event: { uuid: string }, columns: Record<string, unknown>) {
  await changeRows(app.db, 'events', event.uuid, columns);
}

describe('the answer to a call', () => {
  // If this text has to change, RENDERING (app/features/calendars/calendar.server.ts) has to grow.
  // Nobody is named in it, and nobody is invited or woken (M4).
  it('the same state is the same bytes (M3, M4)', async () => {
    const { event, get } = await subscriber();
    const [one, other] = await Promise.all([get(), get()]);
    expect(one.text).toBe(other.text);
    const [, stamp] = /DTSTAMP:(\d{8}T\d{6}Z)/.exec(one.text) ?? [];
    const page = `${app.origin}/app/events/${event.uuid}`;
    expect(one.text.replaceAll('\r\n ', '').split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Vereinsheim//Kalender//DE',
      'NAME:Ruderclub\\; Nord\\, 1: meine Termine',
      'X-WR-CALNAME:Ruderclub\\; Nord\\, 1: meine Termine',
      'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
      'X-PUBLISHED-TTL:PT6H',
      'BEGIN:VEVENT',
      `UID:${event.uuid}@${new URL(app.origin).host}`,
      'SEQUENCE:0',
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${dayIn(30).replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${dayIn(31).replaceAll('-', '')}`,
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
      'SUMMARY:Sommerfest',
      'TRANSP:TRANSPARENT',
      `DESCRIPTION:${page}`,
      `URL;VALUE=URI:${page}`,
      'STATUS:CONFIRMED',
      `LAST-MODIFIED:${stamp}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('a calendar may be kept for a quarter of an hour by its owner alone, and sets no cookie (M2, M5)', async () => {
    const { organization, user, feed, get } = await subscriber();
    const { status, headers } = await get();
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('private, max-age=900');
    expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('Vary')).toBe('Accept-Encoding');
    expect(headers.get('ETag')).toMatch(/^W\/"[\w-]{27}"$/);
    expect(headers.getSetCookie()).toEqual([]);
    // A user who is logged in gets the same, and no notification is lost on the way.
    const person = await app.as(user, organization);
    person.cookies.set('notice', 'x');
    const known = await person.get(feed.path);
    expect(known.headers.get('ETag')).toBe(headers.get('ETag'));
    expect(known.headers.getSetCookie()).toEqual([]);
  });

  it('HEAD answers as GET, without the calendar (M2)', async () => {
    const { feed, get } = await subscriber();
    const head = await app.visitor().send(feed.path, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('ETag')).toBe((await get()).headers.get('ETag'));
    expect((await app.visitor().submit(feed.path)).status).toBe(405);
  });

  it('a program that has the calendar gets 304 after a single query (M5)', async () => {
    const { get } = await subscriber();
    const tag = (await get()).headers.get('ETag') ?? '';
    for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
      const stop = watchQueries();
      const again = await get({ 'If-None-Match': known });
      const sent = stop();
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers.get('ETag')).toBe(tag);
      expect(again.headers.get('Cache-Control')).toBe('private, max-age=900');
      expect(sent).toHaveLength(1);
    }
    const stop = watchQueries();
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
    expect(stop()).toHaveLength(2);
  });

  it('the tag changes with whatever the calendar shows (M5)', async () => {
    const { organization, user, event, get } = await subscriber();
    const tags = new Set<string>();
    const changes: (() => Promise<unknown>)[] = [
      async () => {},
      () => change(event, { name: 'Winterfest' }),
      () => change(event, { start_time: '18:00' }),
      () => change(event, { place: 'Halle' }),
      () => change(event, { description: 'Mit Musik' }),
      () => change(event, { event_type: 'LIMITED_EVENT', max_participants: 3 }),
      () =>
        app.make.registration({ ...event, organization: organization.uuid }, { uuid: user.member }),
      () => change(event, { cancelled_at: new Date(), cancel_reason: 'Sturm' }),
      () => app.make.event(organization, { date: dayIn(3) }),
      () => changeRows(app.db, 'organizations', organization.uuid, { name: 'Ruderclub Süd' }),
      () =>
        changeRows(app.db, 'organizations', organization.uuid, { time_zone: 'America/New_York' }),
      () => deleteRows(app.db, 'events', event.uuid),
    ];
    for (const [at, make] of changes.entries()) {
      await make();
      tags.add((await get()).headers.get('ETag') ?? '');
      expect(tags.size, `after change ${at}`).toBe(at + 1);
    }
    const last = [...tags].at(-1) ?? '';
    await app.make.event(await app.make.organization(), { date: dayIn(3) });
    await change(event, { companions: 3 });
    expect((await get({ 'If-None-Match': last })).status).toBe(304);
  });
});

describe('changes', () => {
  it('the sequence of an entry grows with each visible change, and its stamp never goes back (M3)', async () => {
    const { organization, event, get } = await subscriber();
    const versions: [sequence: number, stamp: string][] = [];
    const note = async () => {
      const [entry] = entriesOf((await get()).text);
      expect(entry?.modified).toBe(entry?.stamp);
      versions.push([entry?.sequence ?? -1, entry?.stamp ?? '']);
    };
    await note();
    for (const columns of [
      { name: 'Anders' },
      { date: dayIn(31) },
      { start_time: '18:00', end_time: '20:00' },
      { place: 'Halle' },
      { description: 'Mit Musik' },
      { cancelled_at: new Date(), cancel_reason: 'Sturm' },
      { cancelled_at: null, cancel_reason: '' },
    ]) {
      await change(event, columns);
      await note();
    }
    await changeRows(app.db, 'organizations', organization.uuid, { time_zone: 'Europe/Lisbon' });
    await note();
    expect(versions.map(([sequence]) => sequence)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const stamps = versions.map(([, stamp]) => stamp);
    expect(stamps).toEqual(stamps.toSorted());
    // An edit that changes nothing, and one that calendars do not show.
    await change(event, { place: 'Halle', companions: 2 });
    await note();
    expect(versions.at(-1)).toEqual(versions.at(-2));
  });

  it('each text of an event that calendars show counts as a change (M3)', async () => {
    const { event, get } = await subscriber();
    let before = 0;
    const shown: string[] = [];
    for (const name of [...textsOf('line'), ...textsOf('lines')]) {
      await change(event, { [eventDetails[name].column]: `Neu: ${name}` });
      const [entry] = entriesOf((await get()).text);
      if (!JSON.stringify(entry).includes(`Neu: ${name}`)) continue;
      shown.push(name);
      expect(entry?.sequence, name).toBe(before + 1);
      before += 1;
    }
    expect(shown).toEqual(expect.arrayContaining(['place', 'description']));
  });

  it('of two transactions the one that ends last has the later stamp (M3)', async () => {
    const { event } = await subscriber();
    const early = await app.pool.connect();
    try {
      await early.query('begin');
      await early.query('select now()');
      await change(event, { name: 'Zuerst' });
      const columns = ['calendar_changed_at', 'calendar_sequence'] as const;
      const read = () => rowOf(app.db, 'events', event.uuid, columns);
      const first = await read();
      await early.query("update events set name = 'Danach' where uuid = $1", [event.uuid]);
      await early.query('commit');
      const last = await read();
      const at = ({ calendar_changed_at }: typeof first) => calendar_changed_at.getTime();
      expect(at(last)).toBeGreaterThanOrEqual(at(first));
      expect(last.calendar_sequence).toBe(first.calendar_sequence + 1);
    } finally {
      early.release();
    }
  });
});

describe('access', () => {
  it('a token that is unknown, changed, or no token at all answers 404 like any other (M2)', async () => {
    const { feed, get } = await subscriber();
    const { token } = feed;
    const swapped = [...token]
      .map((each) => (each === each.toUpperCase() ? each.toLowerCase() : each.toUpperCase()))
      .join('');
    const wrong = [
      ...['x', token.slice(1), `${token}a`, swapped, `${token}%20`, `%00${token}`, `${token}%ff`],
      ...['a'.repeat(1500), "'%20or%201=1", 'ä'.repeat(20), '%F0%9F%8E%89', `${token}.ics`],
    ];
    const [first] = wrong;
    const answer = await app.visitor().get(`/app/calendar/${first}.ics`);
    expect([answer.status, answer.text]).toEqual([
      404,
      'Nicht gefunden. Das gibt es nicht oder nicht mehr.\n',
    ]);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    for (const each of wrong) {
      const { status, headers } = await app.visitor().get(`/app/calendar/${each}.ics`);
      expect([each, status]).toEqual([each, 404]);
      expect(headers.getSetCookie()).toEqual([]);
    }
    const stop = watchQueries();
    await app.visitor().get(`/app/calendar/${swapped}.ics`);
    expect(stop()).toHaveLength(1);
    expect((await get()).status).toBe(200);
  });

  const leaving: [how: string, does: (at: Awaited<ReturnType<typeof subscriber>>) => unknown][] = [
    [
      'removed from the club',
      async ({ organization, user }) => {
        const admin = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
        const path = `/app/admin/permissions/${user.uuid}/remove`;
        await (await app.as(admin, organization)).submit(path);
      },
    ],
    ['account deleted', ({ user }) => deleteRows(app.db, 'users', user.uuid)],
    [
      'account no longer activated',
      ({ user }) => changeRows(app.db, 'users', user.uuid, { activated: false }),
    ],
    [
      'organisation deleted',
      ({ organization }) => deleteRows(app.db, 'organizations', organization.uuid),
    ],
  ];
  for (const [how, leave] of leaving) {
    it(`the next call answers 404, whatever the program knows: ${how} (M1, M2)`, async () => {
      const at = await subscriber('all');
      const tag = (await at.get()).headers.get('ETag') ?? '';
      await leave(at);
      expect((await at.get({ 'If-None-Match': tag })).status).toBe(404);
      expect((await at.get()).status).toBe(404);
    });
  }

  it('a feed of all organisations shows those that its user belongs to at that moment (M1)', async () => {
    const { organization, user, event } = await subscriber();
    const other = await app.make.organization({ name: 'Gesangverein' });
    const elsewhere = await app.make.event(other, { date: dayIn(20) });
    const feed = await makeFeed(app, user, { slot: 2 });
    const get = getOf(feed);
    expect(uidsOf((await get()).text)).toEqual([event.uuid]);
    await app.make.belongs(user, other);
    const both = await get();
    expect(both.text).toContain('\r\nX-WR-CALNAME:Meine Vereinstermine\r\n');
    expect(
      entriesOf(both.text).map(({ uid, description }) => [
        uid.slice(0, 36),
        description.split('\n')[0],
      ]),
    ).toEqual([
      [elsewhere.uuid, 'Gesangverein'],
      [event.uuid, 'Ruderclub; Nord, 1'],
    ]);
    await (await app.as(user)).submit(`/app/account/organizations/${organization.uuid}`);
    expect(uidsOf((await get()).text)).toEqual([elsewhere.uuid]);
    await deleteRows(app.db, 'events', elsewhere.uuid);
    expect(uidsOf((await get()).text)).toEqual([]);
  });

  it('a system administrator sees by a feed only where they belong (M1)', async () => {
    await subscriber();
    const user = await app.make.user({ admin: true });
    const feed = await makeFeed(app, user, { scope: 'all' });
    const { status, text } = await getOf(feed)();
    expect([status, entriesOf(text)]).toEqual([200, []]);
  });
});

describe('limits', () => {
  it('the 61st call of a feed in an hour answers 429, and other feeds are unaffected (M5)', async () => {
    const { user, organization, feed, get } = await subscriber();
    const other = await makeFeed(app, user, { organization, slot: 2 });
    const answers = await Promise.all(Array.from({ length: 70 }, () => get()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = await get({ 'If-None-Match': '*' });
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
    expect(refused.headers.get('Cache-Control')).toBe('no-store');
    expect((await getOf(other)()).status).toBe(200);
    const counted = () => rowOf(app.db, 'calendar_feeds', feed.uuid, ['calls_in_hour', 'used_at']);
    const before = await counted();
    expect(before.calls_in_hour).toBe(60);
    await get();
    expect(await counted()).toEqual(before);
    await app.pool.query(
      "update calendar_feeds set hour = hour - interval '1 hour' where uuid = $1",
      [feed.uuid],
    );
    expect((await get()).status).toBe(200);
    expect((await counted()).calls_in_hour).toBe(1);
    // The clock was set back since.
    await app.pool.query(
      "update calendar_feeds set hour = now() + interval '3 hours', calls_in_hour = 60 where uuid = $1",
      [feed.uuid],
    );
    expect((await get()).status).toBe(200);
  });

  it('of more than 400 events the next ones are shown, and past ones only if there is room (M2)', async () => {
    const { organization, get } = await subscriber('all');
    await app.pool.query(
      `insert into events (organization_uuid, name, date, event_type)
       select $1, 'Probe ' || n, (now() at time zone 'UTC')::date + n, 'OPEN_EVENT'
       from generate_series(-120, 430) n, generate_series(1, case when n = 300 then 2 else 1 end)`,
      [organization.uuid],
    );
    const names = async () => entriesOf((await get()).text).map(({ summary }) => summary);
    const shown = await names();
    expect(shown).toHaveLength(400);
    const wanted = Array.from({ length: 398 }, (_, n) => `Probe ${n}`);
    expect(shown.filter((name) => name !== 'Sommerfest').toSorted()).toEqual(
      [...wanted, 'Probe 300'].toSorted(),
    );
    await app.pool.query(
      "delete from events where organization_uuid = $1 and date > (now() at time zone 'UTC')::date + 340",
      [organization.uuid],
    );
    const fewer = await names();
    expect(fewer).toHaveLength(400);
    expect(fewer).toContain('Probe -57');
    expect(fewer).not.toContain('Probe -58');
    await app.pool.query(
      "delete from events where organization_uuid = $1 and date > (now() at time zone 'UTC')::date",
      [organization.uuid],
    );
    expect(await names()).toEqual(Array.from({ length: 91 }, (_, n) => `Probe ${n - 90}`));
  });
});
