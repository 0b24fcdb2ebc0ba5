import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { PASSWORD } from '../support/factories';
import { Keyboard } from '../support/keyboard';
import { openMailbox } from '../support/mailbox';

/**
 * Whole journeys of two people by keyboard alone, with mails from a real SMTP server: from
 * registration to a sign-up, a poll, permissions, a change of name and log-out. Every stop on the
 * way must show the focus. The journeys with and without scripts run in parallel.
 */
const mailbox = await openMailbox();
const app = testApp({ smtpUrl: mailbox.url });
const chromium = testChromium();

beforeAll(() => app.services);
afterAll(() => mailbox.close());

describe.concurrent.each([
  { scripting: true, how: 'with scripting' },
  { scripting: false, how: 'without scripting' },
])('keyboard, $how', ({ scripting }) => {
  const address = (name: string) => `${name}-${scripting ? 'js' : 'plain'}@tasten.example`;
  const club = `Tastenfreunde ${scripting ? 'mit' : 'ohne'} Skript`;
  let founder: Keyboard;
  let guest: Keyboard;

  async function person(width: number): Promise<Keyboard> {
    const page = await chromium.open({
      javaScriptEnabled: scripting,
      viewport: { width, height: 740 },
      colorScheme: width > 600 ? 'light' : 'dark',
    });
    return new Keyboard(page, app.origin, scripting);
  }

  beforeAll(async () => {
    founder = await person(1280);
    guest = await person(360);
  });

  it.sequential('the founder registers, confirms, logs in and founds a club by keyboard (A1, A4, A8, C1)', async () => {
    await founder.open('/app/login');
    await register(founder, 'Gerda', 'Gründer', address('gerda'));
    await confirmAndLogIn(founder, address('gerda'), scripting);
    await founder.sees('Keine Organisationen verfügbar.');
    await founder.activate('link', 'Zum Inhalt springen');
    await founder.activate('link', 'Organisation erstellen');
    await founder.sees('Name');
    await founder.fill('Name', club);
    await founder.press('Enter');
    await founder.sees(`für ${club}`);
  });

  it.sequential('the founder creates an event by keyboard and picks its day in the calendar (E3, E4)', async () => {
    await founder.activate('link', 'Veranstaltungen');
    await founder.arrives('Veranstaltungen');
    await founder.sees('Keine Veranstaltungen verfügbar');
    await founder.activate('link', 'Veranstaltung erstellen');
    await founder.dialog('Veranstaltung erstellen');
    await founder.fill('Name', 'Kletterkurs');
    if (scripting) await chooseDay(founder);
    else await typeDay(founder);
    await founder.to('radio', 'Offene Veranstaltung');
    await founder.press('ArrowDown');
    expect((await founder.focused())?.name).toBe('Begrenzte Teilnehmerzahl');
    await founder.fill(/^Maximale Teilnehmerzahl/, '1');
    await founder.activate('button', 'Erstellen');
    await founder.dialog(null);
    await founder.arrives('Kletterkurs');
    await founder.activate('link', 'Veranstaltungen');
    await founder.arrives('Veranstaltungen');
    await founder.sees(scripting ? '13. April 2031' : '03. März 2031');
    await founder.sees('(0 von 1 belegt)');
  });

  it.sequential('the founder creates a member by keyboard and invites them by mail (D2, D3, D4)', async () => {
    await founder.activate('link', 'Mitglieder');
    await founder.arrives('Mitglieder');
    await founder.activate('link', 'Mitglied erstellen');
    await founder.dialog('Mitglied erstellen');
    await founder.fill('Vorname', 'Norbert');
    await founder.fill('Nachname', 'Neumann');
    await founder.press('Enter');
    await founder.dialog(null);
    await founder.activate('link', /^Bearbeiten/, { row: 'Neumann' });
    await founder.dialog('Mitglied bearbeiten');
    await founder.activate('button', 'Einladung erstellen');
    await founder.sees('Der Link kann nur einmal angezeigt werden.');
    // The member's own address is a field of the same dialog.
    await founder.to('button', 'Per E-Mail senden');
    await founder.to('textbox', 'E-Mail', { key: 'Shift+Tab' });
    await founder.type(address('norbert'));
    await founder.activate('button', 'Per E-Mail senden');
    await founder.dialog(null);
  });

  it.sequential('the guest joins from the invitation mail by keyboard, at phone width (C5)', async () => {
    await guest.open(await linkIn(address('norbert'), 'invite'));
    await guest.activate('button', 'Einladung ansehen');
    await guest.sees(`Willkommen bei ${club}`);
    await guest.fill('Passwort', PASSWORD);
    await guest.activate('button', 'Konto erstellen und beitreten');
    await guest.sees(`für ${club}`);
  });

  it.sequential('the guest signs up for the event and off again by keyboard (E3, E7)', async () => {
    await guest.activate('link', 'Veranstaltungen');
    await guest.arrives('Veranstaltungen');
    await guest.activate('link', 'Anmelden: Kletterkurs');
    await guest.dialog('Zu Veranstaltung anmelden');
    await guest.activate('button', 'Anmelden');
    await guest.dialog(null);
    await guest.sees('(1 von 1 belegt)');
    await guest.activate('link', 'Abmelden: Kletterkurs');
    await guest.dialog('Von Veranstaltung abmelden');
    await guest.activate('button', 'Abmelden');
    await guest.dialog(null);
    await guest.sees('(0 von 1 belegt)');
  });

  it.sequential('the founder creates a poll of three options and the guest answers it by keyboard (F2, F4)', async () => {
    await founder.activate('link', 'Veranstaltungen');
    await founder.arrives('Veranstaltungen');
    await founder.activate('link', /^Umfragen/, { row: 'Kletterkurs' });
    await founder.sees('Keine Umfragen verfügbar');
    await founder.activate('link', 'Umfrage erstellen');
    await founder.dialog('Umfrage erstellen');
    await founder.fill('Name', 'Wer bringt was?');
    await founder.fill('Option 1', 'Seil');
    await founder.fill(/^Option 2/, 'Kreide');
    await founder.activate('button', 'Weitere Antwortoption');
    await founder.sees(/^Option 3/);
    await founder.fill(/^Option 3/, 'Tee');
    await founder.activate('button', 'Umfrage erstellen');
    await founder.dialog(null);
    await founder.sees('Wer bringt was?');

    await guest.activate('link', /^Umfragen/, { row: 'Kletterkurs' });
    await guest.sees('Wer bringt was?');
    await guest.activate('link', 'Anzeigen: Wer bringt was?');
    await guest.dialog('Wer bringt was?');
    await guest.activate('button', 'Eintragen: Tee');
    await guest.sees('Ausgewählt');
    if (scripting) await guest.press('Escape');
    else await guest.activate('link', 'Schließen');
    await guest.dialog(null);
  });

  it.sequential("the founder changes the guest's permissions by keyboard (C3)", async () => {
    await founder.activate('link', 'Berechtigungen');
    await founder.arrives('Berechtigungen');
    await founder.activate('link', /^Berechtigungen/, { row: 'Neumann' });
    await founder.dialog('Berechtigungen von Norbert Neumann');
    await founder.activate('button', 'Aktivieren: Veranstaltungen bearbeiten');
    await founder.sees('Aktiviert');
    await founder.to('button', 'Deaktivieren: Veranstaltungen bearbeiten');
    await founder.activate('link', 'Schließen');
    await founder.dialog(null);
    await guest.activate('link', 'Veranstaltungen');
    await guest.arrives('Veranstaltungen');
    await guest.to('link', 'Veranstaltung erstellen');
  });

  it.sequential('the founder changes their name by keyboard, and both log out (A10, A12)', async () => {
    await founder.activate('link', 'Mein Konto');
    await founder.arrives('Mein Konto');
    await founder.activate('link', 'Name');
    await founder.dialog('Namen ändern');
    await founder.fill('Vorname', 'Gerda-Maria');
    await founder.press('Enter');
    await founder.dialog(null);
    await founder.sees('Willkommen, Gerda-Maria Gründer');
    for (const each of [founder, guest]) {
      if (each === guest) await guest.activate('DisclosureTriangle', 'Menü');
      await each.activate('button', /^Abmelden/);
      await each.sees('Passwort vergessen');
    }
    expect(founder.stops + guest.stops).toBeGreaterThan(100);
    process.stdout.write(
      `${founder.stops} and ${guest.stops} stops by keyboard, scripting ${scripting}\n`,
    );
  });
});

describe('dialogs', () => {
  it.each([true, false])(
    'a dialog keeps the focus inside, JavaScript %s (WCAG 2.4.3)',
    async (scripting) => {
      const { organization, admin } = await app.make.club();
      const person = await loggedIn(await app.make.session(admin, organization), scripting);
      await person.open('/app/members/new');
      await person.dialog('Mitglied erstellen');
      const inside = new Set([
        'dialog Mitglied erstellen',
        'link Schließen',
        'textbox Vorname',
        'textbox Nachname',
        'textbox Kennung',
        'textbox Mobil',
        'textbox Telefon',
        'textbox E-Mail',
        'DisclosureTriangle Anschrift und Daten',
        'textbox Beschreibung',
        'button Mitglied erstellen',
        'link Abbrechen',
      ]);
      for (const key of ['Tab', 'Shift+Tab']) {
        const stops = await person.stopsBy(key, 16);
        expect(
          stops.map(({ role, name }) => `${role} ${name}`).filter((each) => !inside.has(each)),
        ).toEqual([]);
        expect(stops.length).toBeGreaterThan(12);
      }
    },
    60_000,
  );

  it('a long dialog never hides the focused control behind its fixed edges (WCAG 2.4.11)', async () => {
    const { organization, admin } = await app.make.club();
    for (let count = 10; count < 40; count++)
      await app.make.member(organization, { firstName: 'Nr.', lastName: `${count}` });
    const event = await app.make.event(organization);
    const person = await loggedIn(await app.make.session(admin, organization), true);
    await person.open(`/app/events/${event.uuid}/participants`);
    await person.dialog(/^Teilnehmer/);
    const names = (await person.stopsBy('Tab', 40)).map(({ name }) => name);
    expect(names).toContain('39, Nr. dabei');
    await person.stopsBy('Shift+Tab', 45);
  });

  it('the answer at the lower edge of a phone never hides the focused control (Y4, WCAG 2.4.11)', async () => {
    const { organization, admin } = await app.make.club();
    const event = await app.make.event(organization, { max: 1 }, { description: 'Wir wandern.' });
    await app.make.registration(event, await app.make.member(organization));
    await app.make.waiting(event, { uuid: admin.member });
    const person = await loggedIn(await app.make.session(admin, organization), true);
    await person.page.setViewportSize({ width: 360, height: 640 });
    await person.open(`/app/events/${event.uuid}`);
    const names = (await person.stopsBy('Tab', 25)).map(({ name }) => name);
    expect(names).toContain('In meinen Kalender');
    expect(names).toContain('Von der Warteliste nehmen');
    await person.stopsBy('Shift+Tab', 25);
    // It stays where it is while a note is typed.
    await person.activate('DisclosureTriangle', 'Anmerkung');
    const note = person.page.getByRole('textbox', { name: 'Anmerkung' });
    await expect
      .poll(() => note.evaluate((field) => field.getBoundingClientRect().bottom))
      .toBeLessThan(640);
    await person.stopsBy('Tab', 25);
  });
});

describe('toasts', () => {
  it('the Tab key stops at the button in a toast, at no toast without one (B6)', async () => {
    const { organization, admin } = await app.make.club();
    const user = await app.make.userOf(organization);
    const event = await app.make.event(organization, { max: 5 });
    const person = await loggedIn(await app.make.session(user, organization), true);
    await person.open('/app/');
    await person.activate('button', `Anmelden: ${event.name}`);
    await person.sees(`Angemeldet: ${event.name}`);
    await person.activate('button', 'Rückgängig');
    await person.sees(`Abgemeldet: ${event.name}`);

    const editor = await loggedIn(await app.make.session(admin, organization), true);
    await editor.open('/app/members/new');
    await editor.dialog('Mitglied erstellen');
    await editor.fill('Vorname', 'Norbert');
    await editor.fill('Nachname', 'Neumann');
    await editor.press('Enter');
    await editor.dialog(null);
    await editor.page.locator('[data-toast]').waitFor();
    const stops = await editor.stopsBy('Tab', 25);
    expect(stops.map(({ name }) => name)).toContain('Zum Inhalt springen');
    expect(new Set(stops.map(({ role }) => role))).toEqual(
      new Set(['link', 'searchbox', 'DisclosureTriangle']),
    );
  });
});

async function loggedIn(token: string, scripting: boolean): Promise<Keyboard> {
  const page = await chromium.open({
    javaScriptEnabled: scripting,
    viewport: { width: 1280, height: 600 },
  });
  await page.context().addCookies([{ name: 'session', value: token, url: app.origin }]);
  return new Keyboard(page, app.origin, scripting);
}

async function register(person: Keyboard, firstName: string, lastName: string, email: string) {
  await person.activate('link', 'Benutzerkonto erstellen');
  await person.sees('Vorname');
  await person.fill('Vorname', firstName);
  await person.fill('Nachname', lastName);
  await person.fill('E-Mail', email);
  await person.fill('Passwort', PASSWORD);
  await person.activate('button', 'Benutzerkonto erstellen');
  await person.sees('Account wurde erfolgreich angelegt.');
}

async function confirmAndLogIn(person: Keyboard, email: string, scripting: boolean) {
  await person.open(await linkIn(email, 'auth/verify'));
  // With scripts, the page submits its form by itself.
  if (!scripting) await person.activate('button', 'E-Mail-Adresse bestätigen');
  await person.sees('Validierung erfolgreich');
  await person.activate('link', 'Zum Einloggen');
  await person.sees('Einloggen');
  await person.fill('E-Mail', email);
  await person.fill('Passwort', PASSWORD);
  await person.press('Enter');
}

async function linkIn(email: string, kind: string): Promise<string> {
  await app.work();
  // The other journey's work() may be sending this mail.
  return vi.waitFor(
    () => {
      const { text = '' } = mailbox.newestTo(email);
      const link = text.match(/https?:\/\/\S+/g)?.find((each) => each.includes(`/app/${kind}/`));
      if (!link) throw new Error(`no link to ${kind} in ${text}`);
      return link;
    },
    { timeout: 60_000 },
  );
}

/** Moves from a typed day right, down and to the next month in the calendar. */
async function chooseDay(person: Keyboard) {
  await person.fill('Datum', '5.3.2031');
  await person.activate('button', 'Kalender');
  await person.dialog('Kalender');
  await person.press('Escape');
  await person.activate('button', 'Kalender');
  await person.dialog('Kalender');
  await person.to('button', /\b5\. März 2031/);
  await person.move('ArrowRight', /\b6\. März 2031/);
  await person.move('ArrowDown', /\b13\. März 2031/);
  await person.move('PageDown', /\b13\. April 2031/);
  await person.press('Enter');
  await person.to('button', 'Kalender');
}

/**
 * Types the day into the native field. Day and month are equal, since their order depends on the
 * browser.
 */
async function typeDay(person: Keyboard) {
  await person.to('Date', 'Datum');
  await person.page.keyboard.type('03032031');
}
