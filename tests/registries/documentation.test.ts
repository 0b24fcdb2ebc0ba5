import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environment, readConfig } from '~/config.server';
import { commands } from '~/server/admin';
import { messages } from '../support/all-messages';

const readme = readFileSync('README.md', 'utf8');
const otherSettings = readFileSync('docs/operating.md', 'utf8')
  .split(/^## /m)
  .find((section) => section.startsWith('Settings\n'));

/** Name and default of each setting in a table of a document. */
function settingsIn(text: string): [name: string, value: string | undefined][] {
  return [...text.matchAll(/^\| `([A-Z_]+)` \| (.+?) \| .+ \|$/gm)].map(
    ([, name = '', value = '']) => [name, value === '–' ? undefined : value.replace(/^`|`$/g, '')],
  );
}

describe('README', () => {
  it('the README and docs/operating.md list every setting once, with its default, and no others (I3)', () => {
    const listed = [readme, otherSettings ?? ''].flatMap(settingsIn);
    expect(listed.map(([name]) => name).sort()).toEqual(Object.keys(environment.shape).sort());
    // What these three are without a value depends on others.
    const { HOST, ORIGIN, DATA_DIR, ...documented } = Object.fromEntries(
      listed.filter(([, value]) => value !== undefined),
    );
    const defaults = environment.parse({});
    expect(Object.keys(documented).sort()).toEqual(Object.keys(defaults).sort());
    expect(environment.parse(documented)).toEqual(defaults);
    const { host, origin, port, dataDir } = readConfig({});
    const without = [HOST, ORIGIN?.replace('PORT', String(port)), DATA_DIR];
    expect(without).toEqual([host, origin, dataDir]);
  });

  it('the README lists every operator command, and no others (I4)', () => {
    const named = [...readme.matchAll(/^npm run admin -- ([\w-]+)/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(Object.keys(commands).sort());
  });

  it('the README and the docs link only to existing files', () => {
    const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file}`);
    for (const file of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs]) {
      const links = readFileSync(file, 'utf8').matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g);
      const targets = [...links].map(([, target = '']) => join(dirname(file), target));
      expect(
        targets.filter((target) => !existsSync(target)),
        file,
      ).toEqual([]);
    }
  });
});

const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(`tests/${file}`, 'utf8'))
  .join('\n');

it('each line of docs/requirements.md has a test whose title names it', () => {
  const titles = [...tests.matchAll(/\(([A-Zt][^()]*)\)['"`]/g)].map(([, named = '']) => named);
  const proved = new Set(titles.flatMap(linesIn));
  const listed = readFileSync('docs/requirements.md', 'utf8').matchAll(/^- \*\*(\w+)\*\* /gm);
  const lines = [...listed].map(([, line = '']) => line);
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => !proved.has(line))).toEqual([]);
});

/** 'E1 to E3, table H' names four lines. */
function linesIn(title: string): string[] {
  const named = title.matchAll(/\b([A-Z])(\d{1,2})(?: to \1(\d{1,2}))?\b|\b(H)\b/g);
  return [...named].flatMap(([, letter, first, last, whole]) =>
    whole
      ? [whole]
      : Array.from(
          { length: Number(last ?? first) - Number(first) + 1 },
          (_, index) => `${letter}${Number(first) + index}`,
        ),
  );
}

it('each notification has a test that names it or quotes its text (B6)', async () => {
  for (const feature of readdirSync('app/features')) {
    if (!existsSync(`app/features/${feature}/wording.ts`)) continue;
    const wording = await import(`../../app/features/${feature}/wording.ts`);
    expect(messages, feature).toMatchObject(wording.messages ?? {});
  }
  // Stands for everything that a notification names: '{name} gespeichert.'.
  // biome-ignore lint/suspicious/noExplicitAny: each notification has fields of its own.
  const fields: any = new Proxy(
    { date: '2030-03-05', event: { name: '{name}', date: '2030-03-05' } } as Record<
      string,
      unknown
    >,
    { get: (dated, field) => dated[String(field)] ?? `{${String(field)}}` },
  );
  const untested = Object.entries(messages).filter(([name, text]) => {
    const shown: { title: string; message?: string } =
      typeof text === 'function' ? text(fields) : text;
    const isNamed = new RegExp(`\\bmessages\\.${name}\\b`).test(tests);
    return !isNamed && !tests.includes(shown.message || shown.title);
  });
  expect(untested.map(([name]) => name)).toEqual([]);
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
