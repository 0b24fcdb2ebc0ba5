import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { eventSetting, rowOf } from '../support/events';
import { weeklySeries } from '../support/series-club';

const app = testApp();
const setting = () => eventSetting(app);

const SERIES = { count: 2, dates: 60, from: '2031-03-03' };
const cookies = ({ headers }: { headers: Headers }) => headers.getSetCookie().join('\n');

describe('list or month (M7)', () => {
  it('who chose the month gets it until they choose the list (M7)', async () => {
    const { user, organization } = await setting();
    await app.make.event(organization);
    const untouched = await user.get('/app/events');
    expect([untouched.status, cookies(untouched)]).toEqual([200, '']);
    const month = await user.get('/app/events/calendar');
    expect(cookies(month)).toMatch(/^events=month\.shown; .*HttpOnly; SameSite=Lax$/);
    expect(cookies(await user.get('/app/events/calendar'))).toBe('');
    const again = await user.get('/app/events');
    expect([again.status, again.headers.get('Location')]).toEqual([302, '/app/events/calendar']);
    const list = await user.get('/app/events?view=list');
    expect(list.status).toBe(200);
    expect(cookies(list)).toMatch(/^events=; Max-Age=0/);
    expect((await user.get('/app/events')).status).toBe(200);
  });

  it('deep links and dialogs are never led to the month (M7)', async () => {
    const { editor, organization } = await setting();
    const { uuid } = await app.make.event(organization);
    await editor.get('/app/events/calendar');
    const paths = [
      '/app/events?after=2030-01-01_00000000-0000-0000-0000-000000000000',
      '/app/events?series=shown',
      '/app/events/new',
      `/app/events/${uuid}`,
      `/app/events/${uuid}/edit`,
      `/app/events/${uuid}/registration`,
    ];
    for (const path of paths) expect((await editor.get(path)).status, path).toBe(200);
  });

  it('list and month lead to each other, and say which is shown (M7)', async () => {
    const { user, organization } = await setting();
    await app.make.event(organization);
    const list = (await user.get('/app/events')).text;
    expect(list).toMatch(/<a [^>]*aria-current="page"[^>]*href="\/app\/events\?view=list"/);
    expect(list).toMatch(/<a [^>]*href="\/app\/events\/calendar">Monat/);
    const month = (await user.get('/app/events/calendar')).text;
    expect(month).toMatch(/<a [^>]*aria-current="page"[^>]*href="\/app\/events\/calendar"/);
  });

  it.each(['month', 'month.shown.x', 'nonsense.hidden', '"><script>', 'month.%00'])(
    'a cookie that nobody set (%s) chooses nothing (M9)',
    async (value) => {
      const { organization } = await setting();
      const token = await app.make.session(await app.make.userOf(organization), organization);
      const headers = { Cookie: `session=${token}; events=${encodeURIComponent(value)}` };
      const response = await fetch(`${app.origin}/app/events`, { headers, redirect: 'manual' });
      expect(response.status).toBe(200);
    },
  );

  it('the choice ends with the session (M7)', async () => {
    const { user } = await setting();
    await user.get('/app/events/calendar?series=hidden');
    const out = await user.submit('/app/logout', {});
    expect(out.status).toBe(303);
    expect(cookies(out)).toMatch(/^events=; Max-Age=0/m);
  });

  it('visitors without a session choose nothing (M7)', async () => {
    const response = await app.visitor().get('/app/events/calendar?series=hidden');
    expect(response.status).toBe(302);
    expect(cookies(response)).not.toContain('events=');
  });
});

describe('events of series in list and month (M7)', () => {
  it('a date of a series has its sign, and its own state and actions as any other (E3)', async () => {
    const { user, organization } = await setting();
    await weeklySeries(app.pool, organization, { count: 1, dates: 3, from: '2031-03-03' });
    await app.make.event(organization, { name: 'Fest', date: '2031-03-04', max: 3 });
    const { text } = await user.get('/app/events');
    const row = rowOf(text, 'Training der Abteilung 1');
    expect(row).toContain('<i data-icon="series">Serie, Turnhalle Schulstraße</i>');
    expect(row).toMatch(/Freie Plätze\..*\(0 von 30 belegt\).*Anmelden.*Umfragen/s);
    expect(rowOf(text, 'Fest')).not.toContain('Serie');
  });

  it('series can be hidden and shown in both views, and the session remembers it (M7)', async () => {
    const { user, organization } = await setting();
    await weeklySeries(app.pool, organization, SERIES);
    await app.make.event(organization, { name: 'Fest', date: '2031-03-04' });
    const all = await user.get('/app/events');
    expect(all.page).toMatch(/Serien ausblenden.*Training/s);
    const link = /href="(\/app\/events\?series=hidden)"/.exec(all.text)?.[1] ?? '';
    const without = await user.get(link);
    expect(without.page).toMatch(/Serien anzeigen.*Fest/s);
    expect(without.page).not.toContain('Training');
    expect((await user.get('/app/events')).page).not.toContain('Training');
    const month = await user.get('/app/events/calendar?month=2031-03');
    expect(month.page).toContain('Fest');
    expect(month.page).not.toContain('Training');
    expect(month.text).toContain('href="/app/events/calendar?month=2031-03&amp;series=shown"');
    const shown = await user.get('/app/events/calendar?month=2031-03&series=shown');
    expect(shown.page).toContain('Training');
    expect((await user.get('/app/events?view=list')).page).toContain('Training');
  });

  it('a list without series is paged past what it hides, both ways (M7)', async () => {
    const { user, organization } = await setting();
    await weeklySeries(app.pool, organization, SERIES);
    for (let nth = 0; nth < 90; nth++)
      await app.make.event(organization, {
        name: `Fest ${nth};`,
        date: new Date(Date.UTC(2031, 2, 3 + nth)).toISOString().slice(0, 10),
      });
    const numbers = (page: string) =>
      [...page.matchAll(/Fest (\d+);/g)].map(([, at]) => Number(at));
    const first = await user.get('/app/events?series=hidden');
    expect(numbers(first.page)).toEqual(Array.from({ length: 80 }, (_, at) => at));
    const next = /href="(\/app\/events\?after=[^"]+)"/.exec(first.text)?.[1] ?? '';
    const second = await user.get(next);
    expect(numbers(second.page)).toEqual(Array.from({ length: 80 }, (_, at) => at + 10));
    const before = /href="(\/app\/events\?before=[^"]+)"/.exec(second.text)?.[1] ?? '';
    const back = await user.get(before);
    expect(numbers(back.page)).toEqual(Array.from({ length: 80 }, (_, at) => at));
    expect(back.page).not.toContain('Training');
  });

  it('a list of nothing but series can show them again (M7)', async () => {
    const { user, organization } = await setting();
    await weeklySeries(app.pool, organization, SERIES);
    const { page } = await user.get('/app/events?series=hidden');
    expect(page).toMatch(/Serien anzeigen.*Keine Veranstaltungen verfügbar/s);
  });

  it('a club without series is not asked about them (M7)', async () => {
    const { user, organization } = await setting();
    await app.make.event(organization);
    for (const path of ['/app/events', '/app/events/calendar'])
      expect((await user.get(path)).page).not.toContain('Serien');
  });
});
