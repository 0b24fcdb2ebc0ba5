import { describe, expect, it, vi } from 'vitest';
import { mailServer, mistakeOfDatabaseUrl, mistakeOfSmtpUrl } from '~/connections.server';

const UNREADABLE = '/nirgendwo/ca.crt';
const SOME_FILE = 'package.json';

describe('the database', () => {
  it.each([
    'postgres://u:p@localhost/verein',
    'postgres://u:p@127.0.0.1:5432/verein',
    'postgres://u:p@127.8.9.1/verein?sslmode=disable',
    'postgres://u:p@[::1]/verein',
    'postgres://u:p@/verein?host=/var/run/postgresql',
    'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/verein',
    'postgres://u:p@db.verein.example/verein?sslmode=verify-full',
    'postgres://u:p@10.0.0.5/verein?sslmode=verify-full',
    'postgres://u:p@db.verein.example/verein?application_name=a&sslmode=verify-full&keepalives=1',
    'postgres://u:p@POSTGRES:5432/verein',
  ])('%s is good (ASVS V12.3.1)', (url) => {
    expect(mistakeOfDatabaseUrl(url, ['postgres'])).toBeNull();
  });

  it.each([
    ['postgres://u:p@db.verein.example/verein', 'db.verein.example'],
    ['postgres://u:p@192.0.2.7/verein?sslmode=disable', '192.0.2.7'],
    ['postgres://u:p@db.verein.example/verein?sslmode=no-verify', 'db.verein.example'],
    ['postgres://u:p@db.verein.example/verein?ssl=no-verify', 'db.verein.example'],
    [
      'postgres://u:p@db.verein.example/verein?sslmode=verify-full&sslmode=disable',
      'db.verein.example',
    ],
    // The driver verifies with these as well, until its next major version.
    ['postgres://u:p@db.verein.example/verein?sslmode=verify-ca', 'db.verein.example'],
    ['postgres://u:p@db.verein.example/verein?sslmode=require', 'db.verein.example'],
    ['postgres://u:p@db.verein.example/verein?ssl=true', 'db.verein.example'],
    ['postgres://u:p@db.verein.example/verein?ssl=0', 'db.verein.example'],
    ['postgres://u:p@a.example/verein?uselibpqcompat=true&sslmode=require', 'a.example'],
    ['postgres://u:p@a.example/verein?uselibpqcompat=true&sslmode=prefer', 'a.example'],
    // Any certificate of that authority, for whichever host.
    [
      `postgres://u:p@a.example/verein?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${SOME_FILE}`,
      'a.example',
    ],
    [
      `postgres://u:p@a.example/verein?uselibpqcompat=true&sslmode=require&sslrootcert=${SOME_FILE}`,
      'a.example',
    ],
    // What the query names counts, and names that only look like this machine.
    ['postgres://u:p@localhost/verein?host=db.verein.example', 'db.verein.example'],
    ['postgres://u:p@127.0.0.1.example/verein', '127.0.0.1.example'],
    ['postgres://u:p@localhost.example/verein', 'localhost.example'],
    ['postgres://u:p@postgres.example/verein', 'postgres.example'],
    ['postgres://u:p@[fd00::7]/verein', 'fd00::7'],
  ])('%s is refused, by name and without the password (ASVS V12.3.1)', (url, host) => {
    const mistake = mistakeOfDatabaseUrl(url.replace('u:p@', 'u:geheim@'), ['postgres']) ?? '';
    expect(mistake).toContain(`denn ${host} ist ein anderer Rechner`);
    expect(mistake).not.toContain('geheim');
  });

  it('an authority that cannot be read is named', () => {
    const url = `postgres://u:p@a.example/verein?sslmode=verify-full&sslrootcert=${UNREADABLE}`;
    expect(mistakeOfDatabaseUrl(url, [])).toBe(
      `nennt die Datei ${UNREADABLE}, die nicht lesbar ist (ENOENT)`,
    );
  });
});

describe('the mail server', () => {
  it.each([
    'smtp://localhost:25',
    'smtp://127.0.0.1?ignoreTLS=true',
    'smtp://[::1]:25',
    'smtp://u:p@mail.verein.example:587',
    'smtps://u:p@mail.verein.example:465',
    'smtp://Mail?ignoreTLS=true',
    'smtp://mail?tls.rejectUnauthorized=false',
  ])('%s is good (ASVS V12.3.1)', (url) => {
    expect(mistakeOfSmtpUrl(url, ['mail'])).toBeNull();
  });

  it.each([
    'smtp://mail.verein.example?ignoreTLS=true',
    'smtp://mail.verein.example?ignoreTLS=1',
    'smtps://mail.verein.example?tls.rejectUnauthorized=false',
    'smtp://mail.verein.example?tls.rejectUnauthorized=false',
    'smtp://localhost?service=Gmail&tls.rejectUnauthorized=false',
    'smtp://10.0.0.5?tls.rejectUnauthorized=0',
  ])('%s is refused (ASVS V12.3.1)', (url) => {
    expect(mistakeOfSmtpUrl(url, ['mail'])).toMatch(/^darf die Verschlüsselung nicht abschalten/);
  });

  it('a password with a % of its own is a mistake like any other, and not said (I2)', () => {
    expect(mistakeOfSmtpUrl('smtp://u:a%b@127.0.0.1:25', [])).toBe(
      'darf kein einzelnes % enthalten: Im Passwort steht dafür %25',
    );
  });

  it('another machine must take STARTTLS, whatever the query says, and this one may (ASVS V12.3.1)', () => {
    const must = { requireTLS: true, opportunisticTLS: false };
    for (const query of ['', '?requireTLS=false', '?opportunisticTLS=true&requireTLS=0'])
      expect(mailServer(`smtp://mail.verein.example:587${query}`, [])).toMatchObject(must);
    for (const url of ['smtp://localhost', 'smtp://mail', 'smtp://127.0.0.1:25'])
      expect(mailServer(url, ['mail'])).not.toHaveProperty('requireTLS');
  });
});

it('a Node that verifies nothing reaches no other machine (ASVS V12.3.1)', () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  try {
    expect(
      mistakeOfDatabaseUrl('postgres://u:p@a.example/v?sslmode=verify-full', []),
    ).not.toBeNull();
    expect(mistakeOfSmtpUrl('smtps://a.example', [])).not.toBeNull();
    expect(mistakeOfSmtpUrl('smtps://localhost', [])).toBeNull();
  } finally {
    vi.unstubAllEnvs();
  }
});
