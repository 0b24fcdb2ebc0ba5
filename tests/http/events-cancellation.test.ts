import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { flat } from '../support/event-mails';
import { sendAll } from '../support/mail-count';
import { comingAndWaiting, leave, set } from '../support/notifications';
import { deleteRows, rowOf } from '../support/rows';

const app = testApp();

const setting = () => comingAndWaiting(app);

const stored = (event: { uuid: string }) =>
  rowOf(app.db, 'events', event.uuid, [
    'cancelled_at',
    'cancel_reason',
    'registered_participants',
    'waiting',
    'version',
  ]);

const answers = async (event: { uuid: string }) => {
  const { registered_participants, waiting } = await stored(event);
  return [registered_participants, waiting];
};

describe('cancelling an event (J9)', () => {
  it('the dialog asks, says how many will be told by mail, and that answers are kept (J9)', async () => {
    const { editor, event } = await setting();
    const { page, text } = await editor.get(`/app/events/${event.uuid}/cancellation`);
    expect(page).toContain('Veranstaltung fällt aus');
    expect(page).toContain(
      'Soll Sommerfest am Samstag, 05. Juli 2031 wirklich ausfallen? Die Anmeldungen bleiben gespeichert, ' +
        'neue sind dann nicht mehr möglich. Grund (optional) ' +
        'Steht in der E-Mail und auf der Seite der Veranstaltung. Wer bekommt eine E-Mail? ' +
        'Alle, die angemeldet sind (2) Auch alle ohne Antwort (3) Zusammen 5 E-Mails.',
    );
    expect(text).toContain('href="/app/events"');
  });

  it('the dialog counts those whom no mail reaches, but not the actor (J9)', async () => {
    const { organization, event } = await setting();
    const leader = await app.make.userOf(organization, ['EDIT_EVENTS']);
    const browser = await app.as(leader, organization);
    /** Leaves no one whom a mail reaches but the actor and members who have answered. */
    const silence = () =>
      sql`update users set activated = false where uuid <> ${leader.uuid} and uuid in (
        select m.user_uuid from members m where m.organization_uuid = ${organization.uuid}
          and m.uuid not in (select member_uuid from answers))`.execute(app.db);
    await silence();
    const dialog = async () => (await browser.get(`/app/events/${event.uuid}/cancellation`)).page;
    const { uuid: one } = await app.make.member(organization);
    await set(app.db, event, { max_participants: 3 });
    await app.make.registration(event, { uuid: one });
    expect(await dialog()).toContain(
      '2 Personen bekommen eine E-Mail. 1 Person bekommt keine E-Mail. Bitte sagen Sie selbst Bescheid.',
    );
    await deleteRows(app.db, 'answers', { event_uuid: event.uuid });
    await silence();
    expect(await dialog()).toContain(
      'Bisher hat niemand sonst zugesagt: Niemand bekommt eine E-Mail.',
    );
    await app.make.registration(event, { uuid: leader.member });
    expect(await dialog()).toContain(
      'Bisher hat niemand sonst zugesagt: Niemand bekommt eine E-Mail.',
    );
    await set(app.db, event, { date: '2020-07-05' });
    const over = await dialog();
    expect(over).toContain('Sie ist vorbei: Niemand bekommt eine E-Mail.');
    expect(over).toContain('Steht auf der Seite der Veranstaltung.');
  });

  it('cancelling by form keeps all answers, tells those who come or wait, and says so (J9)', async () => {
    const { editor, event, comes, waits } = await setting();
    const { version } = await stored(event);
    const reason = 'Sturmwarnung.\r\nWir holen es nach!';
    const { status, location } = await editor.submit(`/app/events/${event.uuid}/cancellation`, {
      reason,
    });
    expect([status, location]).toEqual([303, '/app/events']);
    expect((await editor.get(location)).page).toContain(
      'Sommerfest fällt aus. 2 Personen erfahren es per E-Mail.',
    );
    expect(await stored(event)).toMatchObject({
      cancelled_at: expect.any(Date),
      cancel_reason: 'Sturmwarnung.\r\nWir holen es nach!',
      version,
    });
    expect(await answers(event)).toEqual([1, 1]);
    const [mail, ...others] = await app.mailsTo(comes.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Fällt aus: Sommerfest');
    expect(mail?.text).toContain('diese Veranstaltung findet nicht statt:');
    expect(mail?.text).toContain('Samstag, 5. Juli 2031\n');
    expect(mail?.html).toContain('>Grund: Sturmwarnung. Wir holen es nach! · Samstag, 5.');
    expect(mail?.html, 'nothing needs to be done').not.toContain('class="button');
    expect(mail?.text).toContain('Grund: Sturmwarnung. Wir holen es nach!');
    expect(mail?.text).toContain('weil Sie angemeldet sind.');
    expect((await app.mailsTo(waits.email)).map(({ subject }) => subject)).toEqual([
      'Fällt aus: Sommerfest',
    ]);
  });

  describe('of an event that has just moved', () => {
    /** Moved from the 5th to the 6th; one comes, one had declined, and nobody has had a mail yet. */
    async function moved() {
      const { editor, organization, event, comes } = await setting();
      await set(app.db, event, {
        event_type: 'OPEN_EVENT',
        max_participants: 0,
        asks_answer: true,
      });
      const declined = await app.make.userOf(organization);
      const person = await app.as(declined, organization);
      await person.call('PUT', `/event/${event.uuid}/answer`, { answer: 'no' });
      const moveTo = async (date: string, notify = true) => {
        const { json } = await editor.call('GET', `/event/${event.uuid}`);
        expect((await editor.call('PUT', '/event', { ...json, date, notify })).status).toBe(200);
      };
      await moveTo('2031-07-06');
      const call = async (state: 'cancel' | 'restore') => {
        expect((await editor.call('PUT', `/event/${event.uuid}/state/${state}`)).status).toBe(200);
        await app.work();
      };
      return { event, comes, declined, moveTo, call };
    }
    const read = async ({ email }: { email: string }) =>
      (await app.mailsTo(email)).map(({ subject, text }) => [subject, flat(text)]).reverse();
    const NEW = 'Sonntag, 6. Juli 2031';
    const FORMER = 'Bisher: Samstag, 5. Juli 2031';
    const ALSO_OFF = 'Auch der bisherige Termin entfällt: Samstag, 5. Juli 2031';

    it('names the day that people know, and only once (J9, J10)', async () => {
      const { comes, call } = await moved();
      await call('cancel');
      await sendAll(app);
      const [off, ...others] = await read(comes);
      expect(others).toEqual([]);
      expect(off?.[0]).toBe('Fällt aus: Sommerfest');
      // 'Bisher' would read like a move.
      expect(off?.[1]).toContain(`${NEW} ${ALSO_OFF}`);
      await call('restore');
      const [, on] = await read(comes);
      expect(on?.[0]).toBe('Findet doch statt: Sommerfest');
      expect(on?.[1]).toContain(NEW);
      expect(on?.[1]).not.toContain('Bisher');
    });

    it('names the day before all moves that nobody was told of (J9, J10)', async () => {
      const { comes, moveTo, call } = await moved();
      await sendAll(app);
      await call('cancel');
      for (const date of ['2031-07-07', '2031-07-08']) {
        await moveTo(date);
        await sendAll(app);
      }
      await call('restore');
      await call('cancel');
      const [, , on, off, ...others] = await read(comes);
      expect(others).toEqual([]);
      expect(on?.[1]).toContain('Dienstag, 8. Juli 2031 Bisher: Sonntag, 6. Juli 2031');
      expect(off?.[0]).toBe('Fällt aus: Sommerfest');
      expect(off?.[1]).not.toContain('Bisher');
    });

    it('names no other day once its mail about that has come (J9, J10)', async () => {
      const { comes, call } = await moved();
      await sendAll(app);
      await call('cancel');
      const [change, off] = await read(comes);
      expect([change?.[0], off?.[0]]).toEqual(['Geändert: Sommerfest', 'Fällt aus: Sommerfest']);
      expect(off?.[1]).toContain(NEW);
      expect(off?.[1]).not.toContain('Bisher');
    });

    it('tells who had declined of the other day once it takes place after all, and only then (J10, N5)', async () => {
      const { declined, call } = await moved();
      await call('cancel');
      await sendAll(app);
      expect(await read(declined)).toEqual([]);
      await call('restore');
      await sendAll(app);
      const [mail, ...others] = await read(declined);
      expect(others).toEqual([]);
      expect(mail?.[0]).toBe('Geändert: Sommerfest');
      expect(mail?.[1]).toContain(`${NEW} ${FORMER}`);
      // They know of it now.
      await call('cancel');
      await call('restore');
      await sendAll(app);
      expect(await read(declined)).toHaveLength(1);
    });

    it('tells who had declined of no day that was taken back before (J10, N5)', async () => {
      const { declined, moveTo, call } = await moved();
      await moveTo('2031-07-05');
      await sendAll(app);
      await moveTo('2031-07-07', false);
      await call('cancel');
      await call('restore');
      await sendAll(app);
      expect(await read(declined)).toEqual([]);
    });

    it('says so in a digest, too (J9, N9)', async () => {
      const { event, comes, call } = await moved();
      await call('cancel');
      await sql`update notifications set way = 'digest', sent_at = null, withheld = null,
        due_at = now() where event_uuid = ${event.uuid}`.execute(app.db);
      await sql`select graphile_worker.add_job('notifications')`.execute(app.db);
      const digest = (await read(comes)).at(-1);
      expect(digest?.[1]).toContain(`Findet nicht statt. ${ALSO_OFF}.`);
      expect(digest?.[1]).not.toContain('Was sich geändert hat');
    });
  });

  it('the audit log says that an event was cancelled, and not why (J9, X6)', async () => {
    const { organization, editor, event } = await setting();
    await editor.call('PUT', `/event/${event.uuid}/state/cancel`, { reason: 'Anna ist krank' });
    await editor.call('PUT', `/event/${event.uuid}/state/restore`);
    expect(await loggedActions(app, organization)).toEqual([
      'Veranstaltung „Sommerfest“ am 05. Juli 2031 fällt aus',
      'Veranstaltung „Sommerfest“ am 05. Juli 2031 findet doch statt',
    ]);
  });

  it('cancelling and restoring by call answer the event, and 409 if it is so already (J9)', async () => {
    const { editor, event, comes } = await setting();
    const call = (state: string, body?: unknown) =>
      editor.call('PUT', `/event/${event.uuid}/state/${state}`, body);
    const refused = await call('restore');
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toBe('Diese Veranstaltung fällt nicht aus.');
    const cancelled = await call('cancel', { reason: 'Sturm' });
    expect(cancelled.status).toBe(200);
    expect(cancelled.json).toMatchObject({ uuid: event.uuid, name: 'Sommerfest' });
    const again = await call('cancel', {});
    expect(again.status).toBe(409);
    expect(again.json.detail).toBe('Diese Veranstaltung fällt aus.');
    expect((await call('restore')).status).toBe(200);
    expect(await stored(event)).toMatchObject({ cancelled_at: null, cancel_reason: '' });
    // Taken back before anybody had heard of it.
    expect(await app.mailsTo(comes.email)).toHaveLength(0);
  });

  it('of two who cancel at once one is told that it is cancelled (J9)', async () => {
    const { editor, event, comes } = await setting();
    const both = await Promise.all(
      [1, 2].map(() => editor.call('PUT', `/event/${event.uuid}/state/cancel`, {})),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await app.mailsTo(comes.email)).toHaveLength(1);
  });

  it('a reason is at most 500 characters, and text (J9)', async () => {
    const { editor, event } = await setting();
    const path = `/event/${event.uuid}/state/cancel`;
    const long = await editor.call('PUT', path, { reason: 'a'.repeat(501) });
    expect([long.status, long.json.errors]).toEqual([422, { reason: ['Höchstens 500 Zeichen.'] }]);
    expect((await editor.call('PUT', path, { reason: 'a\0b' })).status).toBe(422);
    expect((await editor.call('PUT', path, { reason: 5 })).status).toBe(422);
    expect((await editor.call('PUT', path, { because: '' })).status).toBe(422);
    expect(await stored(event)).toMatchObject({ cancelled_at: null });
    expect((await editor.call('PUT', path, { reason: 'a'.repeat(500) })).status).toBe(200);
  });

  it('nobody moves up while an event is cancelled, and at once when it takes place after all (J9, K9)', async () => {
    const { editor, event, comes, waits } = await setting();
    await editor.call('PUT', `/event/${event.uuid}/state/cancel`, {});
    await app.work();
    await leave(app.db, event, comes.member);
    expect(await answers(event)).toEqual([0, 1]);
    const { json } = await editor.call('PUT', `/event/${event.uuid}/state/restore`);
    expect(json.registeredParticipants).toBe(1);
    expect(await answers(event)).toEqual([1, 0]);
    const subjects = (await app.mailsTo(waits.email)).map(({ subject }) => subject).sort();
    expect(subjects).toEqual([
      'Findet doch statt: Sommerfest',
      'Fällt aus: Sommerfest',
      'Sie sind dabei: Sommerfest',
    ]);
  });

  it("the dialogs of the event's page offer what there is to do, and lead back to it (J9)", async () => {
    const { editor, event } = await setting();
    const page = `/app/events/${event.uuid}`;
    const at = `${page}/page/cancellation`;
    expect((await editor.get(`${at}/withdrawal`)).location).toBe(at);
    expect((await editor.get(at)).text).toContain(`href="${page}"`);
    expect((await editor.submit(at, { reason: '' })).location).toBe(page);
    expect((await editor.get(at)).location).toBe(`${at}/withdrawal`);
    const withdrawal = await editor.get(`${at}/withdrawal`);
    expect(withdrawal.page).toContain('Doch stattfinden lassen');
    expect(withdrawal.page).toContain('2 Personen bekommen eine E-Mail.');
    expect((await editor.submit(`${at}/withdrawal`)).location).toBe(page);
    expect((await editor.get(page)).page).toContain('Sommerfest findet doch statt.');
  });

  it('nobody who has left or signed off by then learns of a cancellation (J9, N3)', async () => {
    const { editor, event, comes, waits } = await setting();
    await editor.call('PUT', `/event/${event.uuid}/state/cancel`, {});
    await leave(app.db, event, comes.member);
    await deleteRows(app.db, 'organization_users', { user_uuid: waits.uuid });
    expect(await app.mailsTo(comes.email)).toEqual([]);
    expect(await app.mailsTo(waits.email)).toEqual([]);
  });

  it('a user who cancels an event gets no mail about it (J9)', async () => {
    const { organization, event } = await setting();
    const leader = await app.make.userOf(organization, ['EDIT_EVENTS']);
    await set(app.db, event, { max_participants: 2 });
    await deleteRows(app.db, 'answers', { answer: 'yes', event_uuid: event.uuid });
    await app.make.registration(event, { uuid: leader.member });
    await (await app.as(leader, organization)).call('PUT', `/event/${event.uuid}/state/cancel`, {});
    expect(await app.mailsTo(leader.email)).toEqual([]);
  });

  it('a member who is being deleted just then holds up no cancellation, nor the other way round (J9)', async () => {
    const { editor, event, comes, waits } = await setting();
    const deleting = await app.pool.connect();
    try {
      await deleting.query('begin');
      // As deleting a member does first (0008-answers.sql).
      await deleting.query('select from members where uuid = $1 for update', [comes.member]);
      const cancelled = await editor.call('PUT', `/event/${event.uuid}/state/cancel`, {});
      expect(cancelled.status).toBe(200);
      await deleting.query('delete from members where uuid = $1', [comes.member]);
      await deleting.query('commit');
    } finally {
      deleting.release();
    }
    expect(await answers(event)).toEqual([0, 1]);
    expect(await app.mailsTo(comes.email)).toEqual([]);
    expect(await app.mailsTo(waits.email)).toHaveLength(1);
  });

  it('of fifty who sign up while an event is cancelled, those who come are told, and nobody else comes (J9)', async () => {
    const { organization, editor, event } = await setting();
    await set(app.db, event, { max_participants: 100 });
    const people = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const user = await app.make.userOf(organization);
        return { ...user, browser: await app.as(user, organization) };
      }),
    );
    const signUp = async (each: (typeof people)[number]) => {
      const { status } = await each.browser.call('PUT', '/event/register-user', {
        event: event.uuid,
      });
      return { ...each, status };
    };
    const [first, , second] = await Promise.all([
      Promise.all(people.slice(0, 25).map(signUp)),
      editor.call('PUT', `/event/${event.uuid}/state/cancel`, {}),
      Promise.all(people.slice(25).map(signUp)),
    ]);
    const tried = [...first, ...second];
    expect(tried.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    for (const { email, status } of tried)
      expect([status, (await app.mailsTo(email)).length]).toEqual([status, status === 200 ? 1 : 0]);
  });
});

describe('deleting where somebody answered (J9)', () => {
  const HINT = 'Ausfallen lassen statt löschen: dann können alle es erfahren.';
  const dialog = async (editor: Awaited<ReturnType<typeof setting>>['editor'], uuid: string) =>
    editor.get(`/app/events/${uuid}/delete`);

  it('the dialog of deleting offers to cancel instead, with a link (J9)', async () => {
    const { editor, event } = await setting();
    const { page, text } = await dialog(editor, event.uuid);
    expect(page).toContain(HINT);
    expect(text).toContain(`href="/app/events/${event.uuid}/cancellation"`);
  });

  it('declining is an answer, too; without any, or if it is cancelled, nothing is offered (J9)', async () => {
    const { organization, member, editor } = await setting();
    const event = await app.make.event(organization, { max: 3 });
    expect((await dialog(editor, event.uuid)).page).not.toContain('Ausfallen lassen statt');
    await app.make.decline(event, member);
    expect((await dialog(editor, event.uuid)).page).toContain(HINT);
    await set(app.db, event, { cancelled_at: new Date() });
    expect((await dialog(editor, event.uuid)).page).not.toContain('Ausfallen lassen statt');
  });
});
