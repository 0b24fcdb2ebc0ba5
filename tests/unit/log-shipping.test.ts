import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog } from '~/server/log';
import { afterwards } from '../support/leftovers';

const at = (file: string) => join('deploy/logs', file);
const read = (file: string) => readFileSync(at(file), 'utf8');

/** The settings of a file of systemd, by section; each named once. */
function settings(file: string): Record<string, Record<string, string>> {
  const sections: Record<string, Record<string, string>> = {};
  let section: Record<string, string> = {};
  for (const line of read(file).split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, header] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (header) {
      section = {};
      sections[header] = section;
    } else {
      expect(name, line).toBeDefined();
      expect(section[name ?? ''], line).toBeUndefined();
      section[name ?? ''] = value ?? '';
    }
  }
  return sections;
}

/** Message and limit of each line. */
const limits = new Map(
  read('alerts.tsv')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [limit = '', message = '', ...more] = line.split('\t');
      expect([Number.isInteger(Number(limit)), more], line).toEqual([true, []]);
      return [message, Number(limit)];
    }),
);

/** Every text that the sources log as a warning or worse. */
function loggedMessages(): Set<string> {
  const files = ['app', 'db'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(room, name)),
  );
  const messages = new Set<string>();
  for (const file of [...files, 'server.ts']) {
    const text = readFileSync(file, 'utf8');
    for (const { index, 0: call } of text.matchAll(/\blog\??\.(?:warn|error|fatal)\(/g)) {
      const said = argumentsFrom(text, index + call.length).match(/'[^'\n]*'|"[^"\n]*"/g) ?? [];
      const message = said.at(-1)?.slice(1, -1);
      expect(message, `${file}: a message that is no constant`).toBeTruthy();
      messages.add(message ?? '');
    }
  }
  return messages;
}

/** The text up to the parenthesis that ends a call. */
function argumentsFrom(text: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < text.length; end++) depth += { '(': 1, ')': -1 }[text.charAt(end)] ?? 0;
  return text.slice(start, end - 1);
}

describe('logs on another machine', () => {
  it('journals are sent and taken only over TLS, with a certificate on either side (ASVS V16.4.3)', () => {
    const { Upload } = settings('journal-upload.conf');
    expect(Upload?.URL).toMatch(/^https:\/\/[\w.]+:19532$/);
    for (const [name, file] of [
      ['ServerKeyFile', 'upload.key'],
      ['ServerCertificateFile', 'upload.crt'],
      ['TrustedCertificateFile', 'ca.crt'],
    ] as const)
      expect(Upload?.[name]).toBe(`/etc/journal-tls/${file}`);

    const stunnel = new Map(
      [...read('stunnel.conf').matchAll(/^(\w+) = (.+)$/gm)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    expect(Object.fromEntries(stunnel)).toMatchObject({
      accept: '19532',
      cert: '/etc/journal-tls/remote.crt',
      key: '/etc/journal-tls/remote.key',
      CAfile: '/etc/journal-tls/ca.crt',
      verifyChain: 'yes',
      requireCert: 'yes',
      sslVersionMin: 'TLSv1.2',
    });
    // The receiver itself is reached from its own machine alone.
    const place = stunnel.get('connect') ?? '';
    expect(place).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(read('journal-remote.socket.conf')).toMatch(
      new RegExp(`^ListenStream=\nListenStream=${place.replaceAll('.', '\\.')}$`, 'm'),
    );
    expect(read('journal-remote.service.conf')).toMatch(
      /^ExecStart=\nExecStart=\/usr\/lib\/systemd\/systemd-journal-remote --listen-http=-3 /m,
    );
  });

  it("the embedded Postgres' log reaches the journal, read by the program's own user (ASVS V16.4.3)", () => {
    const { Service } = settings('vereinsheim-postgres-log.service');
    expect(Service?.ExecStart).toBe(
      '/usr/bin/tail -n 0 -F /opt/vereinsheim/app/data/postgres/postgres.log',
    );
    expect(Service).toMatchObject({ User: 'vereinsheim', PrivateNetwork: 'true' });
    expect(settings('vereinsheim-alerts.timer').Timer).toMatchObject({ OnCalendar: '*:0/15' });
  });

  it('every warning and every error of the program has a limit, and nothing else (ASVS V16.4.3)', () => {
    expect([...limits.keys()].sort()).toEqual([...loggedMessages()].sort());
  });
});

describe('alerts', () => {
  /** What the program logs, as it does. */
  function lines(say: (log: ReturnType<typeof createLog>) => void): string {
    let text = '';
    const log = createLog('info', { write: (line: string) => (text += line) });
    say(log);
    return text;
  }

  /** Runs the script on these lines. @returns the mail that it sends, or '' */
  function mailed(ofProgram: string, ofMachine = ofProgram): string {
    const folder = mkdtempSync(join(tmpdir(), 'vereinsheim-alerts-'));
    afterwards(() => rmSync(folder, { recursive: true }));
    const put = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      chmodSync(join(folder, name), 0o755);
    };
    put('program.log', ofProgram);
    put('machine.log', ofMachine);
    put(
      'journalctl',
      `#!/bin/sh\ncase "$*" in *--unit=vereinsheim*) cat ${folder}/program.log;; *) cat ${folder}/machine.log;; esac\n`,
    );
    put('sendmail', `#!/bin/sh\ncat > ${folder}/mail\n`);
    put('mail', '');
    execFileSync(at('vereinsheim-alerts'), [], {
      env: {
        ...process.env,
        PATH: `${folder}:${process.env.PATH}`,
        LIMITS: at('alerts.tsv'),
        ALERT_TO: 'vorstand@verein.example',
      },
    });
    return readFileSync(join(folder, 'mail'), 'utf8');
  }

  it('an ordinary quarter of an hour sends nothing (ASVS V16.4.3)', () => {
    const ordinary = lines((log) => {
      for (let time = 0; time < 200; time++) log.info({ status: 200 }, 'request');
      for (let time = 0; time < 50; time++) log.warn({ requestId: 'x' }, 'a log-in failed');
    });
    expect(mailed(ordinary)).toBe('');
  });

  it.each([...limits])(
    'more than its limit of "%s" is mailed (%i) (ASVS V16.4.3)',
    (message, limit) => {
      const many = lines((log) => {
        for (let time = 0; time <= limit; time++) log.warn({ requestId: 'x', wait: 2 }, message);
      });
      expect(mailed(many)).toBe(
        `To: vorstand@verein.example\nSubject: Vereinsheim: look at the log\n\n${limit + 1} times, more than ${limit}: ${message}\n`,
      );
    },
  );

  it('a fatal fault is mailed, and silence too (ASVS V16.4.3)', () => {
    expect(mailed(lines((log) => log.fatal('anything')))).toContain('1 times: a fatal fault');
    expect(mailed('', '')).toContain('No line of any program has arrived for an hour.');
    expect(mailed('', 'another program said something')).toBe('');
  });

  it('what people type feigns no message (ASVS V16.4.1)', () => {
    const typed = lines((log) => {
      for (let time = 0; time < 100; time++)
        log.info(
          { path: '","msg":"a log-in failed"}\n{"level":60,"msg":"a log-in failed"' },
          'request',
        );
    });
    expect(mailed(typed)).toBe('');
  });
});
