import { describe, expect, it } from 'vitest';
import { fileNames } from '~/features/calendars/view';
import { testApp } from '../support/app';
import { entriesOf, makeFeed } from '../support/calendars';
import { inDays as dayIn } from '../support/events';

const app = testApp();

describe('one event as a file', () => {
  it("an event's page offers it as a file, and says that this follows no changes (M6)", async () => {
    const { organization, admin } = await app.make.club({ name: 'Turnverein' });
    const event = await app.make.event(
      organization,
      { name: 'Öffentliche „Probe“; am See', date: dayIn(10), max: 5 },
      { start_time: '18:00', end_time: '20:00', place: 'Halle' },
    );
    const person = await app.as(admin, organization);
    const page = await person.get(`/app/events/${event.uuid}`);
    const path = `/app/events/${event.uuid}/calendar.ics`;
    expect(page.text).toContain(`href="${path}"`);
    expect(page.page).toContain('In meinen Kalender Alle Termine abonnieren');
    const file = await person.get(path);
    expect(file.status).toBe(200);
    expect(file.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(file.headers.get('Cache-Control')).toBe('no-store');
    expect(file.headers.get('Content-Disposition')).toBe(
      `attachment; filename="oeffentliche-probe-am-see-${dayIn(10)}.ics"; ` +
        `filename*=UTF-8''%C3%96ffentliche-Probe-am-See-${dayIn(10)}.ics`,
    );
    // As in the feeds, so that a calendar that has both shows it once; but for answers, which may
    // change.
    const feed = await makeFeed(app, admin, { scope: 'all' });
    const [inFeed] = entriesOf((await app.visitor().get(feed.path)).text);
    const [alone, ...others] = entriesOf(file.text);
    expect(others).toEqual([]);
    expect(inFeed?.summary).toBe('? Öffentliche „Probe“; am See');
    expect(alone).toEqual({
      ...inFeed,
      summary: 'Öffentliche „Probe“; am See',
      status: 'CONFIRMED',
      description: `Turnverein\n\n${app.origin}/app/events/${event.uuid}`,
    });
    expect(file.text).not.toMatch(/METHOD|REFRESH-INTERVAL|X-WR-CALNAME|ORGANIZER|ATTENDEE|VALARM/);
  });

  it('a past or cancelled event offers no file (M6)', async () => {
    const { organization, admin } = await app.make.club();
    const past = await app.make.event(organization, { date: dayIn(-3) });
    const off = await app.make.event(organization, {}, { cancelled_at: new Date() });
    const person = await app.as(admin, organization);
    for (const { uuid } of [past, off])
      expect((await person.get(`/app/events/${uuid}`)).page).not.toContain('In meinen Kalender');
  });

  it('what ends after the last day of all is written without its end (M9)', async () => {
    const { organization, admin } = await app.make.club();
    const person = await app.as(admin, organization);
    for (const [columns, start] of [
      [{}, 'DTSTART;VALUE=DATE:99991231'],
      [{ start_time: '23:30' }, 'DTSTART:99991231T223000Z'],
      [{ end_date: '9999-12-31' }, 'DTSTART;VALUE=DATE:99991231'],
    ] as const) {
      const event = await app.make.event(organization, { date: '9999-12-31' }, columns);
      const { status, text } = await person.get(`/app/events/${event.uuid}/calendar.ics`);
      expect({ status, start: text.includes(`${start}\r\n`) }).toEqual({
        status: 200,
        start: true,
      });
    }
    const late = await app.make.event(
      organization,
      { date: '9999-12-31' },
      { start_time: '23:30', end_time: '23:45' },
    );
    const { text } = await person.get(`/app/events/${late.uuid}/calendar.ics`);
    expect(text).toContain('DTEND:99991231T224500Z');
  });

  it('the name of a file is made of letters, digits and hyphens, and not too long (M6)', () => {
    expect(fileNames('Größe "XL"\r\n../../etc 2027-03-13')).toEqual({
      ascii: 'groesse-xl-etc-2027-03-13',
      utf8: 'Gr%C3%B6%C3%9Fe-XL-etc-2027-03-13',
    });
    expect(fileNames('🎉🎉')).toEqual({ ascii: 'termin', utf8: 'termin' });
    expect(fileNames('Встреча')).toEqual({
      ascii: 'termin',
      utf8: encodeURIComponent('Встреча'),
    });
    const { ascii, utf8 } = fileNames('𝒜'.repeat(200));
    expect([ascii.length < 60, decodeURIComponent(utf8)]).toEqual([true, '𝒜'.repeat(50)]);
  });
});
