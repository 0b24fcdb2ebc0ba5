import { describe, expect, it } from 'vitest';
import { dateToText } from '~/dates';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { inDays } from '../support/events';
import { set } from '../support/notifications';
import { choose } from '../support/outbox-lab';
import { changeRows, deleteRows, valuesOf } from '../support/rows';

/** 'Alle ohne Antwort erinnern' (N6). */
const app = testApp();

/** Three with an account who are silent, one of them without reminders, and one without an account. */
async function setting() {
  const organization = await app.make.organization({ name: 'TSV Grünau' });
  const leader = await app.make.userOf(organization, ['EDIT_EVENTS']);
  const silent = [await app.make.userOf(organization), await app.make.userOf(organization)];
  const deaf = await app.make.userOf(organization);
  await choose(app.db, organization, deaf, 'answer_missing', 'off');
  await app.make.member(organization);
  const event = await app.make.event(organization, { name: 'Turnier', date: inDays(9), max: 5 });
  const coming = await app.make.userOf(organization);
  await app.make.registration(event, { uuid: coming.member });
  const editor = await app.as(leader, organization);
  return {
    organization,
    leader,
    silent,
    event,
    editor,
    board: async () => (await editor.get('/app/')).page,
    call: (browser = editor) => browser.call('POST', `/event/${event.uuid}/reminder`),
    reminded: async () =>
      await valuesOf(
        app.db,
        'notifications',
        { event_uuid: event.uuid, kind: 'answer_missing' },
        'user_uuid',
      ),
  };
}

const sorted = (users: readonly { uuid: string }[]) => users.map(({ uuid }) => uuid).sort();

describe('reminding all who are silent', () => {
  it('reaches who has an account, wants it and has not answered, and says how many (N6)', async () => {
    const club = await setting();
    expect(await club.board()).toMatch(/ offen Erinnern Rundmail /);
    const { status, json } = await club.call();
    expect([status, json]).toEqual([200, { reminded: 2, unreached: 2 }]);
    expect(await club.board()).toMatch(
      / offen Heute ist schon erinnert worden\. Das geht nur einmal am Tag\. Rundmail /,
    );
    expect((await club.reminded()).sort()).toEqual(sorted(club.silent));
    expect(await loggedActions(app, club.organization)).toEqual([
      `An die Antwort zur Veranstaltung „Turnier“ am ${dateToText(club.event.date)} erinnert: 2 Personen`,
    ]);
  });

  it('the log counts one person as one (N6)', async () => {
    const club = await setting();
    const [first] = await Promise.all(club.silent.map((user) => app.as(user, club.organization)));
    await first?.call('PUT', `/event/${club.event.uuid}/answer`, { answer: 'no' });
    await club.call();
    expect((await loggedActions(app, club.organization)).join()).toMatch(/erinnert: 1 Person$/);
  });

  it('a day and event has one, however many ask for it at once (N6)', async () => {
    const club = await setting();
    const second = await app.asUserOf(club.organization, ['EDIT_EVENTS']);
    const both = await Promise.all([club.call(), club.call(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.json.detail).toBe(
      'Heute ist schon erinnert worden. Das geht nur einmal am Tag.',
    );
    expect(new Set(await club.reminded()).size).toBe((await club.reminded()).length);
    await app.pool.query(
      `update reminders set occasion = (occasion::date - 1)::text where event_uuid = $1`,
      [club.event.uuid],
    );
    expect((await club.call()).status).toBe(200);
  });

  it.each([
    ['a cancelled event', { cancelled_at: new Date() }, 'Diese Veranstaltung fällt aus.'],
    [
      'one that has begun',
      { date: inDays(0), start_time: '00:00' },
      'Die Veranstaltung hat schon begonnen.',
    ],
    ['one of a day that is over', { date: inDays(-3) }, 'Die Veranstaltung hat schon begonnen.'],
    [
      'one past its deadline',
      { sign_up_until: new Date(Date.now() - 60_000) },
      'Die Frist ist schon vorbei.',
    ],
    [
      'one that takes no answers',
      { event_type: 'OPEN_EVENT' as const, max_participants: 0 },
      /offen/i,
    ],
  ])('%s reminds nobody (N6)', async (_which, fields, why) => {
    const club = await setting();
    await deleteRows(app.db, 'answers', { answer: 'yes', event_uuid: club.event.uuid });
    await set(app.db, club.event, fields);
    const { status, json } = await club.call();
    expect(status).toBe(409);
    expect(json.detail).toMatch(why);
    expect(await club.reminded()).toEqual([]);
    const dialog = await club.editor.get(`/app/events/${club.event.uuid}/answers/reminder`);
    expect(dialog.page).toMatch(why);
    expect(dialog.text).not.toMatch(/<button[^>]*>Erinnern/);
    const list = await club.editor.get(`/app/events/${club.event.uuid}/answers?of=open`);
    expect(list.page).not.toContain(' erinnern');
  });

  it('where it would reach nobody nothing happens, and the day is not used up (N6)', async () => {
    const club = await setting();
    await deleteRows(app.db, 'organization_users', {
      organization_uuid: club.organization.uuid,
      user_uuid: sorted(club.silent),
    });
    expect((await club.call()).json).toMatchObject({ reminded: 0 });
    expect(await club.board()).toMatch(/ offen Eine Erinnerung erreicht niemanden\. Rundmail /);
    expect((await club.call()).status).toBe(200);
    const dialog = await club.editor.get(`/app/events/${club.event.uuid}/answers/reminder`);
    expect(dialog.page).toContain('Niemand bekommt eine E-Mail.');
    expect(dialog.text).not.toMatch(/<button[^>]*>Erinnern/);
    expect(await loggedActions(app, club.organization)).toEqual([]);
  });
});

describe('the screen', () => {
  it('says before how many it reaches and after how many it did, without scripts (N6)', async () => {
    const club = await setting();
    const { editor, event } = club;
    const list = await editor.get(`/app/events/${event.uuid}/answers?of=open`);
    const path = `/app/events/${event.uuid}/answers/reminder?of=open`;
    expect(list.text).toContain(`href="${path}"`);
    expect(list.page).toContain('Noch keine Antwort 5 ');
    expect(list.page).toContain('2 von 5 erinnern');
    for (const of of ['yes', 'no'])
      expect((await editor.get(`/app/events/${event.uuid}/answers?of=${of}`)).page).not.toContain(
        ' erinnern',
      );
    expect((await editor.get(path)).page).toContain(
      '2 Mitglieder bekommen eine E-Mail, aus der sie direkt antworten können. 2 sind per E-Mail nicht erreichbar oder wollen keine Erinnerungen. Auch Ihre eigene Antwort fehlt noch.',
    );
    expect(await club.reminded()).toEqual([]);
    const sent = await editor.submit(path);
    expect([sent.status, sent.location]).toEqual([
      303,
      `/app/events/${event.uuid}/answers?of=open`,
    ]);
    const { title, message } = messages.reminded({ name: 'Turnier', reminded: 2, quiet: null });
    expect((await editor.get(sent.location)).page).toContain(`${title} ${message}`);
    expect(title).toBe('2 Personen erinnert.');
    expect((await editor.get(path)).page).toContain('Heute ist schon erinnert worden.');
    const after = await editor.get(sent.location);
    expect(after.page).toContain('Heute ist schon erinnert worden. Das geht nur einmal am Tag.');
    expect(after.page).not.toContain(' erinnern');
    const again = await editor.submit(path);
    expect(again.status).toBe(409);
    expect(again.page).toContain('Heute ist schon erinnert worden.');
  });

  it('where none of those without an answer has an account, a sentence says so instead (N6)', async () => {
    const organization = await app.make.organization();
    const editor = await app.asUserOf(organization, ['EDIT_EVENTS']);
    const event = await app.make.event(organization, { date: inDays(9) });
    await set(app.db, event, { asks_answer: true });
    await editor.call('PUT', `/event/${event.uuid}/answer`, { answer: 'yes' });
    const path = `/app/events/${event.uuid}/answers?of=open`;
    expect((await editor.get(path)).page).not.toContain('Zugang');
    await app.make.member(organization);
    const { page } = await editor.get(path);
    expect(page).toContain('Niemand bekommt eine E-Mail.');
    expect(page).not.toContain(' erinnern');
  });

  it('where a mail would reach nobody, the screen says so instead, and why, and counts the reader (N6)', async () => {
    const { organization, leader, silent, event, editor } = await setting();
    const path = `/app/events/${event.uuid}/answers?of=open`;
    await changeRows(app.db, 'users', { uuid: sorted(silent) }, { activated: false });
    const { page } = await editor.get(path);
    expect(page).toContain('Noch keine Antwort 5 ');
    expect(page).toContain(
      'Niemand bekommt eine E-Mail. 4 sind per E-Mail nicht erreichbar oder wollen keine Erinnerungen. Bitte fragen Sie persönlich. Auch Ihre eigene Antwort fehlt noch.',
    );
    expect(page).not.toMatch(/ erinnern|Rundmail/);
    // On a page of hits the same is true of all.
    expect((await editor.get(`${path}&q=${leader.lastName}`)).page).toContain('4 sind per E-Mail');
    const all = await valuesOf(app.db, 'members', { organization_uuid: organization.uuid }, 'uuid');
    for (const member of all)
      if (member !== leader.member)
        await editor.call('PUT', `/event/${event.uuid}/answer`, { answer: 'no', member });
    const alone = await editor.get(path);
    expect(alone.page).toContain('Nur Ihre eigene Antwort fehlt noch.');
    expect(alone.page).not.toContain(' erinnern');
  });
});
