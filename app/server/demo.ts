import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo } from '#db/demo';
import type { Config } from '~/config.server';
import { today } from '~/dates.server';
import type { Services } from '~/kernel/services.server';

/** Seeds the demo's database, unless it has users already. */
export async function prepareDemo({ db, passwords }: Services): Promise<void> {
  await seedDemo(db, await passwords.hash(DEMO_PASSWORD), today());
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
