import { describe, expect, it } from 'vitest';
import { dateToText } from '~/dates';
import { daysFrom } from '~/dates.server';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { seriesSetting, stored, typed } from '../support/edited-series';
import { inDays } from '../support/events';
import { changeRows, deleteRows } from '../support/rows';
import { extend, makeSeries } from '../support/series';

const app = testApp();

describe('the form of an event that repeats', () => {
  it('asks for which dates it is, and first for this one alone (L5)', async () => {
    const club = await seriesSetting(app);
    const { text, page } = await club.editor.get(`/app/events/${club.date(2)}/edit`);
    for (const label of [
      'Gilt für',
      'Nur diesen Termin',
      'Diesen und alle folgenden',
      'Alle künftigen Termine',
    ])
      expect(page).toContain(label);
    expect(/<input[^>]*value="only"[^>]*>/.exec(text)?.[0]).toContain('checked=""');
    // All that follow the next date are all that are to come.
    const next = `/app/events/${club.date(0)}/edit`;
    const offered = 'Nur diesen Termin Alle künftigen Termine';
    expect((await club.editor.get(next)).page).toContain(offered);
    const posted = typed(club, 0, { name: '', scope: 'following' });
    const back = await club.editor.submit(next, posted);
    expect(/<input[^>]*value="all"[^>]*>/.exec(back.text)?.[0]).toContain('checked=""');
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

  it('says on its button how many dates it changes (L5)', async () => {
    const club = await seriesSetting(app);
    const address = `/app/events/${club.date(2)}/edit`;
    expect((await club.editor.get(address)).text).toMatch(/<button[^>]*>Speichern</);
    const wide = await club.editor.submit(address, typed(club, 2, { name: '', scope: 'all' }));
    // Without scripts the choice can still change.
    expect(wide.text).toMatch(/<button[^>]*>Speichern</);
  });

  it('a rule that nobody can read stands in the way of neither the form nor the page (L5, X1)', async () => {
    const club = await seriesSetting(app);
    await changeRows(app.db, 'series', club.series.uuid, { rule: 'FREQ=DAILY' });
    const page = `/app/events/${club.date(2)}`;
    for (const address of [page, `${page}/edit`])
      expect((await club.editor.get(address)).page).toContain(
        'Serie, deren Regel nicht lesbar ist',
      );
  });

  it('changes one date, which keeps that for itself (L5)', async () => {
    const club = await seriesSetting(app);
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
    expect(await loggedActions(app, club.organization)).toEqual([
      `Veranstaltung „Training“ am ${dateToText(club.day(3))} geändert: Ort`,
      `Veranstaltung „Training“ am ${dateToText(club.day(0))} geändert (8 Termine der Serie): Ort`,
    ]);
    // Made on the date itself, a wider edit takes its own place away.
    const own = typed(club, 3, { place: 'Wald', scope: 'all' });
    expect((await club.editor.submit(address, own)).status).toBe(303);
    expect((await stored(club)).map(({ place, own }) => [place, own])).toEqual(
      Array(8).fill(['Wald', []]),
    );
  });

  it('no longer keeps for itself what one date has as its series again (L5)', async () => {
    const club = await seriesSetting(app);
    const address = `/app/events/${club.date(3)}/edit`;
    const save = async (fields: Record<string, string>) => {
      const saved = await club.editor.submit(address, typed(club, 3, { scope: 'only', ...fields }));
      expect(saved.status).toBe(303);
      return (await stored(club)).find(({ uuid }) => uuid === club.date(3))?.own.sort();
    };
    const elsewhere = { place: 'Aula', startTime: '17:00', date: daysFrom(club.day(3), 1) };
    expect(await save(elsewhere)).toEqual(['date', 'place', 'startTime']);
    expect(await save({ place: 'Aula', endTime: '21:00' })).toEqual(['endTime', 'place']);
    expect(await save({})).toEqual([]);
    expect((await club.editor.get(address)).page).not.toContain('anders als in der Serie');
    const all = typed(club, 0, { place: 'Schule', scope: 'all' });
    const first = `/app/events/${club.date(0)}/edit`;
    expect((await club.editor.submit(first, all)).status).toBe(303);
    expect((await stored(club))[3]?.place, 'as it follows again').toBe('Schule');
  });

  it('moves the deadline of one date along, which is not its own for that (L5, J6)', async () => {
    const club = await seriesSetting(app);
    const deadline = { 'signUpUntil.day': club.day(1), 'signUpUntil.time': '12:00' };
    const address = `/app/events/${club.date(3)}/edit`;
    const all = typed(club, 3, { ...deadline, scope: 'all' });
    expect((await club.editor.submit(address, all)).status).toBe(303);
    const moved = typed(club, 3, { ...deadline, date: daysFrom(club.day(3), 1), scope: 'only' });
    expect((await club.editor.submit(address, moved)).status).toBe(303);
    const { text, page } = await club.editor.get(address);
    expect(page).toMatch(/anders als in der Serie: Datum Nur diesen Termin/);
    expect(text).toContain(`value="${dateToText(daysFrom(club.day(1), 1))}"`);
  });

  it('changes this date and those that follow, which are a series of their own then (L5)', async () => {
    const club = await seriesSetting(app);
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
    const club = await seriesSetting(app);
    const address = `/app/events/${club.date(0)}/edit`;
    const fields = typed(club, 0, {
      date: daysFrom(club.day(0), 2),
      place: 'Aula',
      scope: 'all',
      __version: '1',
    });
    const shown = await club.editor.submit(address, fields);
    expect(shown.status).toBe(422);
    expect(shown.page).toContain('1 Anmeldung');
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

  it('moves all also if one was moved alone to a day that is over (L5, L6)', async () => {
    const club = await seriesSetting(app);
    await deleteRows(app.db, 'answers', { organization_uuid: club.organization.uuid });
    await changeRows(app.db, 'events', club.date(3), { date: '2020-01-01', own_fields: ['date'] });
    const later = typed(club, 0, { date: daysFrom(club.day(0), 7), scope: 'all' });
    const saved = await club.editor.submit(`/app/events/${club.date(0)}/edit`, later);
    expect(saved.status).toBe(303);
    expect((await stored(club)).map(({ date }) => date)).toEqual([
      '2020-01-01',
      ...[1, 2, 3, 5, 6, 7, 8].map((nth) => daysFrom(club.day(0), 7 * nth)),
    ]);
  });

  it('refuses to move all to before today, and where no rule has the days (L6)', async () => {
    const club = await seriesSetting(app);
    const past = await club.editor.submit(
      `/app/events/${club.date(0)}/edit`,
      typed(club, 0, { date: inDays(-1), scope: 'all', __version: '1' }),
    );
    expect(past.status).toBe(422);
    expect(past.page).toContain('läge dann in der Vergangenheit');
    const monthly = await makeSeries(app, club.organization, { rule: 'FREQ=MONTHLY;BYDAY=-1FR' });
    const other = await club.editor.call('PUT', '/event', {
      uuid: monthly.event.uuid,
      name: 'Training',
      date: daysFrom(monthly.event.date, 1),
      eventType: 'OPEN_EVENT',
      scope: 'all',
    });
    expect([other.status, other.json.errors]).toEqual([
      422,
      {
        date: [
          'Bei dieser Serie lässt sich der Tag nicht für alle Termine verschieben. Ändern Sie ihn unter „Serie ändern“.',
        ],
      },
    ]);
  });

  it('that is outdated by an edit of the series is refused, and saved when it is sent again (L7)', async () => {
    const club = await seriesSetting(app);
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
    expect(late.page).toContain('Zurzeit gespeichert: Aula');
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
