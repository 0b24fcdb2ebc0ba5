import { describe, expect, it } from 'vitest';
import { AUGUST, absenceSetting } from '../support/absences';
import { messages } from '../support/all-messages';
import { answerOf } from '../support/answers';
import { testApp } from '../support/app';

const app = testApp();

describe('the screen', () => {
  it('enters and takes back without scripts, and says what came of it (L8)', async () => {
    const club = await absenceSetting(app);
    const { person, user } = club;
    const comes = await club.limited('Turnier');
    await app.make.registration(comes, { uuid: user.member });
    const declined = await club.limited('Lauf', '2031-08-06');
    expect((await person.get('/app/')).text).toContain('href="/app/absences"');
    const empty = await person.get('/app/absences');
    expect(empty.page).toContain('Wir sagen für Sie alles ab');
    const sent = await person.submit('/app/absences', { from: '2031-08-01', until: '14.8.2031' });
    expect([sent.status, sent.location]).toEqual([303, '/app/absences']);
    const { title, message } = messages.absenceCreated({ ...AUGUST, declined: 1, coming: 1 });
    expect(message).toBe('1 Absage. Bei 1 Veranstaltung sind Sie weiter dabei.');
    const screen = await person.get('/app/absences');
    expect(screen.page).toContain(`${title} ${message}`);
    expect(screen.page).toContain('1. bis 14. August 2031');
    expect(screen.page).toContain(
      'Bei 1 Veranstaltung sind Sie weiter dabei: Turnier Dienstag, 05. August 2031',
    );
    expect(screen.text).toContain(`href="/app/events/${comes.uuid}"`);
    const path = /\/app\/absences\/[\w-]+\/withdrawal/.exec(screen.text)?.[0] ?? '';
    const dialog = await person.get(path);
    expect(dialog.page).toContain('Sind Sie doch da, 1. bis 14. August 2031?');
    const back = await person.submit(path);
    expect([back.status, back.location]).toEqual([303, '/app/absences']);
    expect((await person.get('/app/absences')).page).toContain('Abwesenheit zurückgenommen.');
    expect(await answerOf(app, declined, user.member)).toBeUndefined();
    expect((await person.submit(path)).location).toBe('/app/absences');
  });

  it('a refused form keeps what was typed and says what is wrong at the field (B7)', async () => {
    const club = await absenceSetting(app);
    const sent = await club.person.submit('/app/absences', {
      from: '2031-08-05',
      until: '1.8.2031',
    });
    expect(sent.status).toBe(422);
    expect(sent.page).toContain('Der letzte Tag liegt vor dem ersten.');
    expect(sent.text).toContain('value="2031-08-05"');
    const none = await club.person.submit('/app/absences', { from: '', until: '' });
    expect(none.page).toContain('Bitte ein Datum eingeben.');
  });
});
