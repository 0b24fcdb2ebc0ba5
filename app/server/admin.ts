import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import { checkBreachedPasswords } from '~/features/accounts/breached-passwords.server';
import { endSessions as endAllSessions } from '~/features/accounts/queries/sessions.server';
import { accountByEmail } from '~/features/accounts/queries.server';
import { requireLength, requireUnknown } from '~/features/accounts/rules/new-passwords.server';
import { registration } from '~/features/accounts/schema';
import { deleteFactor } from '~/features/factors/queries.server';
import { resealFactors } from '~/features/factors/reseal.server';
import { lockUser } from '~/kernel/actor.server';
import { record } from '~/kernel/audit.server';
import { Problem } from '~/kernel/problem';
import type { Passwords } from '~/kernel/services.server';
import { queueMail } from '~/mail/queue.server';
import { databaseRoles, hasOwnersRights, ROLE } from './database-roles';
import { readSecret } from './kept-secret';
import { createLog } from './log';
import { createPasswords } from './passwords';
import { StartError } from './start-error';
import { trySending } from './test-mail';

/** Users that list-users shows. */
const MOST_LISTED = 1000;

interface Context {
  readonly db: Database;
  readonly config: Config;
}

interface Named {
  /** In order; optional ones in [brackets]. */
  readonly parameters: readonly string[];
  readonly help: string;
}

interface OnDatabase extends Named {
  /** True if it needs the tables' owner, when the program runs as another user. */
  readonly asOwner?: boolean;
  /** True if a club may begin with it, before the server's first start (I4). */
  readonly begins?: boolean;
  /** @returns the lines to print; throws StartError */
  run(context: Context, parameters: string[]): Promise<string[]>;
}

interface WithoutDatabase extends Named {
  /** @returns the lines to print; throws StartError */
  runAlone(config: Config, parameters: string[]): Promise<string[]>;
}

/** The only way to grant the system administrator flag: never over the network. */
export const commands: Readonly<Record<string, OnDatabase | WithoutDatabase>> = {
  'grant-admin': {
    parameters: ['<e-mail>'],
    help: 'macht den Benutzer zum Systemadministrator',
    run: ({ db }, [email = '']) => setAdmin(db, email, true),
  },
  'revoke-admin': {
    parameters: ['<e-mail>'],
    help: 'nimmt ihm das wieder',
    run: ({ db }, [email = '']) => setAdmin(db, email, false),
  },
  'create-user': {
    parameters: ['<e-mail>', '<vorname>', '<nachname>'],
    begins: true,
    help: 'legt einen bestätigten Benutzer an',
    run: createUser,
  },
  'list-users': {
    parameters: ['[<suchtext>]'],
    help: `listet Benutzer auf, höchstens ${MOST_LISTED}`,
    run: ({ db }, [search = '']) => listUsers(db, search),
  },
  'end-sessions': {
    parameters: ['<e-mail>'],
    help: 'loggt den Benutzer überall aus',
    run: ({ db }, [email = '']) => endSessions(db, email),
  },
  'reset-factors': {
    parameters: ['<e-mail>'],
    help: 'entfernt den Handy-Code des Benutzers',
    run: ({ db }, [email = '']) => resetFactors(db, email),
  },
  migrate: {
    parameters: [],
    asOwner: true,
    help: 'bringt die Datenbank auf den Stand dieser Version, mit DATABASE_OWNER_URL',
    run: async () => ['Die Datenbank ist auf dem Stand dieser Version.'],
  },
  'database-roles': {
    parameters: ['<rolle>'],
    asOwner: true,
    help: 'druckt das SQL für einen Datenbankbenutzer, der nur Zeilen liest und schreibt',
    run: ({ db, config }, [role = '']) => printRoles(db, config, role),
  },
  'reseal-factors': {
    parameters: [],
    help: 'versiegelt Handy-Codes mit dem neuen SESSION_SECRET',
    run: ({ db, config }) => resealAll(db, config),
  },
  'test-mail': {
    parameters: ['<e-mail>'],
    help: 'schickt eine E-Mail zur Probe und sieht nach, was Empfänger prüfen',
    runAlone: (config, [email = '']) => sendTestMail(config, email),
  },
};

async function resealAll(db: Database, config: Config): Promise<string[]> {
  const secret = config.secret || (await readSecret(config.dataDir));
  if (!secret)
    throw new StartError(
      'Das neue SESSION_SECRET fehlt: Geben Sie es auch diesem Befehl, unter systemd wie in docs/operating.md beschrieben.',
    );
  const { resealed, lost } = await resealFactors(db, { ...config, secret });
  const done = `Neu versiegelte Handy-Codes: ${resealed}.`;
  if (lost > 0)
    throw new StartError(
      `${done} Mit keinem Geheimnis zu öffnen: ${lost}. Setzen Sie das frühere SESSION_SECRET in OLD_SESSION_SECRET, ` +
        'oder entfernen Sie diese Handy-Codes mit reset-factors.',
    );
  return [`${done} Für Handy-Codes ist kein früheres Geheimnis mehr nötig.`];
}

async function printRoles(db: Database, { auditDays }: Config, role: string): Promise<string[]> {
  if (!ROLE.test(role))
    throw new StartError(
      `${role} kann keine Rolle heißen: erlaubt sind Kleinbuchstaben, Ziffern und _, wie in vereinsheim_app.`,
    );
  if (await hasOwnersRights(db, role))
    throw new StartError(
      `${role} hat schon die Rechte des Eigentümers der Tabellen: Nennen Sie einen anderen Benutzer, etwa vereinsheim_app.`,
    );
  return databaseRoles(db, { role, auditDays });
}

async function userByEmail(db: Database, email: string) {
  const user = await accountByEmail(db, email);
  if (!user) throw new StartError(`Es gibt keinen Benutzer mit der Adresse ${email}.`);
  return user;
}

/** What the audit log says of a command, which nobody logs in for. */
function byOperator(user: string, operation: string, action: string) {
  const requestId = `admin-${randomUUID()}`;
  return { organization: null, actor: user, operation, action, requestId };
}

async function setAdmin(db: Database, email: string, admin: boolean): Promise<string[]> {
  const user = await userByEmail(db, email);
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.uuid);
    await trx.updateTable('users').set({ admin }).where('uuid', '=', user.uuid).execute();
    const [operation, action] = admin
      ? ['Grant system administration', 'Durch den Betreiber Systemadministrator geworden']
      : ['Revoke system administration', 'Durch den Betreiber kein Systemadministrator mehr'];
    await record(trx, byOperator(user.uuid, operation, action));
  });
  return [`${user.email} ist ${admin ? 'jetzt' : 'nicht mehr'} Systemadministrator.`];
}

async function endSessions(db: Database, email: string): Promise<string[]> {
  const user = await userByEmail(db, email);
  const ended = await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.uuid);
    await record(
      trx,
      byOperator(user.uuid, "End a user's sessions", 'Sitzungen durch den Betreiber beendet'),
    );
    return endAllSessions(trx, user.uuid);
  });
  return [`${ended} Sitzung(en) von ${user.email} beendet.`];
}

/**
 * For a user who has lost both the app and the recovery codes (T4). Only the operator can do this:
 * a club's admins could use it to reach into other clubs.
 */
async function resetFactors(db: Database, email: string): Promise<string[]> {
  const user = await userByEmail(db, email);
  const entry = byOperator(
    user.uuid,
    "Reset a user's second factor by the operator's command",
    'Handy-Code durch den Betreiber entfernt',
  );
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.uuid);
    if (!(await deleteFactor(trx, user.uuid)))
      throw new StartError(`${user.email} hat keinen Handy-Code.`);
    await endAllSessions(trx, user.uuid);
    await record(trx, entry);
    await queueMail(trx, 'factorReset', { user: user.uuid });
  });
  return [
    `Handy-Code von ${user.email} entfernt, mit allen Wiederherstellungscodes. Alle Sitzungen sind beendet.`,
    'Der Benutzer bekommt eine E-Mail darüber und loggt sich mit seinem Passwort neu ein.',
    `Im Protokoll steht das unter ${entry.requestId}.`,
  ];
}

async function sendTestMail(config: Config, address: string): Promise<string[]> {
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address)) {
    throw new StartError(`${address} ist keine E-Mail-Adresse.`);
  }
  const { lines, sent } = await trySending(config, address);
  if (!sent) throw new StartError(lines.join('\n'));
  return lines;
}

const labels: Readonly<Record<string, string>> = {
  email: 'E-Mail-Adresse',
  firstName: 'Vorname (1 bis 100 Zeichen)',
  lastName: 'Nachname (1 bis 100 Zeichen)',
  password: 'Passwort (nicht leer, höchstens 72 Byte)',
};

async function createUser({ db, config }: Context, parameters: string[]): Promise<string[]> {
  const [email, firstName, lastName] = parameters;
  const password = await readPassword();
  const input = registration.safeParse({ email, firstName, lastName, password });
  if (!input.success) {
    const wrong = new Set(input.error.issues.map(({ path }) => labels[String(path[0])]));
    throw new StartError(
      `Der Benutzer kann nicht angelegt werden, denn ungültig ist: ${[...wrong].join(', ')}.`,
    );
  }
  const passwords = createPasswords();
  try {
    await requireGoodPassword(input.data, { config, passwords });
    const password_hash = await passwords.hash(input.data.password);
    await db.transaction().execute(async (trx) => {
      const inserted = await trx
        .insertInto('users')
        .values({
          email: input.data.email,
          first_name: input.data.firstName,
          last_name: input.data.lastName,
          password_hash,
          activated: true,
        })
        .onConflict((clash) => clash.expression(sql`lower(email)`).doNothing())
        .returning('uuid')
        .executeTakeFirst();
      if (!inserted)
        throw new StartError(`Es gibt schon einen Benutzer mit der Adresse ${input.data.email}.`);
      await record(
        trx,
        byOperator(inserted.uuid, 'Create a user', 'Benutzer durch den Betreiber angelegt'),
      );
    });
    return [`${input.data.email} angelegt.`];
  } finally {
    await passwords.close();
  }
}

/** Like registration. @throws StartError; ConfigurationError if stolen ones cannot be looked up */
async function requireGoodPassword(
  { password, firstName, lastName, email }: z.output<typeof registration>,
  { config, passwords }: { config: Config; passwords: Passwords },
): Promise<void> {
  await checkBreachedPasswords(config);
  const asked = { config, passwords, log: createLog('warn', process.stderr) };
  try {
    requireLength(password, config);
    await requireUnknown(password, asked, [firstName, lastName, email]);
  } catch (error) {
    if (error instanceof Problem)
      throw new StartError(
        Object.values(error.errors ?? {})
          .flat()
          .join(' '),
      );
    throw error;
  }
}

async function listUsers(db: Database, search: string): Promise<string[]> {
  const users = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'activated', 'admin'])
    .where(
      sql<boolean>`strpos(lower(email || ' ' || first_name || ' ' || last_name), lower(${search})) > 0`,
    )
    .orderBy('email')
    .limit(MOST_LISTED + 1)
    .execute();
  const lines = users
    .slice(0, MOST_LISTED)
    .map(({ email, first_name, last_name, activated, admin }) => {
      const marks = [activated ? '' : 'nicht bestätigt', admin ? 'Systemadministrator' : ''];
      const columns = [email, `${first_name} ${last_name}`, ...marks].filter(Boolean);
      // People choose their names, which must not control the operator's terminal.
      return columns.map((column) => column.replace(/\p{Cc}/gu, '\u{fffd}')).join('\t');
    });
  return users.length > MOST_LISTED ? [...lines, 'Es gibt weitere: Suchen Sie genauer.'] : lines;
}

/** Reads a password: prompts for it without echo on a terminal, else takes all of the input. */
async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    process.stderr.write('Passwort: ');
    return await terminal.question('');
  } catch (error) {
    // Ctrl+C or Ctrl+D.
    throw new StartError('Abgebrochen: Es ist kein Benutzer angelegt.', { cause: error });
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
