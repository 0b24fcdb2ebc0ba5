import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drive } from './load';
import type { Context } from './logins';
import { screensOf } from './screens';
import { startServer } from './server';
import { table } from './table';

interface Profile {
  readonly nodes: ReadonlyArray<{ id: number; callFrame: { functionName: string; url: string } }>;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Profiles the server on one screen with V8's sampling profiler, by package and by function. */
export async function measureProfile(
  { url, pool, organization, environment, seconds }: Context,
  name: string,
): Promise<void> {
  const screen = (await screensOf(pool, organization)).find((each) => each.name === name);
  if (!screen) throw new Error(`There is no '${name}'`);
  const folder = await mkdtemp(join(tmpdir(), 'vereinsheim-profile-'));
  const server = await startServer({
    DATABASE_URL: url,
    NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}`,
    ...environment,
  });
  try {
    const { perSecond } = await drive(server.port, screen.request, {
      concurrency: 20,
      seconds: seconds * 3,
      expected: screen.expected,
    });
    console.log(`\n${name}: ${perSecond.toFixed(0)} a second under the profiler`);
  } finally {
    await server.stop();
  }
  const files = await Promise.all(
    (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
  );
  await rm(folder, { recursive: true });
  // The main thread's profile is the longest.
  const longest = files.sort((a, b) => b.length - a.length)[0] ?? '';
  const profile: Profile = JSON.parse(longest);
  show(profile, 'package', ({ functionName, url: file }) => packageOf(file) || functionName);
  show(
    profile,
    'function',
    ({ functionName, url: file }) => `${functionName || '(anonymous)'} ${packageOf(file)}`,
  );
}

function show(
  { nodes, samples, timeDeltas }: Profile,
  title: string,
  nameOf: (frame: Profile['nodes'][number]['callFrame']) => string,
): void {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id) ?? '';
    if (!name.startsWith('(idle)'))
      times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const whole = [...times.values()].reduce((sum, time) => sum + time, 0);
  const rows = [...times].sort((a, b) => b[1] - a[1]).slice(0, 25);
  console.log(
    table(
      [title, '% of the time'],
      rows.map(([name, time]) => [name, ((time / whole) * 100).toFixed(1)]),
    ),
  );
}

function packageOf(file: string): string {
  const inside = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
  if (inside) return inside;
  if (file.startsWith('node:')) return file;
  return file === '' ? '' : 'ours';
}
