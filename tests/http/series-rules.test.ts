import { describe, expect, it } from 'vitest';
import { dayToText } from '~/dates';
import { daysFrom } from '~/dates.server';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { seriesSetting, stored, typed } from '../support/edited-series';
import { linkWith } from '../support/html';
import { datesIn, extend, weekdayOf } from '../support/series';

const app = testApp();

describe('another rule for a series', () => {
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
    const club = await seriesSetting(app);
    const to = club.day(0) > daysFrom(club.day(0), 1) ? 0 : 1;
    // Within its week, so that the dates move.
    const days = new Date(club.day(0)).getUTCDay() === 0 ? -1 : to;
    const next = weekdayOf(daysFrom(club.day(0), days));
    const address = `/app/events/${club.date(0)}/series`;
    const { page } = await club.editor.get(address);
    expect(page).toMatch(/Serie ändern.*Bisher: Jeden \p{L}+, 8-mal\. Uhrzeit oder Ort ändern/u);
    expect(page).toContain('Gilt für: Diesen und alle folgenden (8)');
    expect((await club.editor.get(`/app/events/${club.date(2)}/series`)).page).toContain(
      'Diesen und alle folgenden (6) Alle künftigen Termine (8)',
    );
    const preview = await club.editor.submit(`${address}/change`, chosen([next]));
    expect(preview.status).toBe(200);
    expect(preview.page).toContain('8 verschoben');
    expect(preview.page).toContain(`: statt ${dayToText(club.day(1))}, 1 Anmeldung`);
    // Those with answers stand before the button, not only among all dates.
    expect(preview.text.indexOf('Termine mit Antworten')).toBeLessThan(
      preview.text.indexOf('Speichern'),
    );
    expect(preview.page).toContain('Speichern Zurück');
    const { text: again } = await club.editor.get(linkWith(preview, '?rule='));
    const selected = [
      ...again.matchAll(/<(?:input[^>]*checked|option[^>]*selected)=""[^>]*>/g),
    ].map(([choice]) => /value="([^"]*)"/.exec(choice)?.[1]);
    expect(selected).toEqual(['FREQ=WEEKLY', next, 'count', '']);
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
    expect(await loggedActions(app, club.organization)).toEqual([
      'Serie „Training“ geändert: 8 verschoben',
    ]);
  });

  it('from the next date on makes no date before it (L6)', async () => {
    const club = await seriesSetting(app);
    await club.editor.call('DELETE', `/event/${club.date(0)}`);
    const address = `/app/events/${club.date(1)}/series`;
    const scope = /name="scope" value="(\w+)"/.exec((await club.editor.get(address)).text)?.[1];
    const days = [-2, 0].map((later) => weekdayOf(daysFrom(club.day(1), later)));
    const typed = chosen(days, { scope: `${scope}` });
    const { page } = await club.editor.submit(`${address}/change`, typed);
    expect(page).toContain(`, ${dayToText(daysFrom(club.day(2), -2))}: neu`);
    expect(page).not.toContain(`, ${dayToText(daysFrom(club.day(1), -2))}: neu`);
  });

  it('shows nothing to save where the rule is as it was, and else only what changes (L6)', async () => {
    const club = await seriesSetting(app);
    const address = `/app/events/${club.date(0)}/series/change`;
    const same = await club.editor.submit(address, chosen([weekdayOf(club.day(0))]));
    expect(same.page).toContain('Alle Termine bleiben, wie sie sind');
    expect(same.text).not.toContain('Speichern');
    const longer = chosen([weekdayOf(club.day(0))], { 'rule.count': '10' });
    const { page } = await club.editor.submit(address, longer);
    expect(page).toContain('Vorschau: 2 neue Termine');
    expect(page).toContain('8 Termine bleiben, wie sie sind.');
    expect([page.match(/: neu/g)?.length, page.includes(': bleibt')]).toEqual([2, false]);
    expect(page).toContain('Speichern');
  });

  it('says of dates with answers that they no longer fit, as it is still open what happens to them (L6)', async () => {
    const club = await seriesSetting(app);
    const fewer = chosen([weekdayOf(club.day(0))], { 'rule.every': 'FREQ=WEEKLY;INTERVAL=2' });
    const address = `/app/events/${club.date(0)}/series/change`;
    const { page } = await club.editor.submit(address, fewer);
    expect(page).toContain('1 mit Antworten passt nicht mehr');
    expect(page).toContain('Der Termin mit Antworten, der nicht mehr passt Behalten');
    expect(page).toContain(': passt nicht mehr, 1 Anmeldung');
  });

  it('is shown as a first one, where the form was opened before the series was made (L4)', async () => {
    const club = await seriesSetting(app);
    const address = `/app/events/${club.date(0)}/series`;
    const preview = await club.editor.submit(address, chosen([weekdayOf(club.day(0))]));
    expect(preview.status).toBe(200);
  });

  it('by a call: lists what would be lost, and does it when that was sent along (L6, L10)', async () => {
    const club = await seriesSetting(app);
    const address = `/event/series/${club.series.uuid}`;
    const body = { rule: 'FREQ=MONTHLY;BYMONTHDAY=31', from: club.day(1) };
    const listed = await club.editor.call('PUT', address, body);
    expect([listed.status, listed.json.errors.unlisted]).toEqual([422, [club.date(1)]]);
    expect(listed.json.errors.listed[1]).toMatch(/: 1 Anmeldung$/);
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
    const club = await seriesSetting(app);
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
    const club = await seriesSetting(app);
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
