import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo } from '#db/demo';
import type { Config } from '~/config.server';
import { today } from '~/dates.server';
import type { Services } from '~/kernel/services.server';
import { StartError } from './start-error';

const emails = DEMO_LOGINS.map(({ email }) => email);

/**
 * Seeds the demo's database, unless it has been used already.
 * @throws StartError if it is a club's own, whose mails everybody could read
 */
export async function prepareDemo({
  db,
  passwords,
}: Pick<Services, 'db' | 'passwords'>): Promise<void> {
  if (await seedDemo(db, await passwords.hash(DEMO_PASSWORD), today())) return;
  const known = await db
    .selectFrom('users')
    .select('uuid')
    .where('email', 'in', emails)
    .where('activated', '=', true)
    .execute();
  if (known.length === 0)
    throw new StartError(
      'Diese Datenbank ist nicht die der Demo, sondern hat eigene Benutzer: Geben Sie der Demo ein leeres DATA_DIR und kein ' +
        'DATABASE_URL (sie stehen vielleicht in .env).',
    );
}

/**
 * Ends the start of a server on what a demo left. Only confirmed users count: anybody may register
 * as somebody@demo.example, which nobody can confirm.
 * @throws StartError
 */
export async function refuseDemoUsers({
  config,
  db,
  passwords,
}: Pick<Services, 'config' | 'db' | 'passwords'>): Promise<void> {
  const users = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('email', 'in', emails)
    .where('activated', '=', true)
    .orderBy('email')
    .execute();
  const known = await Promise.all(
    users.map(({ password_hash }) => passwords.verify(DEMO_PASSWORD, password_hash)),
  );
  const open = users.filter((_, at) => known[at]).map(({ email }) => email);
  if (open.length === 0) return;
  const demo = config.databaseUrl ? 'npm run demo' : `DATA_DIR=${config.dataDir} npm run demo`;
  throw new StartError(
    `In der Datenbank sind Benutzer der Demo, deren Passwort jeder kennt (${open.join(', ')}): Beginnen Sie mit einer leeren, ` +
      `ohne DATABASE_URL mit einem leeren DATA_DIR. Oder starten Sie diese mit ${demo}, und geben Sie den Benutzern unter ` +
      '„Mein Konto“ andere Passwörter.',
  );
}

/** The welcome that `npm run demo` prints (I1). */
export function demoWelcome(config: Config, port: number): string {
  const origin = config.origin.replace(/:0$/, `:${port}`);
  const width = Math.max(...DEMO_LOGINS.map(({ email }) => email.length));
  return [
    '',
    `  Vereinsheim läuft auf ${origin}/`,
    '',
    `  Einloggen mit dem Passwort ${DEMO_PASSWORD} als`,
    ...DEMO_LOGINS.map(({ email, role }) => `    ${email.padEnd(width)}  ${role}`),
    '',
    config.smtpUrl
      ? `  E-Mails gehen an ${new URL(config.smtpUrl).host}.`
      : `  Die E-Mails der Demo liest man unter ${origin}/app/dev/mail.`,
    ...(config.imprintUrl && config.privacyUrl
      ? []
      : ['  Impressum und Datenschutzerklärung: IMPRINT_URL und PRIVACY_URL setzen.']),
    '  Beenden mit Strg+C.',
    '',
  ].join('\n');
}
