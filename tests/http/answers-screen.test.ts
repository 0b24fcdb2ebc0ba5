import { describe, expect, it } from 'vitest';
import { instantToText } from '~/times';
import { testApp } from '../support/app';
import type { TestResponse } from '../support/browser';
import { eventSetting } from '../support/events';
import { linkOn, linkWith, unescaped } from '../support/html';
import { leave, set, wait } from '../support/notifications';
import { changeRows, insertRows, rowOf } from '../support/rows';

/** All answers to an event, for editors of events (J8, K8). */
const app = testApp();

async function setting({ max }: { max?: number } = { max: 5 }) {
  const club = await eventSetting(app);
  const fields = { name: 'Sommerfest', date: '2031-03-13', max };
  const event = await app.make.event(club.organization, fields);
  const member = (lastName: string) =>
    app.make.member(club.organization, { firstName: 'Max', lastName });
  return { ...club, event, newMember: member, path: `/app/events/${event.uuid}/answers` };
}

/** The names in the list, and what the row says. */
function rowsOf({ text }: TestResponse): string[] {
  const rows = [...text.matchAll(/<tr[^>]*><th scope="row".*?<\/tr>/gs)];
  return rows.map(([row]) =>
    row
      .replace(/<b class="i-.*?<\/b>/g, '')
      .replace(/<td[^>]*><div class="row-actions">.*?<\/td>/s, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** What can be done in the first row. */
const actionsOf = ({ text }: TestResponse) =>
  [...(text.match(/<div class="row-actions">.*?<\/div>/s)?.[0] ?? '').matchAll(/>([^<]+)</g)].map(
    ([, label]) => label,
  );

describe('the list of answers', () => {
  it('each section has its members, with counts, places, notes and by whom it was entered (J8, J7)', async () => {
    const club = await setting();
    const { editor, event, path, newMember } = club;
    const [first, second] = [await newMember('Erster'), await newMember('Zweite')];
    const helper = await app.make.userOf(club.organization, ['EDIT_EVENTS']);
    await app.make.registration(event, first);
    await app.make.registration(event, second);
    const said = { answer: 'yes', member_uuid: second.uuid } as const;
    const details = { places: 3, note: 'Mit Zelt', acted_by: helper.uuid };
    await changeRows(app.db, 'answers', said, details);
    await app.make.decline(event, await newMember('Nein'), { note: 'Bin krank' });
    await newMember('Schweiger');
    const yes = await editor.get(path);
    expect(yes.page).toMatch(/Angemeldet 2 Warteliste 0 Abgesagt 1 Noch keine Antwort \d+ /);
    expect(yes.page).toContain('Donnerstag, 13. März 2031');
    expect(rowsOf(yes)).toEqual([
      'Erster, Max',
      `Zweite, Max Mit Zelt 3 Personen eingetragen von Anna ${helper.lastName}`,
    ]);
    expect(yes.page).toContain('2 Anmeldungen für 4 Personen');
    expect(yes.text).toContain('<title>Wer kommt? Sommerfest · Vereinsheim</title>');
    expect(rowsOf(await editor.get(`${path}?of=no`))).toEqual(['Nein, Max Bin krank']);
    const open = rowsOf(await editor.get(`${path}?of=open`));
    expect(open).toContain('Schweiger, Max');
    expect(open).not.toContain('Erster, Max');

    await changeRows(app.db, 'answers', {}, { acted_by: helper.uuid });
    const byOne = await editor.get(path);
    expect(byOne.page).toContain(`Alle eingetragen von Anna ${helper.lastName}.`);
    expect(rowsOf(byOne)).toEqual(['Erster, Max', 'Zweite, Max Mit Zelt 3 Personen']);
    await changeRows(app.db, 'members', helper.member, { user_uuid: null });
    await changeRows(app.db, 'members', first.uuid, { user_uuid: helper.uuid });
    expect(rowsOf(await editor.get(path))[0], 'their own doing').toBe('Erster, Max');
  });

  it('the waiting list is in order, and members who moved up are marked, with whom to call (K8, K11)', async () => {
    const club = await setting({ max: 1 });
    const { editor, event, path, newMember } = club;
    const first = await newMember('Erster');
    await app.make.registration(event, first);
    const waiting = [await newMember('Zuletzt'), await newMember('Anfang')];
    await wait(app.db, event, waiting);
    expect(rowsOf(await editor.get(`${path}?of=waiting`))).toEqual([
      'Zuletzt, Max Platz 1 der Warteliste',
      'Anfang, Max Platz 2 der Warteliste',
    ]);
    await leave(app.db, event, first.uuid);
    const { promoted_at } = await rowOf(
      app.db,
      'answers',
      { answer: 'yes', event_uuid: event.uuid },
      ['promoted_at'],
    );
    const at = instantToText(promoted_at ?? new Date(0), 'Europe/Berlin');
    expect(rowsOf(await editor.get(path))).toEqual([
      `Zuletzt, Max nachgerückt am ${at} ohne Benachrichtigung: bitte anrufen`,
    ]);
  });

  it('a search finds by name, in each section (J8)', async () => {
    const club = await setting();
    const { editor, event, path, newMember } = club;
    await app.make.registration(event, await newMember('Müller'));
    await app.make.registration(event, await newMember('Schmidt'));
    expect(rowsOf(await editor.get(`${path}?q=mueller`))).toEqual(['Müller, Max']);
    const { page, text } = await editor.get(`${path}?of=no&q=mueller`);
    expect(page).toContain('Niemand gefunden Alle anzeigen');
    expect(text).toContain('<input type="hidden" name="of" value="no"/>');
  });

  it('what tells members of one name apart is below the name, beside the disc (J8)', async () => {
    const { editor, organization, path } = await setting();
    for (const identifier of ['K-1', 'K-2'])
      await app.make.member(organization, { firstName: 'Max', lastName: 'Doppel', identifier });
    const { text } = await editor.get(`${path}?of=open&q=Doppel`);
    const people = text.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/g);
    const shapes = [...people].map(([, cell = '']) => cell.replace(/(<\w+) [^>]*/g, '$1'));
    expect(shapes.sort()).toEqual(
      ['K-1', 'K-2'].map(
        (kennung) =>
          `<span><b>MD</b><span><a>Doppel, Max</a><i> <!-- -->Kennung ${kennung}</i></span></span>`,
      ),
    );
  });

  it('a hundred are on a page, and the pages follow one another (J8, J15)', async () => {
    const { editor, organization, path } = await setting();
    await insertRows(
      app.db,
      'members',
      Array.from({ length: 120 }, (_, at) => ({
        organization_uuid: organization.uuid,
        first_name: 'Max',
        last_name: `Zahl${at + 100}`,
      })),
    );
    const seen: string[] = [];
    let at = `${path}?of=open`;
    for (let page = 0; page < 2; page++) {
      const response = await editor.get(at);
      seen.push(...rowsOf(response));
      at = linkOn(response, 'next');
      expect(at !== '').toBe(page === 0);
    }
    expect(seen).toHaveLength(new Set(seen).size);
    expect(seen.filter((row) => row.startsWith('Zahl'))).toHaveLength(120);
    // A cursor of another section, or nonsense, is no address.
    expect((await editor.get(`${path}?of=waiting&after=unsinn`)).status).toBe(404);
    expect((await editor.get(`${path}?of=alle`)).status).toBe(404);
  });
});

describe('answering for others', () => {
  it('one tap says yes or no for a member, past deadlines too, and leads back to the same list (J5, J7)', async () => {
    const club = await setting();
    const { editor, event, path, newMember } = club;
    const member = await newMember('Schweiger');
    await set(app.db, event, { sign_up_until: new Date(0), sign_off_until: new Date(0) });
    const open = `${path}?of=open&q=schweiger`;
    expect(actionsOf(await editor.get(open))).toEqual(['Anmelden', 'Absagen']);
    const yes = await editor.submit(open, { member: member.uuid });
    expect([yes.status, yes.location]).toEqual([303, open]);
    const listed = await editor.get(path);
    expect(rowsOf(listed)[0]).toMatch(/^Schweiger, Max eingetragen von Anna /);
    expect(listed.page).toContain(
      'Max Schweiger: Angemeldet Sommerfest, Donnerstag, 13. März 2031',
    );
    // Their place may be somebody else's at once.
    const question = `${event.uuid}/answers/decline?member=${member.uuid}`;
    expect(listed.text).toContain(`href="/app/events/${question}"`);
    expect(actionsOf(listed)).toEqual(['Absagen']);
    const no = await editor.submit(`${path}?says=no`, { member: member.uuid });
    expect([no.status, no.location]).toEqual([303, path]);
    expect(rowsOf(await editor.get(`${path}?of=no`))[0]).toMatch(/^Schweiger, Max/);
  });

  it('the message about such an answer takes it back, to none or to a no, in the same list (J8, Y7)', async () => {
    const club = await setting();
    const { editor, event, path, newMember } = club;
    const [silent, declined] = [await newMember('Schweiger'), await newMember('Nein')];
    await app.make.decline(event, declined);
    const undoOn = ({ text }: TestResponse) => {
      const form =
        /<form[^>]*action="([^"]*says=[^"]*)"[^>]*><input[^>]*name="member" value="([^"]+)"/;
      return form.exec(text)?.slice(1).map(unescaped);
    };
    const answers = () =>
      app.db
        .selectFrom('answers')
        .select(['member_uuid', 'answer'])
        .where('event_uuid', '=', event.uuid)
        .execute();
    const no = { member_uuid: declined.uuid, answer: 'no' };
    const open = `${path}?of=open&q=schweiger%20max`;
    for (const says of ['', '&says=no']) {
      const said = await editor.submit(open + says, { member: silent.uuid });
      const [action = '', member = ''] = undoOn(await editor.get(said.location)) ?? [];
      expect(action).toContain('says=open');
      expect(await answers()).toHaveLength(2);
      const undone = await editor.submit(action, { member });
      expect([undone.status, undone.location.replace('+', '%20')]).toEqual([303, open]);
      const list = await editor.get(undone.location);
      expect(list.page).toContain(
        'Max Schweiger: Antwort zurückgenommen Sommerfest, Donnerstag, 13. März 2031',
      );
      expect([rowsOf(list), undoOn(list)]).toEqual([['Schweiger, Max'], undefined]);
      expect(await answers()).toEqual([no]);
    }
    const yes = await editor.submit(`${path}?of=no`, { member: declined.uuid });
    const [action = '', member = ''] = undoOn(await editor.get(yes.location)) ?? [];
    expect(action).toBe(`${path}?of=no&says=no`);
    expect((await editor.submit(action, { member })).status).toBe(303);
    expect(await answers()).toEqual([no]);
    // A yes may have had more places: there the dialog asks first.
    await app.make.registration(event, silent);
    const early = await editor.submit(`${path}?says=no`, { member: silent.uuid });
    expect(undoOn(await editor.get(early.location))).toBeUndefined();
    expect((await editor.submit(`${path}?says=open`, {})).status).toBe(422);
    expect(await answers()).toHaveLength(2);
    // A reason would be lost.
    const ill = await newMember('Krank');
    await app.make.decline(event, ill, { note: 'Bin krank' });
    const moved = await editor.submit(`${path}?of=no`, { member: ill.uuid });
    expect(undoOn(await editor.get(moved.location))).toBeUndefined();
  });

  it('a full event has no yes but the waiting list, never more than its places (J7, K5)', async () => {
    const club = await setting({ max: 1 });
    const { editor, event, path, newMember } = club;
    await app.make.registration(event, await newMember('Erster'));
    const member = await newMember('Schweiger');
    const open = `${path}?of=open&q=schweiger`;
    expect(actionsOf(await editor.get(open))).toEqual(['Auf die Warteliste', 'Absagen']);
    const refused = await editor.submit(open, { member: member.uuid });
    expect(refused.status).toBe(409);
    expect(refused.page).toContain('Keine freien Plätze mehr.');
    expect(rowsOf(refused)).toEqual(['Schweiger, Max']);
    const joined = await editor.submit(open, { member: member.uuid, waitingList: 'on' });
    expect(joined.status).toBe(303);
    const waiting = await editor.get(`${path}?of=waiting`);
    expect(rowsOf(waiting)[0]).toMatch(/^Schweiger, Max Platz 1 der Warteliste/);
    expect(actionsOf(waiting)).toEqual(['Vorziehen', 'Entfernen']);
  });

  it('a waiting member is taken off the list after a question, which leads back to the list (K8)', async () => {
    const club = await setting({ max: 1 });
    const { editor, event, path, newMember } = club;
    await app.make.registration(event, await newMember('Erster'));
    const member = await newMember('Wartender');
    await wait(app.db, event, [member]);
    const removal = linkWith(await editor.get(`${path}?of=waiting`), '/removal');
    expect((await editor.get(removal)).page).toContain('Max Wartender');
    const { status, location } = await editor.submit(removal);
    expect([status, location]).toEqual([303, `${path}?of=waiting`]);
    expect((await editor.get(location)).page).toContain('Niemand wartet auf einen Platz.');
  });

  it('nothing in the address of the list is repeated at length by every row (X3)', async () => {
    const { editor, path, newMember } = await setting();
    for (let at = 0; at < 30; at++) await newMember(`Schweiger ${at}`);
    const open = `${path}?of=open`;
    const { text } = await editor.get(open);
    for (const name of ['x', 'from', 'says']) {
      const long = await editor.get(`${open}&${name}=${'a'.repeat(9000)}`);
      expect(long.text.length, name).toBeLessThan(2 * text.length);
    }
  });

  it('a cancelled event, and an open one that asks nobody, take no answers here (J9, J3)', async () => {
    const cancelled = await setting();
    await cancelled.newMember('Schweiger');
    await set(app.db, cancelled.event, { cancelled_at: new Date(), cancel_reason: 'Sturm' });
    const list = await cancelled.editor.get(`${cancelled.path}?of=open`);
    expect(actionsOf(list)).toEqual([]);
    expect(list.page).toContain('13. März 2031 Fällt aus: Sturm');
    const open = await setting({});
    await open.newMember('Schweiger');
    const { page } = await open.editor.get(`${open.path}?of=open`);
    expect(page).not.toContain('Warteliste');
    expect(actionsOf(await open.editor.get(`${open.path}?of=open`))).toEqual([]);
  });
});

describe('who was there', () => {
  it('has a tab from the day on, and each button sets what it says, however often (Q2, E6)', async () => {
    const club = await setting();
    const { editor, event, path, newMember } = club;
    expect((await editor.get(path)).page).not.toContain('Anwesend');
    await set(app.db, event, { date: new Date().toISOString().slice(0, 10) });
    const [promised, other] = [await newMember('Zusage'), await newMember('Ungefragt')];
    await app.make.registration(event, promised);
    const tab = `${path}?of=present`;
    const first = await editor.get(tab);
    expect(first.page).toMatch(/Noch keine Antwort \d+ Anwesend 0 /);
    expect(rowsOf(first)).toEqual(['Zusage, Max']);
    expect(actionsOf(first)).toEqual(['War da']);
    for (let time = 0; time < 2; time++) {
      const said = await editor.submit(`${tab}&says=present`, { participated: promised.uuid });
      expect([said.status, said.location]).toEqual([303, tab]);
    }
    // The search finds members who had not promised.
    expect(first.text).toContain('name="q"');
    const found = await editor.get(`${tab}&q=ungefragt`);
    expect(rowsOf(found)).toEqual(['Ungefragt, Max']);
    await editor.submit(`${tab}&says=present`, { participated: other.uuid });
    expect(rowsOf(await editor.get(tab))).toEqual(['Ungefragt, Max war da', 'Zusage, Max war da']);
    await editor.submit(`${tab}&says=present`, { inQuestion: promised.uuid });
    const after = await editor.get(tab);
    expect(after.page).toContain('Anwesend 1 ');
    expect(rowsOf(after)).toEqual(['Ungefragt, Max war da', 'Zusage, Max']);
    // The dialog of the specification holds the same, and leads there.
    const dialog = await editor.get(`/app/events/${event.uuid}/participants`);
    expect(dialog.text).toContain(`href="${tab}"`);
  });
});

describe('dialogs', () => {
  it("stand over the screen that they were opened on, also without scripts: the event's page, or its answers (Y7)", async () => {
    const { editor, event, path, newMember } = await setting();
    const member = await newMember('Hinten');
    await app.make.registration(event, member);
    const page = `/app/events/${event.uuid}`;
    for (const [dialog, behind, home] of [
      [`${page}/page/edit`, 'Für die Leitung', page],
      [`${page}/page/decline`, 'Für die Leitung', page],
      [
        `${path}/decline?of=yes&q=hint&member=${member.uuid}`,
        'Hinten, Max',
        `${path}?of=yes&q=hint`,
      ],
      [`${path}/reminder?of=open`, 'Wer kommt?', `${path}?of=open`],
      [`${page}/edit`, 'Alle drucken|Veranstaltung erstellen', '/app/events'],
    ] as const) {
      const shown = await editor.get(dialog);
      expect(shown.text, dialog).toContain('<dialog');
      expect(shown.page, dialog).toMatch(new RegExp(behind));
      expect(shown.text, dialog).toContain(`href="${home.replaceAll('&', '&amp;')}"`);
    }
  });
});
