import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { inClubDays } from '../support/events';
import { set } from '../support/notifications';
import { insertRow } from '../support/rows';
import { weeklySeries } from '../support/series-club';

/** What waits for a member on the board, and what mails have told them (N14). */
const app = testApp();

async function setting() {
  const organization = await app.make.organization();
  const user = await app.make.userOf(organization);
  const browser = await app.as(user, organization);
  // What comes next, so that the rest is further on.
  for (let nth = 1; nth <= 5; nth++)
    await app.make.event(organization, { name: `Nächste ${nth}`, date: inClubDays(nth) });
  return {
    organization,
    user,
    browser,
    make: async (
      name: string,
      days: number,
      fields: object = { asks_answer: true },
      max?: number,
    ) => {
      const event = await app.make.event(organization, { name, date: inClubDays(days), max });
      if (Object.keys(fields).length > 0) await set(app.db, event, fields);
      return event;
    },
    tell: (fields: {
      kind: string;
      event_uuid?: string;
      message_uuid?: string;
      details?: string;
    }) =>
      app.db
        .insertInto('notifications')
        .values({
          organization_uuid: organization.uuid,
          user_uuid: user.uuid,
          member_uuid: user.member,
          dedupe: crypto.randomUUID(),
          ...fields,
        })
        .execute(),
  };
}

/** The text of a note on the board; undefined if there is none. */
async function noteOn(browser: Browser, title: string): Promise<string | undefined> {
  const { text } = await browser.get('/app/');
  const note = text.match(
    new RegExp(`<section(?:(?!</section>).)*<h2>${title}</h2>.*?</section>`, 's'),
  )?.[0];
  return note
    ?.replace(/<time.*?<\/time>/gs, '')
    .replace(/<(?!\/?(b|i)\b)[^>]+>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const forYou = (browser: Browser) => noteOn(browser, 'Für Sie');
const missing = (browser: Browser) => noteOn(browser, '\\d+ Antwort(?:en)? fehl(?:t|en)');

const inAnHour = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('events that ask', () => {
  it('what asks and has no answer is there beyond the next ones, what closes first on top (N14, Y5)', async () => {
    const club = await setting();
    await club.make('Ausflug', 20);
    await club.make('Lager', 30, { asks_answer: true, sign_up_until: inAnHour(48) });
    // Of a limited one everybody signs up or off.
    await club.make('Kochkurs', 40, {}, 3);
    const note = await missing(club.browser);
    expect(note).toMatch(
      /^2 Antworten fehlen Lager Bitte antworten bis .* Uhr Zusagen Absagen Ausflug Zusagen Absagen$/,
    );
  });

  it('what is answered, over, cancelled, past its deadline or asks nobody is not (N14)', async () => {
    const club = await setting();
    const yes = await club.make('Ja', 20);
    await app.make.registration(yes, { uuid: club.user.member });
    const no = await club.make('Nein', 21);
    await club.browser.call('PUT', `/event/${no.uuid}/answer`, { answer: 'no' });
    await club.make('Abgesagt', 22, { asks_answer: true, cancelled_at: new Date() });
    await club.make('Zu spät', 23, { asks_answer: true, sign_up_until: inAnHour(-1) });
    await club.make('Offen', 24, {});
    await club.make('Plätze', 25, {}, 5);
    await club.make('Vorbei', -2);
    expect(await missing(club.browser)).toBeUndefined();
    const unlinked = await app.make.user();
    await app.make.belongs(unlinked, club.organization);
    await club.make('Fest', 26);
    expect(await missing(await app.as(unlinked, club.organization))).toBeUndefined();
    expect(await missing(club.browser)).toContain('Fest');
  });

  it('without a time of its own it asks until its day is over where the club is, whatever day it is in UTC (N14, J13, X4)', async () => {
    const club = await setting();
    const event = await club.make('Flohmarkt', 0);
    await set(app.db, event, { begun_by: inAnHour(1) });
    expect(await missing(club.browser)).toContain('Flohmarkt');
    await set(app.db, event, { begun_by: inAnHour(-1) });
    expect(await missing(club.browser)).toBeUndefined();
  });

  it('one of the next events has both buttons on its leaf, and is there once (C1, N14)', async () => {
    const club = await setting();
    const event = await club.make('Probe', 0, { asks_answer: true, date: inClubDays(0) });
    const { text } = await club.browser.get('/app/');
    expect(text.split(`value="${event.uuid}"`)).toHaveLength(3);
    expect(text.split('aria-label="Absagen: Probe"')).toHaveLength(2);
    expect(await missing(club.browser)).toContain('Probe');
  });

  it('there are three at most, and one of each series (N14, L1)', async () => {
    const club = await setting();
    const [series] = await weeklySeries(app.pool, club.organization, {
      count: 1,
      dates: 12,
      from: inClubDays(10),
    });
    await app.pool.query(
      `update events set event_type = 'OPEN_EVENT', max_participants = 0, asks_answer = true
       where series_uuid = $1`,
      [series],
    );
    for (let nth = 0; nth < 6; nth++) await club.make(`Fest ${nth}`, 20 + nth);
    const note = (await missing(club.browser)) ?? '';
    expect(note).toMatch(/^7 Antworten fehlen /);
    expect(note.match(/Absagen/g)).toHaveLength(3);
    expect(note.match(/Training/g)?.length).toBeLessThanOrEqual(1);
    expect(note).toContain('Fest 1');
    expect(note).not.toContain('Fest 3');
  });

  it('an answer takes one off, and a later date of its series comes only in its week (Y5, L1)', async () => {
    const club = await setting();
    const [series] = await weeklySeries(app.pool, club.organization, {
      count: 1,
      dates: 12,
      from: inClubDays(2),
    });
    const { rows } = await app.pool.query<{ uuid: string }>(
      `with asking as (
         update events set event_type = 'OPEN_EVENT', max_participants = 0, asks_answer = true,
           date = date + ($2::date - (select min(date) from events where series_uuid = $1))
         where series_uuid = $1 returning uuid, date)
       select uuid from asking order by date`,
      [series, inClubDays(2)],
    );
    await club.make('Fest', 20);
    expect(await missing(club.browser)).toMatch(/^2 Antworten fehlen /);
    await club.browser.call('PUT', `/event/${rows[0]?.uuid}/answer`, { answer: 'no' });
    expect(await missing(club.browser)).toMatch(/^1 Antwort fehlt Fest /);
    await app.pool.query('update events set date = $2 where uuid = $1', [
      rows[1]?.uuid,
      inClubDays(4),
    ]);
    expect(await missing(club.browser)).toMatch(/^2 Antworten fehlen /);
  });
});

describe('places that are free', () => {
  it('a waiting member is led to a place that is free now, and to no other (K4, N14)', async () => {
    const club = await setting();
    const event = await app.make.event(club.organization, {
      name: 'Kletterkurs',
      date: inClubDays(1),
      max: 0,
    });
    await app.make.waiting(event, { uuid: club.user.member });
    expect(await forYou(club.browser)).toBeUndefined();
    await set(app.db, event, { promotion_hours: 168, max_participants: 1 });
    expect(await forYou(club.browser)).toMatch(/^Für Sie Kletterkurs .*Ein Platz ist frei$/);
    // Its first day is over, and with it the waiting list.
    await set(app.db, event, { begun_by: inAnHour(-1) });
    expect(await forYou(club.browser)).toBeUndefined();
    await set(app.db, event, { begun_by: inAnHour(1) });
    expect(await forYou(club.browser)).toMatch(/Kletterkurs/);
    await set(app.db, event, { cancelled_at: new Date() });
    expect(await forYou(club.browser)).toBeUndefined();
  });
});

describe('what mails have told', () => {
  const former = (date: string) =>
    JSON.stringify({ date, startTime: null, endDate: null, endTime: null, place: '' });

  it('cancellations and changes of a week that still hold, of what one counts on (N14)', async () => {
    const club = await setting();
    const moved = await club.make('Lauf', 20, {});
    const off = await club.make('Nachtwanderung', 12, { cancelled_at: new Date() }, 5);
    const others = await club.make('Fremd', 22, { cancelled_at: new Date() }, 5);
    const same = await club.make('Wie früher', 23, {}, 5);
    await set(app.db, moved, { asks_answer: true });
    for (const event of [moved, same])
      await app.make.registration(event, { uuid: club.user.member });
    await set(app.db, off, { cancelled_at: null });
    await app.make.registration(off, { uuid: club.user.member });
    await set(app.db, off, { cancelled_at: new Date() });
    await club.tell({
      kind: 'event_changed',
      event_uuid: moved.uuid,
      details: former(inClubDays(19)),
    });
    await club.tell({
      kind: 'event_changed',
      event_uuid: same.uuid,
      details: former(inClubDays(23)),
    });
    await club.tell({ kind: 'event_cancelled', event_uuid: off.uuid });
    await club.tell({ kind: 'event_cancelled', event_uuid: others.uuid });
    const note = await forYou(club.browser);
    expect(note).toContain('Geändert: Lauf');
    // A line of its own says so.
    expect(note).not.toContain('Nachtwanderung');
    expect((await club.browser.get('/app/')).page).toContain('Fällt aus: Nachtwanderung');
    expect(note).not.toMatch(/Fremd|Wie früher/);
    await app.pool.query(
      `update notifications set due_at = now() - interval '8 days' where user_uuid = $1`,
      [club.user.uuid],
    );
    expect(await forYou(club.browser)).toBeUndefined();
  });

  it('of a series, further dates are named only if there were any (L9, N14)', async () => {
    const club = await setting();
    const told = async (name: string, others: readonly string[]) => {
      const event = await club.make(name, 20);
      await app.make.registration(event, { uuid: club.user.member });
      const dates = Object.fromEntries([event.uuid, ...others].map((uuid) => [uuid, null]));
      const details = JSON.stringify({ dates });
      await club.tell({ kind: 'series_changed', event_uuid: event.uuid, details });
    };
    await told('Turnen', []);
    expect(await forYou(club.browser)).not.toContain('und weitere Termine');
    await told('Tanzen', [crypto.randomUUID()]);
    expect((await forYou(club.browser))?.match(/und weitere Termine/g)).toHaveLength(1);
  });

  it('messages of two weeks, to whom they were sent, also without mails of them (N11, N14)', async () => {
    const club = await setting();
    const uuid = await insertRow(app.db, 'messages', {
      organization_uuid: club.organization.uuid,
      audience: ['all'],
      subject: 'Wer hilft beim Aufbau?',
      body: 'Bitte melden.',
    });
    expect(await forYou(club.browser)).toBeUndefined();
    await club.tell({ kind: 'message', message_uuid: uuid });
    expect(await forYou(club.browser)).toMatch(/^Für Sie Wer hilft beim Aufbau\? Rundmail, /);
    expect((await club.browser.get('/app/')).text).toContain(`href="/app/messages/${uuid}"`);
    const another = await app.asUserOf(club.organization);
    expect(await forYou(another)).toBeUndefined();
    await app.pool.query(
      `update messages set created_at = now() - interval '15 days' where uuid = $1`,
      [uuid],
    );
    expect(await forYou(club.browser)).toBeUndefined();
  });
});
