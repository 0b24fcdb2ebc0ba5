import type { TestApp } from './app';

/** A club with people of each role, and the browsers of some. */
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
    user: await app.as(user),
    operator: await app.as(operator),
  };
}
