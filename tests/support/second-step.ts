import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app';
import { accountWithFactor, codeOf } from './authenticator';
import type { Browser, TestResponse } from './browser';
import { PASSWORD } from './factories';
import { actionOf, hidden } from './sent-on';

/** Posts the first step of the log-in. */
export const enterPassword = (
  browser: Browser,
  { email }: { email: string },
  { password = PASSWORD, path = '/app/login' } = {},
  headers: Record<string, string> = {},
) => browser.submit(path, { email, password }, headers);

/** Posts the second step, from the page that the first one answered. */
export const enterCode = (
  browser: Browser,
  page: TestResponse,
  code: string,
  headers: Record<string, string> = {},
) => browser.submit(actionOf(page), { ...hidden(page), code }, headers);

/** The second step of the log-in of a new account with a second factor. */
export async function atSecondStep(app: TestApp) {
  const user = await accountWithFactor(app);
  const browser = app.visitor();
  const page = await enterPassword(browser, user);
  expect(page.page).toContain('Handy-Code');
  return { user, browser, page, code: codeOf(user.secret) };
}

/** The templates of the mails to a user that wait in the queue. */
export async function queuedTemplates(
  { db }: TestApp,
  { uuid }: { uuid: string },
): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    select payload ->> 'template' as template from graphile_worker._private_jobs
    where payload ->> 'user' = ${uuid} order by id`.execute(db);
  return rows.map(({ template }) => template);
}
