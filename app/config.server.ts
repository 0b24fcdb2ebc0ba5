import { isIP } from 'node:net';
import { z } from 'zod';
import { mistakeOfDatabaseUrl, mistakeOfSmtpUrl } from './connections.server';

const flag = (on: string, off: string, fallback: string) =>
  z
    .enum([on, off], `muss ${on} oder ${off} sein`)
    .default(fallback)
    .transform((value) => value === on);
const address = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `muss eine Adresse wie ${example} sein` });
const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .refine(
      (value) => /^\d{1,5}$/.test(value) && Number(value) >= min && Number(value) <= max,
      `muss eine ganze Zahl von ${min} bis ${max} sein`,
    )
    .transform(Number)
    .default(fallback);

/** Express' 'trust proxy': a number of proxies, or the addresses of trusted ones. */
function isTrustProxy(value: string): boolean {
  return (
    /^(\d{1,2}|true|false)$/.test(value) || value.split(',').every((part) => isNetwork(part.trim()))
  );
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [ip = '', bits, ...more] = text.split('/');
  const version = isIP(ip);
  const widest = version === 4 ? 32 : 128;
  return (
    version > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && +bits <= widest))
  );
}

const ADDRESS = String.raw`[^\s@<>"(),;:]+@[^\s@<>"(),;]+`;
/** One address, alone or in angle brackets after a name that may have commas and colons. */
const SENDER = new RegExp(`^(?:([^<>\\p{Cc}]*)<(${ADDRESS})>|(${ADDRESS}))$`, 'u');

function senderOf(written: string) {
  const [, name = '', named, alone = ''] = SENDER.exec(written) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: named ?? alone };
}

/** Characters of the installation's secret; fewer could be guessed (ASVS V11.2.3). */
export const MIN_SECRET_LENGTH = 32;

/** A secret without what editors and `echo` leave at the end of a file. */
export const withoutLineBreak = (secret: string) => secret.replace(/\r?\n$/, '');

/** Every setting, with its default. README.md and docs/operating.md list the same (I3). */
export const environment = z.object({
  PORT: wholeNumber(0, 65535, 3000),
  HOST: z.string().optional(),
  ORIGIN: address(/^https?$/, 'https://verein.example')
    .refine(
      (url) => !/\/\/[^/?#]+(\/?[?#]|\/.)/.test(url),
      'darf nach dem Rechnernamen nichts mehr haben, wie https://verein.example',
    )
    .optional(),
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user:password@host:5432/name').optional(),
  DATABASE_OWNER_URL: address(
    /^postgres(ql)?$/,
    'postgres://owner:password@host:5432/name',
  ).optional(),
  PLAINTEXT_HOSTS: z
    .string()
    .regex(/^[^\s,/]+(\s*,\s*[^\s,/]+)*$/, 'muss Rechnernamen wie postgres, mail enthalten')
    .transform((value) => value.toLowerCase().split(/\s*,\s*/))
    .optional(),
  DATA_DIR: z.string().optional(),
  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'muss ein Absender wie Vereinsheim <post@verein.example> sein')
    .default('Vereinsheim <vereinsheim@localhost>')
    .transform(senderOf),
  MAIL_BOUNCES: z
    .string()
    .regex(/^[^\s@<>]+@[^\s@<>]+$/, 'muss eine Adresse wie ruecklaeufer@verein.example sein')
    .optional(),
  MAIL_PER_HOUR: wholeNumber(0, 99999, 500),
  GROUP_MAIL: flag('users', 'off', 'users'),
  QUIET_HOURS: flag('on', 'off', 'on'),
  DKIM_DOMAIN: z
    .string()
    .regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/i, 'muss eine Domain wie verein.example sein')
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d-]+(\.[a-z\d-]+)*$/i, 'muss ein Name wie vereinsheim sein')
    .default('vereinsheim'),
  DKIM_KEY_FILE: z.string().optional(),
  SESSION_SECRET: z
    .string()
    .refine(
      (value) => value.trim().length >= MIN_SECRET_LENGTH,
      `muss mindestens ${MIN_SECRET_LENGTH} Zeichen haben`,
    )
    .transform(withoutLineBreak)
    .optional(),
  OLD_SESSION_SECRET: z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim()))
    .refine(
      (values) => values.length <= 5 && values.every(({ length }) => length >= MIN_SECRET_LENGTH),
      `muss bis zu 5 frühere Geheimnisse mit je mindestens ${MIN_SECRET_LENGTH} Zeichen enthalten`,
    )
    .optional(),
  APP_NAME: z
    .string()
    .min(1)
    .max(60, 'darf höchstens 60 Zeichen haben')
    .regex(/^\P{Cc}*$/u, 'darf keine Steuerzeichen enthalten')
    .default('Vereinsheim'),
  IMPRINT_URL: address(/^https?$/, 'https://verein.example/impressum').optional(),
  PRIVACY_URL: address(/^https?$/, 'https://verein.example/datenschutz').optional(),
  ORGANIZATION_FOUNDING: flag('everyone', 'administrators', 'everyone'),
  PASSWORD_MIN_LENGTH: wholeNumber(1, 72, 1),
  PASSWORD_WORDS: z.string().max(5000, 'darf höchstens 5000 Zeichen haben').optional(),
  BREACHED_PASSWORDS_FILE: z.string().optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      isTrustProxy,
      'muss die Zahl der Proxys sein, oder ihre Adressen wie 127.0.0.1, 10.0.0.0/8',
    )
    .default('false'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'muss fatal, error, warn, info, debug, trace oder silent sein',
    )
    .default('info'),
  RATE_LIMITS: flag('on', 'off', 'on'),
  CLUBS_PER_USER: wholeNumber(1, 10_000, 200),
  CLUBS_PER_DAY: wholeNumber(1, 10_000, 20),
  EVENTS_PER_DAY: wholeNumber(1, 99_999, 5000),
  MEMBERS_PER_DAY: wholeNumber(1, 99_999, 25_000),
  AUDIT_DAYS: wholeNumber(1, 3650, 365),
  SHUTDOWN_DELAY: wholeNumber(0, 300, 0),
  DATABASE_WAIT: wholeNumber(0, 3600, 30),
  WEB_CONCURRENCY: wholeNumber(1, 64, 1),
  METRICS_TOKEN: z.string().min(16, 'muss mindestens 16 Zeichen haben').optional(),
});

/** The configuration, read once. The server fills in `secret` if the operator gave none. */
export type Config = ReturnType<typeof toConfig>;

/** The secrets for sealing and opening. */
export interface Secret {
  readonly secret: string;
  readonly formerSecrets?: readonly string[];
}

/**
 * All secrets that may have sealed something, the current one first. Each may have had the line break
 * then that withoutLineBreak() removes.
 */
export const secretsOf = ({ secret, formerSecrets = [] }: Secret): readonly string[] =>
  [secret, ...formerSecrets].flatMap((each) => [each, `${each}\n`, `${each}\r\n`]);

/** Names all mistakes in the configuration at once (I2). */
export class ConfigurationError extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(`Die Konfiguration ist fehlerhaft:\n${mistakes.map((line) => `  - ${line}`).join('\n')}`);
  }
}

/**
 * Reads the configuration from environment variables. An empty variable counts as absent.
 * @param demo true for the demo and development: only there can the outbox be read in the browser
 * @param secretRequired false for commands, which need no SESSION_SECRET
 * @throws ConfigurationError
 */
export function readConfig(
  env: Record<string, string | undefined>,
  { demo = false, secretRequired = !demo }: { demo?: boolean; secretRequired?: boolean } = {},
): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const issues = environment.safeParse(given).error?.issues ?? [];
  const mistakes = issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  // Each setting is optional or has a default, so that the others can be judged without the wrong ones.
  const right = environment.parse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))),
  );
  if (given.DATABASE_URL && !given.SESSION_SECRET && secretRequired) {
    mistakes.push(
      'SESSION_SECRET fehlt: mit DATABASE_URL brauchen alle Server dasselbe Geheimnis (openssl rand -base64 32)',
    );
  }
  if (Boolean(given.DKIM_DOMAIN) !== Boolean(given.DKIM_KEY_FILE)) {
    mistakes.push('DKIM_DOMAIN und DKIM_KEY_FILE gehören zusammen: eines davon fehlt');
  }
  if (!wrong.has('PLAINTEXT_HOSTS')) mistakes.push(...mistakesOfConnections(right));
  if (mistakes.length > 0) throw new ConfigurationError(mistakes);
  return toConfig(right, demo);
}

/** Connections that others could read (ASVS V12.3.1). */
function mistakesOfConnections(env: z.output<typeof environment>): string[] {
  const { DATABASE_URL, DATABASE_OWNER_URL, SMTP_URL, PLAINTEXT_HOSTS = [] } = env;
  const databases = Object.entries({ DATABASE_URL, DATABASE_OWNER_URL }).flatMap(([name, url]) => {
    const mistake = url && mistakeOfDatabaseUrl(url, PLAINTEXT_HOSTS);
    return mistake ? [`${name} ${mistake}`] : [];
  });
  const mails = SMTP_URL && mistakeOfSmtpUrl(SMTP_URL, PLAINTEXT_HOSTS);
  return [...databases, ...(mails ? [`SMTP_URL ${mails}`] : [])];
}

function toConfig(env: z.output<typeof environment>, demo: boolean) {
  const origin = new URL(env.ORIGIN ?? `http://localhost:${env.PORT}`).origin;
  return {
    port: env.PORT,
    // The demo shows its mails, and so its log-in links, to everybody.
    host: env.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    origin,
    /** True if browsers reach us by https: cookies are then Secure, and HSTS is sent. */
    secure: origin.startsWith('https:'),
    databaseUrl: env.DATABASE_URL ?? null,
    /** As the owner of the tables, for commands that change them; the server never uses it. */
    ownerUrl: env.DATABASE_OWNER_URL ?? null,
    // Everybody knows the demo's passwords, which no server of a club may find.
    dataDir: env.DATA_DIR ?? (demo ? 'data/demo' : 'data'),
    /** Hosts to which connections may go in the clear, in lower case. */
    plaintextHosts: env.PLAINTEXT_HOSTS ?? [],
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    /** Where mail servers report what they could not deliver; null for the sender itself. */
    mailBounces: env.MAIL_BOUNCES ?? null,
    /** Mails to many that leave within an hour (N12). */
    mailPerHour: env.MAIL_PER_HOUR,
    /** Whether people may write to many at once (N12). */
    groupMail: env.GROUP_MAIL,
    /** Whether mails that are not urgent wait until the morning (N8). */
    quietHours: env.QUIET_HOURS,
    /** The domain that signs mails, with its selector and the file of its private key; or null. */
    dkim:
      env.DKIM_DOMAIN && env.DKIM_KEY_FILE
        ? { domain: env.DKIM_DOMAIN, selector: env.DKIM_SELECTOR, keyFile: env.DKIM_KEY_FILE }
        : null,
    secret: env.SESSION_SECRET ?? '',
    /** Former SESSION_SECRETs: still accepted for opening, never used to seal. */
    formerSecrets: env.OLD_SESSION_SECRET ?? [],
    appName: env.APP_NAME,
    imprintUrl: env.IMPRINT_URL ?? null,
    privacyUrl: env.PRIVACY_URL ?? null,
    foundingByEveryone: env.ORGANIZATION_FOUNDING,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    /** The operator's words that no password may be made of (T1). */
    passwordWords: env.PASSWORD_WORDS?.split(',') ?? [],
    /** A local file with the SHA-1 of each stolen password, sorted; or null (ASVS V6.2.12). */
    breachedPasswordsFile: env.BREACHED_PASSWORDS_FILE ?? null,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS,
    clubsPerUser: env.RATE_LIMITS ? env.CLUBS_PER_USER : Number.POSITIVE_INFINITY,
    /** What a user may create a day. */
    mostADay: {
      clubsOfUser: env.CLUBS_PER_DAY,
      eventsOfUser: env.EVENTS_PER_DAY,
      membersOfUser: env.MEMBERS_PER_DAY,
    },
    auditDays: env.AUDIT_DAYS,
    /** Milliseconds for which a stopping server still serves, while /readyz already says no. */
    shutdownDelayMs: env.SHUTDOWN_DELAY * 1000,
    /** Milliseconds for which a start waits for a database that is away or read-only. */
    databaseWaitMs: env.DATABASE_WAIT * 1000,
    processes: env.WEB_CONCURRENCY,
    /** The token for /metrics; if null, only programs on this machine can read them. */
    metricsToken: env.METRICS_TOKEN ?? null,
    demo,
  };
}
