import type { TestApp } from './app';
import type { Browser } from './browser';

/** A club with one caller of each role. */
export async function everyRole(app: TestApp) {
  const { organization, admin } = await app.make.club({ name: 'Turnverein', motd: 'Hallo' });
  const editor = await app.make.userOf(organization, ['EDIT_EVENTS', 'EDIT_MEMBERS']);
  const user = await app.make.userOf(organization);
  const unlinked = await app.make.userOf(organization, [], { linked: false });
  const other = await app.make.club();
  const operator = await app.make.user({ admin: true });
  return {
    organization,
    people: { admin, editor, user, unlinked, stranger: other.admin, operator },
    admin: await app.as(admin),
    editor: await app.as(editor),
    user: await app.as(user),
    stranger: await app.as(other.admin),
    operator: await app.as(operator),
    nobody: app.visitor(),
  };
}

export type Role = 'admin' | 'editor' | 'user' | 'stranger' | 'operator' | 'nobody';

/** The status of the same call for each role. */
export async function statuses(
  everyone: Record<Role, Browser>,
  send: (browser: Browser) => Promise<{ status: number }>,
  ...roles: Role[]
) {
  const responses: Partial<Record<Role, number>> = {};
  for (const role of roles) responses[role] = (await send(everyone[role])).status;
  return responses;
}

export const READERS: Role[] = ['nobody', 'stranger', 'user', 'editor', 'admin', 'operator'];
export const anyUser = {
  nobody: 401,
  stranger: 404,
  user: 200,
  editor: 200,
  admin: 200,
  operator: 200,
};
export const adminsOnly = { ...anyUser, user: 403, editor: 403 };
