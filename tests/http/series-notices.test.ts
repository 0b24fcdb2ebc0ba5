import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { flat } from '../support/event-mails';
import { inDays } from '../support/events';
import { mailsLater } from '../support/notifications';
import { makeSeries, weekdayOf } from '../support/series';

const app = testApp();

/** A weekly training of five dates, for three of which Anna is registered. */
async function training() {
  const { organization, admin } = await app.make.club({ name: 'TSV Grünau' });
  const editor = await app.as(admin, organization);
  const anna = await app.make.userOf(organization);
  const first = inDays(7);
  const series = await makeSeries(app, organization, {
    rule: `FREQ=WEEKLY;BYDAY=${weekdayOf(first)};COUNT=5`,
    max: 20,
    event: { start_time: '18:00', end_time: '20:00', place: 'Halle am Berg' },
  });
  const dates = [...series.dates.values()];
  for (const uuid of dates.slice(1, 4))
    await app.make.registration({ uuid, organization: organization.uuid }, { uuid: anna.member });
  return { organization, editor, anna, series, dates };
}

describe('a change of many dates', () => {
  it('by the form says how many there were, and is one mail to those who count on them (L5, L9)', async () => {
    const { editor, anna, series, dates } = await training();
    const address = `/app/events/${dates[0]}/edit`;
    const sent = await editor.submit(address, {
      name: 'Training',
      date: series.event.date,
      scope: 'all',
      notify: 'on',
      eventType: 'LIMITED_EVENT',
      maxParticipants: '20',
      place: 'Halle am Berg',
      startTime: '18:30',
      endTime: '20:00',
    });
    expect(sent.status).toBe(303);
    const { page } = await editor.get(sent.location ?? '');
    const { title, message } = messages.datesSaved({ name: 'Training', dates: 5 });
    expect(message).toBe('5 Termine geändert.');
    expect(page).toContain(`${title} ${message}`);
    const mails = await mailsLater(app, anna);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain('3 Termine geändert');
    expect(flat(mails[0]?.text)).toContain('18:30 bis 20:00 Uhr (bisher 18:00 bis 20:00 Uhr)');
    expect(mails[0]?.text).toContain('Halle am Berg');
  });

  it('to another day by another rule says what became of the dates, and is one mail, as the preview said (L6, L9, N5)', async () => {
    const { organization, editor, anna, series, dates } = await training();
    const far = await app.make.member(organization);
    const date = { uuid: dates[1] ?? '', organization: organization.uuid };
    await app.make.registration(date, far);
    const weekday = new Date(series.event.date).getUTCDay();
    const fields = {
      scope: 'all',
      'rule.every': 'FREQ=WEEKLY',
      'rule.end': 'count',
      'rule.count': '5',
      // Within the week, so that the dates move.
      'rule.days[0]': weekdayOf(daysFrom(series.event.date, weekday === 0 ? -1 : 1)) ?? '',
      skipHolidays: '',
    };
    const address = `/app/events/${dates[0]}/series/change`;
    const preview = await editor.submit(address, fields);
    expect(preview.page).toContain('Vorschau: 5 verschoben');
    expect(preview.page).toContain(
      'Verschobene Termine: 1 Person bekommt eine E-Mail. 1 Person bekommt keine E-Mail.',
    );
    expect(await mailsLater(app, anna)).toEqual([]);
    const listed = dates.slice(1, 4).map((uuid, at) => [`listed[${at}]`, uuid]);
    const saved = await editor.submit(`${address}/saving`, {
      ...fields,
      ...Object.fromEntries(listed),
    });
    expect(saved.status).toBe(303);
    const { page } = await editor.get(saved.location ?? '');
    const counts = { added: 0, moved: 5, deleted: 0, kept: 0, cancelled: 0 };
    const { title, message } = messages.repetitionChanged({ name: 'Training', counts });
    expect(message).toBe('5 verschoben');
    expect(page).toContain(`${title} ${message}`);
    const [mail, ...others] = await mailsLater(app, anna);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain('3 Termine geändert');
  });

  it('by deleting them says what became of them (L6)', async () => {
    const { editor, dates } = await training();
    const sent = await editor.submit(`/app/events/${dates[4]}/delete`, { scope: 'following' });
    expect(sent.status).toBe(303);
    const { page } = await editor.get(sent.location ?? '');
    const counts = { added: 0, moved: 0, deleted: 1, kept: 0, cancelled: 0 };
    const { title, message } = messages.datesDeleted({ name: 'Training', counts });
    expect([title, message]).toEqual(['1 Termin von Training gelöscht.', undefined]);
    expect(page).toContain(title);
    const left = (deleted: number) =>
      messages.datesDeleted({ name: 'Training', counts: { ...counts, deleted, kept: 2 } });
    expect(left(24)).toEqual({
      title: '24 Termine von Training gelöscht.',
      message: '2 behalten',
    });
    expect(left(0).title).toBe('Kein Termin von Training gelöscht.');
  });

  it('a call may name the day in the address from which a series ends, and nothing else (L10)', async () => {
    const { editor, series, dates } = await training();
    const address = `/event/series/${series.uuid}`;
    const listed = await editor.call('DELETE', `${address}?listed=${dates[1]}`);
    expect([listed.status, listed.json.errors]).toEqual([422, { listed: ['Gehört in den Body.'] }]);
    const from = daysFrom(series.event.date, 28);
    const ended = await editor.call('DELETE', `${address}?from=${from}`);
    expect([ended.status, ended.json.deleted]).toEqual([200, 1]);
    const { rows } = await sql<{ date: string }>`
      select max(date)::text as date from events where series_uuid = ${series.uuid}`.execute(
      app.db,
    );
    expect(rows[0]?.date).toBe(daysFrom(from, -7));
  });

  it('a call keeps to the day in its address when its body says the rest, and refuses two days (L6, L10)', async () => {
    const { editor, series, dates } = await training();
    const from = daysFrom(series.event.date, 21);
    const address = `/event/series/${series.uuid}?from=${from}`;
    expect((await editor.call('DELETE', address)).json.errors.unlisted).toEqual([dates[3]]);
    const consent = { listed: [dates[3]], answered: 'cancel' };
    const other = await editor.call('DELETE', address, { ...consent, from: series.event.date });
    expect([other.status, other.json.errors]).toEqual([
      422,
      { from: ['In der Adresse steht ein anderer Wert.'] },
    ]);
    const { status, json } = await editor.call('DELETE', address, consent);
    const none = { added: 0, moved: 0, kept: 0 };
    expect([status, json]).toEqual([200, { ...none, deleted: 1, cancelled: 1 }]);
  });
});
