import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { inDays as day } from '../support/events';
import { set, wait } from '../support/notifications';
import { setZone } from '../support/outbox-lab';
import { deleteRows, rowsOf } from '../support/rows';

/** What the notice board says of events beyond the specification: when and where, and answers. */
const app = testApp();

const SIGN_UP = '/app/?index';
const SIGN_OFF = '/app/?index&withdrawal';

async function setting() {
  const organization = await app.make.organization();
  // As day() counts, also around midnight.
  await setZone(app.db, organization, 'UTC');
  const user = await app.make.userOf(organization);
  return { organization, user, browser: await app.as(user, organization) };
}

const answersOf = async ({ uuid }: { uuid: string }, { member }: { member: string }) =>
  (await rowsOf(app.db, 'answers', { event_uuid: uuid, member_uuid: member }, ['answer'])).length;

const board = async (browser: Browser) => (await browser.get('/app/')).page;

describe('events on the board', () => {
  it('each event on the board says its time and place, and leads to its page (C1, J4)', async () => {
    const { organization, user, browser } = await setting();
    const event = await app.make.event(organization, { name: 'Probe', date: day(3), max: 3 });
    const place = 'Gemeindesaal hinter der Kirche St. Johannes, Eingang im Hof links';
    await set(app.db, event, { start_time: '19:30', place });
    await app.make.registration(event, { uuid: user.member });
    const { page, text } = await browser.get('/app/');
    expect(page).toContain(
      'Probe 19:30 · Gemeindesaal hinter der Kirche St. Johannes, Eingang im Hof… Angemeldet Abmelden',
    );
    expect(text.split(`href="/app/events/${event.uuid}"`)).toHaveLength(2);
  });

  it('an event that began before today says no time, which would read as one of today (Y5)', async () => {
    const { organization, browser } = await setting();
    for (const [name, from] of [
      ['Fahrt', -2],
      ['Probe', 0],
    ] as const) {
      const fields = { start_time: '08:00', end_date: day(1), place: 'Halle' };
      await app.make.event(organization, { name, date: day(from) }, fields);
    }
    const page = await board(browser);
    expect(page).toMatch(/Fahrt Heute Halle .*Probe Heute 08:00 · Halle /);
  });

  it('an open event that asks wants an answer until there is one, at one tap (C1, J3)', async () => {
    const { organization, browser } = await setting();
    const event = await app.make.event(organization, { name: 'Fest', date: day(3) });
    await set(app.db, event, { asks_answer: true });
    expect(await board(browser)).toContain('1 Antwort fehlt');
    await browser.submit(SIGN_UP, { event: event.uuid });
    await board(browser);
    expect(await board(browser)).toMatch(/Dabei .*Fest 1 dabei Zugesagt Absagen/);
    expect(await board(browser)).not.toContain('Antwort fehlt');
    await browser.submit(SIGN_OFF, { event: event.uuid });
    await board(browser);
    expect(await board(browser)).toContain('Fest Abgesagt Zusagen');
  });

  it('declined events stay within reach, folded, but not cancelled ones (Y5)', async () => {
    const { organization, browser } = await setting();
    const names = ['A', 'B', 'C', 'D', 'E', 'Fest', 'Ball'];
    const events = [];
    for (const [at, name] of names.entries())
      events.push(await app.make.event(organization, { name, date: day(3 + at) }));
    const [fest, ball] = events.slice(-2);
    for (const { uuid } of [fest, ball].flatMap((each) => each ?? [])) {
      await set(app.db, { uuid }, { asks_answer: true });
      await browser.submit('/app/?index&decline', { event: uuid });
    }
    await board(browser);
    const { page, text } = await browser.get('/app/');
    expect(text).toMatch(/<details[^>]*><summary[^>]*><span[^>]*>Sie haben abgesagt/);
    expect(page).toMatch(
      /Sie haben abgesagt Fest, Ball .*Fest Abgesagt Zusagen .*Ball Abgesagt Zusagen/,
    );
    await set(app.db, ball ?? { uuid: '' }, { cancelled_at: new Date() });
    expect(await board(browser)).not.toContain('Ball');
    await browser.submit(SIGN_UP, { event: fest?.uuid ?? '' });
    await board(browser);
    expect(await board(browser)).toMatch(/Dabei .*Fest 1 dabei Zugesagt Absagen/);
  });

  it('one joins the waiting list of a full event at one tap, reads the turn, and leaves it (C1, K5, K6, Y5)', async () => {
    const { organization, user, browser } = await setting();
    const event = await app.make.event(organization, { name: 'Kurs', date: day(3), max: 1 });
    await app.make.registration(event, await app.make.member(organization));
    const full = await browser.get('/app/');
    expect(full.page).toContain('Kurs Keine freien Plätze mehr. Auf die Warteliste');
    expect(full.text).toContain('aria-label="Auf die Warteliste: Kurs"');
    await wait(app.db, event, [await app.make.member(organization)]);
    expect((await browser.submit('/app/?index&wait', { event: event.uuid })).status).toBe(303);
    const said = await browser.get('/app/');
    expect(said.page).toMatch(/Auf der Warteliste: Kurs .* Rückgängig/);
    expect(said.text).toContain('action="/app/?index&amp;open&amp;board"');
    const waiting = await browser.get('/app/');
    expect(waiting.page).toMatch(/Dabei .*Kurs Warteliste: Platz 2 Von der Warteliste nehmen/);
    expect(waiting.page).not.toContain('Auf die Warteliste');
    // Not the loudest button of the board.
    expect(waiting.text).not.toContain('data-variant="caution"');
    const leave = `/app/events/${event.uuid}/page/waiting-list?board`;
    expect(waiting.text).toContain(`href="${leave}"`);
    // Both ways out of the question lead back to the board.
    expect((await browser.get(leave)).text).toMatch(/<a [^>]*href="\/app\/"[^>]*>Schließen</);
    expect((await browser.submit(leave)).location).toBe('/app/');
    expect(await board(browser)).toContain('Nicht mehr auf der Warteliste: Kurs');
    expect(await answersOf(event, user)).toBe(0);
    await set(app.db, event, { waiting_list: false });
    expect(await board(await app.as(await app.make.userOf(organization)))).not.toContain(
      'Auf die Warteliste',
    );
  });

  it('late, who waits takes a place that came free at one tap, past the deadline too (K4, Y5)', async () => {
    const { organization, user, browser } = await setting();
    const event = await app.make.event(organization, { name: 'Kurs', date: day(1), max: 1 });
    await set(app.db, event, { promotion_hours: 168 });
    await app.make.registration(event, await app.make.member(organization));
    await wait(app.db, event, [{ uuid: user.member }]);
    expect(await board(browser)).toContain('Warteliste: Platz 1 Von der Warteliste nehmen');
    await deleteRows(app.db, 'answers', { answer: 'yes', event_uuid: event.uuid });
    await set(app.db, event, { sign_up_until: new Date(Date.now() - 3_600_000) });
    expect(await board(browser)).toContain('Warteliste: Platz 1 Platz nehmen');
    expect((await browser.submit(SIGN_UP, { event: event.uuid })).status).toBe(303);
    await board(browser);
    expect(await board(browser)).toMatch(/Dabei .*Kurs (?:.*? )?Angemeldet Abmelden/);
  });

  it("cancelled events are shown however many of the user's own dates come before them (J9, Y5)", async () => {
    const { organization, user, browser } = await setting();
    for (let at = 1; at <= 8; at++) {
      const event = await app.make.event(organization, {
        name: `Tag ${at}`,
        date: day(at),
        max: 3,
      });
      await app.make.registration(event, { uuid: user.member });
      if (at === 8) await set(app.db, event, { cancelled_at: new Date() });
    }
    expect((await browser.get('/app/')).page).toContain('Fällt aus: Tag 8 am');
  });

  it('a cancelled event is one line and no leaf, and past a deadline nothing is offered (C1, J6, J9, Y5)', async () => {
    const { organization, user, browser } = await setting();
    const past = new Date(Date.now() - 3_600_000);
    const closed = await app.make.event(organization, { name: 'Zu', date: day(2), max: 3 });
    await set(app.db, closed, { sign_up_until: past });
    const bound = await app.make.event(organization, { name: 'Fest', date: day(3), max: 3 });
    await app.make.registration(bound, { uuid: user.member });
    await set(app.db, bound, { sign_off_until: past });
    const off = await app.make.event(organization, { name: 'Aus', date: day(4), max: 3 });
    await app.make.registration(off, { uuid: user.member });
    await set(app.db, off, { cancelled_at: past });
    const { page, text } = await browser.get('/app/');
    expect(page).toMatch(/Fällt aus: Aus am .* Dabei .*Fest Angemeldet .*Zu 3 Plätze frei /);
    expect(page.split('Aus am')).toHaveLength(2);
    expect(text).not.toMatch(/aria-label="(Anmelden: Zu|Abmelden: Fest)"/);
  });
});
