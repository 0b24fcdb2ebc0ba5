import { beforeAll, describe, expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import type { State } from '~/features/series/rule';
import { schoolHolidaysIn } from '~/features/series/school-holidays.server';
import { messages } from '~/features/series/wording';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import type { Browser } from '../support/browser';
import { eventSetting, inDays } from '../support/events';
import { changeRows, valuesOf } from '../support/rows';
import { datesIn, makeBreak, makeSeries } from '../support/series';

const app = testApp();
const setting = () => eventSetting(app);

const exceptions = async (series: string) =>
  await valuesOf(app.db, 'series_exceptions', { series_uuid: series }, 'date');

describe('breaks', () => {
  let organization: { uuid: string };
  let editor: Browser;
  beforeAll(async () => {
    ({ organization, editor } = await setting());
  });

  it('a break takes out what nobody has answered, and its end brings that back (L1)', async () => {
    const { organization, editor } = await setting();
    const series = await makeSeries(app, organization, { skipBreaks: true });
    const other = await makeSeries(app, organization);
    const { date: first } = series.event;
    const week = (number: number) => daysFrom(first, 7 * number);
    // The break begins with the first date of the series, which stays, as it was there before.
    const body = { organization: organization.uuid, name: 'Ferien', from: first, until: week(2) };
    const { status, json } = await editor.call('POST', '/event/break', body);
    expect({ status, json }).toEqual({
      status: 200,
      json: { uuid: json.uuid, ...body, deleted: 2, kept: 1 },
    });
    const before = [...series.dates.keys()];
    const left = before.filter((date) => date !== week(1) && date !== week(2));
    expect([...(await datesIn(app.db, series.uuid)).keys()]).toEqual(left);
    expect(await exceptions(series.uuid)).toEqual([]);
    expect(await datesIn(app.db, other.uuid)).toEqual(other.dates);

    expect((await editor.call('DELETE', `/event/break/${json.uuid}`)).status).toBe(204);
    await app.work();
    expect([...(await datesIn(app.db, series.uuid)).keys()]).toEqual(before);
    expect(await datesIn(app.db, other.uuid)).toEqual(other.dates);
  });

  it('what somebody has answered or changed stays, and is listed with links (L6)', async () => {
    const { organization, editor, member } = await setting();
    const series = await makeSeries(app, organization, {
      skipBreaks: true,
      max: 1,
      event: { name: 'Volleyball' },
    });
    const dates = [...series.dates.entries()]
      .slice(1, 9)
      .map(([date, uuid]) => ({ date, uuid, organization: organization.uuid }));
    const [registered, waiting, declined, came, polled, changed, cancelled, nobody] = dates;
    if (!registered || !waiting || !declined || !came) throw new Error('too few dates');
    if (!polled || !changed || !cancelled || !nobody) throw new Error('too few dates');
    const guest = await app.make.member(organization);
    await app.make.registration(registered, member);
    await app.make.registration(waiting, guest);
    await app.make.waiting(waiting, member);
    await app.make.decline(declined, member);
    await app.make.attended(came, member);
    await app.make.poll(polled);
    await changeRows(app.db, 'events', changed.uuid, { own_fields: ['place'] });
    await changeRows(app.db, 'events', cancelled.uuid, { cancelled_at: new Date() });

    const last = nobody.date;
    const added = await editor.submit('/app/events/breaks', {
      name: 'Ferien',
      from: inDays(1),
      until: last,
    });
    expect(added.status).toBe(303);
    const { page, text } = await editor.get(added.location);
    const { title, message } = messages.breakCreated({
      name: 'Ferien',
      from: inDays(1),
      until: last,
      deleted: 1,
      kept: 7,
    });
    expect(page).toContain(`${title} ${message}`);
    expect(message).toBe(
      '1 Termin fällt aus. 7 Termine bleiben, weil jemand geantwortet oder sie geändert hat.',
    );
    const left = [...(await datesIn(app.db, series.uuid)).keys()];
    expect(left).toEqual([...series.dates.keys()].filter((date) => date !== nobody.date));
    for (const { uuid } of [registered, waiting, declined, came, polled, changed])
      expect(text).toContain(`href="/app/events/${uuid}"`);
    // What is cancelled does not take place anyway.
    expect(text).not.toContain(`href="/app/events/${cancelled.uuid}"`);
  });

  it('a date that was moved alone stands under the break in which it takes place (L6)', async () => {
    const { organization, editor } = await setting();
    const series = await makeSeries(app, organization, { skipBreaks: true });
    const [week, uuid] = [...series.dates.entries()][2] ?? [];
    if (!week || !uuid) throw new Error('too few dates');
    const day = daysFrom(week, 10);
    await changeRows(app.db, 'events', uuid, {
      date: day,
      end_date: daysFrom(day, 1),
      own_fields: ['date', 'end_date'],
    });
    await makeBreak(app, organization, { name: 'Raus', from: week, until: week });
    const rein = { name: 'Rein', from: daysFrom(day, 1), until: daysFrom(day, 2) };
    await makeBreak(app, organization, rein);
    const { text } = await editor.get('/app/events/breaks');
    const link = `href="/app/events/${uuid}"`;
    expect(text.split(link)).toHaveLength(2);
    expect(text.indexOf(link)).toBeGreaterThan(text.indexOf('Rein'));
  });

  it('a sign-up under way is kept: the break waits for it (L7)', async () => {
    const { organization, editor, member } = await setting();
    const series = await makeSeries(app, organization, { skipBreaks: true, max: 5 });
    const [date, uuid] = [...series.dates.entries()][1] ?? ['', ''];
    const client = await app.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into answers (answer, event_uuid, member_uuid, organization_uuid) values ('yes', $1, $2, $3)`,
      [uuid, member.uuid, organization.uuid],
    );
    const body = { organization: organization.uuid, name: 'Ferien', from: date, until: date };
    const adding = editor.call('POST', '/event/break', body);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await client.query('commit');
    client.release();
    expect((await adding).json).toMatchObject({ deleted: 0, kept: 1 });
    expect(await datesIn(app.db, series.uuid)).toEqual(series.dates);
  });

  it('a series that is made while a break is entered leaves it out (L1)', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await app.make.event(organization, { date: inDays(7) });
    const rule = `FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=60`;
    const body = {
      organization: organization.uuid,
      name: 'Ferien',
      from: inDays(10),
      until: inDays(40),
    };
    const [made, added] = await Promise.all([
      editor.call('POST', '/event/series', { event: uuid, rule, skipBreaks: true }),
      editor.call('POST', '/event/break', body),
    ]);
    expect([made.status, added.status]).toEqual([200, 200]);
    const dates = [...(await datesIn(app.db, made.json.series)).keys()];
    expect(dates.filter((date) => date >= inDays(10) && date <= inDays(40))).toEqual([]);
    expect(dates).toHaveLength(29);
  });

  it('lists the breaks by their first day, to every user (L1)', async () => {
    const { organization, editor, user } = await setting();
    const later = await makeBreak(app, organization, {
      name: 'Sommer',
      from: '2031-07-01',
      until: '2031-08-10',
    });
    const sooner = await makeBreak(app, organization, { name: 'Ostern' });
    const path = `/event/break?organization=${organization.uuid}`;
    for (const visitor of [editor, user])
      expect((await visitor.call('GET', path)).json).toEqual([
        {
          uuid: sooner.uuid,
          organization: organization.uuid,
          name: 'Ostern',
          from: '2031-04-07',
          until: '2031-04-19',
        },
        {
          uuid: later.uuid,
          organization: organization.uuid,
          name: 'Sommer',
          from: '2031-07-01',
          until: '2031-08-10',
        },
      ]);
  });

  it.each([
    ['name', { name: ' ' }, 'Bitte einen Namen eingeben.'],
    ['name', { name: 'x'.repeat(101) }, 'Höchstens 100 Zeichen.'],
    ['from', { from: '' }, 'Bitte ein Datum eingeben.'],
    ['until', { until: '2031-02-30' }, 'Kein gültiges Datum.'],
    ['until', { until: '2031-04-06' }, 'Der letzte Tag liegt vor dem ersten.'],
    ['until', { until: '2032-04-09' }, 'Höchstens 366 Tage nach dem ersten.'],
  ])('refuses the invalid %s %j, and keeps what was typed (L1)', async (field, wrong, message) => {
    const fields = { name: 'Osterferien', from: '2031-04-07', until: '2031-04-19', ...wrong };
    const shown = await editor.submit('/app/events/breaks', fields);
    expect(shown.status).toBe(422);
    expect(shown.page).toContain(message);
    const { status, json } = await editor.call('POST', '/event/break', {
      organization: organization.uuid,
      ...fields,
    });
    expect(status).toBe(422);
    expect(json.errors).toEqual({ [field]: [message] });
  });

  it('a club has at most 200 breaks, also if several are entered at once (L1)', async () => {
    const { organization, editor } = await setting();
    await app.pool.query(
      `insert into breaks (organization_uuid, name, from_date, until_date)
       select $1, 'Pause ' || n, '2031-01-01', '2031-01-02' from generate_series(1, 198) n`,
      [organization.uuid],
    );
    const body = {
      organization: organization.uuid,
      name: 'Noch eine',
      from: '2031-03-01',
      until: '2031-03-02',
    };
    const calls = await Promise.all(
      Array.from({ length: 5 }, () => editor.call('POST', '/event/break', body)),
    );
    expect(calls.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
    const refused = await editor.submit('/app/events/breaks', {
      name: 'Zu viel',
      from: '2031-03-01',
      until: '2031-03-02',
    });
    expect(refused.page).toContain(
      'Mehr als 200 Ferien und Pausen gehen nicht. Bitte löschen Sie alte.',
    );
  });

  it('deleting a break asks before, leaves a line in the log, and leads back (L1)', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await makeBreak(app, organization);
    const { page } = await editor.get(`/app/events/breaks/${uuid}/delete`);
    expect(page).toContain('Möchten Sie Osterferien (7. bis 19. April 2031) wirklich löschen?');
    const deleted = await editor.submit(`/app/events/breaks/${uuid}/delete`, {});
    expect({ status: deleted.status, location: deleted.location }).toEqual({
      status: 303,
      location: '/app/events/breaks',
    });
    const entries = await loggedActions(app, organization);
    expect(entries).toEqual(['Pause „Osterferien“ (7. bis 19. April 2031) gelöscht']);
    const { title, message } = messages.breakDeleted({ name: 'Osterferien' });
    expect((await editor.get(deleted.location)).page).toContain(`${title} ${message}`);
    const gone = await editor.get(`/app/events/breaks/${uuid}/delete`);
    expect(gone.location).toBe('/app/events/breaks');
  });
});

describe('the state of a club', () => {
  /** The dates of a series that begins today, and each school holiday in which it has none. */
  const daily = async (organization: { uuid: string }, skipBreaks = true) => {
    const rule = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU';
    return makeSeries(app, organization, { rule, skipBreaks, event: { date: inDays(1) } });
  };
  const days = async (series: string) => [...(await datesIn(app.db, series)).keys()];
  /** Without the first, which stays. */
  const outside = (all: Iterable<string>, state: State) => {
    const school = schoolHolidaysIn(state);
    return [...all].filter(
      (day, at) => at === 0 || !school.some(({ from, until }) => from <= day && day <= until),
    );
  };

  it('series leave out its school holidays from then on, and get them back with another (Y3)', async () => {
    const { organization, editor } = await setting();
    const series = await daily(organization);
    const other = await daily(organization, false);
    const all = [...series.dates.keys()];
    const chosen = await editor.submit('/app/events/breaks/state', { state: 'SN' });
    expect([chosen.status, chosen.location]).toEqual([303, '/app/events/breaks']);
    const left = outside(all, 'SN');
    expect(left.length).toBeLessThan(all.length);
    expect(await days(series.uuid)).toEqual(left);
    const said = { state: 'SN' as const, deleted: all.length - left.length, kept: 0 };
    const { title, message } = messages.stateChosen(said);
    expect((await editor.get(chosen.location)).page).toContain(`${title} ${message}`);

    await editor.submit('/app/events/breaks/state', { state: 'BY' });
    await app.work();
    const now = await days(series.uuid);
    expect(now.filter((day) => all.includes(day))).toEqual(outside(all, 'BY'));
    await editor.submit('/app/events/breaks/state', { state: '' });
    await app.work();
    expect((await days(series.uuid)).filter((day) => all.includes(day))).toEqual(all);
    expect(await days(other.uuid)).toEqual([...other.dates.keys()]);
    expect(await loggedActions(app, organization)).toEqual([
      'Bundesland eingetragen: Sachsen',
      'Bundesland eingetragen: Bayern',
      'Bundesland ausgetragen',
    ]);
  });

  it('a new break is a form of its own, folded below others until it is refused (L1)', async () => {
    const { organization, editor } = await setting();
    const fold = (text: string) =>
      text.match(/<details[^>]*(?=><summary[^>]*><span[^>]*>Pause eintragen)/)?.[0];
    expect(fold((await editor.get('/app/events/breaks')).text)).toBeUndefined();
    const days = { name: 'Ferien', from: inDays(1), until: inDays(2) };
    await editor.submit('/app/events/breaks', { organization: organization.uuid, ...days });
    expect(fold((await editor.get('/app/events/breaks')).text)).not.toContain('open=""');
    const refused = await editor.submit('/app/events/breaks', { ...days, name: '' });
    expect(refused.status).toBe(422);
    expect(fold(refused.text)).toContain('open=""');
  });

  it('an answered date in its holidays stays, and stands below them with a link (Y3)', async () => {
    const { organization, editor, member } = await setting();
    const series = await daily(organization);
    const inside = [...series.dates].filter(
      ([day]) => !outside(series.dates.keys(), 'SN').includes(day),
    );
    const [date, uuid] = inside[0] ?? ['', ''];
    await app.make.decline({ uuid, organization: organization.uuid }, member);
    await editor.submit('/app/events/breaks/state', { state: 'SN' });
    expect(await days(series.uuid)).toContain(date);
    const { page, text } = await editor.get('/app/events/breaks');
    expect(page).toContain('Schulferien in Sachsen');
    expect(text).toContain(`href="/app/events/${uuid}"`);
    expect(page).toContain('Ferien ab 2029/30 liegen noch nicht vor.');
  });

  it('a series that is made while the state is chosen leaves its holidays out (Y3)', async () => {
    const { organization, editor } = await setting();
    const { uuid } = await app.make.event(organization, { date: inDays(1) });
    const rule = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU';
    const [made, chosen] = await Promise.all([
      editor.call('POST', '/event/series', { event: uuid, rule, skipBreaks: true }),
      editor.submit('/app/events/breaks/state', { state: 'HE' }),
    ]);
    expect([made.status, chosen.status]).toEqual([200, 303]);
    const dates = await days(made.json.series);
    expect(dates).toEqual(outside(dates, 'HE'));
  });

  it('calls list the own breaks of a club alone, and no other state is taken (Y3)', async () => {
    const { organization, editor } = await setting();
    await editor.submit('/app/events/breaks/state', { state: 'HE' });
    const { json } = await editor.call('GET', `/event/break?organization=${organization.uuid}`);
    expect(json).toEqual([]);
    const refused = await editor.submit('/app/events/breaks/state', { state: 'XX' });
    expect([refused.status, refused.page.includes('Kein Bundesland.')]).toEqual([422, true]);
    expect((await editor.get('/app/events/breaks')).page).toContain('Schulferien in Hessen');
  });

  it('„Meine Organisation“ leads to the breaks, and they lead back (Y3)', async () => {
    const { admin, organization } = await app.make.club();
    const visitor = await app.as(admin, organization);
    const { text } = await visitor.get('/app/admin/organization');
    expect(text).toContain('href="/app/events/breaks?club=1"');
    const breaks = await visitor.get('/app/events/breaks?club=1');
    expect(breaks.text).toMatch(
      /href="\/app\/admin\/organization"[^>]*>(<[^>]*>)*Meine Organisation/,
    );
    // Where the form for the state posts to there is no screen.
    const state = await visitor.get('/app/events/breaks/state?club=1');
    expect([state.status, state.location]).toEqual([303, '/app/events/breaks?club=1']);
  });
});
