import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { insertRows } from '../support/rows';

/**
 * A club's administrators at work, screen by screen, with scripts: what one step leaves in the page,
 * the next one finds. Each step without them is in tests/spec.
 */
const app = testApp();
const chromium = testChromium();

describe('clubs', () => {
  const open = (user: { uuid: string }, organization?: { uuid: string }): Promise<Page> =>
    chromium.openAs(app, [user, organization]);

  const pathOf = (page: Page) => page.url().slice(app.origin.length);
  const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

  it('an administrator edits, renames, selects and deletes an organisation (B1, B4, C1, C2)', async () => {
    const { organization, admin } = await app.make.club();
    const other = await app.make.organization();
    await app.make.belongs(admin, other);
    const page = await open(admin, organization);
    await page.goto(`${app.origin}/app/`);
    await page.getByRole('link', { name: 'Meine Organisation' }).click();
    const message = page.getByLabel('Nachricht des Tages');
    expect(Number(await message.getAttribute('rows'))).toBeGreaterThanOrEqual(5);
    await message.fill('Training fällt aus.\n\nBis nächste Woche!');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await said(page, `${organization.name} gespeichert.`);
    await page.getByRole('link', { name: 'Übersicht' }).first().click();
    await page.getByRole('heading', { name: `für ${organization.name}` }).waitFor();
    await page.getByRole('heading', { name: 'Information' }).waitFor();
    await page.getByText('Bis nächste Woche!').waitFor();

    await page.locator('header summary').click();
    await page.getByRole('button', { name: other.name }).click();
    await page.getByRole('heading', { name: `für ${other.name}` }).waitFor();
    await expectPage(page.getByRole('link', { name: 'Berechtigungen' })).toHaveCount(0);
    await page.goto(`${app.origin}/app/admin/organization`);
    expect(pathOf(page)).toBe('/app/');
    await page.locator('header summary').click();
    await page.getByRole('button', { name: organization.name, exact: true }).click();
    await page.getByRole('heading', { name: `für ${organization.name}` }).waitFor();

    await page.goto(`${app.origin}/app/admin/organization/delete`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name des Vereins').fill('Falsch');
    await dialog.getByRole('button', { name: 'Verein löschen' }).click();
    await expectPage(dialog.getByLabel('Name des Vereins')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Name des Vereins').fill(organization.name);
    await dialog.getByRole('button', { name: 'Verein löschen' }).click();
    await said(page, `${organization.name} gelöscht.`);
    await page.getByRole('heading', { name: `für ${other.name}` }).waitFor();
  });

  it('members are created, found, changed and deleted across several pages (D1, D2, D5)', async () => {
    const { organization, admin } = await app.make.club();
    await insertRows(
      app.db,
      'members',
      Array.from({ length: 105 }, (_, at) => ({
        organization_uuid: organization.uuid,
        first_name: 'Karla',
        last_name: `Karstens ${100 + at}`,
      })),
    );
    const page = await open(admin, organization);
    const dialog = page.getByRole('dialog');
    await page.goto(`${app.origin}/app/members`);
    await page.getByRole('link', { name: 'Mitglied erstellen' }).click();
    await dialog.getByLabel('Nachname').fill('Öztürk');
    await dialog.getByRole('button', { name: 'Mitglied erstellen' }).click();
    await expectPage(dialog.getByLabel('Vorname')).toHaveAttribute('aria-invalid', 'true');
    await expectPage(dialog.getByLabel('Nachname')).toHaveValue('Öztürk');
    await dialog.getByLabel('Vorname').fill('Özlem');
    await dialog.getByLabel('Kennung').fill('M-17');
    await dialog.getByRole('button', { name: 'Mitglied erstellen' }).click();
    await said(page, 'Özlem Öztürk eingetragen.');
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: /^Nächste/ }).click();
    const row = page.getByRole('row', { name: /Öztürk/ });
    await row.waitFor();
    await page.getByRole('link', { name: /^Vorherige/ }).click();
    await expectPage(row).toHaveCount(0);

    const search = page.getByRole('searchbox', { name: 'Mitglieder suchen' });
    // It searches as one types, and leaves alone what is being typed.
    await search.pressSequentially('öz');
    await row.waitFor();
    await expectPage(search).toBeFocused();
    await expectPage(search).toHaveValue('öz');
    await search.fill('özt');
    await search.press('Enter');
    await row.getByRole('link', { name: 'Bearbeiten' }).click();
    await expectPage(dialog.getByLabel('Kennung')).toHaveValue('M-17');
    await dialog.getByLabel('Vorname').fill('Öznur');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await said(page, 'Öznur Öztürk gespeichert.');
    await expectPage(row).toContainText('Öznur');
    expect(pathOf(page)).toContain('q=%C3%B6zt');

    const reader = await open(await app.make.userOf(organization), organization);
    await reader.goto(`${app.origin}/app/members?q=Öztürk`);
    await expectPage(reader.getByRole('link', { name: 'Bearbeiten' })).toHaveCount(0);
    await reader.getByRole('link', { name: 'Öztürk' }).click();
    await expectPage(reader.getByRole('dialog')).toContainText('M-17');

    await row.getByRole('link', { name: 'Löschen' }).click();
    await dialog.getByRole('button', { name: 'Löschen' }).click();
    await said(page, 'Öznur Öztürk gelöscht.');
    await page.getByText('Keine Mitglieder gefunden').waitFor();
  });

  it('an admin grants and revokes permissions, removes users and gives up their own administration (C3, C4)', async () => {
    const { organization, admin } = await app.make.club();
    const user = await app.make.userOf(organization, [], { linked: false });
    const page = await open(admin, organization);
    const dialog = page.getByRole('dialog');
    const row = ({ lastName }: { lastName: string }) =>
      page.getByRole('row', { name: new RegExp(lastName) });
    await page.goto(`${app.origin}/app/admin/permissions`);
    await expectPage(row(user)).toContainText('Kein verknüpftes Mitglied');
    await expectPage(row(admin)).toContainText(`${admin.firstName} ${admin.lastName}`);

    // The last administrator may not resign.
    await row(admin).getByRole('link', { name: 'Berechtigungen' }).click();
    await dialog.getByRole('link', { name: 'Deaktivieren: Administration' }).click();
    await page
      .getByText('Eigene Berechtigung zur Administration der Organisation wirklich entfernen?')
      .waitFor();
    await dialog.getByRole('button', { name: 'Berechtigung entfernen' }).click();
    await said(page, 'Fehler beim speichern der Berechtigungen.');

    await page.goto(`${app.origin}/app/admin/permissions/${user.uuid}`);
    await dialog.getByRole('button', { name: 'Aktivieren: Administration' }).click();
    await dialog.getByRole('button', { name: 'Deaktivieren: Administration' }).waitFor();
    await said(page, 'Berechtigungen gespeichert.');
    await dialog.getByRole('button', { name: 'Aktivieren: Mitglieder bearbeiten' }).click();
    await dialog.getByRole('button', { name: 'Deaktivieren: Mitglieder bearbeiten' }).click();
    await dialog.getByRole('button', { name: 'Aktivieren: Mitglieder bearbeiten' }).waitFor();

    const leaving = await app.make.userOf(organization);
    await page.goto(`${app.origin}/app/admin/permissions`);
    await row(leaving).getByRole('link', { name: 'Benutzer entfernen' }).click();
    await dialog.getByRole('button', { name: 'Benutzer entfernen' }).click();
    await said(page, `${leaving.firstName} ${leaving.lastName} entfernt.`);
    await expectPage(row(leaving)).toHaveCount(0);

    await page.goto(`${app.origin}/app/admin/permissions/resign`);
    await dialog.getByRole('button', { name: 'Berechtigung entfernen' }).click();
    await page.waitForURL(`${app.origin}/app/`);
    await expectPage(page.getByRole('link', { name: 'Berechtigungen' })).toHaveCount(0);
    await page.goto(`${app.origin}/app/admin/permissions`);
    expect(pathOf(page)).toBe('/app/');
  });

  it('an invitation can be rejected; unknown codes and users who already belong are refused (B4, C5)', async () => {
    const { organization, admin } = await app.make.club();
    const member = await app.make.member(organization);
    const invite = async () => {
      const created = await (await app.as(admin)).call(
        'POST',
        `/organization/invitation/${member.uuid}`,
      );
      return `${app.origin}/app/invite/${created.json.code}`;
    };
    const link = await invite();
    const guest = await open(await app.make.user());
    await guest.goto(link);
    await guest.getByText(organization.name).waitFor();
    await guest.getByRole('button', { name: 'Ablehnen' }).click();
    await guest.getByText('Keine Organisationen verfügbar.').waitFor();
    await said(guest, 'Einladung abgelehnt.');
    await guest.goto(link);
    await guest.getByText('Ungültiger Einladungscode.').waitFor();

    const insider = await open(admin, organization);
    await insider.goto(await invite());
    await insider.getByText('Sie sind bereits Mitglieder dieser Organisation.').waitFor();
  });
});
