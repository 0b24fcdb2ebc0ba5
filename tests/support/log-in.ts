import type { Page } from 'playwright';
import { PASSWORD } from './factories';

/**
 * Fills in the log-in screen and sends it. The password comes first: other screens have fields for
 * an address too, and the one that leads to the log-in may still be there.
 */
export async function logIn(
  page: Page,
  { email }: { email: string },
  password = PASSWORD,
): Promise<void> {
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('button', { name: 'Einloggen' }).click();
}

/** The second step: a code of the app, or a recovery code. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code aus der App').fill(code);
  await page.getByRole('button', { name: 'Einloggen' }).click();
}
