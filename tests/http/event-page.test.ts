import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { COMING_VISIBLE } from '~/features/organizations/fields';
import { testApp } from '../support/app';
import {
  buttonsOf,
  inBerlin,
  inHours,
  othersWhoCome,
  type PageSetting,
  pageSetting,
  type Values,
} from '../support/event-page';
import { changeRows } from '../support/rows';

/** The event's own page: when, where, who comes (J4, J8). */
const app = testApp();

const setting = (values?: Values, more?: { max?: number }) => pageSetting(app, values, more);
const others = (at: PageSetting, count: number) => othersWhoCome(app, at, count);

describe('what the page of an event says', () => {
  it('the page says when and where in words, and what it is about, with links and line breaks (J4)', async () => {
    const { user, path, event } = await setting({
      date: '2027-03-13',
      start_time: '18:00',
      end_time: '20:00',
      place: 'Turnhalle <Nord>',
      description: 'Bitte mitbringen:\nSchuhe. Plan: https://verein.example/plan.\n<b>Wichtig</b>',
    });
    const { page, text, status } = await user.get(path);
    expect(status).toBe(200);
    expect(page).toMatch(
      /Sommerfest Samstag, 13\. März 2027 .*Samstag, 13\. März 2027, 18:00 bis 20:00 Uhr Ort: Turnhalle <Nord> Offene Veranstaltung Beschreibung Bitte mitbringen: Schuhe\..* In meinen Kalender Alle Termine abonnieren/,
    );
    expect(text).toContain('Bitte mitbringen:<br/>Schuhe. Plan: ');
    await changeRows(app.db, 'events', event.uuid, { start_time: null, end_time: null });
    // Without times the day is what stands out, and no line ends behind its number.
    expect((await user.get(path)).text).toContain('>Samstag, 13.\u00A0März 2027</b>');
    expect(text).toContain(
      '<a href="https://verein.example/plan" rel="nofollow noopener">https://verein.example/plan</a>.',
    );
    expect(text).toContain('&lt;b&gt;Wichtig&lt;/b&gt;');
    expect(text).toContain('<title>Sommerfest · Vereinsheim</title>');
    expect(text).toContain('href="/app/events"');
    // Without scripts the link is there to be copied by hand.
    expect(page).toContain(`Link: ${app.origin}${path}`);
    // What has no heading is no section.
    for (const section of text.match(/<section.*?<\/section>/gs) ?? [])
      expect(section).toMatch(/<h2/);
  });

  it('an event without details has a page without empty headings, and asks nobody (J4, X4)', async () => {
    const { user, path } = await setting();
    const response = await user.get(path);
    expect(response.page).toMatch(
      /Donnerstag, 13\. März 2031 Offene Veranstaltung In meinen Kalender/,
    );
    for (const absent of [
      'Ort:',
      'Beschreibung',
      'Wer kommt',
      'Umfragen',
      'Leitung',
      'Sind Sie dabei',
    ])
      expect(response.page).not.toContain(absent);
    expect(buttonsOf(response)).toEqual([]);
  });

  it('the page says how full a limited event is in the words of the list, and its deadlines (J4, E2)', async () => {
    const [until, off] = [inHours(100), inHours(90)];
    const club = await setting({ sign_up_until: until, sign_off_until: off }, { max: 5 });
    await others(club, 4);
    const { page } = await club.user.get(club.path);
    expect(page).toContain('Nur noch wenige freie Plätze. (4 von 5 belegt)');
    expect(page).toContain(`Anmelden bis: ${inBerlin(until)} Abmelden bis: ${inBerlin(off)}`);
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

  it('event editors are offered all actions, others none of them (J4, H)', async () => {
    const { organization, editor, user, path, event } = await setting({ asks_answer: true });
    const admin = await app.asUserOf(organization, ['ORGANIZATION_ADMIN', 'EDIT_MEMBERS']);
    const dialogs = ['participants', 'edit', 'cancellation', 'delete'];
    const targets = ['answers', 'polls', ...dialogs.map((each) => `page/${each}`)];
    const { text, page } = await editor.get(path);
    for (const target of targets) expect(text).toContain(`href="${path}/${target}"`);
    expect(text).toContain(`href="/app/events/new?like=${event.uuid}"`);
    expect(page).toMatch(
      /Für die Leitung Wer kommt\? 0 ja · 0 nein · \d+ offen Bearbeiten Rundmail Mehr Anwesenheit/,
    );
    for (const other of [admin, user]) {
      const shown = (await other.get(path)).text;
      for (const target of targets) expect(shown).not.toContain(`href="${path}/${target}`);
    }
  });

  it('counts for leaders what fits: who signed up and waits, of the past who came, of what is called off who had signed up (Y2, Y4, Q2)', async () => {
    const club = await setting({}, { max: 1 });
    const { editor, user, event, path } = club;
    const leads = async () =>
      /Für die Leitung.*?(?= Bearbeiten)/.exec((await editor.get(path)).page)?.[0];
    const [comes] = await others(club, 1);
    await app.make.waiting(event, await app.make.member({ uuid: event.organization }));
    expect(await leads()).toBe('Für die Leitung Wer kommt? 1 angemeldet · 1 wartet');
    // With answers only the list offers it; where nobody can answer, the page does.
    expect((await editor.get(path)).text).not.toContain(`${path}/page/delete`);
    const open = `/app/events/${(await app.make.event({ uuid: event.organization })).uuid}`;
    expect((await editor.get(open)).text).toContain(`${open}/page/delete`);

    await changeRows(app.db, 'events', event.uuid, { date: '2020-03-13' });
    await app.make.attended(event, { uuid: comes?.uuid ?? '' });
    expect(await leads()).toBe('Für die Leitung Anwesenheit 1 da Wer kommt? 1 angemeldet');
    const past = await editor.get(path);
    expect(past.page).toContain('Diese Veranstaltung ist vorbei. (1 von 1 belegt) Für die Leitung');
    expect(past.page).toContain('Angemeldet · 1');
    expect(past.text).not.toContain('class="meter');

    await changeRows(app.db, 'events', event.uuid, {
      date: '2031-03-13',
      cancelled_at: new Date(),
    });
    expect(await leads()).toBe('Für die Leitung Wer kommt? 1 war angemeldet');
    expect((await user.get(path)).page).not.toMatch(/belegt|Wer kommt|angemeldet/);

    await sql`with many as (
      insert into members (organization_uuid, first_name, last_name)
      select ${event.organization}, 'Ida', 'Viel' from generate_series(1, 1233) returning uuid)
      insert into participations (organization_uuid, event_uuid, member_uuid)
      select ${event.organization}, ${event.uuid}, uuid from many`.execute(app.db);
    await changeRows(app.db, 'events', event.uuid, { date: '2020-03-13', cancelled_at: null });
    expect(await leads()).toContain('1.234 da');
  });

  it('says who comes only where somebody can say so, or has (J4, Y4)', async () => {
    const { editor, event, path, ...club } = await setting();
    const silent = await editor.get(path);
    expect(silent.page).toContain('Für die Leitung Bearbeiten Rundmail Mehr Anwesenheit');
    expect(silent.page).not.toContain('Wer kommt');
    await changeRows(app.db, 'events', event.uuid, { asks_answer: true });
    expect((await editor.get(path)).page).toContain('Wer kommt · 0 Noch niemand.');
    await others({ ...club, editor, event, path }, 1);
    await changeRows(app.db, 'events', event.uuid, { asks_answer: false });
    const { page } = await editor.get(path);
    expect(page).toContain('Für die Leitung Wer kommt? Bearbeiten');
    expect(page).toContain('Wer kommt · 1');
  });

  it('a cancelled event says so with its reason, and takes no answers (J9)', async () => {
    const club = await setting(
      { cancelled_at: new Date(), cancel_reason: 'Sturm.\nBleibt zu Hause!' },
      { max: 5 },
    );
    const response = await club.user.get(club.path);
    expect(response.page).toContain('Fällt aus: Sturm. Bleibt zu Hause!');
    expect(response.page).not.toContain('Freie Plätze');
    expect(buttonsOf(response)).toEqual([]);
    expect((await club.editor.get(club.path)).page).toContain('Doch stattfinden lassen');
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
      await changeRows(app.db, 'answers', { answer: 'yes' }, { note: NOTE });
      const declined = await app.make.member(organization, { lastName: 'Abgesagter' });
      await app.make.decline(event, declined, { note: NOTE });
      const name = `Anna ${comes.lastName}`;
      const unlinked = await app.asUserOf(organization, [], { linked: false });
      const seen = {
        editor: club.editor,
        systemAdmin: await app.as(await app.make.user({ admin: true })),
        who: await app.as(comes, organization),
        user: club.user,
        unlinked,
        orgAdmin: await app.asUserOf(organization, ['ORGANIZATION_ADMIN', 'EDIT_MEMBERS']),
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
    await changeRows(app.db, 'answers', { event_uuid: event.uuid }, { places: 2 });
    const { page } = await editor.get(path);
    expect(page).toMatch(
      /Wer kommt · 104 mit Begleitung 208.*Namen MN Max Nummer100 MN Max Nummer101/,
    );
    expect(page).toContain('Max Nummer199');
    expect(page).not.toContain('Max Nummer200');
    expect(page).toContain('und 4 weitere');
  });
});
