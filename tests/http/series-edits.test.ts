import { describe, expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { testApp } from '../support/app';
import { eventSetting, inDays } from '../support/events';
import { datesIn, extend, makeSeries } from '../support/series';

const app = testApp();

/** A weekly series of eight dates, the second of which somebody has signed up for. */
async function setting() {
  const club = await eventSetting(app);
  const series = await makeSeries(app, club.organization, {
    rule: `FREQ=WEEKLY;BYDAY=${['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(inDays(7)).getUTCDay()]};COUNT=8`,
    max: 5,
    event: { start_time: '18:00', end_time: '20:00', place: 'Halle' },
  });
  const day = (at: number) => daysFrom(series.event.date, 7 * at);
  const date = (at: number) => series.dates.get(day(at)) ?? '';
  await app.make.registration({ uuid: date(1), organization: club.organization.uuid }, club.member);
  return { ...club, series, day, date };
}

type Setting = Awaited<ReturnType<typeof setting>>;

const stored = ({ series: { organization } }: Setting) =>
  app.db
    .selectFrom('events')
    .select([
      'uuid',
      'date',
      'series_uuid as series',
      'place',
      'own_fields as own',
      'cancelled_at as cancelledAt',
      'version',
    ])
    .where('organization_uuid', '=', organization)
    .orderBy('date')
    .execute();

const typed = ({ day }: Setting, at: number, fields: Record<string, string>) => ({
  name: 'Training',
  date: day(at),
  eventType: 'LIMITED_EVENT',
  maxParticipants: '5',
  startTime: '18:00',
  endTime: '20:00',
  place: 'Halle',
  ...fields,
});

const log = async ({ organization }: Setting) => {
  const rows = await app.db
    .selectFrom('audit_log')
    .select('action')
    .where('organization_uuid', '=', organization.uuid)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('the form of an event that repeats', () => {
  it('asks for which dates it is, and first for this one alone (L5)', async () => {
    const club = await setting();
    const { text, page } = await club.editor.get(`/app/events/${club.date(2)}/edit`);
    for (const label of [
      'Gilt für',
      'Nur diesen Termin',
      'Diesen und alle folgenden',
      'Alle künftigen Termine',
    ])
      expect(page).toContain(label);
    expect(/<input[^>]*value="only"[^>]*>/.exec(text)?.[0]).toContain('checked=""');
    // Before all that scrolls out of sight.
    expect(text.indexOf('name="scope"')).toBeLessThan(text.indexOf('name="name"'));
    const single = await app.make.event(club.organization);
    expect((await club.editor.get(`/app/events/${single.uuid}/edit`)).page).not.toContain(
      'Gilt für',
    );
    const over = await makeSeries(app, club.organization, { event: { date: inDays(-3) } });
    expect((await club.editor.get(`/app/events/${over.event.uuid}/edit`)).page).not.toContain(
      'Gilt für',
    );
  });

  it('changes one date, which keeps that for itself (L5)', async () => {
    const club = await setting();
    const address = `/app/events/${club.date(3)}/edit`;
    const saved = await club.editor.submit(
      address,
      typed(club, 3, { place: 'Aula', scope: 'only', __version: '1' }),
    );
    expect(saved.status).toBe(303);
    expect((await club.editor.get(address)).page).toContain(
      'An diesem Termin anders als in der Serie: Ort',
    );
    const all = await club.editor.submit(
      `/app/events/${club.date(0)}/edit`,
      typed(club, 0, { place: 'Schule', scope: 'all', __version: '1' }),
    );
    expect(all.status).toBe(303);
    expect((await stored(club)).map(({ place }) => place)).toEqual([
      'Schule',
      'Schule',
      'Schule',
      'Aula',
      'Schule',
      'Schule',
      'Schule',
      'Schule',
    ]);
    expect(await log(club)).toEqual([
      'Veranstaltung „Training“ geändert',
      'Veranstaltung „Training“ geändert (8 Termine der Serie)',
    ]);
    // Made on the date itself, a wider edit takes its own place away.
    const own = typed(club, 3, { place: 'Wald', scope: 'all' });
    expect((await club.editor.submit(address, own)).status).toBe(303);
    expect((await stored(club)).map(({ place, own }) => [place, own])).toEqual(
      Array(8).fill(['Wald', []]),
    );
  });

  it('changes this date and those that follow, which are a series of their own then (L5)', async () => {
    const club = await setting();
    const saved = await club.editor.submit(
      `/app/events/${club.date(4)}/edit`,
      typed(club, 4, { place: 'Schule', scope: 'following', __version: '1' }),
    );
    expect(saved.status).toBe(303);
    const events = await stored(club);
    expect(events.map(({ uuid }) => uuid)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(club.date));
    expect(events.map(({ place }) => place)).toEqual([
      ...Array(4).fill('Halle'),
      ...Array(4).fill('Schule'),
    ]);
    const [first, split] = [events[0]?.series ?? '', events[4]?.series ?? ''];
    expect([first, split === first]).toEqual([club.series.uuid, false]);
    const rest = await club.editor.call('GET', `/event/series/${split}`);
    expect(rest.json).toMatchObject({
      rule: expect.stringMatching(/;COUNT=4$/),
      startsOn: club.day(4),
      endsOn: null,
    });
    const before = await club.editor.call('GET', `/event/series/${first}`);
    expect(before.json).toMatchObject({ endsOn: daysFrom(club.day(4), -1) });
    expect([await extend(app.db, first), await extend(app.db, split)]).toEqual([0, 0]);
  });

  it('moves dates with answers only when these were shown, with what was typed (L6)', async () => {
    const club = await setting();
    const address = `/app/events/${club.date(0)}/edit`;
    const fields = typed(club, 0, {
      date: daysFrom(club.day(0), 2),
      place: 'Aula',
      scope: 'all',
      __version: '1',
    });
    const shown = await club.editor.submit(address, fields);
    expect(shown.status).toBe(422);
    expect(shown.page).toContain('1 Zusage');
    expect(shown.text).toContain(`name="listed[0]" value="${club.date(1)}"`);
    expect(shown.text).toContain('value="Aula"');
    expect(/<input[^>]*value="all"[^>]*>/.exec(shown.text)?.[0]).toContain('checked=""');
    expect((await stored(club)).map(({ date }) => date)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map(club.day),
    );
    const saved = await club.editor.submit(address, { ...fields, 'listed[0]': club.date(1) });
    expect(saved.status).toBe(303);
    expect((await stored(club)).map(({ uuid, date, place }) => [uuid, date, place])).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [club.date(at), daysFrom(club.day(at), 2), 'Aula']),
    );
    expect(
      (
        await club.user.call(
          'GET',
          `/event/registered-events?organization=${club.organization.uuid}`,
        )
      ).json,
    ).toEqual([club.date(1)]);
  });

  it('refuses to move all to before today, and where no rule has the days (L6)', async () => {
    const club = await setting();
    const past = await club.editor.submit(
      `/app/events/${club.date(0)}/edit`,
      typed(club, 0, { date: inDays(-1), scope: 'all', __version: '1' }),
    );
    expect(past.status).toBe(422);
    expect(past.page).toContain('läge dann in der Vergangenheit');
    const monthly = await makeSeries(app, club.organization, { rule: 'FREQ=MONTHLY;BYDAY=-1FR' });
    const other = await club.editor.call('PUT', '/event', {
      uuid: monthly.event.uuid,
      ...{
        name: 'Training',
        date: daysFrom(monthly.event.date, 1),
        eventType: 'OPEN_EVENT',
        scope: 'all',
      },
    });
    expect([other.status, other.json.errors]).toEqual([
      422,
      {
        date: [
          'Bei dieser Wiederholung lässt sich der Tag nicht für alle Termine verschieben. Ändern Sie ihn unter „Wiederholung ändern“.',
        ],
      },
    ]);
  });

  it('that is outdated by an edit of the series is refused, and saved when it is sent again (L7)', async () => {
    const club = await setting();
    const [first, second] = [1, 5].map((at) => `/app/events/${club.date(at)}/edit`) as [
      string,
      string,
    ];
    expect(
      (
        await club.editor.submit(
          first,
          typed(club, 1, { place: 'Aula', scope: 'all', __version: '1' }),
        )
      ).status,
    ).toBe(303);
    const late = await club.editor.submit(
      second,
      typed(club, 5, { place: 'Schule', scope: 'following', __version: '1' }),
    );
    expect(late.status).toBe(409);
    expect(late.page).toContain('Inzwischen geändert zu: Aula');
    const version = /name="__version" value="(\d+)"/.exec(late.text)?.[1] ?? '';
    expect(
      (
        await club.editor.submit(
          second,
          typed(club, 5, { place: 'Schule', scope: 'following', __version: version }),
        )
      ).status,
    ).toBe(303);
    expect((await stored(club)).map(({ place }) => place)).toEqual([
      ...Array(5).fill('Aula'),
      ...Array(3).fill('Schule'),
    ]);
  });
});

describe('deleting dates of a series', () => {
  const listedIn = (text: string) =>
    [...text.matchAll(/name="listed\[\d+\]" value="([^"]+)"/g)].map(([, uuid]) => uuid ?? '');

  it('deletes one date, as before, and it stays deleted (L3, L6)', async () => {
    const club = await setting();
    const address = `/app/events/${club.date(2)}/delete`;
    const { page } = await club.editor.get(address);
    expect(page).toContain('Gilt für');
    expect((await club.editor.submit(address, {})).status).toBe(303);
    expect(await extend(app.db, club.series.uuid)).toBe(0);
    expect([...(await datesIn(app.db, club.series.uuid)).keys()]).not.toContain(club.day(2));
    expect(await log(club)).toEqual(['Veranstaltung „Training“ gelöscht']);
  });

  it.each([
    ['keep', { cancelled: false, words: '7 gelöscht, 1 behalten' }],
    ['cancel', { cancelled: true, words: '7 gelöscht, 1 abgesagt' }],
  ] as const)(
    'asks about dates with answers, and does as told: %s (L6)',
    async (fate, { cancelled, words }) => {
      const club = await setting();
      const address = `/app/events/${club.date(0)}/delete`;
      const asked = await club.editor.submit(address, { scope: 'all' });
      expect(asked.status).toBe(422);
      expect(asked.page).toContain('Behalten: es bleibt alles wie geplant');
      expect(listedIn(asked.text)).toEqual([club.date(1)]);
      const fields = { scope: 'all', answered: fate, 'listed[0]': club.date(1) };
      const done = await club.editor.submit(address, fields);
      expect(done.status).toBe(303);
      const events = await stored(club);
      expect(
        events.map(({ uuid, series, cancelledAt }) => [uuid, series, cancelledAt !== null]),
      ).toEqual([[club.date(1), null, cancelled]]);
      expect(await log(club)).toEqual([`Termine der Veranstaltung „Training“ gelöscht: ${words}`]);
      expect((await club.editor.call('GET', `/event/series/${club.series.uuid}`)).status).toBe(404);
    },
  );

  it('leaves what comes before the date, and what is over (L6)', async () => {
    const club = await setting();
    const over = await makeSeries(app, club.organization, { event: { date: inDays(-7) } });
    const next = over.dates.get(inDays(7)) ?? '';
    expect((await club.editor.submit(`/app/events/${next}/delete`, { scope: 'all' })).status).toBe(
      303,
    );
    expect([...(await datesIn(app.db, over.uuid)).keys()]).toEqual([inDays(-7)]);
    expect(await extend(app.db, over.uuid)).toBe(0);
    expect(
      (await club.editor.submit(`/app/events/${club.date(4)}/delete`, { scope: 'following' }))
        .status,
    ).toBe(303);
    expect([...(await datesIn(app.db, club.series.uuid)).keys()]).toEqual(
      [0, 1, 2, 3].map(club.day),
    );
    expect(await extend(app.db, club.series.uuid)).toBe(0);
  });
});

describe('another rule for a series', () => {
  const WEEKDAY = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
  const weekday = (day: string) => WEEKDAY[new Date(day).getUTCDay()] ?? '';
  const chosen = (days: string[], more: Record<string, string> = {}) => ({
    'rule.every': 'FREQ=WEEKLY',
    ...Object.fromEntries(days.map((day, at) => [`rule.days[${at}]`, day])),
    'rule.end': 'count',
    'rule.count': '8',
    skipHolidays: '',
    scope: 'all',
    ...more,
  });

  it('shows first what happens to each date, and then does it (L6)', async () => {
    const club = await setting();
    const to = club.day(0) > daysFrom(club.day(0), 1) ? 0 : 1;
    // Within its week, so that the dates move.
    const days = new Date(club.day(0)).getUTCDay() === 0 ? -1 : to;
    const next = weekday(daysFrom(club.day(0), days));
    const address = `/app/events/${club.date(0)}/series`;
    expect((await club.editor.get(address)).page).toContain('Wiederholung ändern');
    const preview = await club.editor.submit(`${address}/change`, chosen([next]));
    expect(preview.status).toBe(200);
    expect(preview.page).toContain('8 verschoben');
    expect(preview.page).toContain('1 Zusage');
    // Those with answers stand before the button, not only among all dates.
    expect(preview.text.indexOf('Termine mit Antworten')).toBeLessThan(
      preview.text.indexOf('Speichern'),
    );
    // 'Ändern' leads back to what was chosen.
    const change = /href="([^"]*\?rule=[^"]*)"/.exec(preview.text)?.[1] ?? '';
    const { text: again } = await club.editor.get(change.replaceAll('&amp;', '&'));
    const checked = [...again.matchAll(/<input[^>]*checked=""[^>]*>/g)].map(
      ([input]) => /value="([^"]*)"/.exec(input)?.[1],
    );
    expect(checked).toEqual(['FREQ=WEEKLY', next, 'count', 'all']);
    expect((await stored(club)).map(({ date }) => date)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map(club.day),
    );
    const hidden = [
      ...preview.text.matchAll(/type="hidden" name="([^"_][^"]*)" value="([^"]*)"/g),
    ].map(([, name = '', value = '']) => [name, value] as const);
    const version = /name="__version" value="(\d+)"/.exec(preview.text)?.[1] ?? '';
    const saved = await club.editor.submit(`${address}/change/saving`, {
      ...Object.fromEntries(hidden),
      __version: version,
    });
    expect(saved.status).toBe(303);
    expect((await stored(club)).map(({ uuid, date }) => [uuid, date])).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [club.date(at), daysFrom(club.day(at), days)]),
    );
    expect(await log(club)).toEqual([
      'Wiederholung der Veranstaltung „Training“ geändert: 8 verschoben',
    ]);
  });

  it('by a call: lists what would be lost, and does it when that was sent along (L6, L10)', async () => {
    const club = await setting();
    const address = `/event/series/${club.series.uuid}`;
    const body = { rule: 'FREQ=MONTHLY;BYMONTHDAY=31', from: club.day(1) };
    const listed = await club.editor.call('PUT', address, body);
    expect([listed.status, listed.json.errors.unlisted]).toEqual([422, [club.date(1)]]);
    expect(listed.json.errors.listed[1]).toMatch(/: 1 Zusage$/);
    const done = await club.editor.call('PUT', address, {
      ...body,
      listed: listed.json.errors.unlisted,
    });
    expect(done.status).toBe(200);
    expect(done.json.dates).toMatchObject({ kept: 1, cancelled: 0 });
    const events = await stored(club);
    expect(events.find(({ uuid }) => uuid === club.date(1))).toMatchObject({
      series: null,
      date: club.day(1),
    });
    expect(events.find(({ uuid }) => uuid === club.date(0))?.series).toBe(club.series.uuid);
  });

  it('by a call of somebody who has seen an older version is refused with 412 (L7)', async () => {
    const club = await setting();
    const address = `/event/series/${club.series.uuid}`;
    const tag = (await club.editor.call('GET', address)).headers.get('ETag') ?? '';
    const send = (rule: string, method: 'PUT' | 'DELETE' = 'PUT') =>
      club.editor.call(
        method,
        address,
        method === 'PUT' ? { rule, listed: [club.date(1)] } : { listed: [club.date(1)] },
        { 'If-Match': tag },
      );
    expect((await send('FREQ=WEEKLY;BYDAY=MO,TU')).status).toBe(200);
    expect((await send('FREQ=WEEKLY;BYDAY=WE')).status).toBe(412);
    expect((await send('', 'DELETE')).status).toBe(412);
    expect((await club.editor.call('GET', address)).json.rule).toContain('BYDAY=MO,TU');
  });

  it('leaves dates deleted that somebody deleted, on their new days too (L3, L6)', async () => {
    const club = await setting();
    await club.editor.call('DELETE', `/event/${club.date(3)}`);
    const address = `/app/events/${club.date(0)}/edit`;
    const fields = typed(club, 0, {
      date: daysFrom(club.day(0), 1),
      scope: 'all',
      'listed[0]': club.date(1),
    });
    expect((await club.editor.submit(address, fields)).status).toBe(303);
    expect(await extend(app.db, club.series.uuid)).toBe(0);
    expect([...(await datesIn(app.db, club.series.uuid)).keys()]).toEqual(
      [0, 1, 2, 4, 5, 6, 7].map((at) => daysFrom(club.day(at), 1)),
    );
  });
});

describe('hostile edits of series', () => {
  it('are refused: too many or foreign ids, no such scope, another club, none of a series (L6)', async () => {
    const club = await setting();
    const { editor, stranger, user } = club;
    const address = `/event/series/${club.series.uuid}`;
    const body = { rule: 'FREQ=WEEKLY;BYDAY=MO' };
    const many = Array.from({ length: 10_000 }, () => crypto.randomUUID());
    expect((await editor.call('PUT', address, { ...body, listed: many })).status).toBe(422);
    const foreign = [crypto.randomUUID(), (await app.make.event(club.organization)).uuid];
    expect(
      (
        await editor.call('PUT', address, {
          ...body,
          rule: 'FREQ=MONTHLY;BYMONTHDAY=31',
          listed: foreign,
        })
      ).status,
    ).toBe(422);
    expect((await editor.call('DELETE', address, { listed: ['x'] })).json.errors).toHaveProperty(
      'listed.0',
    );
    expect((await editor.call('DELETE', address, { from: 'bald' })).json.errors).toHaveProperty(
      'from',
    );
    for (const method of ['PUT', 'DELETE'] as const) {
      const sent = method === 'PUT' ? body : {};
      expect((await stranger.call(method, address, sent)).status).toBe(404);
      expect((await user.call(method, address, sent)).status).toBe(403);
      expect((await editor.call(method, '/event/series/x', sent)).status).toBe(404);
    }
    const single = await app.make.event(club.organization);
    const edited = { uuid: single.uuid, name: 'Fest', date: single.date, eventType: 'OPEN_EVENT' };
    expect((await editor.call('PUT', '/event', { ...edited, scope: 'all' })).status).toBe(422);
    expect((await editor.call('PUT', '/event', { ...edited, scope: 'some' })).status).toBe(422);
    expect(
      (await editor.submit(`/app/events/${single.uuid}/delete`, { scope: 'all' })).status,
    ).toBe(422);
    expect(await stored(club)).toHaveLength(8 + 2);
  });

  it('that come twice are carried out once (L7)', async () => {
    const club = await setting();
    const address = `/app/events/${club.date(4)}/edit`;
    const fields = typed(club, 4, {
      date: daysFrom(club.day(4), 1),
      scope: 'following',
      __version: '1',
    });
    const both = await Promise.all([1, 2].map(() => club.editor.submit(address, fields)));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await stored(club)).map(({ date }) => date)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => (at < 4 ? club.day(at) : daysFrom(club.day(at), 1))),
    );
  });
});
