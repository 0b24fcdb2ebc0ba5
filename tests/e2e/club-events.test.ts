import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

/**
 * A club's administrators at work on events and polls, screen by screen, with scripts: what one step
 * leaves in the page, the next one finds. Each step without them is in tests/spec.
 */
const app = testApp();
const chromium = testChromium();

describe('events of clubs', () => {
  const open = (user: { uuid: string }, organization: { uuid: string }) =>
    chromium.openAs(app, [user, organization]);
  const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

  it('events are created, changed and deleted, with sign-ups and participants (E1 to E6, E8)', async () => {
    const { organization, admin } = await app.make.club();
    const page = await open(admin, organization);
    const dialog = page.getByRole('dialog');
    const row = page.getByRole('row', { name: /Sommerfest/ });
    const act = (name: string) => row.getByRole('link', { name }).click();
    const press = async (name: string) => {
      await dialog.getByRole('button', { name, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.goto(`${app.origin}/app/events`);
    await page.getByRole('link', { name: 'Veranstaltung erstellen' }).click();
    await dialog.getByRole('button', { name: 'Erstellen' }).click();
    await expectPage(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
    // Then the page behind has been loaded anew, too.
    await page.waitForLoadState('networkidle');
    await dialog.getByLabel('Name').fill('Sommerfest');
    await dialog.getByLabel('Datum').first().fill('5.7.31');
    await press('Erstellen');
    await said(page, 'Sommerfest am 05. Juli 2031 erstellt.');
    await page.getByRole('heading', { name: 'Sommerfest', level: 1 }).waitFor();
    await page.goto(`${app.origin}/app/events`);
    await expectPage(row).toContainText('05. Juli 2031');
    await expectPage(row).toContainText('Offene Veranstaltung');
    await expectPage(row.getByRole('link', { name: 'Anmelden' })).toHaveCount(0);

    await act('Bearbeiten');
    await dialog.getByRole('radio', { name: /Begrenzt/ }).check();
    await dialog.getByLabel(/Maxim/).fill('2');
    await press('Speichern');
    await said(page, 'Sommerfest gespeichert.');
    await expectPage(row).toContainText('Freie Plätze.');
    await expectPage(row).toContainText('(0 von 2 belegt)');

    await act('Anmelden');
    await press('Anmelden');
    await expectPage(row).toContainText('Angemeldet');
    await expectPage(row).toContainText('(1 von 2 belegt)');

    await act('Teilnehmer');
    const registered = dialog.locator('section').filter({ hasText: 'Angemeldet (1 von 2)' });
    const present = registered.getByRole('listitem').filter({ hasText: admin.lastName });
    await present.getByRole('checkbox').check();
    await press('Speichern');
    await said(page, 'Teilnehmer gespeichert.');
    await act('Teilnehmer');
    await expectPage(present.getByRole('checkbox')).toBeChecked();
    await dialog.getByRole('link', { name: 'Abbrechen' }).click();

    await act('Abmelden');
    await press('Abmelden');
    await expectPage(row).toContainText('(0 von 2 belegt)');

    // Switching to open resets the maximum.
    await act('Bearbeiten');
    await dialog.getByRole('radio', { name: /Offen/ }).check();
    await expectPage(dialog.getByLabel(/Maxim/)).toBeHidden();
    await dialog.getByRole('radio', { name: /Begrenzt/ }).check();
    await expectPage(dialog.getByLabel(/Maxim/)).toHaveValue('0');
    await dialog.getByRole('radio', { name: /Offen/ }).check();
    await press('Speichern');
    await expectPage(row).toContainText('Offene Veranstaltung');

    await act('Löschen');
    await press('Löschen');
    await said(page, 'Sommerfest gelöscht.');
    await page.getByText('Keine Veranstaltungen verfügbar').waitFor();
  });

  it('a poll is created, answered, closed, reopened and deleted (F1 to F5)', async () => {
    const { organization, admin } = await app.make.club();
    const event = await app.make.event(organization);
    const page = await open(admin, organization);
    const dialog = page.getByRole('dialog');
    await page.goto(`${app.origin}/app/events`);
    await page.getByRole('link', { name: 'Umfragen' }).click();
    await page.getByText('Keine Umfragen verfügbar').waitFor();
    await page.getByRole('link', { name: 'Umfrage erstellen' }).click();
    await dialog.getByLabel('Name').fill('Essen?');
    await dialog.getByRole('button', { name: 'Umfrage erstellen' }).click();
    await dialog.getByText('Keine gültige Antwortoption.').first().waitFor();
    await dialog.getByLabel('Option 1').fill('Salat');
    await dialog.getByRole('button', { name: 'Weitere Antwortoption' }).click();
    await dialog.getByLabel('Option 3').fill('Kuchen');
    await dialog.getByRole('button', { name: 'Umfrage erstellen' }).click();
    await said(page, /Umfrage „.+“ erstellt\./);
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: /^Anzeigen:/ }).click();
    await dialog.getByRole('button', { name: 'Eintragen' }).nth(1).click();
    await expectPage(
      dialog.getByRole('listitem').filter({ hasText: 'Kuchen' }).first(),
    ).toContainText('Ausgewählt');
    await expectPage(
      dialog.getByRole('listitem').filter({ hasText: 'Salat' }).first(),
    ).toContainText('Nicht ausgewählt');
    await expectPage(dialog.getByRole('button', { name: 'Eintragen' })).toHaveCount(0);
    await dialog.getByRole('link', { name: 'Schließen' }).last().click();

    await page.getByRole('link', { name: 'Bearbeiten' }).click();
    const option = (name: string) => page.locator('details').filter({ hasText: name });
    await option('Salat').locator('summary').click();
    await option('Salat').getByText('Noch keine Antworten').waitFor();
    await option('Kuchen').locator('summary').click();
    await expectPage(option('Kuchen')).toContainText(admin.lastName);
    await page.getByRole('button', { name: 'Umfrage beenden' }).click();
    await said(page, /Umfrage „.+“ beendet\./);
    await page.getByText('Die Umfrage ist beendet.').waitFor();
    await page.getByRole('link', { name: 'Zurück' }).click();
    await page.getByRole('link', { name: 'Anzeigen (Umfrage beendet)' }).waitFor();
    await page.getByRole('link', { name: 'Bearbeiten' }).click();
    await page.getByRole('button', { name: 'Umfrage wieder öffnen' }).click();
    await said(page, /Umfrage „.+“ wieder geöffnet\./);
    await option('Kuchen').locator('summary').click();
    await option('Kuchen').getByRole('button', { name: 'Antwort entfernen' }).click();
    await said(page, 'Antwort entfernt.');

    const reader = await open(await app.make.userOf(organization), organization);
    await reader.goto(page.url());
    expect(new URL(reader.url()).pathname).toBe('/app/');

    await page.goto(`${app.origin}/app/events/${event.uuid}/polls`);
    await page.getByRole('link', { name: 'Löschen' }).click();
    await dialog.getByRole('button', { name: 'Löschen' }).click();
    await said(page, /Umfrage „.+“ gelöscht\./);
    await page.getByText('Keine Umfragen verfügbar').waitFor();
    await page.getByRole('link', { name: 'Zurück' }).click();
    await page.getByRole('heading', { name: 'Veranstaltungen', level: 1 }).waitFor();
  });
});
