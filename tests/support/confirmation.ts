import { sql } from 'kysely';
import type { TestApp } from './app';
import type { Browser, TestResponse } from './browser';
import { PASSWORD } from './factories';
import { actionOf, hidden, send } from './sent-on';

export const TITLE = 'Bitte bestätigen Sie, dass Sie es sind';

/** Sets how long ago a user's sessions were confirmed; in the future, if negative. */
export const provedAgo = (app: TestApp, user: { uuid: string }, minutes: number) =>
  app.db
    .updateTable('sessions')
    .set({
      authenticated_at: sql`now() - make_interval(secs => ${minutes * 60})`,
      code_proved_at: sql`case when code_proved_at is not null
        then now() - make_interval(secs => ${minutes * 60}) end`,
    })
    .where('user_uuid', '=', user.uuid)
    .execute();

/** A logged-in browser that is asked again. */
export async function stale(
  app: TestApp,
  user: { uuid: string },
  organization?: { uuid: string },
): Promise<Browser> {
  const browser = await app.as(user, organization);
  await provedAgo(app, user, 11);
  return browser;
}

/** Types the password on the screen that asks for it, and goes where that leads. */
export const confirm = (browser: Browser, asked: TestResponse, password = PASSWORD) =>
  send(browser, actionOf(asked), { ...ofConfirmation(asked), password });

/** The hidden fields of the form that confirms. */
export function ofConfirmation(asked: TestResponse): Record<string, string> {
  const { __kept, __key, organization } = hidden(asked);
  return Object.fromEntries(
    Object.entries({ __kept, __key, organization }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
}
