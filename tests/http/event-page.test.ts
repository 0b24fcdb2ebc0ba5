import type { Updateable } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { DB } from '#db/schema.generated';
import { COMING_VISIBLE } from '~/features/events/schema';
import { instantToText } from '~/times';
import { testApp } from '../support/app';
import type { TestResponse } from '../support/browser';
import { eventSetting } from '../support/events';
import { set, wait } from '../support/notifications';

/** The event's own page: when, where, one's answer, who comes (J4, J5, J6, J8, K6). */
const app = testApp();

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const inBerlin = (at: Date) => instantToText(at, 'Europe/Berlin');

type Values = Updateable<DB['events']>;

async function setting(values: Values = {}, { max }: { max?: number } = {}) {
  const club = await eventSetting(app);
  const fields = { name: 'Sommerfest', date: '2031-03-13', max };
  const event = await app.make.event(club.organization, fields);
  if (Object.keys(values).length > 0) await set(app.db, event, values);
  return { ...club, event, path: `/app/events/${event.uuid}` };
}

type Setting = Awaited<ReturnType<typeof setting>>;

/** The buttons of the own answer, with where each leads. */
function buttonsOf({ text }: TestResponse): string[] {
  const form = /<form[^>]* id="answer".*?<\/form>/s.exec(text)?.[0] ?? '';
  const buttons = [...form.matchAll(/<button[^>]*formAction="([^"]*)"[^>]*>([^<]*)/gi)];
  return buttons.map(([, action = '', label]) => {
    const target = action.split('/').slice(4).join('/');
    return `${label}: ${target}`;
  });
}

const YES = 'registration?from=event';
const NO = 'decline?from=event';

const others = async ({ organization, event }: Setting, count: number) => {
  const made = [];
  for (let at = 0; at < count; at++) {
    const member = await app.make.member(organization);
    await app.make.registration(event, member);
    made.push(member);
  }
  return made;
};

const answersOf = async ({ event, member }: Setting) => {
  const own = (table: 'registrations' | 'waiting_list' | 'declines') =>
    app.db
      .selectFrom(table)
      .select('note')
      .where('event_uuid', '=', event.uuid)
      .where('member_uuid', '=', member.uuid)
      .execute();
  const [yes, waiting, no] = await Promise.all([
    own('registrations'),
    own('waiting_list'),
    own('declines'),
  ]);
  return { yes: yes.length, waiting: waiting.length, no: no.map(({ note }) => note) };
};

describe('what the page of an event says', () => {
  it('the page says when and where in words, and what it is about, with links and line breaks (J4)', async () => {
    const { user, path } = await setting({
      date: '2027-03-13',
      start_time: '18:00',
      end_time: '20:00',
      place: 'Turnhalle <Nord>',
      description: 'Bitte mitbringen:\nSchuhe. Plan: https://verein.example/plan.\n<b>Wichtig</b>',
    });
    const { page, text, status } = await user.get(path);
    expect(status).toBe(200);
    expect(page).toMatch(
      /Sommerfest Samstag, 13\. März 2027 .*Samstag, 13\. März 2027, 18:00 bis 20:00 Uhr Ort: Turnhalle <Nord> Offene Veranstaltung Beschreibung Bitte mitbringen: Schuhe\./,
    );
    expect(text).toContain('Bitte mitbringen:<br/>Schuhe. Plan: ');
    expect(text).toContain(
      '<a href="https://verein.example/plan" rel="nofollow noopener">https://verein.example/plan</a>.',
    );
    expect(text).toContain('&lt;b&gt;Wichtig&lt;/b&gt;');
    expect(text).toContain('<title>Sommerfest · Vereinsheim</title>');
    expect(text).toContain('href="/app/events"');
    // Without scripts the link is there to be copied by hand.
    expect(page).toContain(`Link: ${app.origin}${path}`);
  });

  it('an event without details has a page without empty headings, and asks nobody (J4, X4)', async () => {
    const { user, path } = await setting();
    const response = await user.get(path);
    expect(response.page).toContain('Donnerstag, 13. März 2031 Offene Veranstaltung');
    for (const absent of ['Ort:', 'Beschreibung', 'Wer kommt', 'Umfragen', 'Leitung', 'Kommen Sie'])
      expect(response.page).not.toContain(absent);
    expect(buttonsOf(response)).toEqual([]);
  });

  it('the page says how full a limited event is in the words of the list, and its deadlines (J4, E2)', async () => {
    const until = inHours(100);
    const club = await setting({ sign_up_until: until, sign_off_until: inHours(90) }, { max: 5 });
    await others(club, 4);
    const { page } = await club.user.get(club.path);
    expect(page).toContain('Nur noch wenige freie Plätze. (4 von 5 belegt)');
    expect(page).toContain(`Anmelden bis ${inBerlin(until)} Abmelden bis ${inBerlin(inHours(90))}`);
  });

  it('the polls of the event are there, and those that wait for an answer are marked (J4)', async () => {
    const { user, member, event, path } = await setting();
    await app.make.poll(event, { name: 'Wohin?' });
    const answered = await app.make.poll(event, { name: 'Womit?' });
    await app.make.answer(answered, member);
    const closed = await app.make.poll(event, { name: 'Wann?', closed: true });
    const { page, text } = await user.get(path);
    expect(page).toContain('Umfragen Wohin? Ihre Antwort fehlt Womit? Wann? Beendet');
    expect(text).toContain(`href="${path}/polls/${closed.uuid}"`);
  });

  it('who may edit events is offered what there is to do with it, others nothing of it (J4, H)', async () => {
    const { editor, others: plain, user, path, event } = await setting();
    const targets = ['answers', 'participants', 'polls', 'edit', 'cancellation', 'delete'];
    const { text, page } = await editor.get(path);
    for (const target of targets) expect(text).toContain(`href="${path}/${target}`);
    expect(text).toContain(`href="/app/events/new?like=${event.uuid}"`);
    expect(page).toContain('Für die Leitung Antworten Teilnehmer');
    for (const other of [...plain, user]) {
      const shown = (await other.get(path)).text;
      for (const target of targets) expect(shown).not.toContain(`href="${path}/${target}`);
    }
  });

  it('a cancelled event says so with its reason, and takes no answers (J9)', async () => {
    const club = await setting(
      { cancelled_at: new Date(), cancel_reason: 'Sturm.\nBleibt zu Hause!' },
      { max: 5 },
    );
    const response = await club.user.get(club.path);
    expect(response.page).toContain('Abgesagt Sturm. Bleibt zu Hause!');
    expect(response.page).not.toContain('Freie Plätze');
    expect(buttonsOf(response)).toEqual([]);
    expect((await club.editor.get(club.path)).page).toContain('Doch stattfinden lassen');
  });
});

describe('who may see the page of an event', () => {
  it('it does not exist for people of other clubs, and for nobody if it is gone (H)', async () => {
    const { stranger, admin, user, path } = await setting();
    expect((await stranger.get(path)).status).toBe(404);
    expect((await admin.visit(path)).path).toBe(path);
    expect((await user.get(`/app/events/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await user.get('/app/events/unsinn')).status).toBe(404);
  });

  it('whoever is not logged in comes to it after the log-in (J4, B2)', async () => {
    const { organization, path } = await setting();
    const person = await app.make.userOf(organization);
    const visitor = app.visitor();
    const login = await visitor.visit(path);
    expect(login.path).toBe(`/app/login?redirect=${encodeURIComponent(path)}`);
    const { location } = await visitor.submit(login.path, {
      email: person.email,
      password: 'Geheim-und-lang',
    });
    expect(location).toBe(path);
    expect((await visitor.get(location)).page).toContain('Sommerfest');
  });
});

describe('who comes', () => {
  const NOTE = 'Knie operiert';

  it.each(COMING_VISIBLE)(
    'with coming_visible = %s only those see the names who may, and nobody a note or a decline (J1, J8)',
    async (visible) => {
      const club = await setting({ coming_visible: visible }, { max: 9 });
      const { organization, event, path } = club;
      const comes = await app.make.userOf(organization);
      await app.make.registration(event, { uuid: comes.member });
      await app.db.updateTable('registrations').set({ note: NOTE }).execute();
      const declined = await app.make.member(organization, { lastName: 'Abgesagter' });
      await app.db
        .insertInto('declines')
        .values({
          event_uuid: event.uuid,
          member_uuid: declined.uuid,
          organization_uuid: organization.uuid,
          note: NOTE,
        })
        .execute();
      const name = `Anna ${comes.lastName}`;
      const unlinked = await app.as(
        await app.make.userOf(organization, [], { linked: false }),
        organization,
      );
      const seen = {
        editor: club.editor,
        systemAdmin: club.admin,
        who: await app.as(comes, organization),
        user: club.user,
        unlinked,
        orgAdmin: club.others[0] ?? club.user,
      };
      const sees = new Set<string>();
      for (const [role, browser] of Object.entries(seen)) {
        const { text, page } = await browser.visit(path);
        if (/Wer kommt/.test(page) && page.includes(name)) sees.add(role);
        // The frame greets oneself.
        else if (role !== 'who') expect(text.includes(comes.lastName), role).toBe(false);
        expect(page).toContain('(1 von 9 belegt)');
        // One's own note is one's own.
        if (role !== 'who') expect(text.includes(NOTE), role).toBe(false);
        expect(text.includes('Abgesagter'), role).toBe(false);
      }
      const editors = ['editor', 'systemAdmin'];
      expect([...sees].sort()).toEqual(
        {
          editors,
          registered: [...editors, 'who'],
          members: Object.keys(seen).sort(),
        }[visible].sort(),
      );
    },
  );

  it('of many it names a hundred by name and counts the others (J4)', async () => {
    const { editor, organization, event, path } = await setting({}, { max: 500 });
    for (let at = 100; at < 204; at++)
      await app.make.registration(
        event,
        await app.make.member(organization, { firstName: 'Max', lastName: `Nummer${at}` }),
      );
    const { page } = await editor.get(path);
    expect(page).toContain('Wer kommt MN Max Nummer100 MN Max Nummer101');
    expect(page).toContain('Max Nummer199');
    expect(page).not.toContain('Max Nummer200');
    expect(page).toContain('und 4 weitere');
  });
});

describe('the own answer', () => {
  it('one tap signs up and comes back to the page, another one signs off (J4, J5)', async () => {
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
    expect(declined.page).toContain('Sie haben abgesagt.');
    expect(buttonsOf(declined)).toEqual([`Anmelden: ${YES}`]);
  });

  it('an open event that asks takes a yes and a no, and counts (J3)', async () => {
    const club = await setting({ asks_answer: true });
    const { user, path } = club;
    const silent = await user.get(path);
    expect(silent.page).toContain('Offene Veranstaltung 0 Zusagen');
    expect(buttonsOf(silent)).toEqual([`Zusagen: ${YES}`, `Absagen: ${NO}`]);
    await user.submit(`${path}/${YES}`);
    const { page } = await user.get(path);
    expect(page).toContain('Offene Veranstaltung 1 Zusage');
    expect(page).toContain('Sie haben zugesagt.');
  });

  it('companions and a note go along, can be changed, and the reason of a no given later (J5)', async () => {
    const club = await setting({ companions: 2 }, { max: 9 });
    const { user, path } = club;
    expect((await user.get(path)).page).toContain('Begleitpersonen, Anmerkung Begleitpersonen');
    await user.submit(`${path}/${YES}`, { places: '3', note: 'Mit Zelt' });
    const { page, text } = await user.get(path);
    expect(page).toContain('(3 von 9 belegt)');
    expect(page).toContain('Sie sind angemeldet. Begleitpersonen: 2');
    expect(text).toMatch(/<option value="3" selected="">2 Personen/);
    expect(page).toContain('Mit Zelt Speichern');
    await user.submit(`${path}/${YES}`, { places: '2', note: '' });
    expect((await user.get(path)).page).toContain('(2 von 9 belegt)');
    await user.submit(`${path}/${NO}`);
    expect((await user.get(path)).page).toContain('Grund (nur für die Leitung)');
    await user.submit(`${path}/${NO}`, { note: 'Bin verreist' });
    expect(await answersOf(club)).toEqual({ yes: 0, waiting: 0, no: ['Bin verreist'] });
  });

  it('past a deadline stands the reason, not a dead button; who may edit events still can (J6, J7)', async () => {
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

  it('once the event has begun it says so (J6)', async () => {
    const club = await setting({ date: '2020-05-05', start_time: '10:00' }, { max: 5 });
    const response = await club.user.get(club.path);
    expect(response.page).toContain('Die Veranstaltung hat schon begonnen.');
    expect(buttonsOf(response)).toEqual([]);
  });

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
    expect(buttonsOf(full)).toEqual([`Auf die Warteliste: ${YES}`, `Absagen: ${NO}`]);
    expect(full.text).toContain('<input type="hidden" name="waitingList" value="on"/>');
    const joined = await user.submit(`${path}/${YES}`, { waitingList: 'on' });
    expect([joined.status, joined.location]).toEqual([303, path]);
    const waiting = await user.get(path);
    expect(waiting.page).toContain(
      'Warteliste: Platz 2 von 2 Wird ein Platz frei, rücken Sie nach',
    );
    expect(buttonsOf(waiting)).toEqual(['Von der Warteliste nehmen: waiting-list?from=event']);
    const left = await user.submit(`${path}/waiting-list?from=event`);
    expect([left.status, left.location]).toEqual([303, path]);
    expect(await answersOf(club)).toEqual({ yes: 0, waiting: 0, no: [] });
  });

  it('a full event without a waiting list offers none (K5)', async () => {
    const club = await setting({ waiting_list: false }, { max: 1 });
    await others(club, 1);
    expect(buttonsOf(await club.user.get(club.path))).toEqual([`Absagen: ${NO}`]);
  });

  it('in the late phase who waits takes a place that came free, past the deadline too (K4)', async () => {
    const club = await setting({ promotion_hours: 168, start_time: '18:00' }, { max: 1 });
    const { event, user, path, member } = club;
    const [first] = await others(club, 1);
    await wait(app.db, event, [member]);
    await app.db.updateTable('waiting_list').set({ note: 'Komme spät' }).execute();
    const soon = inHours(30);
    await set(app.db, event, {
      date: soon.toISOString().slice(0, 10),
      sign_up_until: inHours(-1),
    });
    expect((await user.get(path)).page).toContain('bekommen alle, die warten, eine E-Mail');
    await app.db
      .deleteFrom('registrations')
      .where('member_uuid', '=', first?.uuid ?? '')
      .execute();
    const free = await user.get(path);
    expect(free.page).toContain('Es ist Platz für Sie.');
    expect(buttonsOf(free)).toEqual([
      `Platz nehmen: ${YES}`,
      'Von der Warteliste nehmen: waiting-list?from=event',
    ]);
    // What was told to the leaders stays.
    expect(free.text).toMatch(
      /id="answer".*<input type="hidden" name="note" value="Komme spät"\/>/,
    );
    expect((await user.submit(`${path}/${YES}`, { note: 'Komme spät' })).status).toBe(303);
    expect(await answersOf(club)).toEqual({ yes: 1, waiting: 0, no: [] });
  });

  it('past its deadline signing off is possible again while somebody waits who fits (K7)', async () => {
    const club = await setting({}, { max: 1 });
    const { event, user, path, member, organization } = club;
    await app.make.registration(event, member);
    await set(app.db, event, { sign_off_until: inHours(-1) });
    expect(buttonsOf(await user.get(path))).toEqual([]);
    await wait(app.db, event, [await app.make.member(organization)]);
    expect(buttonsOf(await user.get(path))).toEqual([`Abmelden: ${NO}`]);
  });
});
