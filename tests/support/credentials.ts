import type { TestApp } from './app';
import type { TestResponse } from './browser';
import { mailedCode } from './scene-objects';

/** The password that `reset` sets. */
export const NEW_PASSWORD = 'das neue Passwort';

/** Sets a new password by a mailed code. */
export async function reset(app: TestApp, user: { uuid: string }): Promise<TestResponse> {
  const code = await mailedCode(app, user, 'password');
  return app.visitor().call('POST', '/login/password/update', { code, password: NEW_PASSWORD });
}

export const logIn = (app: TestApp, email: string, password: string, how = 'browser') =>
  app.visitor().call('POST', `/login/${how}`, { email, password });

/** True while the account exists. */
export const exists = async ({ db }: TestApp, { uuid }: { uuid: string }) =>
  (await db.selectFrom('users').select('uuid').where('uuid', '=', uuid).execute()).length === 1;
