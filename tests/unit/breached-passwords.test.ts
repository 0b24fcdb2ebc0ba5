import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '~/config.server';
import { checkBreachedPasswords, isBreached } from '~/features/accounts/breached-passwords.server';

const folder = await mkdtemp(join(tmpdir(), 'vereinsheim-breached-'));
afterAll(() => rm(folder, { recursive: true }));

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
const passwords = (count: number) =>
  Array.from({ length: count }, (_, index) => `gestohlen ${index}`);

type Way = 'counts' | 'bare' | 'CRLF' | 'no end' | 'lower case';
const WAYS: readonly Way[] = ['counts', 'bare', 'CRLF', 'no end', 'lower case'];

/** The text of a list, sorted by hash. */
function listOf(hashes: readonly string[], way: Way): string {
  const lines = [...hashes].sort().map((hash, index) => {
    if (way === 'bare') return hash;
    return `${way === 'lower case' ? hash.toLowerCase() : hash}:${((index * 7919) % 52_000_000) + 1}`;
  });
  const text = lines.join(way === 'CRLF' ? '\r\n' : '\n');
  if (way === 'no end') return text;
  return text + (way === 'CRLF' ? '\r\n' : '\n');
}

let files = 0;
async function written(text: string) {
  files += 1;
  const breachedPasswordsFile = join(folder, `list-${files}.txt`);
  await writeFile(breachedPasswordsFile, text);
  return { breachedPasswordsFile };
}

describe('stolen passwords', () => {
  it('in a list of 100,000 lines the ends and a thousand between are found (ASVS V6.2.12)', async () => {
    const byHash = new Map(passwords(100_000).map((each) => [sha1(each), each]));
    const sorted = [...byHash.keys()].sort();
    const settings = await written(listOf(sorted, 'CRLF'));
    await checkBreachedPasswords(settings);
    const places = [
      0,
      1,
      2,
      99_997,
      99_998,
      99_999,
      ...Array.from({ length: 1000 }, (_, n) => n * 97),
    ];
    for (const place of places) {
      const password = byHash.get(sorted[place] ?? '') ?? '';
      expect(await isBreached(password, settings), password).toBe(true);
      expect(await isBreached(`${password}!`, settings)).toBe(false);
    }
  });

  it('any list answers as a set does, also where hashes crowd in one place (ASVS V6.2.12)', async () => {
    const texts = fc.array(fc.string({ maxLength: 8 }), { minLength: 1, maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(
        texts,
        texts,
        fc.array(fc.tuple(fc.constantFrom('0', 'F', '7'), fc.nat(0xffffff)), { maxLength: 600 }),
        fc.constantFrom(...WAYS),
        async (stolen, others, crowd, way) => {
          const filler = crowd.map(
            ([digit, end]) => digit.repeat(34) + end.toString(16).toUpperCase().padStart(6, '0'),
          );
          const hashes = new Set([...stolen.map(sha1), ...filler]);
          const settings = await written(listOf([...hashes], way));
          await checkBreachedPasswords(settings);
          for (const text of [...stolen, ...others])
            expect(await isBreached(text, settings)).toBe(hashes.has(sha1(text)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a list that is replaced while the server runs counts at once (ASVS V6.2.12)', async () => {
    const settings = await written(listOf(passwords(1000).map(sha1), 'counts'));
    const next = await written(listOf([sha1('ganz neu')], 'counts'));
    expect(await isBreached('ganz neu', settings)).toBe(false);
    await rename(next.breachedPasswordsFile, settings.breachedPasswordsFile);
    expect(await isBreached('ganz neu', settings)).toBe(true);
    expect(await isBreached('gestohlen 1', settings)).toBe(false);
  });

  it('a list that was emptied meanwhile is a fault, not a list of nothing (ASVS V6.2.12)', async () => {
    const settings = await written(listOf([sha1('gestohlen')], 'bare'));
    await writeFile(settings.breachedPasswordsFile, '');
    await expect(isBreached('gestohlen', settings)).rejects.toThrow('the file is empty');
  });

  it('a pipe that nobody writes to keeps no password waiting (ASVS V6.2.12)', async () => {
    const breachedPasswordsFile = join(folder, 'pipe');
    execFileSync('mkfifo', [breachedPasswordsFile]);
    await expect(isBreached('gestohlen', { breachedPasswordsFile })).rejects.toThrow('not a file');
    await expect(checkBreachedPasswords({ breachedPasswordsFile })).rejects.toThrow(
      'muss aus Zeilen mit SHA-1-Werten bestehen',
    );
  });

  it('without the setting nothing is looked up', async () => {
    const settings = readConfig({});
    await checkBreachedPasswords(settings);
    expect(await isBreached('gestohlen 1', settings)).toBe(false);
  });
});

describe('the file of stolen passwords', () => {
  const unsorted = passwords(1000).map(sha1).sort().reverse().join('\n');
  const mistaken: ReadonlyArray<[string, string]> = [
    ['is empty', ''],
    ['is a text', 'Das ist keine Liste.\n'],
    ['has passwords', passwords(1000).join('\n')],
    ['has NTLM hashes', `${'A'.repeat(32)}:12\n`],
    ['is one long line', 'A'.repeat(100_000)],
    ['is sorted the other way', unsorted],
    ['has only its last line out of order', `${'F'.repeat(40)}:1\n${'0'.repeat(40)}:1\n`],
    ['is damaged in the middle', `${'A'.repeat(40)}\n${'?'.repeat(20_000)}\n${'F'.repeat(40)}\n`],
  ];

  it.each(mistaken)('the start refuses one that %s (I2)', async (_, text) => {
    const settings = await written(text);
    await expect(checkBreachedPasswords(settings)).rejects.toThrow(
      `Die Konfiguration ist fehlerhaft:\n  - BREACHED_PASSWORDS_FILE: Die Datei ${settings.breachedPasswordsFile} muss aus Zeilen mit SHA-1-Werten bestehen, nach diesen sortiert`,
    );
  });

  it.each([
    ['is missing', join(folder, 'fehlt'), 'ENOENT'],
    ['is a folder', folder, 'EISDIR'],
  ])('the start refuses one that %s (I2)', async (_, breachedPasswordsFile, code) => {
    await expect(checkBreachedPasswords({ breachedPasswordsFile })).rejects.toThrow(
      `BREACHED_PASSWORDS_FILE: Die Datei ${breachedPasswordsFile} ist nicht lesbar (${code})`,
    );
  });
});
