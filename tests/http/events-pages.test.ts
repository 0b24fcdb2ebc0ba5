import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { testApp } from '../support/app';
import { eventSetting, inDays, rowOf } from '../support/events';
import { linkOn } from '../support/html';
import { changeRows, insertRows, UNKNOWN } from '../support/rows';

const app = testApp();
const setting = () => eventSetting(app);

const WORDS = [
  'Leichtathletikabteilung',
  'Jugendfeuerwehr',
  'Tanzgruppe',
  'Alten Herren',
  'Vorstandschaft',
  'Turnerinnen',
  'Schachfreunde',
];

describe('pages of the list (E1)', () => {
  /** Events so many days from today, named after the number. */
  async function withEvents(days: number[]) {
    const all = await setting();
    // What is over goes by the club's clock.
    await changeRows(app.db, 'organizations', all.organization.uuid, { time_zone: 'Etc/UTC' });
    const rows = days.map((day) => ({
      organization_uuid: all.organization.uuid,
      name: `Tag ${day};`,
      date: inDays(day),
      event_type: 'OPEN_EVENT' as const,
    }));
    await insertRows(app.db, 'events', rows);
    return all;
  }
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const daysOn = (page: string) =>
    [...page.matchAll(/Tag (-?\d+);/g)].map((match) => Number(match[1]));
  const linkTo = (text: string, rel: 'next' | 'prev') => linkOn({ text }, rel);

  it('the list of events begins with the last two past events, muted, then today (E1)', async () => {
    const { user } = await withEvents(range(-110, 120));
    const { text, page } = await user.get('/app/events');
    expect(daysOn(page)).toEqual(range(-2, 77));
    expect(text.match(/<tr data-tone="muted"/g)).toHaveLength(2);
    expect(rowOf(text, 'Tag -1;')).toContain('data-tone="muted"');
    expect(rowOf(text, 'Tag 0;')).not.toContain('data-tone');
    const [earlierLink, first, laterLink] = [
      'Frühere Veranstaltungen',
      'Tag -2;',
      'Spätere Veranstaltungen',
    ].map((words) => page.indexOf(words));
    expect(earlierLink).toBeGreaterThan(0);
    expect(earlierLink, 'above the list').toBeLessThan(first ?? 0);
    expect(laterLink, 'below the list').toBeGreaterThan(page.indexOf('Tag 77;'));

    const later = await user.get(linkTo(text, 'next'));
    expect(daysOn(later.page), 'a full page, as far as there are rows').toEqual(range(41, 120));
    expect(later.page).not.toContain('Spätere Veranstaltungen');

    // It leads to the end of that page, where the newest of what is earlier is.
    expect(linkTo(text, 'prev')).toMatch(/#later$/);
    const earlier = await user.get(linkTo(text, 'prev'));
    expect(earlier.text.indexOf('id="later"')).toBeGreaterThan(earlier.text.indexOf('</table>'));
    expect(daysOn(earlier.page)).toEqual(range(-82, -3));
    expect(earlier.text.match(/<tr data-tone="muted"/g)).toHaveLength(80);
    const earliest = await user.get(linkTo(earlier.text, 'prev'));
    expect(daysOn(earliest.page), 'nothing below the newest of them').toEqual(range(-110, -83));
    expect(earliest.page).not.toContain('Frühere Veranstaltungen');
    expect(daysOn((await user.get(linkTo(earliest.text, 'next'))).page)).toEqual(range(-82, -3));
    expect(daysOn((await user.get(linkTo(earlier.text, 'next'))).page)).toEqual(range(-2, 77));
  });

  it('it begins with one that still lasts, if at most three past ones came after it (E1)', async () => {
    const { organization, user } = await withEvents([-5, -3, -2, -2, -1, 0, 1]);
    const lasting = (day: number) =>
      app.make.event(
        organization,
        { name: `Tag ${day};`, date: inDays(day) },
        { end_date: inDays(1) },
      );
    await lasting(-4);
    expect(daysOn((await user.get('/app/events')).page)).toEqual([-2, -1, 0, 1]);
    // By its time the first of its day.
    await lasting(-2);
    const old = { date: inDays(-2), end_date: null };
    await changeRows(app.db, 'events', old, { start_time: '23:00' });
    const { text, page } = await user.get('/app/events');
    expect(daysOn(page)).toEqual([-2, -2, -2, -1, 0, 1]);
    expect(text.match(/<tr data-tone="muted"/g)).toHaveLength(3);
    expect(daysOn((await user.get(linkTo(text, 'prev'))).page)).toEqual([-5, -4, -3]);
  });

  it('a list of events with little ahead is short: past events do not fill it up (E1)', async () => {
    const { user } = await withEvents(range(-110, 1));
    const { page } = await user.get('/app/events');
    expect(daysOn(page)).toEqual(range(-2, 1));
    expect(page).toContain('Frühere Veranstaltungen');
    expect(page).not.toContain('Spätere Veranstaltungen');
  });

  it('a list of events with nothing ahead shows the last eighty (E1)', async () => {
    const { user } = await withEvents(range(-110, -1));
    const { text, page } = await user.get('/app/events');
    expect(daysOn(page)).toEqual(range(-80, -1));
    expect(text.match(/<tr data-tone="muted"/g)).toHaveLength(80);
    const earlier = await user.get(linkTo(text, 'prev'));
    expect(daysOn(earlier.page)).toEqual(range(-110, -81));
  });

  it('the way to earlier events still leads to the list if these are gone (E1)', async () => {
    const { organization, user } = await withEvents(range(-5, 1));
    const { text } = await user.get('/app/events');
    await app.db
      .deleteFrom('events')
      .where('organization_uuid', '=', organization.uuid)
      .where('date', '<', inDays(-2))
      .execute();
    expect(daysOn((await user.get(linkTo(text, 'prev'))).page)).toEqual(range(-2, 1));
  });

  it('months are the headings of the events, each over its own (E1)', async () => {
    const { organization, user } = await setting();
    for (const date of ['2040-01-30', '2040-01-31', '2040-02-01', '2041-02-01'])
      await app.make.event(organization, { name: `Am ${date}`, date });
    const { text } = await user.get('/app/events');
    const groups = [...text.matchAll(/<tbody>.*?<\/tbody>/gs)].map(([group]) => [
      /<td colSpan="4"><h2 class="text-base">(.*?)<\/h2>/.exec(group)?.[1],
      [...group.matchAll(/>Am ([\d-]+)</g)].map(([, date]) => date),
    ]);
    expect(groups).toEqual([
      ['Januar 2040', ['2040-01-30', '2040-01-31']],
      ['Februar 2040', ['2040-02-01']],
      ['Februar 2041', ['2041-02-01']],
    ]);
  });

  it('paging loses and repeats no event, and those of a day go by their time (E1, J4)', async () => {
    const { organization, user } = await withEvents([...Array.from({ length: 220 }, () => 5), 6]);
    const club = organization.uuid;
    await app.pool.query(
      `update events set start_time = make_time((random() * 11)::int, 30, 0)
      where organization_uuid = $1 and random() < 0.8`,
      [club],
    );
    const { rows: byTime } = await app.pool.query<{ uuid: string }>(
      `select uuid from events where organization_uuid = $1
      order by date, start_time nulls first, uuid`,
      [club],
    );
    const expected = byTime.map(({ uuid }) => uuid);
    const rows = (text: string) =>
      [...text.matchAll(/href="\/app\/events\/([0-9a-f-]{36})\/polls"/g)].map((m) => m[1]);
    const seen = new Set<string | undefined>();
    let path = '/app/events';
    for (let pages = 0; path !== '' && pages < 5; pages++) {
      const { text } = await user.get(path);
      for (const row of rows(text)) seen.add(row);
      path = linkTo(text, 'next');
    }
    expect([...seen]).toEqual(expected);
    const called: string[] = [];
    for (let next = ''; called.length < 221; ) {
      const { json, headers } = await user.call(
        'GET',
        `/event?organization=${club}&limit=50${next && `&cursor=${next}`}`,
      );
      called.push(...json.map(({ uuid }: { uuid: string }) => uuid));
      next = /cursor=([^&>]+)/.exec(headers.get('Link') ?? '')?.[1] ?? '';
    }
    expect(called).toEqual(expected);
  });

  it('dialogs over the list of events keep its page (E1)', async () => {
    const { organization, editor } = await withEvents(range(0, 110));
    const { text } = await editor.get('/app/events');
    const later = linkTo(text, 'next');
    const second = await editor.get(later);
    const edit = /href="(\/app\/events\/[^"/]+\/edit\?after=[^"]+)"/.exec(second.text)?.[1] ?? '';
    expect(edit).toContain(later.split('?')[1]);
    const dialog = await editor.get(edit);
    expect(dialog.text).toContain(`href="${later}"`);
    const saved = await editor.submit(edit, {
      name: 'Neu',
      date: inDays(60),
      eventType: 'OPEN_EVENT',
    });
    expect(saved.location).toBe(later);
    expect(organization.uuid).not.toBe('');
  });

  it('an invalid position in the list of events is not found (E1)', async () => {
    const { user } = await setting();
    for (const query of [
      'after=x',
      'before=2030-02-30_x',
      `after=2030-01-01_${UNKNOWN}_1`,
      `after=2030-01-01_24:00_${UNKNOWN}`,
      'after=',
    ]) {
      expect((await user.get(`/app/events?${query}`)).status, query).toBe(404);
    }
    expect((await user.get(`/app/events?after=2030-01-01_${UNKNOWN}`)).status).toBe(200);
  });

  it('nothing in the address of the list is repeated at length by every row (X3)', async () => {
    const { organization, editor } = await setting();
    for (const number of range(1, 30)) {
      await app.make.event(organization, { name: `Fest ${number}`, date: inDays(number), max: 5 });
    }
    const { text } = await editor.get('/app/events');
    for (const name of ['from', 'of', 'q']) {
      const long = await editor.get(`/app/events?${name}=${'a'.repeat(9000)}`);
      expect(long.text.length, name).toBeLessThan(3 * text.length);
    }
  });

  it('a page of events is 80 rows in 12 KiB and two round trips to Postgres, the session included (E1)', async () => {
    const { organization, editor } = await setting();
    const rows = range(1, 101).map((number) => ({
      organization_uuid: organization.uuid,
      name: `${number}. Treffen der ${WORDS[number % 5]} und ${WORDS[number % 7]} am Vereinsheim`,
      date: inDays(number),
      event_type: 'LIMITED_EVENT' as const,
      max_participants: 3 * number,
      registered_participants: number,
    }));
    await insertRows(app.db, 'events', rows);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { headers } = await editor.get('/app/events', { 'Accept-Encoding': 'br' });
    expect(query).toHaveBeenCalledTimes(2);
    query.mockRestore();
    const { text } = await editor.get('/app/events');
    expect(text.match(/Vereinsheim<\/a>/g)).toHaveLength(80);
    expect(headers.get('Content-Encoding')).toBe('br');
    expect(Number(headers.get('Content-Length'))).toBeLessThan(12 * 1024);
  });
});
