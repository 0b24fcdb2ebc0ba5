import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { registration } from '~/features/accounts/schema';
import { createPasswords } from './passwords';

/** What an operator got wrong, as one sentence. */
export class AdminError extends Error {}

interface Command {
  readonly parameters: string;
  readonly help: string;
  /** @returns the lines to print; throws AdminError */
  run(db: Database, parameters: string[]): Promise<string[]>;
}

/** The system administrator flag is granted here and nowhere else: never over the network. */
export const commands: Readonly<Record<string, Command>> = {
  'grant-admin': {
    parameters: '<e-mail>',
    help: 'macht den Benutzer zum Systemadministrator',
    run: (db, [email]) => setAdmin(db, email, true),
  },
  'revoke-admin': {
    parameters: '<e-mail>',
    help: 'nimmt ihm das wieder',
    run: (db, [email]) => setAdmin(db, email, false),
  },
  'create-user': {
    parameters: '<e-mail> <vorname> <nachname>',
    help: 'legt einen bestätigten Benutzer an',
    run: createUser,
  },
  'list-users': {
    parameters: '[<suchtext>]',
    help: 'listet Benutzer auf, höchstens 1000',
    run: listUsers,
  },
  'end-sessions': {
    parameters: '<e-mail>',
    help: 'meldet den Benutzer überall ab',
    async run(db, [email]) {
      const user = await userByEmail(db, email);
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('user_uuid', '=', user.uuid)
        .executeTakeFirst();
      return [`${numDeletedRows} Sitzung(en) von ${user.email} beendet.`];
    },
  },
};

async function userByEmail(db: Database, email: string | undefined) {
  if (!email) throw new AdminError('Bitte die E-Mail-Adresse des Benutzers angeben.');
  const user = await db
    .selectFrom('users')
    .select(['uuid', 'email'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  if (!user) throw new AdminError(`Es gibt keinen Benutzer mit der Adresse ${email}.`);
  return user;
}

async function setAdmin(db: Database, email: string | undefined, admin: boolean): Promise<string[]> {
  const user = await userByEmail(db, email);
  await db.updateTable('users').set({ admin }).where('uuid', '=', user.uuid).execute();
  return [`${user.email} ist ${admin ? 'jetzt' : 'nicht mehr'} Systemadministrator.`];
}

async function createUser(db: Database, [email, firstName, lastName]: string[]): Promise<string[]> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  const input = registration.safeParse({ email, firstName, lastName, password });
  if (!input.success) {
    const fields = input.error.issues.map(
      ({ path, message }) => `${path.join('.')} ${message || 'ist ungültig'}`,
    );
    throw new AdminError(`Der Benutzer kann nicht angelegt werden: ${fields.join(', ')}.`);
  }
  const passwords = createPasswords();
  try {
    const inserted = await db
      .insertInto('users')
      .values({
        email: input.data.email,
        first_name: input.data.firstName,
        last_name: input.data.lastName,
        password_hash: await passwords.hash(input.data.password),
        activated: true,
      })
      .onConflict((clash) => clash.expression(sql`lower(email)`).doNothing())
      .returning('uuid')
      .executeTakeFirst();
    if (!inserted) throw new AdminError(`Es gibt schon einen Benutzer mit der Adresse ${email}.`);
    return [`${email} angelegt.`];
  } finally {
    await passwords.close();
  }
}

async function listUsers(db: Database, [search = '']: string[]): Promise<string[]> {
  const users = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'activated', 'admin'])
    .where(sql<string>`email || ' ' || first_name || ' ' || last_name`, 'ilike', `%${search}%`)
    .orderBy('email')
    .limit(1000)
    .execute();
  return users.map(({ email, first_name, last_name, activated, admin }) =>
    [
      email,
      `${first_name} ${last_name}`,
      activated ? '' : 'nicht bestätigt',
      admin ? 'Systemadministrator' : '',
    ]
      .filter(Boolean)
      .join('\t'),
  );
}
