import { beforeAll, describe, expect, it } from 'vitest';
import { NO_LINKED_MEMBER } from '~/features/events/wording';
import { PERMISSIONS, type Permission } from '~/kernel/actor';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { inDays as day, rowOf } from '../support/events';
import { unescaped } from '../support/html';
import { setZone } from '../support/outbox-lab';
import { changeRows, valuesOf } from '../support/rows';

/** The notice board at /app/: what is on, and one tap to sign up (C1, E3, E7). */
const app = testApp();

const SIGN_UP = '/app/?index';
const TAKE_BACK = '/app/?index&open&board';

async function setting({ motd = '', linked = true } = {}) {
  const organization = await app.make.organization({ name: 'TSV Brett', motd });
  // As day() counts, also around midnight.
  await setZone(app.db, organization, 'UTC');
  const user = await app.make.userOf(organization, [], { linked });
  return { organization, user, browser: await app.as(user, organization) };
}

const board = async (browser: Browser) => (await browser.get('/app/')).page;

const registrationsOf = (event: { uuid: string }) =>
  valuesOf(app.db, 'answers', { answer: 'yes', event_uuid: event.uuid }, 'member_uuid');

describe('what is on', () => {
  it('the board shows the next five events from today on, by date, and none that is over (C1)', async () => {
    const { organization, browser } = await setting();
    for (const [name, from] of [
      ['Gestern', -1],
      ['Sechstes', 50],
      ['Drittes', 20],
      ['Viertes', 30],
      ['Fünftes', 40],
      ['Jetzt', 0],
      ['Bald', 1],
    ] as const)
      await app.make.event(organization, { name, date: day(from), max: 9 });
    const page = await board(browser);
    expect(page).toMatch(
      /Jetzt (?:.*? )?Heute 9 Plätze frei Anmelden .*Bald (?:.*? )?Morgen .*Drittes.*Viertes.*Fünftes/,
    );
    expect(page).not.toContain('Gestern');
    expect(page).not.toContain('Sechstes');
    expect(page).toContain('Alle Veranstaltungen');
  });

  it('an event of several days is on the board, in the list and to be answered until its last day (C1, E1)', async () => {
    const { organization, user, browser } = await setting();
    const days = { end_date: day(1) };
    const lasting = { name: 'Zeltlager', date: day(-1), max: 9 };
    const event = await app.make.event(organization, lasting, days);
    await app.make.registration(event, { uuid: user.member });
    const over = { name: 'Freizeit', date: day(-4), max: 9 };
    const gone = await app.make.event(organization, over, { end_date: day(-1) });
    await app.make.registration(gone, { uuid: user.member });
    const page = await board(browser);
    expect(page).toMatch(/Dabei .*Zeltlager (?:.*? )?Heute /);
    expect(page).not.toContain('Freizeit');
    const list = (await browser.get('/app/events')).text;
    expect(rowOf(list, 'Freizeit')).toContain('Vorbei');
    expect(rowOf(list, 'Zeltlager')).not.toContain('Vorbei');
    expect(rowOf(list, 'Zeltlager')).toContain('Abmelden');
    const [dialog, past] = await Promise.all(
      [event, gone].map(({ uuid }) => browser.get(`/app/events/${uuid}/registration/withdrawal`)),
    );
    expect(dialog?.page).not.toContain('Diese Veranstaltung ist vorbei.');
    expect(past?.page).toContain('Diese Veranstaltung ist vorbei.');
  });

  it.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
    "in %s, a day from Greenwich's for half of it, the club's day is today (Y5, Y8, Q2, L8)",
    async (zone) => {
      const { organization, browser } = await setting();
      await setZone(app.db, organization, zone);
      const { rows } =
        await app.pool.query(`select day::date::text as today, (day - '1 day'::interval)::date::text as before
        from (select now() at time zone '${zone}' as day) as at`);
      const [{ today, before }] = rows;
      const { uuid } = await app.make.event(organization, { name: 'Dort', date: today });
      await app.make.event(organization, { name: 'Vortag', date: before });
      const page = await board(browser);
      expect(page).toMatch(/Dort (?:.*? )?Heute /);
      expect(page).not.toContain('Vortag');
      const month = await browser.get(`/app/events/calendar?month=${today.slice(0, 7)}`);
      expect(month.page).toMatch(new RegExp(`Heute, \\w+, *${Number(today.slice(8))}\\.`));
      const editor = await app.asUserOf(organization, ['EDIT_EVENTS']);
      expect((await editor.get(`/app/events/${uuid}/answers`)).page).toContain('Anwesend 0');
      const away = async (from: string) =>
        (await browser.call('POST', '/absence', { organization: organization.uuid, from })).status;
      expect([await away(today), await away(before)]).toEqual([200, 422]);
    },
  );

  it("'Meine' is everything for those without a member, of whom nothing is (U5)", async () => {
    const { organization, browser } = await setting({ linked: false });
    await app.make.event(organization, { name: 'Training', date: day(1) });
    await app.make.group(organization, []);
    const { page } = await browser.get('/app/?whose=mine');
    expect(page).toContain('Training');
    expect(page).toContain(NO_LINKED_MEMBER);
  });

  it('each event on the board says how full it is and offers the one thing to do (C1, E2, E3)', async () => {
    const { organization, user, browser } = await setting();
    const other = await app.make.member(organization);
    const open = await app.make.event(organization, { name: 'Fest', date: day(1) });
    const full = await app.make.event(organization, { name: 'Voll', date: day(2), max: 1 });
    await app.make.registration(full, other);
    const scarce = await app.make.event(
      organization,
      { name: 'Knapp', date: day(3), max: 5 },
      { place: 'Aula' },
    );
    for (let count = 0; count < 4; count++)
      await app.make.registration(scarce, await app.make.member(organization));
    const mine = await app.make.event(organization, { name: 'Meins', date: day(4), max: 2 });
    await app.make.registration(mine, { uuid: user.member });
    await app.make.event(organization, { name: 'Nie', date: day(5), max: 0 });
    const { page, text } = await browser.get('/app/');
    expect(page).toMatch(/Fest (?:.*? )?Morgen Offene Veranstaltung /);
    expect(page).toMatch(/Voll (?:.*? )?Keine freien Plätze mehr\. /);
    expect(page).toMatch(/Knapp Aula Nur noch 1 Platz frei Anmelden /);
    expect(page).toMatch(/Meins (?:.*? )?Angemeldet Abmelden /);
    expect(page).toMatch(/Nie (?:.*? )?Keine freien Plätze mehr\. /);
    const buttons = [...text.matchAll(/name="event"[^>]*aria-label="([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(buttons.sort()).toEqual([
      'Abmelden: Meins',
      'Anmelden: Knapp',
      'Auf die Warteliste: Nie',
      'Auf die Warteliste: Voll',
    ]);
    expect(text).not.toContain(`value="${open.uuid}"`);
  });

  it('the board lists the coming events that one is registered for, also beyond the next five (C1)', async () => {
    const { organization, user, browser } = await setting();
    for (let count = 0; count < 8; count++)
      await app.make.event(organization, { name: `Training ${count}`, date: day(count), max: 5 });
    const far = await app.make.event(organization, { name: 'Skifreizeit', date: day(90), max: 5 });
    const past = await app.make.event(organization, { name: 'Vergangen', date: day(-3), max: 5 });
    expect(await board(browser)).not.toContain('Dabei');
    for (const event of [far, past]) await app.make.registration(event, { uuid: user.member });
    const page = await board(browser);
    expect(page).toMatch(/Dabei .*Skifreizeit Angemeldet/);
    expect(page).not.toContain('Vergangen');
  });

  it('the board shows the open polls that wait for an answer, each leading to its options (C1, F4)', async () => {
    const { organization, user, browser } = await setting();
    const soon = await app.make.event(organization, { name: 'Ausflug', date: day(9) });
    const recent = await app.make.event(organization, { name: 'Fest', date: day(-5) });
    const old = await app.make.event(organization, { name: 'Früher', date: day(-60) });
    const poll = await app.make.poll(soon, { name: 'Wohin?' });
    await app.make.poll(recent, { name: 'Wie war es?' });
    await app.make.poll(old, { name: 'Verjährt?' });
    await app.make.poll(soon, { name: 'Zu spät?', closed: true });
    const answered = await app.make.poll(soon, { name: 'Schon gesagt?' });
    await app.make.answer(answered, { uuid: user.member });
    const off = await app.make.event(organization, { name: 'Lauf', date: day(9) });
    await changeRows(app.db, 'events', off.uuid, { cancelled_at: new Date() });
    const declined = await app.make.event(organization, { name: 'Grillen', date: day(9) });
    await app.make.decline(declined, { uuid: user.member });
    await app.make.poll(off, { name: 'Fällt aus?' });
    await app.make.poll(declined, { name: 'Wer kommt?' });
    const { page, text } = await browser.get('/app/');
    expect(page).toMatch(/Umfragen Wohin\? .*Ausflug Wie war es\? .*Fest/);
    for (const hidden of ['Verjährt?', 'Zu spät?', 'Schon gesagt?', 'Fällt aus?', 'Wer kommt?'])
      expect(page).not.toContain(hidden);
    // Two taps: the poll, and 'Eintragen'.
    const path = `/app/events/${soon.uuid}/polls/${poll.uuid}`;
    expect(text).toContain(`href="${path}"`);
    expect((await browser.get(path)).text).toContain('aria-label="Eintragen: Ja"');
    await browser.submit(path, { option: poll.options[0]?.uuid ?? '' });
    await board(browser);
    expect(await board(browser)).not.toContain('Wohin?');
  });

  it("the board shows nothing of another club's events and polls (H)", async () => {
    const { browser } = await setting();
    const { organization: foreign } = await app.make.club();
    const event = await app.make.event(foreign, { name: 'Geheimtreffen', date: day(1), max: 3 });
    await app.make.poll(event, { name: 'Geheimfrage' });
    const page = await board(browser);
    expect(page).not.toContain('Geheim');
  });

  it('addresses in the Information text are links, and its tags and other schemes are text (C1)', async () => {
    const { browser } = await setting({
      motd: 'Plan: https://verein.example/plan.\r\n\r\n<i>javascript:alert(1)</i> http://alt.example',
    });
    const { text } = await browser.get('/app/');
    expect(text).toContain(
      '<a href="https://verein.example/plan" rel="nofollow noopener">https://verein.example/plan</a>.',
    );
    expect(text).toContain('&lt;i&gt;javascript:alert(1)&lt;/i&gt; http://alt.example');
    expect(text).not.toContain('href="http://alt');
  });
});

describe('people without events or without a member', () => {
  it('the Information stands before what leaders have to do (C1, Y5)', async () => {
    const { organization } = await setting({ motd: 'Heute Sommerfest' });
    const editor = await app.make.userOf(organization, ['EDIT_EVENTS']);
    await app.make.event(organization, { date: day(1), max: 9 });
    const page = await board(await app.as(editor, organization));
    expect(page).toMatch(/Information Heute Sommerfest .*Für die Leitung/);
  });

  it('a plain member of an empty club sees that nothing is on, and no steps to take (C1)', async () => {
    const { browser } = await setting();
    const page = await board(browser);
    expect(page).toContain(
      'Zurzeit steht nichts an. Sobald Ihr Verein etwas plant, hängt es hier.',
    );
    expect(page).not.toContain('Die ersten Schritte');
    expect(page).not.toContain('Veranstaltung erstellen');
  });

  it('who creates events reads that they can, not that others will (C1)', async () => {
    const { organization } = await setting();
    await app.make.event(organization, { date: day(-30) });
    const editor = await app.make.userOf(organization, ['EDIT_EVENTS']);
    expect(await board(await app.as(editor, organization))).toContain(
      'Tragen Sie ein, was Ihr Verein als Nächstes vorhat. Veranstaltung erstellen',
    );
  });

  it('a user without a member record reads what to do, and is offered no sign-up (E7)', async () => {
    const { organization, browser } = await setting({ linked: false });
    await app.make.event(organization, { name: 'Kurs', date: day(3), max: 5 });
    const { page, text } = await browser.get('/app/');
    expect(page).toContain(NO_LINKED_MEMBER);
    expect(text).not.toContain('Anmelden: Kurs');
  });

  const STEPS = [
    'Mitglieder eintragen',
    'Mitglieder einladen',
    'Erste Veranstaltung erstellen',
    'Information schreiben',
  ];
  const stepsOn = (page: string) => STEPS.filter((step) => page.includes(step));

  it('a new club leads its admin through the first steps, each gone when it is done (C1, B4)', async () => {
    const founder = await app.as(await app.make.user());
    await founder.submit('/app/organizations/new', { name: 'Neuling' });
    expect(stepsOn(await board(founder))).toEqual(STEPS);
    await founder.submit('/app/members/new', { firstName: 'Anna', lastName: 'Lindner' });
    expect(stepsOn(await board(founder))).toEqual(STEPS.slice(1));
    const { json: clubs } = await founder.call('GET', '/organization');
    const { json: members } = await founder.call('GET', `/member?organization=${clubs[0].uuid}`);
    const anna = members.find(({ firstName }: { firstName: string }) => firstName === 'Anna');
    await founder.submit(`/app/members/${anna.uuid}/invitation`);
    expect(stepsOn(await board(founder))).toEqual(STEPS.slice(2));
    const fest = { name: 'Fest', date: day(4), eventType: 'OPEN_EVENT' };
    await founder.submit('/app/events/new', fest);
    expect(stepsOn(await board(founder))).toEqual(STEPS.slice(3));
    await founder.submit('/app/admin/organization', { name: 'Neuling', motd: 'Hallo!' });
    const page = await board(founder);
    expect(stepsOn(page)).toEqual([]);
    expect(page).not.toContain('Die ersten Schritte');
  });

  it.each<[Permission[], string[]]>([
    [[], []],
    [['EDIT_MEMBERS'], STEPS.slice(0, 1)],
    [['EDIT_EVENTS'], STEPS.slice(2, 3)],
    [['ORGANIZATION_ADMIN'], [STEPS[1] ?? '', STEPS[3] ?? '']],
    [[...PERMISSIONS], STEPS],
  ])(
    'someone with %o sees the first steps that they may take (C1, H)',
    async (permissions, steps) => {
      const organization = await app.make.organization();
      const user = await app.make.userOf(organization, permissions);
      expect(stepsOn(await board(await app.as(user, organization)))).toEqual(steps);
    },
  );

  it('a club that has run for long is not told how to begin (C1)', async () => {
    const { organization, admin } = await app.make.club();
    await app.make.member(organization);
    await app.make.event(organization, { date: day(-400) });
    await changeRows(app.db, 'organizations', organization.uuid, {
      created_at: new Date('2020-01-01'),
    });
    const page = await board(await app.as(admin, organization));
    expect(page).not.toContain('Die ersten Schritte');
    expect(page).toContain('Zurzeit steht nichts an.');
  });
});

describe('signing up on the board', () => {
  let club: Awaited<ReturnType<typeof setting>>;
  beforeAll(async () => {
    club = await setting();
  });
  const event = (fields: { name?: string; max?: number } = {}) =>
    app.make.event(club.organization, { name: 'Kletterkurs', date: day(7), max: 5, ...fields });

  it('one post signs up, leads back to the board and says so, with a way to undo it (E3, E7, E8)', async () => {
    const { browser, user } = club;
    const { uuid } = await event();
    const { status, location } = await browser.submit(SIGN_UP, { event: uuid });
    expect([status, location]).toEqual([303, '/app/']);
    expect(await registrationsOf({ uuid })).toEqual([user.member]);
    const { page, text } = await browser.get('/app/');
    expect(page).toMatch(/Angemeldet: Kletterkurs \S+, \d\d\. \S+ \d{4} Rückgängig/);
    // The form in the notification, which needs no script, leads back to no answer at all.
    const undo = /<form[^>]*action="([^"]*open[^"]*)"[^>]*><input[^>]*value="([^"]+)"/.exec(text);
    expect(undo?.slice(1)).toEqual([TAKE_BACK.replaceAll('&', '&amp;'), uuid]);
    expect(await board(browser)).not.toContain('Rückgängig');

    const undone = await browser.submit(TAKE_BACK, { event: uuid });
    expect([undone.status, undone.location]).toEqual([303, '/app/']);
    const back = await board(browser);
    expect(back).toMatch(/Abgemeldet: Kletterkurs .* Anmelden/);
    expect(back).not.toContain('Rückgängig');
    expect(await registrationsOf({ uuid })).toEqual([]);
  });

  it('undoing restores the previous answer, none or a no; a yes does not turn into a no (Y7)', async () => {
    const { browser } = club;
    const { uuid } = await app.make.event(
      club.organization,
      { name: 'Waldlauf', date: day(7) },
      { asks_answer: true },
    );
    const undo = async () => {
      const { text } = await browser.get('/app/');
      return unescaped(
        /action="([^"]*)"[^>]*><input[^>]*value="[^"]+"[^>]*>(?:(?!<form).)*Rückgängig/s.exec(
          text,
        )?.[1],
      );
    };
    const answer = async () =>
      (await browser.call('GET', `/event/own-answers?organization=${club.organization.uuid}`)).json;
    await browser.submit(SIGN_UP, { event: uuid });
    expect(await undo()).toBe(TAKE_BACK);
    await browser.submit(TAKE_BACK, { event: uuid });
    expect(await answer()).toEqual([]);
    await browser.submit('/app/?index&decline', { event: uuid });
    await browser.submit(SIGN_UP, { event: uuid });
    expect(await undo()).toBe('/app/?index&decline&board');
    // Of a note alone nothing would be taken back.
    await browser.submit(`/app/events/${uuid}/page/registration`, { note: 'Mit Hund' });
    expect(await undo()).toBe('');
  });

  it('an event that has filled up meanwhile refuses on the board, which stays (E3, E7, E8)', async () => {
    const { browser, organization } = club;
    const full = await event({ name: 'Besetzt', max: 1 });
    await app.make.registration(full, await app.make.member(organization));
    const { status, page } = await browser.submit(SIGN_UP, { event: full.uuid });
    expect(status).toBe(409);
    expect(page).toContain('Error: Veranstaltung Fehler beim Anmelden zur Veranstaltung.');
    expect(page).toContain('Keine freien Plätze mehr.');
    expect(page).toContain('Willkommen bei Vereinsheim für TSV Brett');
    expect(page).not.toContain('Anmelden: Besetzt');
    // The address that the browser then shows is the board as well.
    expect((await browser.get(SIGN_UP)).page).toContain('Willkommen bei Vereinsheim für');
  });
});
