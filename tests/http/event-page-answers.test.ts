import { describe, expect, it } from 'vitest';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import {
  buttonsOf,
  inBerlin,
  inHours,
  NO,
  othersWhoCome,
  ownAnswers,
  type PageSetting,
  pageSetting,
  type Values,
  YES,
} from '../support/event-page';
import { set, wait } from '../support/notifications';
import { changeRows, deleteRows } from '../support/rows';

/** One's own answer on the event's page (J4, J5, J6, K6). */
const app = testApp();

const setting = (values?: Values, more?: { max?: number }) => pageSetting(app, values, more);
const others = (at: PageSetting, count: number) => othersWhoCome(app, at, count);
const answersOf = (at: PageSetting) => ownAnswers(app, at);
const mayUndo = async ({ user, path }: PageSetting) =>
  (await user.get(path)).page.includes('Rückgängig');

describe('the own answer', () => {
  it('one tap signs up and comes back to the page, another one signs off (J4, J5, Y2)', async () => {
    const club = await setting({}, { max: 5 });
    const { user, path } = club;
    expect(buttonsOf(await user.get(path))).toEqual([`Anmelden: ${YES}`, `Absagen: ${NO}`]);
    const signedUp = await user.submit(`${path}/${YES}`);
    expect([signedUp.status, signedUp.location]).toEqual([303, path]);
    expect(await answersOf(club)).toEqual({ yes: 1, waiting: 0, no: [] });
    const registered = await user.get(path);
    expect(registered.page).toContain('Sie sind angemeldet.');
    expect(buttonsOf(registered)).toEqual([`Abmelden: ${NO}`]);
    const signedOff = await user.submit(`${path}/${NO}`, {});
    expect([signedOff.status, signedOff.location]).toEqual([303, path]);
    expect(await answersOf(club)).toEqual({ yes: 0, waiting: 0, no: [''] });
    const declined = await user.get(path);
    expect(declined.page).toContain('Abgemeldet: Sommerfest');
    expect(declined.page).toContain('Sie haben abgesagt.');
    expect(buttonsOf(declined)).toEqual([`Anmelden: ${YES}`]);
  });

  it('an open event that asks takes a yes and a no, and counts (J3)', async () => {
    const club = await setting({ asks_answer: true });
    const { user, path } = club;
    const silent = await user.get(path);
    expect(silent.page).toContain('0 dabei · Offene Veranstaltung');
    expect(buttonsOf(silent)).toEqual([`Zusagen: ${YES}`, `Absagen: ${NO}`]);
    await user.submit(`${path}/${YES}`);
    const { page } = await user.get(path);
    // In the order in which one reads, on a phone as well (WCAG 2.4.3).
    expect(page).toMatch(/Offene Veranstaltung .*Sie haben zugesagt\..* Wer kommt · 1/);
  });

  it('companions and a note go along, can be changed, and the reason of a no given later (J5)', async () => {
    const club = await setting({ companions: 2 }, { max: 9 });
    const { user, path } = club;
    expect((await user.get(path)).page).toContain('nur ich ich + 1 ich + 2');
    await user.submit(`${path}/${YES}`, { places: '3', note: 'Mit Zelt' });
    const { page, text } = await user.get(path);
    expect(page).toContain('(3 von 9 belegt)');
    expect(page).toContain('Sie sind angemeldet. Begleitpersonen: 2');
    expect(text).toMatch(/<option value="3" selected="">2 Personen/);
    expect(page).toContain('Anmerkung: Mit Zelt Begleitpersonen, Anmerkung');
    expect(page).toContain('Mit Zelt Speichern');
    await user.submit(`${path}/${YES}`, { places: '2', note: '' });
    expect((await user.get(path)).page).toContain('(2 von 9 belegt)');
    await user.submit(`${path}/${NO}`);
    expect((await user.get(path)).page).toContain('Grund (nur für die Leitung)');
    await user.submit(`${path}/${NO}`, { note: 'Bin verreist' });
    expect(await answersOf(club)).toEqual({ yes: 0, waiting: 0, no: ['Bin verreist'] });
    expect((await user.get(path)).page).toContain('Grund: Bin verreist Ändern');
  });

  it('what one has answered there can be undone to what it was before (Y7)', async () => {
    const club = await setting({ asks_answer: true });
    const { user, path, event } = club;
    const undoOn = (text: string) =>
      /action="(\/app\/\?[^"]*)"[^>]*><input[^>]*name="event" value="([^"]+)"/.exec(text)?.slice(1);
    for (const [given, back, before] of [
      [YES, '/app/?index&open&page', { yes: 0, waiting: 0, no: [] }],
      [NO, '/app/?index&open&page', { yes: 0, waiting: 0, no: [] }],
    ] as const) {
      await user.submit(`${path}/${given}`);
      expect(undoOn((await user.get(path)).text)).toEqual([
        back.replaceAll('&', '&amp;'),
        event.uuid,
      ]);
      const undone = await user.submit(back, { event: event.uuid });
      expect([undone.status, undone.location]).toEqual([303, path]);
      expect(await answersOf(club)).toEqual(before);
      const { title } = messages.answerTakenBack({ event, other: null });
      expect((await user.get(path)).page).toContain(title);
    }
    await user.submit(`${path}/${YES}`);
    await user.submit(`${path}/${NO}`);
    expect(undoOn((await user.get(path)).text)?.[0]).toBe('/app/?index&amp;page');
    await user.submit('/app/?index&page', { event: event.uuid });
    expect(await answersOf(club)).toEqual({ yes: 1, waiting: 0, no: [] });
  });

  it('no undo is offered that loses companions, a note or an absence (Y7)', async () => {
    const club = await setting({ asks_answer: true, companions: 3 });
    const { user, path } = club;
    const yes = { places: '4' };
    const no = { note: 'Bin krank' };
    for (const [to, fields, then] of [
      [YES, yes, NO],
      [NO, no, YES],
    ] as const) {
      await user.submit(`${path}/${to}`, fields);
      await user.submit(`${path}/${then}`);
      expect(await mayUndo(club)).toBe(false);
    }
    await user.submit(`${path}/${YES}`, { note: 'Mit Kuchen' });
    await user.submit('/app/?index&withdrawal&page', { event: club.event.uuid });
    expect(await mayUndo(club)).toBe(false);

    const away = await setting({ asks_answer: true });
    await away.user.submit('/app/absences', { from: '2031-03-10', until: '2031-03-20' });
    expect(await answersOf(away)).toMatchObject({ no: [''] });
    await away.user.submit(`${away.path}/${YES}`);
    expect(await mayUndo(away)).toBe(false);
  });

  it('no undo is offered that a deadline refuses; one that is late says so where it stood (Y7, J6)', async () => {
    const [past, soon] = [inHours(-2), inHours(2)];
    const upOver = await setting({ sign_up_until: past, sign_off_until: soon }, { max: 5 });
    const offOver = await setting({ sign_up_until: soon, sign_off_until: past }, { max: 5 });
    await app.make.registration(upOver.event, upOver.member);
    await upOver.user.submit(`${upOver.path}/${NO}`);
    const { user, path, event } = offOver;
    await user.submit(`${path}/${YES}`);
    expect([await mayUndo(upOver), await mayUndo(offOver)]).toEqual([false, false]);
    for (const [where, to] of [
      ['page', path],
      ['board', '/app/'],
    ] as const) {
      const late = await user.submit(`/app/?index&open&${where}`, { event: event.uuid });
      // As a document, on which no card still offers it.
      const reloads = late.headers.get('X-Remix-Reload-Document');
      expect([late.status, late.location, reloads]).toEqual([302, to, 'true']);
      expect((await user.get(to)).page).toContain(
        `Fehler beim Absagen der Veranstaltung. Die Abmeldung war bis ${inBerlin(past)} möglich.`,
      );
    }
  });

  it('past a deadline stands the reason, not a dead button; event editors still can (J6, J7)', async () => {
    const past = inHours(-2);
    const club = await setting({ sign_up_until: past, sign_off_until: past }, { max: 5 });
    const response = await club.user.get(club.path);
    expect(response.page).toContain(
      `Die Anmeldung war bis ${inBerlin(past)} möglich. Bitte wenden Sie sich an die Leitung.`,
    );
    expect(buttonsOf(response)).toEqual([`Absagen: ${NO}`]);
    expect(buttonsOf(await club.editor.get(club.path))[0]).toBe(`Anmelden: ${YES}`);
    await app.make.registration(club.event, club.member);
    const registered = await club.user.get(club.path);
    expect(registered.page).toContain(`Die Abmeldung war bis ${inBerlin(past)} möglich.`);
    expect(buttonsOf(registered)).toEqual([]);
  });

  it('what is said about an event that asks is about its yeses (Y2)', async () => {
    const { user, editor, event, member } = await setting({ asks_answer: true });
    await app.make.registration(event, member);
    const change = await user.get(`/app/events/${event.uuid}/page/registration`);
    expect(change.page).toMatch(/Zusage ändern .*Ihre Zusage zu/);
    const cancel = await editor.get(`/app/events/${event.uuid}/cancellation`);
    expect(cancel.page).toContain('Die Zusagen bleiben gespeichert');
  });

  it('once the event has begun it says so, and asks nothing (J6)', async () => {
    const day = (days: number) =>
      inHours(24 * days)
        .toISOString()
        .slice(0, 10);
    const begun = { date: day(-1), start_time: '00:00', end_date: day(2) };
    const club = await setting(begun, { max: 5 });
    const response = await club.user.get(club.path);
    expect(response.page).toContain('Die Veranstaltung hat schon begonnen.');
    expect(response.page).not.toContain('Sind Sie dabei?');
    expect(buttonsOf(response)).toEqual([]);
  });

  it.each([
    ['is over', { date: '2020-05-05' }],
    ['is over, with a time', { date: '2020-05-05', start_time: '10:00' }],
    ['was called off', { cancelled_at: new Date() }],
  ])(
    'an event that %s asks nobody, and says what one answered if it has taken place (J9, Y4)',
    async (_what, of) => {
      const asked = [await setting({}, { max: 5 }), await setting({ asks_answer: true })];
      for (const club of asked) {
        const { event, member, user, editor, path } = club;
        await set(app.db, event, of);
        for (const visitor of [user, editor]) {
          const response = await visitor.get(path);
          expect(response.page).not.toMatch(/Sind Sie dabei|Kommen Sie/);
          expect(buttonsOf(response)).toEqual([]);
        }
        await set(app.db, event, { cancelled_at: null });
        await app.make.registration(event, member);
        await set(app.db, event, of);
        const answered = await user.get(path);
        const says = /Sie sind angemeldet\.|Sie haben zugesagt\./.test(answered.page);
        expect(says).toBe('date' in of);
        expect(buttonsOf(answered)).toEqual([]);
      }
    },
  );

  it('without a member record it says what to do (E7)', async () => {
    const { organization, path } = await setting({}, { max: 5 });
    const person = await app.make.userOf(organization, [], { linked: false });
    const response = await (await app.as(person, organization)).get(path);
    expect(response.page).toContain('Ihr Benutzerkonto ist mit keinem Mitglied');
    expect(buttonsOf(response)).toEqual([]);
  });
});

describe('the waiting list on the page', () => {
  it('a full event offers its waiting list, says ones place there, and others the number (K5, K6)', async () => {
    const club = await setting({}, { max: 1 });
    const { user, path, organization, event } = club;
    await others(club, 1);
    await wait(app.db, event, [await app.make.member(organization)]);
    const full = await user.get(path);
    expect(full.page).toContain('Keine freien Plätze mehr. (1 von 1 belegt) Warteliste: 1');
    expect(full.page).toContain('Sind Sie dabei? Sie wären auf Platz 2 der Warteliste.');
    expect(buttonsOf(full)).toEqual([`Auf die Warteliste: ${YES}`, `Absagen: ${NO}`]);
    expect(full.text).toContain('<input type="hidden" name="waitingList" value="on"/>');
    const joined = await user.submit(`${path}/${YES}`, { waitingList: 'on' });
    expect([joined.status, joined.location]).toEqual([303, path]);
    const waiting = await user.get(path);
    expect(waiting.page).toContain(
      'Warteliste: Platz 2 von 2 Werden bis Mi, 12. März, 00:00 Uhr Plätze frei, rücken Sie nach und ' +
        'bekommen eine E-Mail. Danach gilt: Wer zuerst zugreift, ist dabei. Anmerkung Anmerkung',
    );
    expect(waiting.page).not.toContain('Warteliste: 2');
    // Asks first, as the place would be lost, and comes back here.
    expect(buttonsOf(waiting)).toEqual([]);
    const leave = /<a [^>]*>Von der Warteliste nehmen</.exec(waiting.text)?.[0];
    expect(leave).toContain(`href="${path}/page/waiting-list"`);
    // The dialog is red.
    expect(leave).not.toContain('text-red');
    expect((await user.get(`${path}/page/waiting-list`)).page).toContain(
      'verlassen? Warteliste: Platz 2 von 2. Dieser Platz geht dabei verloren. Von der Warteliste',
    );
    const left = await user.submit(`${path}/page/waiting-list`);
    expect([left.status, left.location]).toEqual([303, path]);
    expect(await answersOf(club)).toEqual({ yes: 0, waiting: 0, no: [] });
    // Back in the browser, the question is not asked again.
    const back = await user.get(`${path}/page/waiting-list`);
    expect([back.status, back.location]).toEqual([302, path]);
  });

  it('in the late phase members who wait take a place that came free, past the deadline too (K4)', async () => {
    const club = await setting({ promotion_hours: 168, start_time: '18:00' }, { max: 1 });
    const { event, user, path, member } = club;
    const [first] = await others(club, 1);
    await wait(app.db, event, [member]);
    await changeRows(app.db, 'answers', { answer: 'waiting' }, { note: 'Komme spät' });
    const soon = inHours(30);
    await set(app.db, event, {
      date: soon.toISOString().slice(0, 10),
      sign_up_until: inHours(-1),
    });
    expect((await user.get(path)).page).toContain('bekommen alle, die warten, eine E-Mail');
    await deleteRows(app.db, 'answers', { answer: 'yes', member_uuid: first?.uuid ?? '' });
    const free = await user.get(path);
    expect(free.page).toContain(
      'Es ist Platz für Sie. Warteliste: Platz 1 von 1. Wer zuerst zugreift, ist dabei.',
    );
    expect(buttonsOf(free)).toEqual([`Platz nehmen: ${YES}`]);
    // What was told to the leaders stays.
    expect(free.text).toMatch(
      /id="answer".*<input type="hidden" name="note" value="Komme spät"\/>/,
    );
    expect((await user.submit(`${path}/${YES}`, { note: 'Komme spät' })).status).toBe(303);
    expect(await answersOf(club)).toEqual({ yes: 1, waiting: 0, no: [] });
  });
});
