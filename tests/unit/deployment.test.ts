import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environment } from '~/config.server';

/** The files of deploy/ as operators use them, and the installed packages. */
const read = (file: string) => readFileSync(file, 'utf8');
const nginx = read('deploy/nginx.conf');
const haproxy = read('deploy/haproxy.cfg');

const STRONG = /^ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM-SHA(256|384)|CHACHA20-POLY1305)$/;
const suites = (text: string, setting: string) =>
  new RegExp(`^\\s*${setting} ([^\\s;]+);?$`, 'm').exec(text)?.[1]?.split(':') ?? [];

describe('proxies', () => {
  it('the proxies speak only TLS 1.2 and 1.3 (ASVS V12.1.1)', () => {
    expect(nginx).toMatch(/^\s*ssl_protocols TLSv1\.2 TLSv1\.3;$/m);
    expect(haproxy).toMatch(/^\s*ssl-default-bind-options ssl-min-ver TLSv1\.2 /m);
  });

  it('the proxies accept only ECDHE with AEAD, strongest first and in their own order (ASVS V12.1.2)', () => {
    for (const list of [
      suites(nginx, 'ssl_ciphers'),
      suites(haproxy, 'ssl-default-bind-ciphers'),
    ]) {
      expect(list).toHaveLength(6);
      for (const suite of list) expect(suite).toMatch(STRONG);
      expect(list[0]).toContain('AES256');
    }
    expect(nginx).toMatch(/^\s*ssl_prefer_server_ciphers on;$/m);
    expect(suites(haproxy, 'ssl-default-bind-ciphersuites')[0]).toBe('TLS_AES_256_GCM_SHA384');
    expect(haproxy).not.toContain('prefer-client-ciphers');
  });

  it('the proxies log no address, path or query, as mailed links carry codes in their path (ASVS V16.2.5)', () => {
    for (const server of nginx.split(/^server \{$/m).slice(1))
      expect(server).toMatch(/^\s*access_log off;$/m);
    const people = haproxy.slice(
      haproxy.indexOf('frontend people'),
      haproxy.indexOf('backend servers'),
    );
    const [, format = ''] = /^\s*log-format "(.+)"$/m.exec(people) ?? [];
    expect(format).toContain('%ST');
    expect(format).not.toMatch(/%(\{[^}]*\})?(r|HP|HPO|HQ|HU|ci|cp|hr|hrl)\b|%\[/);
    expect(people).not.toMatch(/^\s*option httplog/m);
    expect(read('deploy/Caddyfile')).not.toMatch(/^\s*log\b/m);
  });

  it('the proxies overwrite what clients claim to be, and keep metrics private (ASVS V13.4.5, V15.3.4)', () => {
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(haproxy).toContain('http-request set-header X-Forwarded-For %[src]');
    expect(nginx).toContain('location = /metrics { deny all; }');
    expect(haproxy).toContain('http-request deny deny_status 404 if { path /metrics }');
    expect(read('deploy/Caddyfile')).toContain('respond /metrics 404');
  });
});

describe('heads and bodies', () => {
  it('nginx and Caddy let a table of members through (O5)', () => {
    expect(nginx).toMatch(/^\s*client_max_body_size 8m;$/m);
    expect(read('deploy/Caddyfile')).toMatch(/^\s*max_size 8MiB$/m);
  });

  it('nginx takes the longest head that the program sends: a log-in twice, for a path of 2,000 characters (B2)', () => {
    const [, kib = '0'] = /^\s*proxy_buffer_size (\d+)k;$/m.exec(read('deploy/nginx.conf')) ?? [];
    const encoded = encodeURIComponent('&'.repeat(2000)).length;
    expect(Number(kib) * 1024).toBeGreaterThan(2 * encoded + 2048);
  });
});

describe('service and container', () => {
  it('the service and the container cannot see the history of the sources (ASVS V13.4.1)', () => {
    expect(read('deploy/vereinsheim.service')).toMatch(
      /^InaccessiblePaths=-\/opt\/vereinsheim\/app\/\.git$/m,
    );
    expect(read('.dockerignore').split('\n')).toContain('.git');
  });

  it('the service and the container run unprivileged in production, with private files (ASVS V13.3.2, V13.4.2)', () => {
    const service = read('deploy/vereinsheim.service');
    for (const line of ['Environment=NODE_ENV=production', 'NoNewPrivileges=true', 'UMask=0077'])
      expect(service.split('\n')).toContain(line);
    const image = read('Dockerfile');
    expect(image).toMatch(/^ENV NODE_ENV=production/m);
    expect(image).toMatch(/^USER node$/m);
  });
});

describe('what the service may use', () => {
  const lines = read('deploy/vereinsheim.service').split('\n');

  it('the service talks to nobody but this machine, unless the operator adds an address (ASVS V13.2.4)', () => {
    expect(lines).toContain('IPAddressDeny=any');
    expect(lines.filter((line) => line.startsWith('IPAddressAllow='))).toEqual([
      'IPAddressAllow=localhost',
    ]);
    expect(read('compose.yaml')).toMatch(/^ {2}inside:\n {4}internal: true$/m);
  });

  it('the service and the containers get secrets as files of the names of settings, not in the environment (ASVS V13.3.1)', () => {
    const secret = /^(SESSION_SECRET|OLD_SESSION_SECRET|SMTP_URL|DATABASE_URL|METRICS_TOKEN)$/;
    const loaded = lines.flatMap(
      (line) => /^#?LoadCredentialEncrypted=(\w+):(.*)$/.exec(line) ?? [],
    );
    expect(loaded.length).toBeGreaterThan(0);
    for (let at = 0; at < loaded.length; at += 3) {
      expect(loaded[at + 1]).toMatch(secret);
      expect(Object.keys(environment.shape)).toContain(loaded[at + 1]);
      expect(loaded[at + 2]).toBe(`/etc/vereinsheim/${loaded[at + 1]}`);
    }
    expect(lines.filter((line) => /^Environment(File)?=/.test(line))).toEqual([
      'Environment=NODE_ENV=production',
    ]);
    const compose = read('compose.yaml').replace(/^#.*$/gm, '');
    expect(compose).toContain('CREDENTIALS_DIRECTORY: /run/secrets');
    expect(compose).not.toMatch(
      /(SECRET|PASSWORD|_URL|TOKEN): (?!\/run\/secrets\/|\{ file: secrets\/)/,
    );
    for (const file of ['.dockerignore', '.gitignore'])
      expect(read(file)).toMatch(/^\/?secrets\/?$/m);
  });

  it.runIf(existsSync('/usr/bin/systemd-analyze'))(
    'systemd takes the unit without a word, and finds it locked down',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'vereinsheim-unit-'));
      try {
        const file = join(folder, 'vereinsheim.service');
        const unit = read('deploy/vereinsheim.service')
          .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
          .replace('User=vereinsheim', 'User=daemon')
          .replaceAll('/opt/vereinsheim/app', tmpdir());
        writeFileSync(file, unit);
        const run = (...parameters: string[]) =>
          spawnSync('systemd-analyze', parameters, { encoding: 'utf8' });
        expect(run('verify', file)).toMatchObject({ status: 0, stderr: '' });
        // From 0 (nothing is allowed) to 10, in tenths.
        expect(run('security', '--offline=true', '--threshold=20', file).status).toBe(0);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe('packages', () => {
  interface Locked {
    version?: string;
    integrity?: string;
    resolved?: string;
    link?: boolean;
    dev?: boolean;
    deprecated?: string;
    license?: string;
  }
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, Locked>;
  };
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  const running = installed.filter(([, { dev }]) => !dev);

  it('every package is pinned by version and checksum and comes from the registry alone (ASVS V15.1.2)', () => {
    expect(installed.length).toBeGreaterThan(100);
    for (const [path, { version, integrity, resolved, link }] of installed) {
      expect(version, path).toMatch(/^\d+\.\d+\.\d+/);
      expect(integrity, path).toMatch(/^sha512-/);
      expect(resolved ?? 'https://', path).toMatch(/^https:\/\//);
      expect(link, path).toBeUndefined();
    }
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(version, name).toMatch(/^(npm:[\w/@-]+@)?\d+\.\d+\.\d+[\w.-]*$/);
  });

  it('no package of a running installation is deprecated by its authors (ASVS V15.2.1)', () => {
    expect(running.filter(([, { deprecated }]) => deprecated)).toEqual([]);
  });

  it('the licences of a running installation may be combined with the AGPL', () => {
    expect([...new Set(running.map(([, { license }]) => license))].sort()).toEqual([
      ...['(Apache-2.0 AND MIT)', '(Unlicense OR Apache-2.0)', '0BSD', 'Apache-2.0'],
      ...['BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0', 'Python-2.0'],
    ]);
  });
});
