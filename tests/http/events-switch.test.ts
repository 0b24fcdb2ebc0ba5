import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { eventSetting, rowOf } from '../support/events';
import { changeRows } from '../support/rows';
import { weeklySeries } from '../support/series-club';

const app = testApp();
const setting = () => eventSetting(app);

const cookies = ({ headers }: { headers: Headers }) => headers.getSetCookie().join('\n');

describe('list or month (M7)', () => {
  it('a user who chose the month gets it until they choose the list (M7)', async () => {
    const { user, organization } = await setting();
    await app.make.event(organization);
    const untouched = await user.get('/app/events');
    expect([untouched.status, cookies(untouched)]).toEqual([200, '']);
    const month = await user.get('/app/events/calendar');
    expect(cookies(month)).toMatch(/^events=month; .*HttpOnly; SameSite=Lax$/);
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
      '/app/events?whose=all',
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

  it('a cookie that nobody set chooses nothing (M9)', async () => {
    const organization = await app.make.organization();
    const token = await app.make.session(await app.make.userOf(organization), organization);
    for (const value of [
      'month.shown',
      'month.hidden.mine',
      'nonsense.mine',
      '"><script>',
      'month.%00',
    ]) {
      const headers = { Cookie: `session=${token}; events=${encodeURIComponent(value)}` };
      const response = await fetch(`${app.origin}/app/events`, { headers, redirect: 'manual' });
      expect(response.status, value).toBe(200);
    }
  });

  it('the choice ends with the session (M7)', async () => {
    const { user } = await setting();
    await user.get('/app/events/calendar?whose=mine');
    const out = await user.submit('/app/logout', {});
    expect(out.status).toBe(303);
    expect(cookies(out)).toMatch(/^events=; Max-Age=0/m);
  });

  it('visitors without a session choose nothing (M7)', async () => {
    const response = await app.visitor().get('/app/events/calendar?whose=mine');
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
    expect(row).toContain('<i data-series="">15:30\u00a0· Turnhalle Schulstraße</i>');
    expect(row).toMatch(/Freie Plätze\..*\(0 von 30 belegt\).*Anmelden.*Umfragen/s);
    const bare = { start_time: null, end_time: null, place: '' };
    await changeRows(app.db, 'events', { organization_uuid: organization.uuid }, bare);
    expect(rowOf((await user.get('/app/events')).text, 'Training der Abteilung 1')).toContain(
      '<i data-series="">Wiederholt sich</i>',
    );
    expect(rowOf(text, 'Fest')).not.toContain('data-series');
  });
});
