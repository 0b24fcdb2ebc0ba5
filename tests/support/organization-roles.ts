import type { TestApp } from './app';

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
