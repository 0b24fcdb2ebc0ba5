import type { Permission } from '~/kernel/actor';
import type { TestApp } from './app';
import type { TestResponse } from './browser';
import { rowOf } from './rows';

/** What a member has besides a name. */
export const DETAILS = { customMemberIdentifier: 'K-7', description: 'Erste Zeile\nZweite' };

/** A club with a member, and log-ins of people with chosen permissions. */
export async function memberSetting(app: TestApp) {
  const { organization, admin } = await app.make.club();
  const member = await app.make.member(organization, { firstName: 'Jörg', lastName: 'Müller' });
  const withOnly = async (...permissions: Permission[]) => app.asUserOf(organization, permissions);
  return { organization, admin, member, withOnly };
}

/** A club of these people, viewed by an admin who is not a member. */
export async function clubOf(app: TestApp, ...names: [first: string, last: string][]) {
  const organization = await app.make.organization();
  const user = await app.make.userOf(organization, ['EDIT_MEMBERS'], { linked: false });
  for (const [firstName, lastName] of names)
    await app.make.member(organization, { firstName, lastName });
  return { organization, browser: await app.as(user, organization) };
}

/** The names on a page of the list, as 'first last'. */
export function namesOn({ text }: TestResponse): string[] {
  const rows = text.matchAll(
    /<td data-label="Vorname">(.*?)<\/td><th[^>]*data-label="Nachname">(.*?)<\/th>/g,
  );
  return [...rows].map(([, first, last]) =>
    `${first} ${last}`.replace(/<(b|small)[ >].*?<\/\1>|<[^>]*>/g, ''),
  );
}

export async function linkedUser(app: TestApp, member: { uuid: string }): Promise<string | null> {
  const { user_uuid } = await rowOf(app.db, 'members', member.uuid, ['user_uuid']);
  return user_uuid;
}
