import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { CUTS, unreachable } from '../../vite.unreachable';

/** What the build leaves out of libraries (vite.unreachable.ts). */
const failing = {
  error(message: string): never {
    throw new Error(message);
  },
};
let plugin: {
  transform: (code: string, id: string) => { code: string } | null;
  generateBundle: (options: unknown, bundle: Record<string, unknown>) => void;
};
const finish = (bundle = {}) => plugin.generateBundle.call(failing, {}, bundle);

beforeEach(() => {
  plugin = unreachable() as unknown as typeof plugin;
});

/** As the libraries are installed, each becomes shorter. */
function cutAll() {
  for (const file of Object.keys(CUTS)) {
    const code = readFileSync(`node_modules${file}`, 'utf8');
    expect(plugin.transform.call(failing, code, file)?.code).not.toBe(code);
  }
}

it('the build fails if a library no longer has what is cut from it', () => {
  const id = '/node_modules/@remix-run/router/dist/router.js';
  expect(() => plugin.transform.call(failing, 'function createRouter() {}', id)).toThrow(
    'router.js no longer has what is cut from it: let patchRoutesOnNavigationImpl',
  );
});

it('the build fails if what is cut from is no longer part of the code of browsers', () => {
  expect(() => finish()).toThrow('is no longer part of the code of browsers');
  cutAll();
  finish();
});

it.each(['clientLoader', 'clientAction', 'HydrateFallback', 'links'])(
  'the build fails if a screen exports %s, with which Remix would do what is cut',
  (name) => {
    cutAll();
    const screen = { type: 'chunk', isEntry: true, name: 'list', facadeModuleId: '/app/list.tsx' };
    finish({ 'list.js': { ...screen, exports: ['default', 'shouldRevalidate'] } });
    expect(() => finish({ 'list.js': { ...screen, exports: ['default', name] } })).toThrow(
      `list has ${name}, which vite.unreachable.ts cuts`,
    );
  },
);

it.each([
  "import { Form, useFetcher } from '@remix-run/react';",
  "import { Link } from '@remix-run/react';",
  "import { Form, NavLink } from '@remix-run/react';",
  '<Form method="post" navigate={false} />',
])('the build fails if a component uses what is cut: %s', (code) => {
  const build = () => plugin.transform.call(failing, code, '/app/ui/shell.tsx');
  expect(build).toThrow('which vite.unreachable.ts cuts');
});

it('the build takes components that use nothing of it', () => {
  const code =
    "import { Form, Links } from '@remix-run/react'; import { Link } from '~/ui/link'; <Link to={to} />";
  expect(plugin.transform.call(failing, code, '/app/ui/shell.tsx')).toBeNull();
});
