import { describe, expect, it } from 'vitest';
import { MAX_PLACES } from '~/features/answers/schema';
import { MAX_COMPANIONS } from '~/features/events/fields';
import { answerOf, answerSetting, answersTo, setEvent } from '../support/answers';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { UNKNOWN } from '../support/rows';

const app = testApp();

describe('answering by call', () => {
  it('answers yes with companions and a note, changes it, and says no and nothing (J5, J11)', async () => {
    const { event, person, answer, member } = await answerSetting(app, {
      max: 5,
      set: { companions: '3' },
    });
    const put = (body: object) => person.call('PUT', answer, body);
    const given = () => answerOf(app, event, member.uuid);

    const yes = await put({ answer: 'yes', places: 3, note: ' Ich bringe Kuchen mit. ' });
    expect(yes.status).toBe(200);
    expect(yes.json).toMatchObject({
      uuid: event.uuid,
      ownAnswer: 'yes',
      registeredParticipants: 3,
      registered_participants: 3,
    });
    expect(await given()).toBe('yes 3 Ich bringe Kuchen mit.');

    // What is left out stays as it is (X1).
    const fewer = await put({ answer: 'yes', places: 2 });
    expect(fewer.json).toMatchObject({ ownAnswer: 'yes', registeredParticipants: 2 });
    expect(await given()).toBe('yes 2 Ich bringe Kuchen mit.');
    expect((await put({ answer: 'yes', note: null })).status).toBe(200);
    expect(await given()).toBe('yes 2');
    expect((await put({ answer: 'yes' })).status).toBe(200);
    expect(await given()).toBe('yes 2');

    const no = await put({ answer: 'no', note: 'Krank' });
    expect(no.json).toMatchObject({ ownAnswer: 'no', registeredParticipants: 0 });
    expect(await given()).toBe('no Krank');
    expect((await put({ answer: 'no' })).status).toBe(200);
    expect(await given()).toBe('no Krank');

    // A reason to stay away is no note for coming after all, nor do the companions of then count.
    expect((await put({ answer: 'yes' })).json).toMatchObject({ registeredParticipants: 1 });
    expect(await given()).toBe('yes 1');

    const nothing = await person.call('DELETE', answer);
    expect(nothing.json).toMatchObject({ ownAnswer: null, registeredParticipants: 0 });
    expect(await given()).toBeUndefined();
    expect((await person.call('DELETE', answer)).status).toBe(200);
  });

  it('signing up by the specified call takes places and note, and declines when taken back (J5, J11)', async () => {
    const { event, person, member } = await answerSetting(app, {
      max: 5,
      set: { companions: '1' },
    });
    const register = (body: object) =>
      person.call('PUT', '/event/register-user', { event: event.uuid, ...body });
    const signedUp = await register({ places: 2, note: 'Vegan' });
    expect(signedUp.json).toMatchObject({ ownAnswer: 'yes', registered_participants: 2 });
    // As the specification has it: without the new fields it changes nothing (E7, X1).
    expect((await register({})).json).toMatchObject({ registered_participants: 2 });
    expect(await answerOf(app, event, member.uuid)).toBe('yes 2 Vegan');
    const off = await person.call('PUT', '/event/unregister-user', { event: event.uuid });
    expect(off.json).toMatchObject({ uuid: event.uuid, registered_participants: 0 });
    expect(await answerOf(app, event, member.uuid)).toBe('no');
    // Where there is nothing to take back, nothing is said either.
    await person.call('DELETE', `/event/${event.uuid}/answer`);
    await person.call('PUT', '/event/unregister-user', { event: event.uuid });
    expect(await answerOf(app, event, member.uuid)).toBeUndefined();
  });

  it('places beyond the companions, wrong ones and long notes are refused at the field (J13)', async () => {
    const { event, person, answer, member } = await answerSetting(app, {
      max: 50,
      set: { companions: '2' },
    });
    const refused = async (fields: object, at: string) => {
      for (const response of [
        await person.call('PUT', answer, { answer: 'yes', ...fields }),
        await person.call('PUT', '/event/register-user', { event: event.uuid, ...fields }),
      ]) {
        expect(response.status).toBe(422);
        expect(Object.keys(response.json.errors)).toEqual([at]);
      }
    };
    await refused({ places: 4 }, 'places');
    await refused({ places: 0 }, 'places');
    await refused({ places: 1.5 }, 'places');
    await refused({ places: '2' }, 'places');
    await refused({ note: 'x'.repeat(501) }, 'note');
    await refused({ note: 'a\u0000b' }, 'note');
    await refused({ note: 5 }, 'note');
    await refused({ member: 'x' }, 'member');
    await refused({ member: UNKNOWN }, 'member');
    await refused({ waitingList: 'ja' }, 'waitingList');
    await refused({ leader: true }, 'leader');
    const many = await person.call('PUT', answer, { answer: 'yes', places: 4 });
    expect(many.json.errors.places).toEqual(['Sie können höchstens 2 Personen mitbringen.']);
    expect((await person.call('PUT', answer, { answer: 'vielleicht' })).status).toBe(422);
    expect((await person.call('PUT', answer, {})).status).toBe(422);
    expect(await answersTo(app, event)).toEqual({ answers: {}, taken: 0, waiting: 0 });

    // As many as the tables take.
    await setEvent(app, event, { companions: `${MAX_COMPANIONS}` });
    await refused({ places: MAX_PLACES + 1 }, 'places');
    const most = await person.call('PUT', answer, { answer: 'yes', places: MAX_PLACES });
    expect(most.json).toMatchObject({ registered_participants: MAX_PLACES });
    await setEvent(app, event, { companions: '2' });

    // A member who was allowed more keeps them, and may bring fewer.
    await person.call('PUT', answer, { answer: 'yes', places: 3, note: 'Wir kommen' });
    await setEvent(app, event, { companions: '0' });
    expect((await person.call('PUT', answer, { answer: 'yes', places: 3 })).status).toBe(200);
    expect((await person.call('PUT', answer, { answer: 'yes', places: 2 })).status).toBe(200);
    expect((await person.call('PUT', answer, { answer: 'yes', places: 3 })).status).toBe(422);
    expect(await answerOf(app, event, member.uuid)).toBe('yes 2 Wir kommen');
  });

  it.each([
    ['full', { max_participants: '0' }],
    ['full, with a waiting list', { max_participants: '0', waiting_list: 'true' }],
    ['cancelled', { cancelled_at: 'now()' }],
    ['of the past', { sign_up_until: "now() - interval '1 day'" }],
  ])(
    'too many companions are the fault of the field where the event is %s (J13)',
    async (_state, set) => {
      const { organization, event, person, answer } = await answerSetting(app, {
        max: 4,
        set: { companions: '3', ...set },
      });
      const unlinked = await app.asUserOf(organization, [], { linked: false });
      for (const each of [person, unlinked]) {
        for (const response of [
          await each.call('PUT', answer, { answer: 'yes', places: 5 }),
          await each.call('PUT', '/event/register-user', { event: event.uuid, places: 5 }),
        ]) {
          expect([response.status, response.json.errors]).toEqual([
            422,
            { places: ['Sie können höchstens 3 Personen mitbringen.'] },
          ]);
        }
      }
      expect(await answersTo(app, event)).toEqual({ answers: {}, taken: 0, waiting: 0 });
    },
  );

  it('a waiting member keeps more places than are now allowed on a full event (J13)', async () => {
    const { event, person, answer, member } = await answerSetting(app, {
      max: 0,
      set: { companions: '3', waiting_list: 'true' },
    });
    const waits = { answer: 'yes', places: 4, waitingList: true };
    await person.call('PUT', answer, waits);
    await setEvent(app, event, { companions: '1' });
    expect((await person.call('PUT', answer, { ...waits, note: 'Zu viert' })).status).toBe(200);
    expect(await answerOf(app, event, member.uuid)).toBe('waiting 4 Zu viert');
    expect((await person.call('PUT', answer, { ...waits, places: 5 })).status).toBe(422);
  });

  it('more places than are free are refused, and the answer stays (J2)', async () => {
    const { event, person, another, answer, member } = await answerSetting(app, {
      max: 4,
      set: { companions: '9' },
    });
    await another.call('PUT', answer, { answer: 'yes', places: 2 });
    const five = await person.call('PUT', answer, { answer: 'yes', places: 5 });
    expect([five.status, five.json.detail]).toEqual([409, 'Es sind nur noch 2 Plätze frei.']);
    await person.call('PUT', answer, { answer: 'yes', places: 1 });
    const three = await person.call('PUT', answer, { answer: 'yes', places: 3 });
    expect([three.status, three.json.detail]).toEqual([409, 'Es ist nur noch 1 Platz frei.']);
    // Somebody who has a place does not wait for more.
    const waits = { answer: 'yes', places: 3, waitingList: true };
    expect((await person.call('PUT', answer, waits)).status).toBe(409);
    expect(await answerOf(app, event, member.uuid)).toBe('yes 1');
    expect((await person.call('PUT', answer, { answer: 'yes', places: 2 })).status).toBe(200);
    expect((await answersTo(app, event)).taken).toBe(4);
  });

  it('an open event that asks takes answers without limit; others take none (J3)', async () => {
    const { event, person, answer, member } = await answerSetting(app);
    for (const body of [{ answer: 'yes' }, { answer: 'no' }]) {
      const refused = await person.call('PUT', answer, body);
      expect(refused.status).toBe(409);
      expect(refused.json.detail).toContain('offen für alle');
    }
    await setEvent(app, event, { asks_answer: 'true', companions: '9' });
    const yes = await person.call('PUT', answer, { answer: 'yes', places: 10 });
    expect(yes.json).toMatchObject({ ownAnswer: 'yes', registeredParticipants: 10 });
    // Opened to all afterwards: who had answered may still take that back.
    await setEvent(app, event, { asks_answer: 'false' });
    expect((await person.call('PUT', answer, { answer: 'yes', places: 9 })).status).toBe(200);
    expect((await person.call('PUT', answer, { answer: 'yes', places: 10 })).status).toBe(409);
    expect((await person.call('DELETE', answer)).json).toMatchObject({ ownAnswer: null });
    expect(await answerOf(app, event, member.uuid)).toBeUndefined();
  });

  it('a cancelled event takes no new answers, and lets everybody go (J9)', async () => {
    const { event, person, another, answer } = await answerSetting(app, { max: 5 });
    await person.call('PUT', answer, { answer: 'yes' });
    await setEvent(app, event, {
      cancelled_at: 'now()',
      start_time: "'18:00'",
      date: 'current_date - 1',
    });
    for (const body of [
      { answer: 'yes' },
      { answer: 'no' },
      { answer: 'yes', waitingList: true },
    ]) {
      const refused = await another.call('PUT', answer, body);
      expect([refused.status, refused.json.detail]).toEqual([
        409,
        'Diese Veranstaltung fällt aus.',
      ]);
    }
    const off = await person.call('PUT', '/event/unregister-user', { event: event.uuid });
    expect([off.status, off.json.registeredParticipants]).toEqual([200, 0]);
  });

  it('undoing takes no answer back once the event is cancelled, but leaves its waiting list (J9, K6, Y7)', async () => {
    const { event, person, another, answer, member, other } = await answerSetting(app, { max: 1 });
    await person.submit('/app/?index', { event: event.uuid });
    await another.call('PUT', answer, { answer: 'yes', waitingList: true });
    await setEvent(app, event, { cancelled_at: 'now()' });
    const late = await person.submit('/app/?index&open', { event: event.uuid });
    expect(late.status).toBe(409);
    expect(late.page).toContain('Diese Veranstaltung fällt aus.');
    expect(await answerOf(app, event, member.uuid)).toBe('yes 1');
    expect((await another.submit('/app/?index&open', { event: event.uuid })).status).toBe(303);
    expect(await answerOf(app, event, other.member)).toBeUndefined();
  });
});

describe('answering for others', () => {
  it('event editors answer for any member, and the answer records it (J7)', async () => {
    const { event, editor, leader, answer, silent, another, other } = await answerSetting(app, {
      max: 5,
      set: { companions: '2' },
    });
    const actedBy = async (member: string) => {
      const { rows } = await app.pool.query('select acted_by from answers where member_uuid = $1', [
        member,
      ]);
      return rows.map((row) => row.acted_by);
    };
    const yes = { answer: 'yes', places: 2, note: 'Telefonisch', member: silent.uuid };
    const { status, json } = await editor.call('PUT', answer, yes);
    expect([status, json.ownAnswer, json.registeredParticipants]).toEqual([200, 'yes', 2]);
    expect(await answerOf(app, event, silent.uuid)).toBe('yes 2 Telefonisch');
    expect(await actedBy(silent.uuid)).toEqual([leader.uuid]);
    await editor.call('PUT', answer, { answer: 'no', member: silent.uuid });
    expect(await answerOf(app, event, silent.uuid)).toBe('no');
    expect(await actedBy(silent.uuid)).toEqual([leader.uuid]);

    const register = { event: event.uuid, member: other.member, places: 2 };
    expect((await editor.call('PUT', '/event/register-user', register)).status).toBe(200);
    expect(await actedBy(other.member)).toEqual([leader.uuid]);
    // What the member says then is their own.
    await another.call('PUT', answer, { answer: 'yes', places: 1 });
    expect(await actedBy(other.member)).toEqual([null]);
    // Their own member is not somebody else.
    await editor.call('PUT', answer, { answer: 'yes', member: leader.member });
    expect(await actedBy(leader.member)).toEqual([null]);
    const gone = await editor.call('DELETE', answer, { member: other.member });
    expect([gone.status, gone.json.ownAnswer]).toEqual([200, null]);
  });

  it('a member named in the address instead of the body costs nobody their own answer (J11)', async () => {
    const { event, editor, leader, answer, silent } = await answerSetting(app, { max: 5 });
    await editor.call('PUT', answer, { answer: 'yes' });
    const gone = await editor.call('DELETE', `${answer}?member=${silent.uuid}`);
    expect([gone.status, gone.json.errors]).toEqual([422, { member: ['Gehört in den Body.'] }]);
    expect(await answerOf(app, event, leader.member)).toBe('yes 1');
  });

  it('nobody else answers for others, and nobody for members of another club (J7, H)', async () => {
    const { event, person, editor, answer, silent, member } = await answerSetting(app, { max: 5 });
    const { organization: elsewhere } = await app.make.club();
    const stranger = await app.make.member(elsewhere);
    for (const [browser, uuid, status] of [
      [person, silent.uuid, 403],
      [person, stranger.uuid, 422],
      [person, UNKNOWN, 422],
      [editor, stranger.uuid, 422],
      [editor, UNKNOWN, 422],
      [person, member.uuid, 200],
    ] as const) {
      const put = await browser.call('PUT', answer, { answer: 'yes', member: uuid });
      expect(put.status, uuid).toBe(status);
      const gone = await browser.call('DELETE', answer, { member: uuid });
      expect(gone.status, uuid).toBe(status);
    }
    const dialogs = ['registration', 'decline'].map((path) => `/app/events/${event.uuid}/${path}`);
    for (const path of dialogs) {
      const fields = { member: silent.uuid };
      expect((await person.submit(path, fields)).location).toBe('/app/');
      expect((await person.get(`${path}?member=${silent.uuid}`)).location).toBe('/app/');
      expect((await editor.get(`${path}?member=${UNKNOWN}`)).location).toBe('/app/events');
    }
    expect((await answersTo(app, event)).answers).toEqual({});
  });

  it('an answer for another member is audited by name, without the note, and only if it changed (X6)', async () => {
    const { organization, event, editor, person, answer, silent } = await answerSetting(app, {
      max: 5,
    });
    const log = () => loggedActions(app, organization);
    const yes = { answer: 'yes', note: 'Bandscheibe', member: silent.uuid };
    for (let time = 0; time < 2; time++) await editor.call('PUT', answer, yes);
    await editor.call('DELETE', answer, { member: silent.uuid });
    for (let time = 0; time < 2; time++) await person.call('PUT', answer, { answer: 'yes' });
    await person.call('PUT', '/event/unregister-user', { event: event.uuid });
    const about = '„Zeltlager“ am 05. März 2030';
    expect(await log()).toEqual([
      `Mitglied „Ole Ohnekonto“: bei ${about} angemeldet`,
      `Mitglied „Ole Ohnekonto“: Antwort bei ${about} zurückgenommen`,
      `Bei ${about} angemeldet`,
      `Bei ${about} abgemeldet`,
    ]);
  });

  it('a no to an event that asks cannot be read as its cancellation in the log (X6)', async () => {
    const { organization, editor, person, answer, silent } = await answerSetting(app, {
      set: { asks_answer: 'true' },
    });
    await person.call('PUT', answer, { answer: 'yes' });
    await person.call('PUT', answer, { answer: 'no' });
    await editor.call('PUT', answer, { answer: 'no', member: silent.uuid });
    const about = '„Zeltlager“ am 05. März 2030';
    expect(await loggedActions(app, organization)).toEqual([
      `Bei ${about} zugesagt`,
      `Bei ${about} abgesagt`,
      `Mitglied „Ole Ohnekonto“: bei ${about} abgesagt`,
    ]);
  });
});
