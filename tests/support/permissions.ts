import { PERMISSIONS, type Permission } from '~/kernel/actor';
import type { TestApp } from './app';
import { valuesOf } from './rows';

/** The permissions of a user in an organisation, in alphabetical order. */
export function permissionsOf(
  { db }: TestApp,
  user: { uuid: string },
  organization: { uuid: string },
) {
  const both = { user_uuid: user.uuid, organization_uuid: organization.uuid };
  return valuesOf(db, 'permissions', both, 'permission', ['permission']);
}

/** A club with an admin, a second one, and a user with some permissions. */
export async function twoAdminsAndUser(app: TestApp, permissions: readonly Permission[] = []) {
  const { organization, admin } = await app.make.club();
  const second = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
  const user = await app.make.userOf(organization, permissions);
  return { organization, admin, second, user, browser: await app.as(admin, organization) };
}

/** A club of so many admins with every permission, each logged in. */
export async function clubOfAdmins(app: TestApp, count: number) {
  const organization = await app.make.organization();
  const people = [];
  for (let at = 0; at < count; at++) {
    const user = await app.make.userOf(organization, PERMISSIONS);
    people.push({ user, browser: await app.as(user, organization) });
  }
  return { organization, people };
}
