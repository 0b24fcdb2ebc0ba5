import { afterEach, expect, it } from 'vitest';
import { mailedLink } from '../support/accounts';
import { answerLink, unsubscribeLink } from '../support/answer-link';
import { answerOf, answerSetting } from '../support/answers';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { Lynx, lynxInstalled } from '../support/lynx';
import { rowsOf } from '../support/rows';

/** Lynx shows buttons as text and moves from field to field. Skipped where it is not installed. */
const app = testApp();
const open: Lynx[] = [];

afterEach(async () => {
  for (const lynx of open.splice(0)) await lynx.close();
});

it.skipIf(!lynxInstalled)(
  'lynx suffices to register from an invitation and to sign up for an event (A1, A4, A8, C5, E3)',
  async () => {
    const { organization, admin } = await app.make.club({ name: 'TSV Grünau' });
    await app.make.event(organization, { name: 'Wanderung', date: '2040-05-01', max: 3 });
    const { uuid } = await app.make.member(organization, {
      firstName: 'Jörg',
      lastName: 'Müller',
    });
    const invitation = await (await app.as(admin, organization)).call(
      'POST',
      `/organization/invitation/${uuid}`,
    );
    const email = 'lynx@verein.example';

    const lynx = await Lynx.start(`${app.origin}/app/invite/${invitation.json.code}`);
    open.push(lynx);
    expect(lynx.page).toContain('Willkommen bei');
    await lynx.follow('Benutzerkonto erstellen');
    await lynx.fill('Vorname', 'Jörg');
    await lynx.fill('Nachname', 'Müller');
    await lynx.submit('Benutzerkonto erstellen');
    expect(lynx.page).toContain('Bitte prüfen Sie:');
    await lynx.fill('E-Mail', email);
    await lynx.fill('Passwort', PASSWORD);
    await lynx.submit('Benutzerkonto erstellen');
    expect(lynx.page).toContain('Account wurde erfolgreich angelegt.');

    await lynx.open(app.origin + (await mailedLink(app, email)));
    await lynx.submit('E-Mail-Adresse bestätigen');
    expect(lynx.page).toContain('Validierung erfolgreich');
    await lynx.follow('Zum Einloggen');
    await lynx.fill('E-Mail', email);
    await lynx.fill('Passwort', PASSWORD);
    await lynx.submit('Einloggen');
    expect(lynx.page).toContain('TSV Grünau');
    await lynx.submit('Akzeptieren');
    expect(lynx.page).toMatch(/Willkommen bei .* für TSV Grünau/);

    await lynx.follow('Veranstaltungen');
    expect(lynx.page).toMatch(/Wanderung.*01\. Mai 2040[\s\S]*\(0 von 3 belegt\)/);
    await lynx.follow('Anmelden');
    expect(lynx.page).toContain(
      'Möchten Sie sich zu Wanderung am Dienstag, 01. Mai 2040 anmelden?',
    );
    await lynx.submit('Anmelden');
    expect(lynx.page).toMatch(/Wanderung Angemeldet[\s\S]*\(1 von 3 belegt\)/);
    const users = await rowsOf(app.db, 'users', { email }, ['first_name']);
    expect(users).toEqual([{ first_name: 'Jörg' }]);
  },
);

it.skipIf(!lynxInstalled)(
  'lynx suffices to answer by the link in a mail, and to end mails and take that back (N7, N10)',
  async () => {
    const setting = await answerSetting(app, { set: { asks_answer: 'true' } });
    const { organization, user, event, member } = setting;
    const lynx = await Lynx.start(app.origin + (await answerLink(app, setting, 'no')));
    open.push(lynx);
    expect(lynx.page).toContain('Sind Sie dabei?');
    await lynx.submit('Zusagen');
    expect(lynx.page).toContain('Sie haben zugesagt.');
    expect(await answerOf(app, event, member.uuid)).toBe('yes 1');
    await lynx.submit('Absagen');
    expect(lynx.page).toContain('Sie haben abgesagt.');

    const link = { user: user.uuid, organization: organization.uuid, topic: 'event_soon' } as const;
    await lynx.open(app.origin + unsubscribeLink(app, link));
    await lynx.submit('Nicht mehr schicken');
    expect(lynx.page).toContain('Sie bekommen keine E-Mails mehr zu');
    await lynx.submit('Rückgängig');
    expect(lynx.page).toContain('Keine E-Mails mehr zu');
  },
);
