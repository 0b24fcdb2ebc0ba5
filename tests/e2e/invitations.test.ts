import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

const app = testApp();
const chromium = testChromium();

async function setting() {
  const { organization, admin } = await app.make.club();
  const member = await app.make.member(organization, { firstName: 'Jörg', lastName: 'Müller' });
  const open = (user: { uuid: string }) => chromium.openAs(app, [user]);
  const page = await open(admin);
  await page.goto(`${app.origin}/app/members?q=M%C3%BCller`);
  return { organization, member, page, open };
}

describe('an invitation mail', () => {
  it('a new person is in the club after 3 taps, one typed field and one mail (C5, D4)', async () => {
    const { organization, member, page, open } = await setting();
    const email = 'neu@verein.example';
    await page.goto(`${app.origin}/app/members/${member.uuid}/invitation`);
    await page.getByRole('button', { name: 'Einladung erstellen' }).click();
    await page.getByLabel('E-Mail').fill(email);
    await page.getByRole('button', { name: 'Per E-Mail senden' }).click();
    await page.getByText('Einladung verschickt.').first().waitFor();
    const [mail] = await app.mailsTo(email);
    const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';

    const phone = await chromium.open();
    const done = { taps: 0, fields: 0 };
    const tap = (name: string) => {
      done.taps++;
      return phone.getByRole('button', { name }).click();
    };
    done.taps++;
    await phone.goto(link);
    await tap('Einladung ansehen');
    await phone.getByRole('heading', { name: `Willkommen bei ${organization.name}` }).waitFor();
    expect(await phone.getByLabel('Vorname').inputValue()).toBe('Jörg');
    expect(await phone.getByLabel('Nachname').inputValue()).toBe('Müller');
    expect(await phone.getByLabel('E-Mail').inputValue()).toBe(email);
    done.fields++;
    await phone.getByLabel('Passwort', { exact: true }).fill('Geheim-und-lang');
    await tap('Konto erstellen und beitreten');
    await phone.getByText(`für ${organization.name}`).waitFor();
    expect(done).toEqual({ taps: 3, fields: 1 });
    expect(await app.mailsTo(email)).toHaveLength(1);

    // The mail stays in the mailbox: later, its link leads into the club.
    await phone.goto(link);
    await phone.getByText('Sie sind bereits Mitglieder dieser Organisation.').waitFor();
    const elsewhere = await open(await app.make.user());
    await elsewhere.goto(link);
    await elsewhere.getByText('Ungültiger Einladungscode.').waitFor();
  });
});

describe('inviting several', () => {
  it('ten members are invited with 4 clicks and no field, then printed with a fifth (D4)', async () => {
    const { organization, page } = await setting();
    for (let at = 1; at < 10; at++) await app.make.member(organization);
    let clicks = 0;
    const click = (role: 'link' | 'button', name: string) => {
      clicks++;
      return page.getByRole(role, { name, exact: true }).click();
    };
    await page.goto(`${app.origin}/app/members`);
    clicks++;
    await page.getByText('Mehr', { exact: true }).click();
    await click('link', 'Einladen');
    await page.getByRole('heading', { name: 'Mitglieder einladen' }).waitFor();
    await click('link', 'Alle 10 auswählen');
    await expect.poll(() => page.locator('input:checked').count()).toBe(10);
    await click('button', '10 Links erstellen');
    await page.getByText('Diese Links können nur einmal angezeigt werden.').waitFor();
    expect(await page.getByLabel('Alle Links').inputValue()).toMatch(
      /^(?:.+: http\S+\/app\/invite\/[\w-]{43}\n?){10}$/,
    );
    await page.getByRole('button', { name: 'Drucken' }).waitFor();
    expect(clicks).toBe(4);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByText(`${organization.name}: Einladung für`).count()).toBe(10);
    expect(
      await page.getByText(`${organization.name}: Einladung für Jörg Müller`).isVisible(),
    ).toBe(true);
    expect(await page.getByLabel('Alle Links').isVisible()).toBe(false);
  });
});

it('choosing all keeps the addresses that were typed, and brings what can be done into sight (D4)', async () => {
  const { page } = await setting();
  await page.goto(`${app.origin}/app/members/invitations`);
  await page.getByText('Niemand ausgewählt').waitFor();
  const end = page.locator('[data-dialog-buttons]');
  await expectPage(end).toHaveCSS('position', 'static');
  expect(await page.getByRole('button', { name: 'Einladen', exact: true }).count()).toBe(0);
  await page.getByText('E-Mail eintragen').click();
  const email = page.getByLabel('E-Mail von Jörg Müller');
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await email.fill('joerg@verein.example');
  await page.getByRole('link', { name: '1 auswählen', exact: true }).click();
  await expect.poll(() => page.locator('input:checked').count()).toBe(1);
  expect(await email.inputValue()).toBe('joerg@verein.example');
  await page.getByText('1 ausgewählt, 1 mit E-Mail').waitFor();
  await expectPage(end).toHaveCSS('position', 'sticky');
  await email.fill('');
  await page.getByText('1 ausgewählt, 0 mit E-Mail').waitFor();
  await page.getByRole('button', { name: '1 Link erstellen', exact: true }).waitFor();
  await email.fill('joerg@verein.example');
  await page.getByRole('button', { name: '1 einladen', exact: true }).click();
  await page.getByText('Eine Einladung per E-Mail verschickt.').waitFor();
});

it('a dialog that was changed only by its own buttons closes without asking', async () => {
  const { page, member } = await setting();
  await page.goto(`${app.origin}/app/members/${member.uuid}/invitation`);
  await page.getByRole('button', { name: 'Einladung erstellen' }).click();
  await page.getByLabel('Einladungslink').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/app/members');
  await page.goto(`${app.origin}/app/members/${member.uuid}/edit`);
  await page.getByRole('button', { name: 'Widerrufen' }).click();
  await page.getByRole('button', { name: 'Einladung erstellen' }).waitFor();
  const section = page.getByRole('region', { name: 'Verknüpfter Benutzer' });
  await expect
    .poll(() => section.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/app/members');
});
