import { describe, expect, it } from 'vitest';
import { answerOf, answerSetting, answersTo, setEvent } from '../support/answers';
import { testApp } from '../support/app';

const app = testApp();

const FOLDED = ['Anmerkung (nur für die Leitung)', 'Grund (nur für die Leitung)'];

describe('the dialogs of an event without details', () => {
  it('ask no more than the specification does: two taps (J5)', async () => {
    const { person, dialog } = await answerSetting(app, { max: 5 });
    const screens = [await person.get(dialog('registration'))];
    await person.submit(dialog('registration'));
    screens.push(await person.get(dialog('registration/withdrawal')));
    for (const { text, page } of screens) {
      expect(text).not.toMatch(/<(select|textarea|details)[^>]*(places|note)/);
      for (const field of ['Begleitpersonen', 'Warteliste', ...FOLDED])
        expect(page).not.toContain(field);
    }
  });
});

describe('answering from the list', () => {
  it.each([
    ['an event that asks', { set: { asks_answer: 'true' } }, ['Zusagen', 'Absagen']],
    ['a limited event', { max: 5 }, ['Anmelden', 'Absagen']],
  ])('the dialog of %s takes a yes and a no: two taps (Y1)', async (_what, options, labels) => {
    const { event, person, dialog, member } = await answerSetting(app, options);
    const { text } = await person.get(dialog('registration'));
    const form = text.split('<dialog')[1] ?? '';
    const buttons = [...form.matchAll(/<button[^>]*data-variant[^>]*>([^<]*)/g)];
    expect(buttons.map(([, label]) => label)).toEqual(labels);
    expect(form).toContain(`formaction="${dialog('decline')}"`);
    // What the form has besides comes along.
    const done = await person.submit(dialog('decline'), { note: 'Krank', places: '1' });
    expect([done.status, done.location]).toEqual([303, '/app/events']);
    expect(await answerOf(app, event, member.uuid)).toBe('no Krank');
    const again = (await person.get(dialog('registration'))).text.split('<dialog')[1] ?? '';
    expect(again).not.toContain('formaction=');
  });
});

describe('the dialogs of an event with details', () => {
  it('ask for companions and a note, and keep them (J5)', async () => {
    const { event, person, dialog, member } = await answerSetting(app, {
      max: 5,
      set: { companions: '2', place: "'Halle'" },
    });
    const first = await person.get(dialog('registration'));
    expect(first.page).toContain(
      'Möchten Sie sich zu Zeltlager am Dienstag, 05. März 2030 anmelden?',
    );
    expect(first.page).toContain('Begleitpersonen keine 1 Person 2 Personen');
    expect(first.page).toContain('Anmerkung (nur für die Leitung)');
    const done = await person.submit(dialog('registration'), { places: '3', note: 'Spät' });
    expect([done.status, done.location]).toEqual([303, '/app/events']);
    expect((await person.get('/app/events')).page).toContain(
      'Angemeldet: Zeltlager Dienstag, 05. März 2030',
    );
    expect(await answerOf(app, event, member.uuid)).toBe('yes 3 Spät');

    const change = await person.get(dialog('page/registration'));
    expect(change.page).toContain('Ihre Anmeldung zu Zeltlager am Dienstag, 05. März 2030');
    expect(change.text).toMatch(/<option value="3" selected="">2 Personen/);
    expect(change.text).toMatch(/<textarea[^>]*name="note"[^>]*>Spät<\/textarea>/);
    const saved = await person.submit(dialog('page/registration'), {
      places: '2',
      note: '',
    });
    expect([saved.status, saved.location]).toEqual([303, `/app/events/${event.uuid}`]);
    expect(await answerOf(app, event, member.uuid)).toBe('yes 2');

    const withdrawal = await person.get(dialog('registration/withdrawal'));
    expect(withdrawal.page).toContain('Grund (nur für die Leitung)');
    await person.submit(dialog('registration/withdrawal'), { note: 'Krank' });
    expect(await answerOf(app, event, member.uuid)).toBe('no Krank');
    // The reason is not offered as the note of a new answer.
    expect((await person.get(dialog('registration'))).text).not.toContain('>Krank<');
  });

  it('say at the field what is wrong, and keep what was typed (J13)', async () => {
    const { event, person, dialog } = await answerSetting(app, {
      max: 5,
      set: { companions: '2' },
    });
    const note = 'Ä'.repeat(501);
    const refused = await person.submit(dialog('registration'), { places: '4', note });
    expect(refused.status).toBe(422);
    expect(refused.page).toContain('Bitte prüfen Sie: Anmerkung');
    expect(refused.page).toContain('Höchstens 500 Zeichen.');
    expect(refused.text).toContain('href="#registration-note"');
    expect(refused.text).toContain(`>${note}</textarea>`);
    const many = await person.submit(dialog('registration'), { places: '4', note: 'Kurz' });
    expect(many.status).toBe(422);
    expect(many.page).toContain('Begleitpersonen Sie können höchstens 2 Personen mitbringen.');
    expect(many.text).toMatch(/<details[^>]*open=""[^>]*>.*Kurz<\/textarea>/s);
    expect((await answersTo(app, event)).answers).toEqual({});
  });

  it('have IDs of their own, above the card with the same fields (J5, WCAG 4.1.2)', async () => {
    const { event, person, dialog } = await answerSetting(app, {
      max: 5,
      set: { companions: '2' },
    });
    await person.submit(dialog('registration'));
    for (const name of ['registration', 'decline']) {
      const above = `/app/events/${event.uuid}/page/${name}`;
      const { status, text } = await person.submit(above, { note: 'Ä'.repeat(501) });
      expect(status).toBe(422);
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids).toContain('registration-note');
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    }
  });

  it('an event that asks takes a yes and a no in these words (J3, J5)', async () => {
    const { event, person, dialog, member } = await answerSetting(app, {
      set: { asks_answer: 'true' },
    });
    const yes = await person.get(dialog('registration'));
    expect(yes.page).toContain('Möchten Sie zu Zeltlager am Dienstag, 05. März 2030 zusagen?');
    expect(yes.text).toMatch(/<button[^>]*>Zusagen/);
    await person.submit(dialog('registration'));
    expect((await person.get('/app/events')).page).toContain(
      'Zugesagt: Zeltlager Dienstag, 05. März 2030',
    );
    const off = await person.get(dialog('registration/withdrawal'));
    expect(off.page).toContain('Ihre Zusage zu Zeltlager am Dienstag, 05. März 2030 zurücknehmen?');
    await person.submit(dialog('registration/withdrawal'), { note: 'Keine Zeit' });
    expect((await person.get('/app/events')).page).toContain(
      'Abgesagt: Zeltlager Dienstag, 05. März 2030',
    );
    expect(await answerOf(app, event, member.uuid)).toBe('no Keine Zeit');
  });

  it('declining asks first, takes a reason, and can be done over (J5)', async () => {
    const { event, person, dialog, member } = await answerSetting(app, { max: 5 });
    const decline = dialog('decline');
    const question = await person.get(decline);
    expect(question.page).toContain(
      'Sind Sie bei Zeltlager am Dienstag, 05. März 2030 nicht dabei?',
    );
    const done = await person.submit(dialog('page/decline'), { note: 'Urlaub' });
    expect([done.status, done.location]).toEqual([303, `/app/events/${event.uuid}`]);
    expect((await person.get('/app/events')).page).toContain(
      'Abgesagt: Zeltlager Dienstag, 05. März 2030',
    );
    expect(await answerOf(app, event, member.uuid)).toBe('no Urlaub');
    expect((await person.get(decline)).text).toContain('>Urlaub</textarea>');
    expect((await person.submit(decline, { note: 'x'.repeat(501) })).status).toBe(422);
    expect((await person.submit(decline, { note: '' })).status).toBe(303);
    expect(await answerOf(app, event, member.uuid)).toBe('no');
    // Registered before: the same dialog signs off.
    await person.submit(dialog('registration'));
    expect((await person.submit(decline)).status).toBe(303);
    expect(await answersTo(app, event)).toEqual({
      answers: { [member.uuid]: 'no' },
      taken: 0,
      waiting: 0,
    });
  });

  it('answering an open event that asks nobody is refused, and says why in place of a dead button (J5)', async () => {
    const { event, person, dialog } = await answerSetting(app);
    for (const [path, failure] of [
      ['registration', 'Fehler beim Anmelden zur Veranstaltung.'],
      ['decline', 'Fehler beim Absagen der Veranstaltung.'],
    ] as const) {
      const refused = await person.submit(dialog(path));
      expect(refused.status).toBe(409);
      expect(refused.page).toContain(failure);
      for (const { page, text } of [refused, await person.get(dialog(path))]) {
        expect(page).toContain('eine Anmeldung ist nicht nötig');
        expect(text.split('<dialog')[1]).not.toContain('<button');
      }
    }
    expect((await answersTo(app, event)).answers).toEqual({});
  });
});

describe('the dialogs for somebody else', () => {
  it('name the member, act for them, and lead back to the answers (J7)', async () => {
    const { event, editor, dialog, silent } = await answerSetting(app, {
      max: 5,
      set: { companions: '1' },
    });
    const query = `?member=${silent.uuid}`;
    const screen = await editor.get(dialog(`answers/registration${query}`));
    expect(screen.page).toContain(
      'Möchten Sie Ole Ohnekonto zu Zeltlager am Dienstag, 05. März 2030 anmelden?',
    );
    expect(screen.text).toContain(`name="member" value="${silent.uuid}"`);
    const fields = { member: silent.uuid, places: '2', note: 'Am Telefon' };
    const done = await editor.submit(dialog(`answers/registration${query}`), fields);
    expect([done.status, done.location]).toEqual([303, `/app/events/${event.uuid}/answers`]);
    expect((await editor.get('/app/events')).page).toContain(
      'Ole Ohnekonto: Angemeldet Zeltlager, Dienstag, 05. März 2030',
    );
    expect(await answerOf(app, event, silent.uuid)).toBe('yes 2 Am Telefon');
    expect((await editor.get(dialog(`answers/registration${query}`))).page).toContain(
      'Die Anmeldung von Ole Ohnekonto zu Zeltlager',
    );
    expect((await editor.get(dialog(`answers/decline${query}`))).page).toContain(
      'Ist Ole Ohnekonto bei Zeltlager',
    );
    await editor.submit(dialog(`answers/decline${query}`), { member: silent.uuid });
    expect(await answerOf(app, event, silent.uuid)).toBe('no');
  });

  it('what was typed and for whom stays when it is refused (J7)', async () => {
    const { event, editor, another, dialog, silent, answer } = await answerSetting(app, {
      max: 1,
      set: { companions: '1', waiting_list: 'false' },
    });
    await another.call('PUT', answer, { answer: 'yes' });
    const fields = { member: silent.uuid, places: '1', note: 'Am Telefon' };
    const query = `?member=${silent.uuid}`;
    const full = await editor.submit(dialog(`answers/registration${query}`), fields);
    expect(full.status).toBe(409);
    expect(full.page).toContain('Keine freien Plätze mehr.');
    expect(full.text).toContain(`name="member" value="${silent.uuid}"`);
    await setEvent(app, event, { max_participants: '2' });
    expect((await editor.submit(dialog(`answers/registration${query}`), fields)).status).toBe(303);
  });
});
