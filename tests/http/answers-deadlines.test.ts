import { describe, expect, it } from 'vitest';
import { lockEvent } from '~/features/events/queries.server';
import { answerOf, answerSetting, setEvent } from '../support/answers';
import { testApp } from '../support/app';
import { untilWaiting } from '../support/gate';
import { changeRows } from '../support/rows';

const app = testApp();

/** A deadline of the past, as people read it. */
const PAST = "timestamptz '2026-03-12 17:00:00Z'";
const PAST_TEXT = 'Donnerstag, 12. März 2026, 18:00 Uhr';
const ASK = 'Bitte wenden Sie sich an die Leitung.';
const BEGUN = 'Die Veranstaltung hat schon begonnen.';
/** An event that has begun. */
const STARTED = { date: "date '2026-03-14'", start_time: "'18:00'" };

describe('after the deadline for signing up', () => {
  it('the dialog says why in place of a dead button, and calls are refused (J6)', async () => {
    const { event, person, answer, dialog, member } = await answerSetting(app, {
      max: 5,
      set: { sign_up_until: PAST },
    });
    const why = `Die Anmeldung war bis ${PAST_TEXT} möglich. ${ASK}`;
    const screen = await person.get(dialog('registration'));
    expect(screen.page).toContain(why);
    // Members who can no longer come can still say so.
    const buttons = screen.text.split('<dialog')[1]?.match(/<button[^>]*>[^<]*/g) ?? [];
    expect(buttons.map((button) => button.replace(/.*>/, ''))).toEqual(['Absagen']);
    const submitted = await person.submit(dialog('registration'));
    expect(submitted.status).toBe(409);
    // Once.
    expect(submitted.page.split(why)).toHaveLength(2);
    for (const [path, body] of [
      [answer, { answer: 'yes' }],
      ['/event/register-user', { event: event.uuid }],
      ['/event/register-user', { event: event.uuid, waitingList: true }],
    ] as const) {
      const refused = await person.call('PUT', path, body);
      expect([refused.status, refused.json.detail]).toEqual([409, why]);
    }
    // To say no harms nobody.
    expect((await person.call('PUT', answer, { answer: 'no' })).status).toBe(200);
    expect(await answerOf(app, event, member.uuid)).toBe('no');
  });

  it('members who have signed up may bring fewer and change the note, but not bring more (J6)', async () => {
    const { event, person, answer, member } = await answerSetting(app, {
      max: 5,
      set: { companions: '3' },
    });
    const yes = (fields: object) => person.call('PUT', answer, { answer: 'yes', ...fields });
    await yes({ places: 3 });
    await setEvent(app, event, { sign_up_until: PAST });
    expect((await yes({ places: 4 })).status).toBe(409);
    expect((await yes({ places: 3, note: 'Vegan' })).status).toBe(200);
    expect((await yes({ places: 2 })).status).toBe(200);
    expect((await yes({ places: 3 })).status).toBe(409);
    expect(await answerOf(app, event, member.uuid)).toBe('yes 2 Vegan');
  });

  it('an event that asks says so in the words of its buttons (J6, Y2)', async () => {
    const { event, person, answer } = await answerSetting(app, {
      set: { asks_answer: 'true', sign_up_until: PAST },
    });
    const refused = await person.call('PUT', answer, { answer: 'yes' });
    expect(refused.json.detail).toBe(`Die Zusage war bis ${PAST_TEXT} möglich. ${ASK}`);
    await setEvent(app, event, { sign_up_until: 'null', sign_off_until: PAST });
    await person.call('PUT', answer, { answer: 'yes' });
    const late = await person.call('PUT', answer, { answer: 'no' });
    expect(late.json.detail).toBe(`Die Absage war bis ${PAST_TEXT} möglich. ${ASK}`);
  });

  it('the zone of the club says when the deadline was (J6, X4)', async () => {
    const { organization, person, answer } = await answerSetting(app, {
      max: 5,
      set: { sign_up_until: PAST },
    });
    await changeRows(app.db, 'organizations', organization.uuid, { time_zone: 'America/New_York' });
    const refused = await person.call('PUT', answer, { answer: 'yes' });
    expect(refused.json.detail).toContain('bis Donnerstag, 12. März 2026, 13:00 Uhr möglich');
  });
});

describe('after the deadline for signing off', () => {
  it('the dialog says why in place of a dead button, and calls are refused (J6)', async () => {
    const { event, person, answer, dialog, member } = await answerSetting(app, {
      max: 5,
      set: { companions: '1' },
    });
    await person.call('PUT', answer, { answer: 'yes', places: 2 });
    await setEvent(app, event, { sign_off_until: PAST });
    const why = `Die Abmeldung war bis ${PAST_TEXT} möglich. ${ASK}`;
    const screen = await person.get(dialog('registration/withdrawal'));
    expect(screen.page).toContain(why);
    expect(screen.text.split('<dialog')[1]).not.toContain('<button');
    for (const path of ['registration/withdrawal', 'decline']) {
      const submitted = await person.submit(dialog(path));
      expect(submitted.status).toBe(409);
      expect(submitted.page).toContain(why);
    }
    for (const refused of [
      await person.call('PUT', answer, { answer: 'no' }),
      await person.call('PUT', answer, { answer: 'yes', places: 1 }),
      await person.call('DELETE', answer),
      await person.call('PUT', '/event/unregister-user', { event: event.uuid }),
    ])
      expect([refused.status, refused.json.detail]).toEqual([409, why]);
    expect(await answerOf(app, event, member.uuid)).toBe('yes 2');
    // Signing up goes on until its own deadline.
    await setEvent(app, event, { companions: '2' });
    expect((await person.call('PUT', answer, { answer: 'yes', places: 3 })).status).toBe(200);
  });

  it('opens again while somebody on the list fits, and gives them the place (K7)', async () => {
    const { event, person, another, answer, member, other, silent, dialog } = await answerSetting(
      app,
      { max: 2, set: { companions: '2' } },
    );
    await person.call('PUT', answer, { answer: 'yes' });
    await app.make.registration(event, silent);
    await setEvent(app, event, { sign_off_until: PAST });
    // Somebody waits, but for two places.
    await another.call('PUT', answer, { answer: 'yes', places: 2, waitingList: true });
    expect((await person.get(dialog('registration/withdrawal'))).page).toContain(ASK);
    expect((await person.call('PUT', answer, { answer: 'no' })).status).toBe(409);
    await another.call('PUT', answer, { answer: 'yes', places: 1, waitingList: true });
    expect((await person.get(dialog('registration/withdrawal'))).page).not.toContain(ASK);
    const off = await person.call('PUT', '/event/unregister-user', { event: event.uuid });
    expect([off.status, off.json.registeredParticipants, off.json.waiting]).toEqual([200, 2, 0]);
    expect(await answerOf(app, event, member.uuid)).toBe('no');
    expect(await answerOf(app, event, other.member)).toBe('yes 1');
    // Nobody waits any more.
    const refused = await another.call('PUT', answer, { answer: 'no' });
    expect(refused.status).toBe(409);
  });

  it('fewer companions need somebody on the list who fits into the places given back (K7)', async () => {
    const { event, person, another, answer, member, other } = await answerSetting(app, {
      max: 3,
      set: { companions: '2' },
    });
    const comeWith = (places: number) => person.call('PUT', answer, { answer: 'yes', places });
    await comeWith(3);
    await another.call('PUT', answer, { answer: 'yes', places: 2, waitingList: true });
    await setEvent(app, event, { sign_off_until: PAST });
    expect((await comeWith(2)).status).toBe(409);
    expect((await comeWith(1)).status).toBe(200);
    expect(await answerOf(app, event, member.uuid)).toBe('yes 1');
    expect(await answerOf(app, event, other.member)).toBe('yes 2');
  });
});

describe('after the start', () => {
  it('nobody signs up or off any more, nor declines (J6)', async () => {
    const { event, person, another, answer, dialog } = await answerSetting(app, { max: 5 });
    await person.call('PUT', answer, { answer: 'yes' });
    await setEvent(app, event, STARTED);
    for (const refused of [
      await person.call('PUT', answer, { answer: 'no' }),
      await person.call('DELETE', answer),
      await another.call('PUT', answer, { answer: 'yes' }),
      await another.call('PUT', answer, { answer: 'no' }),
    ])
      expect([refused.status, refused.json.detail]).toEqual([409, BEGUN]);
    for (const path of ['registration', 'decline']) {
      const { page } = await another.get(dialog(path));
      expect(page).toContain(BEGUN);
      expect(page).not.toMatch(/Möchten Sie|Kommen Sie/);
    }
    expect((await person.get(dialog('registration/withdrawal'))).page).toContain(BEGUN);
  });

  it('an event without a time stays open, as it was before (J6, E7)', async () => {
    const { event, person, answer, dialog } = await answerSetting(app, {
      max: 5,
      set: { date: "date '2020-03-05'" },
    });
    expect((await person.get(dialog('registration'))).page).toContain('vorbei');
    expect((await person.submit(dialog('registration'))).status).toBe(303);
    expect((await person.call('PUT', answer, { answer: 'no' })).status).toBe(200);
    // A deadline still counts.
    await setEvent(app, event, { sign_up_until: PAST });
    expect((await person.call('PUT', answer, { answer: 'yes' })).status).toBe(409);
  });
});

describe('past deadlines', () => {
  it('event editors answer for themselves and others, but never beyond the capacity (J7)', async () => {
    const { event, editor, answer, leader, silent, other } = await answerSetting(app, {
      max: 2,
      set: { sign_up_until: PAST, sign_off_until: PAST, ...STARTED },
    });
    const put = (body: object) => editor.call('PUT', answer, body);
    expect((await put({ answer: 'yes' })).status).toBe(200);
    expect((await put({ answer: 'yes', member: silent.uuid })).status).toBe(200);
    const full = await put({ answer: 'yes', member: other.member });
    expect([full.status, full.json.detail]).toEqual([409, 'Keine freien Plätze mehr.']);
    expect((await put({ answer: 'no', member: silent.uuid })).status).toBe(200);
    expect((await put({ answer: 'no', member: other.member })).status).toBe(200);
    expect((await editor.call('DELETE', answer)).status).toBe(200);
    expect(await answerOf(app, event, leader.member)).toBeUndefined();
    expect(await answerOf(app, event, silent.uuid)).toBe('no');
  });

  it('a click in time counts, however long the wait for the others was (J6)', async () => {
    const { event, person, answer, member } = await answerSetting(app, {
      max: 5,
      set: { sign_up_until: "now() + interval '1 hour'" },
    });
    const pending = await app.db.transaction().execute(async (trx) => {
      await lockEvent(trx, event);
      const clicked = person.call('PUT', answer, { answer: 'yes' });
      await untilWaiting(app);
      // The deadline passes while the click waits for the lock.
      await trx
        .updateTable('events')
        .set(({ fn }) => ({ sign_up_until: fn('clock_timestamp') }))
        .where('uuid', '=', event.uuid)
        .execute();
      return [clicked] as const;
    });
    expect((await pending[0]).status).toBe(200);
    expect(await answerOf(app, event, member.uuid)).toBe('yes 1');
    expect((await person.call('DELETE', answer)).status).toBe(200);
    expect((await person.call('PUT', answer, { answer: 'yes' })).status).toBe(409);
  });
});
