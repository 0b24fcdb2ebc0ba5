import { describe, expect, it } from 'vitest';
import { dateToText } from '~/dates';
import { answerOf, answerSetting, answersTo, setEvent } from '../support/answers';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { inDays } from '../support/events';
import { deleteRows, rowsOf } from '../support/rows';

const app = testApp();

const JOIN = { answer: 'yes', waitingList: true };
/** So late that nobody is promoted unasked (K4). */
const LATE = { date: 'current_date + 1', promotion_hours: '168' };

/** A full event with room for one, held by the member without a user. */
async function fullEvent(set: Record<string, string> = {}) {
  const setting = await answerSetting(app, { max: 1, set });
  await app.make.registration(setting.event, setting.silent);
  return setting;
}

const toldTo = async (user: { uuid: string }) => {
  const rows = await rowsOf(app.db, 'notifications', { user_uuid: user.uuid }, ['kind', 'dedupe']);
  return rows.map(({ kind }) => kind);
};

describe('joining the waiting list', () => {
  it('by call: joins if there is no room, and signs up if there is (K5, K10)', async () => {
    const { event, person, another, answer, member, other } = await fullEvent();
    const register = { event: event.uuid, waitingList: true };
    const joined = await person.call('PUT', '/event/register-user', register);
    expect(joined.status).toBe(200);
    expect(joined.json).toMatchObject({
      uuid: event.uuid,
      ownAnswer: 'waiting',
      registeredParticipants: 1,
    });
    // Asked again, with another note: still one entry, in its place.
    const again = await person.call('PUT', answer, { ...JOIN, note: 'Gern' });
    expect(again.json.ownAnswer).toBe('waiting');
    expect((await another.call('PUT', answer, JOIN)).json.ownAnswer).toBe('waiting');
    expect(await answersTo(app, event)).toMatchObject({
      answers: { [member.uuid]: 'waiting 1 Gern', [other.member]: 'waiting 1' },
      taken: 1,
      waiting: 2,
    });
    await setEvent(app, event, { max_participants: '5' });
    // Both have moved up; a member who asks to wait now gets a place at once.
    const { person: late, answer: theirs } = await answerSetting(app, { max: 1 });
    expect((await late.call('PUT', theirs, JOIN)).json.ownAnswer).toBe('yes');
    expect((await answersTo(app, event)).waiting).toBe(0);
  });

  it('an event whose list is off, or that is open, has none (K5)', async () => {
    const { event, person, answer, dialog } = await fullEvent({ waiting_list: 'false' });
    expect((await person.call('PUT', answer, JOIN)).status).toBe(409);
    expect((await person.get(dialog('registration'))).page).not.toContain('Auf die Warteliste');
    expect((await person.submit(dialog('registration'), { waitingList: 'on' })).status).toBe(409);
    await setEvent(app, event, {
      waiting_list: 'true',
      event_type: "'OPEN_EVENT'",
      max_participants: '0',
    });
    expect((await person.call('PUT', answer, JOIN)).status).toBe(409);
    expect((await answersTo(app, event)).waiting).toBe(0);
  });

  it('by form: in place of signing up, and leads to the place of the list (K5, K6)', async () => {
    const { event, person, another, dialog, member } = await fullEvent();
    const screen = await person.get(dialog('registration'));
    expect(screen.page).toMatch(
      /Auf die Warteliste.*für Zeltlager am .* auf die Warteliste setzen\? Sie wären auf Platz \d der Warteliste\. Werden bis \S+, \d+\. März, 00:00 Uhr Plätze frei, rücken Sie nach/,
    );
    expect(screen.text.match(/<dialog.*<\/dialog>/s)?.[0]).not.toMatch(/Anmelden|anmelden/);
    expect(screen.text).toMatch(
      /<button[^>]*name="waitingList" value="on"[^>]*>Auf die Warteliste/,
    );
    await another.submit(dialog('registration'), { waitingList: 'on' });
    const done = await person.submit(dialog('registration'), { waitingList: 'on' });
    expect([done.status, done.location]).toEqual([303, '/app/events']);
    expect((await person.get('/app/events')).page).toContain(
      'Auf der Warteliste: Zeltlager Dienstag, 05. März 2030',
    );
    expect(await answerOf(app, event, member.uuid)).toBe('waiting 1');
    const waits = await person.get(dialog('registration'));
    const shown = waits.page.split('Ihr Wartelistenplatz').at(-1);
    expect(shown).toMatch(
      /Zeltlager am Dienstag, 05\. März 2030 Warteliste: Platz 2 von 2 \(1 von 1 belegt\)/,
    );
    expect(shown).toContain('Von der Warteliste nehmen Schließen');
    expect(waits.text.split('<dialog')[1]).not.toMatch(/<button[^>]*>Anmelden/);
  });

  it('a member waiting with companions moves up once they are content with fewer (K3)', async () => {
    const { event, person, answer, member } = await fullEvent({
      companions: '2',
      max_participants: '3',
    });
    expect((await person.call('PUT', answer, { ...JOIN, places: 3 })).json).toMatchObject({
      ownAnswer: 'waiting',
      registeredParticipants: 1,
      waiting: 1,
    });
    const fewer = await person.call('PUT', answer, { ...JOIN, places: 2 });
    expect(fewer.json).toMatchObject({
      ownAnswer: 'yes',
      registeredParticipants: 3,
      waiting: 0,
    });
    expect(await answerOf(app, event, member.uuid)).toBe('yes 2');
  });

  it('more people than the event has places for never wait: that is said at the field (J13, K5)', async () => {
    const { event, person, answer, dialog, member } = await fullEvent({
      companions: '5',
      max_participants: '3',
    });
    const said = 'Sie können höchstens 2 Personen mitbringen.';
    const called = await person.call('PUT', answer, { ...JOIN, places: 4 });
    expect([called.status, called.json.errors.places]).toEqual([422, [said]]);
    const posted = await person.submit(dialog('registration'), { waitingList: 'on', places: '4' });
    expect([posted.status, posted.page.includes(said)]).toEqual([422, true]);
    const offered = (await person.get(`/app/events/${event.uuid}`)).text.match(/ich \+ \d/g);
    expect(offered).toEqual(['ich + 1', 'ich + 2']);
    // A party that waits when the maximum is lowered stays on the list.
    await person.call('PUT', answer, { ...JOIN, places: 3 });
    await setEvent(app, event, { max_participants: '2' });
    expect((await person.call('PUT', answer, { ...JOIN, note: 'Gern' })).status).toBe(200);
    expect(await answerOf(app, event, member.uuid)).toBe('waiting 3 Gern');
  });
});

describe('moving up', () => {
  it('signing off makes room for the waiting list, in the same answer (K3)', async () => {
    const { event, person, editor, answer, silent, member } = await fullEvent();
    await person.call('PUT', answer, JOIN);
    const off = await editor.call('PUT', answer, { answer: 'no', member: silent.uuid });
    expect(off.json).toMatchObject({ registeredParticipants: 1, waiting: 0, ownAnswer: 'no' });
    expect(await answersTo(app, event)).toMatchObject({
      answers: { [member.uuid]: 'yes 1', [silent.uuid]: 'no' },
      taken: 1,
    });
  });

  it('late, a free place goes to the first who takes it, even past the deadline for signing up (K4)', async () => {
    const { event, person, another, user, answer, dialog, member, other } = await fullEvent(LATE);
    await person.call('PUT', answer, JOIN);
    await deleteRows(app.db, 'answers', { answer: 'yes', event_uuid: event.uuid });
    await setEvent(app, event, { sign_up_until: "now() - interval '1 minute'" });
    expect(await answersTo(app, event)).toMatchObject({ taken: 0, waiting: 1 });
    expect(await toldTo(user)).toEqual(['place_free']);
    // Not to members who have not waited.
    expect((await another.call('PUT', answer, { answer: 'yes' })).status).toBe(409);
    const screen = await person.get(dialog('registration'));
    expect(screen.text).toMatch(/<button(?![^>]*disabled="")[^>]*>Platz nehmen/);
    expect((await person.submit(dialog('registration'))).status).toBe(303);
    expect(await answersTo(app, event)).toEqual({
      answers: { [member.uuid]: 'yes 1' },
      taken: 1,
      waiting: 0,
    });
    expect(await answerOf(app, event, other.member)).toBeUndefined();
  });

  it('an event that has begun gives no place to waiting members (K9)', async () => {
    const { event, person, answer } = await fullEvent(LATE);
    await person.call('PUT', answer, JOIN);
    await setEvent(app, event, {
      date: 'current_date - 1',
      start_time: "'10:00'",
      max_participants: '2',
    });
    const refused = await person.call('PUT', answer, JOIN);
    expect([refused.status, refused.json.detail]).toEqual([
      409,
      'Die Veranstaltung hat schon begonnen.',
    ]);
  });
});

describe('leaving the waiting list', () => {
  it('is possible at any time, and changes nothing where one does not wait (K6)', async () => {
    const { event, person, another, answer, dialog, member } = await fullEvent();
    await person.call('PUT', answer, JOIN);
    await another.call('PUT', answer, JOIN);
    await setEvent(app, event, {
      sign_up_until: "now() - interval '3 days'",
      sign_off_until: "now() - interval '3 days'",
      cancelled_at: 'now()',
      date: 'current_date - 1',
      start_time: "'10:00'",
    });
    const list = `/event/${event.uuid}/waiting-list`;
    const left = await another.call('DELETE', list);
    expect(left.json).toMatchObject({ ownAnswer: null, waiting: 1 });
    expect((await another.call('DELETE', list)).json).toMatchObject({ ownAnswer: null });
    expect((await person.get(dialog('waiting-list'))).page).toContain('Warteliste: Platz 1 von 1');
    const done = await person.submit(dialog('page/waiting-list'));
    expect([done.status, done.location]).toEqual([303, `/app/events/${event.uuid}`]);
    expect((await person.get('/app/events')).page).toContain(
      'Nicht mehr auf der Warteliste: Zeltlager',
    );
    expect(await answerOf(app, event, member.uuid)).toBeUndefined();
    expect((await person.submit(dialog('waiting-list'))).status).toBe(303);
  });

  it('takes no place from a member who has moved up meanwhile, and says so (K6)', async () => {
    const { event, person, answer, dialog, member } = await fullEvent();
    await person.call('PUT', answer, JOIN);
    await setEvent(app, event, { max_participants: '2' });
    const moved = 'Sie sind inzwischen nachgerückt und haben einen Platz.';
    const refused = await person.call('DELETE', `/event/${event.uuid}/waiting-list`);
    expect([refused.status, refused.json.detail]).toEqual([409, moved]);
    const form = await person.submit(dialog('waiting-list'));
    expect(form.status).toBe(409);
    expect(form.page).toContain(moved);
    expect(await answerOf(app, event, member.uuid)).toBe('yes 1');
  });

  it('saying no leaves it, too (K6)', async () => {
    const { event, person, answer, member } = await fullEvent();
    await person.call('PUT', answer, JOIN);
    const no = await person.call('PUT', answer, { answer: 'no', note: 'Keine Lust' });
    expect(no.json).toMatchObject({ ownAnswer: 'no', waiting: 0 });
    await person.call('PUT', answer, JOIN);
    const off = await person.call('PUT', '/event/unregister-user', { event: event.uuid });
    expect(off.json).toMatchObject({ waiting: 0 });
    expect(await answerOf(app, event, member.uuid)).toBe('no');
  });
});

describe('who may edit events', () => {
  it('lists who waits, in their order (K6, K10)', async () => {
    const { event, person, another, editor, answer, user, other } = await fullEvent();
    await another.call('PUT', answer, { ...JOIN, note: 'Gern' });
    await person.call('PUT', answer, JOIN);
    const list = `/event/${event.uuid}/waiting-list`;
    const { status, json } = await editor.call('GET', list);
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        memberUuid: other.member,
        firstName: other.firstName,
        lastName: other.lastName,
        places: 1,
        note: 'Gern',
        actedBy: null,
        promotedAt: null,
        reachable: true,
      },
      expect.objectContaining({ memberUuid: user.member }),
    ]);
  });

  it('moves a member up out of turn if they fit, and tells them (K8)', async () => {
    const { event, person, another, editor, answer, dialog, user, member, other } =
      await fullEvent(LATE);
    await another.call('PUT', answer, JOIN);
    await person.call('PUT', answer, JOIN);
    const call = `/event/${event.uuid}/waiting-list/${member.uuid}`;
    const form = dialog(`answers/waiting-list/${member.uuid}/promotion`);
    const full = await editor.call('PUT', call);
    expect([full.status, full.json.detail]).toEqual([409, 'Es ist kein Platz frei.']);
    const warned = await editor.get(form);
    expect(warned.page).toContain(
      'Der einzige Platz ist belegt: Das geht erst, wenn er frei wird oder das Maximum steigt.',
    );
    expect(warned.page).not.toContain('sofort');
    const refused = await editor.submit(form);
    expect(refused.status).toBe(409);
    expect(refused.page).toContain('Fehler beim Ändern der Warteliste. Es ist kein Platz frei.');
    await setEvent(app, event, { max_participants: '2' });
    expect((await editor.get(form)).page).toContain(
      `${user.firstName} ${user.lastName} bekommt sofort einen Platz bei Zeltlager`,
    );
    const done = await editor.submit(form);
    expect([done.status, done.location]).toEqual([303, `/app/events/${event.uuid}/answers`]);
    expect(await answersTo(app, event)).toMatchObject({
      answers: { [member.uuid]: 'yes 1', [other.member]: 'waiting 1' },
      taken: 2,
      waiting: 1,
    });
    expect(await toldTo(user)).toContain('promoted');
    const gone = await editor.call('PUT', call);
    expect([gone.status, gone.json.detail]).toEqual([
      409,
      'Dieses Mitglied steht nicht mehr auf der Warteliste.',
    ]);
  });

  it('takes a member off and tells them, unless it is themself (K8)', async () => {
    const { event, person, editor, answer, dialog, user, leader, member } = await fullEvent();
    await person.call('PUT', answer, JOIN);
    await editor.call('PUT', answer, JOIN);
    const call = (uuid: string) => `/event/${event.uuid}/waiting-list/${uuid}`;
    const form = dialog(`answers/waiting-list/${member.uuid}/removal`);
    expect((await editor.get(form)).page).toContain('verliert den Platz auf der Warteliste');
    expect((await editor.submit(form)).location).toBe(`/app/events/${event.uuid}/answers`);
    expect(await toldTo(user)).toEqual(['removed']);
    expect((await editor.call('DELETE', call(member.uuid))).status).toBe(409);
    const own = await editor.call('DELETE', call(leader.member));
    expect([own.status, own.json.waiting]).toEqual([200, 0]);
    expect(await toldTo(leader)).toEqual([]);
    // Joining again and being removed again is told again.
    await person.call('PUT', answer, JOIN);
    await editor.call('DELETE', call(member.uuid));
    expect(await toldTo(user)).toEqual(['removed', 'removed']);
    expect((await editor.call('DELETE', call(event.uuid))).status).toBe(404);
  });

  it('both are audited by name (K8, X6)', async () => {
    const { organization, event, person, another, editor, answer, user, other } =
      await fullEvent(LATE);
    await another.call('PUT', answer, JOIN);
    await person.call('PUT', answer, JOIN);
    await setEvent(app, event, { max_participants: '2' });
    await editor.call('PUT', `/event/${event.uuid}/waiting-list/${user.member}`);
    await editor.call('DELETE', `/event/${event.uuid}/waiting-list/${other.member}`);
    const actions = await loggedActions(app, organization);
    const about = `der Veranstaltung „Zeltlager“ am ${dateToText(inDays(1))}`;
    expect(actions).toEqual([
      `Auf die Warteliste ${about} gesetzt`,
      `Auf die Warteliste ${about} gesetzt`,
      `Mitglied „${user.firstName} ${user.lastName}“ auf der Warteliste ${about} vorgezogen`,
      `Mitglied „${other.firstName} ${other.lastName}“ von der Warteliste ${about} entfernt`,
    ]);
  });
});
