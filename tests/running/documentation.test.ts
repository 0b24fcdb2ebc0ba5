import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environment, readConfig } from '~/config.server';
import { commands } from '~/server/admin';
import { pages } from '../../scripts/requirements';

const readme = readFileSync('README.md', 'utf8');

/** Name and default of each setting in the README's table. */
const documented = new Map(
  [...readme.matchAll(/^\| `([A-Z_]+)` \| (.+?) \| .+ \|$/gm)].map(([, name = '', value = '']) => [
    name,
    value === '–' ? undefined : value.replace(/^`|`$/g, ''),
  ]),
);

/** The table has a dash for a list of nothing, too. */
const noneOf = (value: unknown) => (Array.isArray(value) && value.length === 0 ? undefined : value);

describe('README', () => {
  it('the README lists every setting with its default, and no others (I3)', () => {
    expect([...documented.keys()]).toEqual(Object.keys(environment.shape));
    const {
      ORIGIN,
      HOST,
      PORT,
      PASSWORD_MIN_LENGTH,
      ORGANIZATION_FOUNDING,
      RATE_LIMITS,
      WEB_CONCURRENCY,
      SHUTDOWN_DELAY,
      AUDIT_DAYS,
      DATABASE_WAIT,
      MAIL_PER_HOUR,
      GROUP_MAIL,
      QUIET_HOURS,
      ...others
    } = Object.fromEntries(documented);
    const defaults: Record<string, unknown> = environment.parse({});
    expect(others).toEqual(
      Object.fromEntries(Object.keys(others).map((name) => [name, noneOf(defaults[name])])),
    );
    const config = readConfig({});
    expect(HOST).toBe(config.host);
    expect(Number(PORT)).toBe(config.port);
    expect(Number(PASSWORD_MIN_LENGTH)).toBe(config.passwordMinLength);
    expect(ORIGIN?.replace('PORT', String(PORT))).toBe(config.origin);
    expect(config.foundingByEveryone).toBe(ORGANIZATION_FOUNDING === 'everyone');
    expect(config.rateLimits).toBe(RATE_LIMITS === 'on');
    expect(Number(WEB_CONCURRENCY)).toBe(config.processes);
    expect(Number(SHUTDOWN_DELAY) * 1000).toBe(config.shutdownDelayMs);
    expect(Number(DATABASE_WAIT) * 1000).toBe(config.databaseWaitMs);
    expect(config.auditDays).toBe(Number(AUDIT_DAYS));
    expect(config.mailPerHour).toBe(Number(MAIL_PER_HOUR));
    expect(config.groupMail).toBe(GROUP_MAIL === 'users');
    expect(config.quietHours).toBe(QUIET_HOURS === 'on');
  });

  it('the README lists every operator command, and no others (I4)', () => {
    const named = [...readme.matchAll(/^npm run admin -- ([\w-]+)/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(Object.keys(commands).sort());
  });

  it('the README and the docs link only to existing files', () => {
    for (const file of [
      'README.md',
      'docs/operating.md',
      'docs/architecture.md',
      'docs/style.md',
    ]) {
      const links = [...readFileSync(file, 'utf8').matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g)];
      for (const [, target = ''] of links) {
        const from = new URL(file, `file://${process.cwd()}/`);
        if (!target.endsWith('decisions'))
          expect(() => readFileSync(new URL(target, from)), target).not.toThrow();
      }
    }
  });
});

it('docs/requirements and docs/messages.md match sources and tests, without gaps (npm run docs:requirements)', () => {
  const generated = pages();
  for (const [file, text] of generated) expect(readFileSync(file, 'utf8'), file).toBe(text);
  expect(
    readdirSync('docs/requirements')
      .sort()
      .map((file) => `docs/requirements/${file}`),
  ).toEqual([...generated.keys()].filter((file) => file.startsWith('docs/requirements/')));
});

describe('configuration', () => {
  it.each(['2', '10', 'true', 'loopback', '127.0.0.1, 10.0.0.0/8', '::1', 'fd00::/8'])(
    'TRUST_PROXY=%s is accepted (I3)',
    (TRUST_PROXY) => {
      expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY);
    },
  );

  it.each(['999', '10.0.0.0/33', 'nginx', '1.2.3', '127.0.0.1,'])(
    'TRUST_PROXY=%s is refused (I3)',
    (TRUST_PROXY) => {
      expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY muss');
    },
  );

  it('an empty environment variable counts as unset (I3)', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '' })).toEqual(readConfig({}));
  });
});
