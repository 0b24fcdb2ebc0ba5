import { describe, expect, it } from 'vitest';
import { dayToText, weekdayToText } from '~/dates';
import { weeksOf } from '~/features/events/month-view';
import { testApp } from '../support/app';
import { eventSetting, inClubDays, inDays } from '../support/events';
import { linkWith } from '../support/html';
import { weeklySeries } from '../support/series-club';

const app = testApp();
const setting = () => eventSetting(app);

const SERIES = { count: 1, dates: 5, from: '2031-03-03' };

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, '');

/** The cell of a day of the month that is shown: its number, and what is on it. */
function dayOf(text: string, day: string): string {
  const cell = text
    .split('<td')
    .find((each) => each.includes(`</i>${Number(day)}.<i>`) && !/^[^>]*data-other/.test(each));
  return (cell ?? '').replaceAll(/<[^>]+>|\u00AD/g, '').replace(/^[^>]*>/, '');
}

describe('the month (M7)', () => {
  it('a month is a table of whole weeks that begin on Mondays; the page of each event leads back to it (M7)', async () => {
    const { user, organization } = await setting();
    await app.make.event(organization, { name: 'Ausflug', date: '2032-03-01' });
    await app.make.event(organization, { name: 'Rückblick', date: '2032-02-29' });
    const { uuid } = await app.make.event(organization, { name: 'Ausblick', date: '2032-04-04' });
    await app.make.event(organization, { name: 'Nachlese', date: '2032-04-05' });
    const { status, text, page } = await user.get('/app/events/calendar?month=2032-03');
    expect(status).toBe(200);
    const weekdays = [...text.matchAll(/<th [^>]*scope="col"[^>]*>([^<]+)/g)].map(([, day]) => day);
    expect(weekdays).toEqual(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']);
    const weeks =
      text
        .match(/<tbody>.*<\/tbody>/s)?.[0]
        .split('<tr>')
        .slice(1) ?? [];
    expect(weeks.map((week) => week.match(/<td/g)?.length)).toEqual([7, 7, 7, 7, 7]);
    expect(weeks[0]).toMatch(/^<td><b><i>Montag, <\/i>1\.<i> März<\/i><\/b>/);
    expect(weeks[4]?.match(/<td data-other.*?<\/b>/gs)?.map(plain)).toEqual([
      ...['Donnerstag, 1. April', 'Freitag, 2. April', 'Samstag, 3. April', 'Sonntag, 4. April'],
    ]);
    expect(page).toContain('Veranstaltungen im März 2032');
    expect(page).toContain('Ausflug');
    expect(page).not.toMatch(/Rückblick|Nachlese/);
    expect(text).toContain(`href="/app/events/${uuid}?month=2032-03">Ausblick</a>`);
    expect(text).toContain('href="/app/events/calendar?month=2032-03&amp;day=2032-04-04#tag"');
    expect(text).toMatch(
      /href="\/app\/events\/calendar\?month=2032-02"[^>]*rel="prev"|rel="prev"[^>]*month=2032-02/,
    );
    expect(page).toMatch(/Februar 2032.*Heute.*April 2032/s);
  });

  it('what is no month is the present one (M9)', async () => {
    const { user } = await setting();
    const now = new Intl.DateTimeFormat('de', {
      month: 'long',
      year: 'numeric',
      timeZone: 'Europe/Berlin',
    });
    for (const month of [
      '2027-13',
      '2027-00',
      'garbage',
      '0001-01',
      '1899-12',
      '10000-01',
      '2027-3',
      "2027-03'",
    ]) {
      const bad = await user.get(`/app/events/calendar?month=${encodeURIComponent(month)}`);
      expect(bad.status, month).toBe(200);
      expect(bad.page, month).toContain(`Veranstaltungen im ${now.format(new Date())}`);
    }
    expect((await user.get('/app/events/calendar?month[]=2027-03')).status).toBe(200);
  });

  it('the first and the last month lead no further (M9)', async () => {
    const { user } = await setting();
    const first = (await user.get('/app/events/calendar?month=1900-01')).text;
    expect(first).not.toContain('rel="prev"');
    expect(first).toContain('month=1900-02');
    const last = (await user.get('/app/events/calendar?month=9999-12')).text;
    expect(last).not.toContain('rel="next"');
    expect(last).toContain('month=9999-11');
  });

  it('the chosen day says where its events are, for which a cell has no room (M7)', async () => {
    const { user, organization } = await setting();
    const make = (name: string, date: string) =>
      app.make.event(organization, { name, date }, { place: `Halle ${name}` });
    await make('Angeln', '2031-07-04');
    await make('Baden', '2031-07-05');
    const { text, page } = await user.get('/app/events/calendar?month=2031-07&day=2031-07-05');
    expect(page).toMatch(/Samstag, 5\. Juli Baden Halle Baden/);
    // Dots need no legend.
    expect(text).not.toContain('<p class="month-day');
    expect(dayOf(text, '5')).not.toContain('Halle');
    expect(page).not.toContain('Halle Angeln');
  });

  it('below a month stand the groups whose colours it shows, and no number alone in a line (M7, U3)', async () => {
    const { user, organization } = await setting();
    const group = (name: string, color: 'blue' | 'red' | 'gray' | 'green') =>
      app.make.group(organization, [], { name, color });
    const [second, first, gray] = [
      await group('2. Mannschaft', 'blue'),
      await group('1. Mannschaft', 'red'),
      await group('Gäste', 'gray'),
    ];
    await group('Ohne Termin', 'green');
    const make = (name: string, date: string, ...groups: { uuid: string }[]) =>
      app.make.event(organization, { name, date }, { groups: groups.map(({ uuid }) => uuid) });
    await make('Training der 2. Mannschaft', '2031-07-04', second);
    await make('Training der 1. Mannschaft', '2031-07-05', first);
    await make('Turnier', '2031-07-06', first, second);
    await make('Treffen', '2031-07-07', gray);
    const { text } = await user.get('/app/events/calendar?month=2031-07');
    const key = /<ul [^>]*aria-label="Farben der Gruppen".*?<\/ul>/s.exec(text)?.[0] ?? '';
    expect(key.match(/<li.*?<\/li>/gs)?.map((each) => each.replace(/<(?!svg).*?>/gs, ''))).toEqual([
      expect.stringMatching(/^<svg class="i-0 .*>1\. Mannschaft$/),
      expect.stringMatching(/^<svg class="i-5 .*>2\. Mannschaft$/),
      expect.stringMatching(/^<svg class="mr-2 .*>Gäste$/),
    ]);
    await make('Fest', '2031-07-08');
    expect((await user.get('/app/events/calendar?month=2031-07')).page).toContain(
      '1. Mannschaft 2. Mannschaft Gäste Ohne Gruppe',
    );
    expect(dayOf(text, '5')).toContain('Training der\u00A01. Mannschaft');
    // One after the other along the edge of the event.
    expect(text.match(/<u><u.*?<\/u><\/u>/g), 'of the event of two groups alone').toEqual([
      '<u><u class="i-0"></u><u class="i-5"></u></u>',
    ]);
    const { page: empty } = await user.get('/app/events/calendar?month=2031-08');
    expect(empty).toContain('In diesem Monat steht nichts an.');
    expect(empty).not.toContain('Farben der Gruppen');
    const { page: own } = await user.get('/app/events/calendar?month=2031-08&whose=mine');
    expect(own).toContain('In diesem Monat steht für Sie nichts an.');
  });

  it('the present day is marked, said to be it, and chosen if nothing comes after it (M7)', async () => {
    const { user, organization } = await setting();
    await app.make.event(organization, { date: inClubDays(60) });
    const { text, page } = await user.get('/app/events/calendar');
    expect(page).toContain('Nichts an diesem Tag.');
    expect(page).not.toContain('Als Nächstes');
    const today = text.match(/<td id="heute" aria-current="date">.*?<\/td>/s)?.[0] ?? '';
    expect(today).toContain(`</i>${Number(inClubDays(0).slice(8))}.<i>`);
    expect(today).toContain('Heute, ');
    expect((await user.get('/app/events/calendar?month=2031-03')).text).not.toContain('"date"');
  });

  it('the next day with an event is chosen where there is nothing on today, but not if today is asked for (M7)', async () => {
    const { user, organization } = await setting();
    const today = inClubDays(0);
    const next = weeksOf(today.slice(0, 7)).flat().at(-1) ?? '';
    await app.make.event(organization, { name: 'Gestern', date: inClubDays(-1) });
    await app.make.event(organization, { name: 'Ausblick', date: next });
    const shown = async (query = '') => {
      const { text } = await user.get(`/app/events/calendar${query}`);
      return plain(/<section.*?<\/section>/s.exec(text)?.[0] ?? '');
    };
    const inWords = `${weekdayToText(next)}, ${dayToText(next)}`;
    const isNext = next === today ? '' : 'Als Nächstes';
    expect(await shown()).toBe(`${isNext}${inWords}Ausblick`);
    const asked = await shown(`?month=${today.slice(0, 7)}&day=${today}`);
    expect(asked).toMatch(next === today ? /Ausblick$/ : /Nichts an diesem Tag\.$/);
    // Another month begins with its own first event.
    await app.make.event(organization, { name: 'Ostern', date: '2031-04-30' });
    await app.make.event(organization, { name: 'Mai', date: '2031-05-02' });
    expect(await shown('?month=2031-05')).toBe('Freitag, 2. MaiMai');
  });

  it('an event is on each of its days, with its time on the first (M7)', async () => {
    const { user, organization } = await setting();
    const { uuid } = await app.make.event(
      organization,
      { name: 'Zeltlager', date: '2031-02-27' },
      { start_time: '09:00', end_date: '2031-03-02' },
    );
    const february = (await user.get('/app/events/calendar?month=2031-02')).text;
    expect(dayOf(february, '27')).toContain('09:00 Zeltlager');
    expect(dayOf(february, '28')).toMatch(
      /^Freitag, 28\. Februar\s*Zeltlager28\. Februar: 1 Termin$/,
    );
    const march = (await user.get('/app/events/calendar?month=2031-03')).text;
    expect([1, 2, 3].map((day) => dayOf(march, String(day)).includes('Zeltlager'))).toEqual([
      ...[true, true, false],
    ]);
    expect(march).toContain(`href="/app/events/${uuid}?month=2031-03"`);
  });

  it('the page of an event leads back to its month, or to the part of the list, also after an answer (M7)', async () => {
    const { organization, editor } = await setting();
    const event = await app.make.event(organization, { date: '2031-03-04', max: 9 });
    const path = `/app/events/${event.uuid}`;
    const month = '/app/events/calendar?month=2031-03';
    const opened = await editor.get(linkWith(await editor.get(month), event.uuid));
    expect(linkWith(opened, '/app/events/calendar')).toBe(month);
    const page = opened.text;
    for (const to of ['page/registration', 'page/edit', 'answers', 'page/participants'])
      expect(page).toContain(`"${path}/${to}?month=2031-03"`);
    const answered = await editor.submit(`${path}/page/registration?month=2031-03`);
    expect(answered.location).toBe(`${path}?month=2031-03`);
    const answers = (await editor.get(`${path}/answers?of=open&month=2031-03`)).text;
    expect(answers).toContain(`href="${path}?month=2031-03"`);
    expect(answers).toContain(`href="${path}/answers?of=no&amp;month=2031-03"`);
    const after = `?after=2031-03-03_${'0'.repeat(8)}-0000-0000-0000-000000000000`;
    expect((await editor.get(`/app/events${after}`)).text).toContain(`href="${path}${after}"`);
    expect((await editor.get(path + after)).text).toContain(`href="/app/events${after}"`);
    const edited = await editor.get(`${path}/page/edit${after}`);
    expect(edited.text).toContain(`href="${path}${after}"`);
  });

  it('a day shows four events and where the others are; those of series give way first (M7)', async () => {
    const { user, organization } = await setting();
    await weeklySeries(app.pool, organization, { ...SERIES, count: 15 });
    const names = ['Fest', 'Basar', 'Lauf'];
    for (const name of names)
      await app.make.event(organization, { name, date: '2031-03-10' }, { start_time: '20:00' });
    const { text } = await user.get('/app/events/calendar?month=2031-03');
    const day = dayOf(text, '10');
    for (const name of names) expect(day).toContain(`20:00 ${name}`);
    expect(day.match(/Training der Abteilung/g)).toHaveLength(1);
    expect(day).toContain('2 weitere am 10. März');
    expect(day).toContain('10. März: 6 Termine');
    const list = /href="(\/app\/events\?after=2031-03-10[^"]*)"/.exec(text)?.[1] ?? '';
    const rest = await user.get(list);
    expect(rest.page.match(/10\. März 2031/g)?.length).toBe(6);
  });

  it('a day leaves out no question while it shows anything else, then no answer, and goes by time (M7)', async () => {
    const { user, organization, member } = await setting();
    const at = (hour: number, more = {}) =>
      app.make.event(
        organization,
        { name: `Probe ${hour}`, date: '2031-04-07' },
        { start_time: `${hour}:00`, ...more },
      );
    for (const hour of [11, 12]) await at(hour);
    for (const hour of [13, 14, 16, 17])
      await app.make.registration(await at(hour, { asks_answer: true }), member);
    await at(18, { asks_answer: true });
    const day = dayOf((await user.get('/app/events/calendar?month=2031-04')).text, '7');
    expect(day.match(/Probe \d\d/g)).toEqual([13, 14, 16, 18].map((hour) => `Probe ${hour}`));
    expect(day).toContain('Noch keine Antwort');
    expect(day).toContain('3 weitere am 7. April');
  });

  it('more events on a day than anybody counts are many (M7)', async () => {
    const { user, organization } = await setting();
    for (let nth = 0; nth < 32; nth++)
      await app.make.event(organization, { name: `Fest ${nth}`, date: '2031-05-05' });
    const { text } = await user.get('/app/events/calendar?month=2031-05');
    expect(dayOf(text, '5')).toContain('viele weitere');
  });

  it('the own answer is there by sign and word, and a cancelled event is struck through (M7)', async () => {
    const { user, organization, member } = await setting();
    const on = (name: string, max?: number, more = {}) =>
      app.make.event(organization, { name, date: '2031-06-02', max }, more);
    await app.make.registration(await on('Angeln', 4), member);
    await app.make.registration(await on('Baden', undefined, { asks_answer: true }), member);
    await app.make.decline(await on('Chor', undefined, { asks_answer: true }), member);
    await on('Dart', undefined, { asks_answer: true });
    const full = await on('Eis', 1, { date: '2031-06-03' });
    await app.make.registration(full, await app.make.member(organization));
    await app.make.waiting(full, member);
    await on('Fußball', 3, { date: '2031-06-03', cancelled_at: new Date() });
    const { text } = await user.get('/app/events/calendar?month=2031-06');
    expect(dayOf(text, '2')).toMatch(
      /Angeln\s+✓\sAngemeldet\s*Baden\s+✓\sZugesagt\s*Chor\s+✗ Sie haben abgesagt\s*Dart\s+\? Noch keine Antwort/,
    );
    expect(dayOf(text, '3')).toMatch(/Eis\s+◐\sWarteliste\s*Fußball\s+Fällt aus/);
    expect(text).toMatch(/<s>[^<]*Fußball<\/s>/);
    expect(dayOf(text, '2')).toContain('2. Juni: 4 Termine, noch keine Antwort');
    // What signs mean stands after the list that they lead to, as do colours.
    expect(text).toMatch(
      /<section [^>]*aria-labelledby="day">.*<\/section><p class="month-day[^>]*>✓/s,
    );
    expect(text.replaceAll('\u00A0', ' ')).toContain(
      '>✓ Sie sind dabei\u2003\u200B? Noch keine Antwort\u2003\u200B◐ Warteliste\u2003\u200B✗ Sie haben abgesagt\u2003\u200B– Fällt aus</p>',
    );
  });

  it('nobody is asked for an answer that would come too late (J6, M7)', async () => {
    const { user, organization } = await setting();
    const asking = (name: string, date: string, more: object) =>
      app.make.event(organization, { name, date }, { asks_answer: true, ...more });
    await asking('Begonnen', inDays(0), { start_time: '00:00' });
    await asking('Seit gestern', inDays(-1), { end_date: inDays(1) });
    await asking('Frist vorbei', '2031-10-01', { sign_up_until: new Date(Date.now() - 60_000) });
    await asking('Noch möglich', '2031-10-01', { sign_up_until: new Date(Date.now() + 600_000) });
    await asking('Vorbei', inDays(-1), {});
    for (const [name, day] of [
      ['Begonnen', inDays(0)],
      ['Vorbei', inDays(-1)],
    ] as const) {
      const { page } = await user.get(`/app/events/calendar?month=${day.slice(0, 7)}`);
      expect(page).toContain(name);
      expect(page).not.toContain('Noch keine Antwort');
    }
    const { text } = await user.get('/app/events/calendar?month=2031-10');
    expect(dayOf(text, '1').match(/Noch keine Antwort/g)).toHaveLength(1);
  });

  it('a month shows nothing of other organisations and no names as markup (M7)', async () => {
    const { user, organization } = await setting();
    const stranger = await app.asUserOf(await app.make.organization());
    await app.make.event(organization, { name: '<b>Fest & Tanz</b>', date: '2031-07-01' });
    const { text } = await user.get('/app/events/calendar?month=2031-07');
    expect(text).toContain('&lt;b&gt;Fest &amp; Tanz&lt;/b&gt;');
    expect((await stranger.get('/app/events/calendar?month=2031-07')).page).not.toContain('Tanz');
  });
});
