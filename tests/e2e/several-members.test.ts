import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

/** Pasting many names into one field, from a club's own list (D2). */
const app = testApp();
const chromium = testChromium();

const PHONE = { width: 360, height: 740 };

async function open() {
  const { organization, admin } = await app.make.club();
  return chromium.visit(app, [admin, organization], '/app/members', { viewport: PHONE });
}

const namesOf = (count: number, last: string) =>
  Array.from({ length: count }, (_, at) => `Anna${at} ${last}`).join('\n');

const field = (page: Page) => page.getByRole('textbox', { name: 'Namen' });
const preview = (page: Page) => page.getByRole('button', { name: 'Vorschau', exact: true });
const heading = (page: Page) => page.getByText('Das wird eingetragen');

const unfold = (page: Page) => page.getByText('Mehr', { exact: true }).click();

async function begin(page: Page) {
  await unfold(page);
  await page.getByRole('link', { name: 'Mehrere eintragen' }).click();
}

async function paste(page: Page, text: string) {
  await begin(page);
  await field(page).fill(text);
  await preview(page).click();
  await expectPage(heading(page)).toBeInViewport();
}

describe('several members', () => {
  it('ten members are entered with 4 clicks and one field (D2)', async () => {
    const page = await open();
    let clicks = 0;
    const click = (role: 'link' | 'button', name: string) => {
      clicks++;
      return page.getByRole(role, { name, exact: true }).click();
    };
    clicks++;
    await unfold(page);
    await click('link', 'Mehrere eintragen');
    await field(page).fill(namesOf(10, 'Lindner'));
    await click('button', 'Vorschau');
    const row = page.getByRole('checkbox', { name: 'Anna0 Lindner eintragen' });
    await expectPage(row).toBeChecked();
    await expectPage(row).toBeInViewport();
    await click('button', '10 Mitglieder eintragen');
    await expectPage(page.getByText('10 Mitglieder eingetragen.').first()).toBeVisible();
    await expectPage(page.getByRole('dialog')).toHaveCount(0);
    await expectPage(page.getByRole('row').filter({ hasText: 'Lindner' })).toHaveCount(10);
    expect(clicks).toBe(4);
  });

  it('lines that cannot be read come first, and four hundred others push nothing out of reach (D2)', async () => {
    const page = await open();
    await begin(page);
    await field(page).fill(`${namesOf(400, 'Lindner')}\nCher`);
    await expectPage(preview(page)).toBeInViewport();
    await preview(page).click();
    const fault = page.getByText('Zeile 401: Cher – Bitte Vorname und Nachname angeben.');
    await expectPage(fault).toBeInViewport();
    await page.getByRole('button', { name: '400 Mitglieder eintragen' }).click();
    await expectPage(page.getByText('400 Mitglieder eingetragen.').first()).toBeVisible();
  });
});

describe('the preview of several members', () => {
  it('a new preview is counted and ticked again, and takes the focus (D2)', async () => {
    const page = await open();
    await paste(page, namesOf(3, 'Lindner'));
    await expectPage(heading(page)).toBeFocused();
    await page.getByRole('checkbox', { name: 'Anna1 Lindner' }).uncheck();
    await expectPage(page.getByRole('button', { name: '2 Mitglieder eintragen' })).toBeVisible();
    await field(page).fill(namesOf(5, 'Groß'));
    await page.getByRole('button', { name: 'Vorschau erneuern' }).click();
    await expectPage(page.getByRole('button', { name: '5 Mitglieder eintragen' })).toBeVisible();
    await expectPage(page.getByRole('checkbox', { checked: true })).toHaveCount(5);
    await expectPage(heading(page)).toBeFocused();
  });

  it('leaving the preview asks about the names; so does entering what was changed since (D2)', async () => {
    const page = await open();
    await paste(page, namesOf(2, 'Lindner'));
    const question = page.getByRole('alertdialog');
    await page.getByRole('link', { name: 'Abbrechen' }).click();
    await expectPage(question).toContainText('Noch nicht gespeichert: Namen.');
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();

    await page.getByRole('checkbox', { name: 'Anna1 Lindner' }).uncheck();
    await page.keyboard.press('Escape');
    await expectPage(question).toContainText('Noch nicht gespeichert: Namen und Anna1.');
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();

    await field(page).fill('Otto Groß');
    await page.getByRole('button', { name: '1 Mitglied eintragen' }).click();
    await expectPage(question).toContainText('Noch nicht gespeichert: Namen.');
    await question.getByRole('button', { name: 'Verwerfen' }).click();
    await expectPage(page.getByText('1 Mitglied eingetragen.').first()).toBeVisible();
    await expectPage(page.getByRole('row').filter({ hasText: 'Anna0' })).toHaveCount(1);
  });
});
