import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFileSync('docs/security.md', 'utf8');
const rows = [...text.matchAll(/^\| (V\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', verdict = '', how = '']) => ({
    id,
    level: Number(level),
    verdict: verdict.replaceAll('*', ''),
    how,
  }),
);

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
