import { describe, expect, it } from 'vitest';
import { EVENT_OVER } from '~/features/events/wording';
import { testApp } from '../support/app';
import { eventSetting, inDays, rowOf } from '../support/events';
import { changeRows } from '../support/rows';
import { makeSeries } from '../support/series';

const app = testApp();
const setting = () => eventSetting(app);

/** The visible words of a row. */
const wordsOf = (html: string, name: string) =>
  rowOf(html, name)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('details in a row of the list', () => {
  it('a row has the time, the place in 60 characters, and a link to the page of the event (J4)', async () => {
    const { organization, user } = await setting();
    const more = {
      start_time: '18:30',
      place: 'Sportheim am Mühlbach, großer Saal im ersten Stock, Eingang hinten links',
    };
    const timed = await app.make.event(organization, { name: 'Fest' }, more);
    await app.make.event(organization, { name: 'Ohne alles' });
    const { text } = await user.get('/app/events');
    expect(wordsOf(text, 'Fest')).toBe(
      'Fest 18:30 · Sportheim am Mühlbach, großer Saal im ersten Stock, Eingang… Sa 15. Juni 2030 Offene Veranstaltung Umfragen',
    );
    expect(rowOf(text, 'Fest')).toContain(`href="/app/events/${timed.uuid}">Fest</a>`);
    expect(wordsOf(text, 'Ohne alles')).toBe(
      'Ohne alles Sa 15. Juni 2030 Offene Veranstaltung Umfragen',
    );
  });

  it('an open event that asks says how many come, and offers to say so in its own words (J3, Y2)', async () => {
    const { organization, user, member } = await setting();
    const asks = { asks_answer: true };
    const event = await app.make.event(organization, { name: 'Grillen' }, asks);
    const words = async () => wordsOf((await user.get('/app/events')).text, 'Grillen');
    const start = 'Grillen Sa 15. Juni 2030';
    expect(await words()).toBe(`${start} Offene Veranstaltung Zusagen Umfragen`);
    await app.make.registration(event, await app.make.member(organization));
    expect(await words()).toBe(`${start} 1 dabei Offene Veranstaltung Zusagen Umfragen`);
    await app.make.registration(event, member);
    expect(await words()).toBe(
      'Grillen Zugesagt Sa 15. Juni 2030 2 dabei Offene Veranstaltung Absagen Umfragen',
    );
    const { text } = await user.get('/app/events');
    expect(rowOf(text, 'Grillen')).toContain(
      `href="/app/events/${event.uuid}/registration/withdrawal"`,
    );
    // Nobody comes to what is called off.
    await changeRows(app.db, 'events', { uuid: event.uuid }, { cancelled_at: new Date() });
    expect(await words()).toMatch(/Fällt aus Offene Veranstaltung/);
  });

  it('on the day itself, too, and the row says why (J6, J7)', async () => {
    const { organization, user, editor, member } = await setting();
    // Begun and not over, whatever the hour: its clock shows UTC.
    const today = { date: new Date().toISOString().slice(0, 10), max: 4 };
    const begun = { start_time: '00:00' };
    await changeRows(app.db, 'organizations', organization.uuid, {
      time_zone: 'Africa/Abidjan',
    });
    await app.make.event(organization, { name: 'Jetzt', ...today }, begun);
    const own = await app.make.event(organization, { name: 'Meins', ...today }, begun);
    await app.make.registration(own, member);
    const ended = await app.make.event(
      ...[organization, { name: 'Schluss', ...today }, { ...begun, end_time: '00:01' }],
    );
    await app.make.event(organization, { name: 'Ganztags', ...today });
    const closed = { sign_up_until: new Date(Date.now() - 60_000), start_time: '23:00' };
    await app.make.event(organization, { name: 'Bald', date: '2030-06-15', max: 4 }, closed);
    const words = async (of: typeof user, name: string) =>
      wordsOf((await of.get('/app/events')).text, name);
    expect(await words(user, 'Jetzt')).toMatch(/\(0 von 4 belegt\) Hat begonnen Umfragen$/);
    expect(await words(user, 'Meins')).toMatch(/Angemeldet .* Hat begonnen Umfragen$/);
    expect(await words(editor, 'Jetzt')).toMatch(/Hat begonnen Anmelden Umfragen /);
    expect(await words(user, 'Schluss')).toMatch(/belegt\) Vorbei Umfragen$/);
    expect(await words(editor, 'Schluss')).toMatch(/Vorbei Anmelden Umfragen /);
    expect(await words(user, 'Ganztags')).toMatch(/belegt\) Anmelden Umfragen$/);
    expect(await words(user, 'Bald')).toMatch(/belegt\) Frist vorbei Umfragen$/);
    expect(await words(editor, 'Bald')).toMatch(/Frist vorbei Anmelden Umfragen /);
    expect((await editor.get(`/app/events/${ended.uuid}`)).page).toContain(EVENT_OVER);
    const board = (await user.get('/app/')).page;
    expect(board).toContain('Ganztags');
    expect(board).not.toContain('Schluss');
  });

  it('what is near says so: today, until an event of several days is over, and tomorrow (E1)', async () => {
    const { organization, user } = await setting();
    // Where the club is it is the same day as in UTC.
    await changeRows(app.db, 'organizations', organization.uuid, { time_zone: 'Africa/Abidjan' });
    const evening = { start_time: '23:59', place: 'Halle' };
    await app.make.event(organization, { name: 'Probe', date: inDays(0) }, evening);
    const lasting = { name: 'Lager', date: inDays(-1) };
    await app.make.event(organization, lasting, { end_date: inDays(1) });
    await app.make.event(organization, { name: 'Fahrt', date: inDays(1) }, evening);
    await app.make.event(organization, { name: 'Lauf', date: inDays(2) }, evening);
    await app.make.event(organization, { name: 'Abbau', date: inDays(-1) }, evening);
    const trip = { start_time: '06:00', place: 'Busbahnhof', end_date: inDays(1) };
    await app.make.event(organization, { name: 'Reise', date: inDays(-1) }, trip);
    const off = await app.make.event(organization, { name: 'Turnier', date: inDays(0) }, evening);
    await changeRows(app.db, 'events', off.uuid, { cancelled_at: new Date() });
    await makeSeries(app, organization, { event: { name: 'Training', date: inDays(0) } });
    const { text } = await user.get('/app/events');
    expect(wordsOf(text, 'Probe')).toContain('Probe Heute 23:59 · Halle ');
    expect(wordsOf(text, 'Lager')).toContain('Lager Heute ');
    expect(wordsOf(text, 'Fahrt')).toContain('Fahrt Morgen 23:59 · Halle ');
    expect(wordsOf(text, 'Lauf')).toContain('Lauf 23:59 · Halle ');
    expect(wordsOf(text, 'Abbau')).toContain('Abbau 23:59 · Halle ');
    // Its time would read as one of today.
    expect(wordsOf(text, 'Reise')).toContain('Reise Heute Busbahnhof ');
    expect(wordsOf(text, 'Turnier')).toContain('Turnier 23:59 · Halle ');
    expect(wordsOf(text, 'Training')).toMatch(/^Training Heute \w\w \d/);
  });

  it('a day without a time is over when it is where the club is, whatever day it is in UTC (E1, X4)', async () => {
    const { organization, editor } = await setting();
    const past = new Date(Date.now() - 3_600_000);
    const coming = new Date(Date.now() + 3_600_000);
    const asks = { asks_answer: true };
    const over = await app.make.event(organization, { name: 'Herbstlauf', date: inDays(0) }, asks);
    await changeRows(app.db, 'events', over.uuid, { begun_by: past, ends_at: past });
    const still = await app.make.event(organization, { name: 'Nachtlauf', date: inDays(-1) }, asks);
    await changeRows(app.db, 'events', still.uuid, { begun_by: coming, ends_at: coming });
    const { text } = await editor.get('/app/events');
    expect(wordsOf(text, 'Herbstlauf')).toContain('Vorbei');
    expect(wordsOf(text, 'Nachtlauf')).not.toContain('Vorbei');
    expect((await editor.get(`/app/events/${over.uuid}`)).page).toContain(EVENT_OVER);
    expect((await editor.get(`/app/events/${still.uuid}`)).page).not.toContain(EVENT_OVER);
  });

  it('what is over and has no time keeps the actions of the specification, and no others (E3)', async () => {
    const { organization, user } = await setting();
    const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await app.make.event(organization, { name: 'Begrenzt', date, max: 4 });
    await app.make.event(organization, { name: 'Gefragt', date }, { asks_answer: true });
    const { text } = await user.get('/app/events');
    expect(wordsOf(text, 'Begrenzt')).toMatch(/Vorbei Anmelden Umfragen$/);
    expect(wordsOf(text, 'Gefragt')).toMatch(/Vorbei Umfragen$/);
  });

  it('members on the waiting list see that they are, and nobody else (K6)', async () => {
    const { organization, user, member, editor } = await setting();
    const event = await app.make.event(organization, { name: 'Kurs', max: 1 });
    await app.make.registration(event, await app.make.member(organization));
    for (const each of [await app.make.member(organization), member])
      await app.make.waiting(event, each);
    const full = 'Sa 15. Juni 2030 Keine freien Plätze mehr. (1 von 1 belegt)';
    const { text, page } = await user.get('/app/events');
    expect(wordsOf(text, 'Kurs')).toBe(
      `Kurs Warteliste: Platz 2 ${full} Wartelistenplatz Anmelden Umfragen`,
    );
    expect(page).not.toContain('Auf die Warteliste');
    // Others can join it; the specification's button stays shut.
    expect(wordsOf((await editor.get('/app/events')).text, 'Kurs')).toContain(
      `Kurs ${full} Auf die Warteliste Anmelden Umfragen`,
    );
  });

  it('events of one day, and the years between them, keep their days (E1)', async () => {
    const { organization, user } = await setting();
    for (const [name, date] of [
      ['Eins', '2027-03-27'],
      ['Zwei', '2027-03-29'],
      ['Drei', '2027-03-29'],
      ['Vier', '9999-12-31'],
    ] as const)
      await app.make.event(organization, { name, date });
    const { text } = await user.get('/app/events');
    expect(wordsOf(text, 'Eins')).toContain('27. März 2027');
    expect(wordsOf(text, 'Zwei')).toContain('29. März 2027');
    expect(wordsOf(text, 'Drei')).toContain('29. März 2027');
    expect(wordsOf(text, 'Vier')).toContain('31. Dezember 9999');
  });
});
