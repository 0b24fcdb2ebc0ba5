import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The requirements of the OWASP ASVS 5.0 up to level 2, by section; those of level 1 have a star. */
const ASVS = `
  V1.1: 1 2; V1.2: 1* 2* 3* 4* 5* 6 7 8 9; V1.3: 1* 2* 3 4 5 6 7 8 9 10 11; V1.4: 1 2 3;
  V1.5: 1* 2; V2.1: 1* 2 3; V2.2: 1* 2* 3; V2.3: 1* 2 3 4; V2.4: 1; V3.2: 1* 2*; V3.3: 1* 2 3 4;
  V3.4: 1* 2* 3 4 5 6; V3.5: 1* 2* 3* 4 5; V3.7: 1 2; V4.1: 1* 2 3; V4.2: 1; V4.3: 1 2;
  V4.4: 1* 2 3 4; V5.1: 1; V5.2: 1* 2* 3; V5.3: 1* 2*; V5.4: 1 2 3; V6.1: 1* 2 3;
  V6.2: 1* 2* 3* 4* 5* 6* 7* 8* 9 10 11 12; V6.3: 1* 2* 3 4; V6.4: 1* 2* 3 4; V6.5: 1 2 3 4 5;
  V6.6: 1 2 3; V6.8: 1 2 3 4; V7.1: 1 2 3; V7.2: 1* 2* 3* 4*; V7.3: 1 2; V7.4: 1* 2* 3 4 5;
  V7.5: 1 2; V7.6: 1 2; V8.1: 1* 2; V8.2: 1* 2* 3; V8.3: 1*; V8.4: 1; V9.1: 1* 2* 3*;
  V9.2: 1* 2 3 4; V10.1: 1 2; V10.2: 1 2; V10.3: 1 2 3 4; V10.4: 1* 2* 3* 4* 5* 6 7 8 9 10 11;
  V10.5: 1 2 3 4 5; V10.6: 1 2; V10.7: 1 2 3; V11.1: 1 2; V11.2: 1 2 3; V11.3: 1* 2* 3;
  V11.4: 1* 2 3 4; V11.5: 1; V11.6: 1; V12.1: 1* 2 3; V12.2: 1* 2*; V12.3: 1 2 3 4; V13.1: 1;
  V13.2: 1 2 3 4 5; V13.3: 1 2; V13.4: 1* 2 3 4 5; V14.1: 1 2; V14.2: 1* 2 3 4; V14.3: 1* 2 3;
  V15.1: 1* 2 3; V15.2: 1* 2 3; V15.3: 1* 2 3 4 5 6 7; V16.1: 1; V16.2: 1 2 3 4 5;
  V16.3: 1 2 3 4; V16.4: 1 2 3; V16.5: 1 2 3; V17.1: 1; V17.2: 1 2 3 4; V17.3: 1 2`
  .split(';')
  .flatMap((section) => {
    const [name, numbers = ''] = section.trim().split(': ');
    return numbers
      .split(' ')
      .map((each) => [`${name}.${Number.parseInt(each, 10)}`, each.endsWith('*') ? 1 : 2] as const);
  });

const text = readFileSync('docs/security.md', 'utf8');
const rows = [...text.matchAll(/^\| (V\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', verdict = '', how = '']) => ({
    id,
    level: Number(level),
    verdict: verdict.replaceAll('*', ''),
    how,
  }),
);

it('docs/security.md answers every requirement of levels 1 and 2 once, with a verdict (ASVS 5.0)', () => {
  expect(Object.fromEntries(rows.map(({ id, level }) => [id, level]))).toEqual(
    Object.fromEntries(ASVS),
  );
  expect(rows).toHaveLength(ASVS.length);
  for (const { id, verdict, how } of rows) {
    expect(['met', 'not applicable', 'not met'], id).toContain(verdict);
    expect(how.length, id).toBeGreaterThan(0);
    // A gap must name what closing it would take.
    if (verdict === 'not met') expect(how.length, id).toBeGreaterThan(60);
  }
});

it('docs/security.md says at its top what is not met, each with its reason in one line (ASVS 5.0)', () => {
  const [, section = ''] = /^## What is not met, and why\n([\s\S]*?)^## /m.exec(text) ?? [];
  const said = [...section.matchAll(/^- (V[\d.]+): .{20,160}$/gm)].map(([, id]) => id);
  expect(said).toEqual(rows.filter(({ verdict }) => verdict === 'not met').map(({ id }) => id));
});

it('docs/security.md counts its verdicts correctly', () => {
  const counts = (of: typeof rows) => [
    ...['met', 'not applicable', 'not met'].map(
      (each) => of.filter(({ verdict }) => verdict === each).length,
    ),
    of.length,
  ];
  const said = (name: string) =>
    new RegExp(`^\\| ${name} \\| (.+) \\|$`, 'm').exec(text)?.[1]?.split(' | ').map(Number);
  for (const level of [1, 2])
    expect(said(String(level))).toEqual(counts(rows.filter((row) => row.level === level)));
  expect(said('both')).toEqual(counts(rows));
});

it('docs/security.md names only existing files', () => {
  const files = [
    ...text.matchAll(
      /`((?:app|db|docs|tests|deploy)\/[^`\s*]+|[A-Za-z.-]+\.(?:md|yaml|json)|\.dockerignore)`/g,
    ),
  ]
    .map(([, file = '']) => file)
    .filter((file) => !file.startsWith('docs/decisions'));
  expect(files.length).toBeGreaterThan(100);
  for (const file of new Set(files)) expect(existsSync(file), file).toBe(true);
});

it('the threat model and SECURITY.md link only to existing files', () => {
  for (const file of ['docs/security.md', 'SECURITY.md']) {
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/\]\(([^):#]+)\)/g))
      expect(existsSync(new URL(target, `file://${process.cwd()}/${file}`)), target).toBe(true);
  }
  expect(existsSync('docs/threat-model.md')).toBe(true);
});
