import type { Permission } from '~/kernel/actor';
import type { TestApp } from './app';

/** What a member has besides a name. */
export const DETAILS = { customMemberIdentifier: 'K-7', description: 'Erste Zeile\nZweite' };

/** A club with a member, and log-ins of people with chosen permissions and of a stranger. */
export async function memberSetting(app: TestApp) {
  const { organization, admin } = await app.make.club();
  const member = await app.make.member(organization, { firstName: 'Jörg', lastName: 'Müller' });
  const withOnly = async (...permissions: Permission[]) =>
    app.as(await app.make.userOf(organization, permissions), organization);
  const stranger = async () => {
    const other = await app.make.club();
    return app.as(other.admin, other.organization);
  };
  return { organization, admin, member, withOnly, stranger };
}
