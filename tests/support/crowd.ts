import type { TestApp } from './app';
import { insertRows, rowOf } from './rows';

/** Users of a new organisation, each logged in and linked to a member, inserted in bulk. */
export async function crowd(app: Pick<TestApp, 'db' | 'make' | 'visitor'>, size: number) {
  const { organization, admin } = await app.make.club();
  const first = await app.make.userOf(organization);
  const { password_hash } = await rowOf(app.db, 'users', first.uuid, ['password_hash']);
  const users = await app.db
    .insertInto('users')
    .values(
      Array.from({ length: size }, (_, at) => ({
        first_name: 'Mit',
        last_name: `Läufer ${at}`,
        email: `${organization.uuid}-${at}@verein.example`,
        activated: true,
        password_hash,
      })),
    )
    .returning('uuid')
    .execute();
  const belonging = users.map(({ uuid }) => ({
    organization_uuid: organization.uuid,
    user_uuid: uuid,
  }));
  await insertRows(app.db, 'organization_users', belonging);
  const members = await app.db
    .insertInto('members')
    .values(
      belonging.map((each, at) => ({ ...each, first_name: 'Mit', last_name: `Läufer ${at}` })),
    )
    .returning('uuid')
    .execute();
  const tokens = await app.make.sessions([admin, ...users], organization);
  const [editor, ...visitors] = tokens.map((token) => {
    const visitor = app.visitor();
    visitor.cookies.set('session', token);
    return visitor;
  });
  if (!editor) throw new Error('an admin has a session');
  return { organization, editor, visitors, members };
}
