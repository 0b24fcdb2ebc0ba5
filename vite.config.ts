import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import remixConfig from './remix.config.js';

const FORM_LIBRARY = /\/node_modules\/@conform-to\//;

/**
 * Screens whose needs do not count when code is shared out: public ones, which load no script; those
 * that few people open, such as the ones behind 'Mein Konto'; and further addresses of one screen,
 * such as the steps of a message.
 */
const UNCOUNTED = new RegExp(
  `/features/(${[
    'accounts/pages/(?!account)',
    '(calendars|factors)/pages/',
    'notifications/pages/unsubscribe',
    'answers/pages/by-link',
    '(erasure|exports|groups|imports|leaving|merging)/pages/',
    'members/pages/(own-contact|visibility)',
    'invitations/pages/(mailed|joining)',
    'messages/pages/',
    'notifications/pages/defaults',
    'permissions/pages/factor-rule',
    'reports/pages/member-report',
    'polls/pages/undo-answer',
    'series/pages/(series-|new-dates|state)',
  ].join('|')})`,
);

/** The screens that people open first, with the frame around them: they load few files. */
const FIRST =
  /\/(root|pages\/(shell|active|board|(?<!(groups|messages)\/pages\/)list|event|account))\.tsx/;

/** The pages that dialogs open over. */
const PAGE =
  /\/(entry\.client|root|pages\/(shell|active|board|(?<!(groups|messages)\/pages\/)list|month|event|answers|account))\.tsx/;

/** Pages that contain fields or questions of dialogs; no other page loads that code. */
const PAGE_WITH_FIELDS = /\/pages\/(event|answers|account)\.tsx/;

type Piece = 'shell' | 'fields' | 'dialogs' | `${string}-dialogs` | 'forms';

/**
 * Bundles the browser's code into few pieces: `shell` for every screen; `dialogs`, which a page loads
 * when the first one opens, with a piece more for those of each feature; `fields` for dialogs and
 * pages with fields of their own; `forms` for screens with forms; and one for each screen. Left to
 * itself, Rollup makes a file of every module that two screens share, and a first visit on a phone
 * waits for thirty of them. The rule follows the imports, not the names of files. Modules that are
 * only imported dynamically stay out.
 */
function pieces(): Rollup.ManualChunksOption {
  let pieceOf: Map<string, Piece> | undefined;
  return (id, graph) => {
    pieceOf ??= piecesOf(graph);
    return pieceOf.get(id);
  };
}

function piecesOf({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta) {
  const ids = [...getModuleIds()];
  const imports = (id: string) => getModuleInfo(id)?.importedIds ?? [];
  const importers = (id: string) => getModuleInfo(id)?.importers ?? [];
  const screens = ids.filter((id) => getModuleInfo(id)?.isEntry);
  const byScreen = new Map(screens.map((screen) => [screen, reachable([screen], imports)]));
  const library = ids.filter((id) => FORM_LIBRARY.test(id));
  const usesForms = reachable(library, importers);
  const belongsToForms = new Set([...usesForms, ...reachable(library, imports)]);
  const pieceOf = new Map<string, Piece>();
  for (const id of ids) {
    const users = screens.filter((screen) => byScreen.get(screen)?.has(id));
    const counted = users.filter((screen) => !UNCOUNTED.test(screen));
    const isForFew = counted.length < 2 && !counted.some((screen) => FIRST.test(screen));
    if (users.length < 2 || isForFew) continue;
    const onlyForms = belongsToForms.has(id) && users.every((screen) => usesForms.has(screen));
    // What few forms share, such as the one that creates an object and the one that changes it, is
    // a file of its own.
    if (onlyForms && counted.length < 3) continue;
    pieceOf.set(id, onlyForms ? 'forms' : pieceFor(users));
  }
  return pieceOf;
}

function pieceFor(users: readonly string[]): Piece {
  const pages = users.filter((user) => PAGE.test(user));
  const features = new Set(users.map((user) => /\/features\/(\w+)\//.exec(user)?.[1]));
  if (pages.length === 0) return features.size === 1 ? `${[...features]}-dialogs` : 'dialogs';
  return pages.every((page) => PAGE_WITH_FIELDS.test(page)) ? 'fields' : 'shell';
}

/** The modules given and all that can be reached from them. */
function reachable(from: string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const each of next(id)) found.add(each);
  return found;
}

/** Gives Remix our way to load a screen's code in the browser (app/bridge/route-modules.ts). */
function ownRouteModules(): Plugin {
  let replaced = false;
  return {
    name: 'own-route-modules',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    enforce: 'pre',
    resolveId(source, importer) {
      const isTheirs = /\/@remix-run\/react\/dist\/esm\//.test(importer ?? '');
      if (source !== './routeModules.js' || !isTheirs) return null;
      replaced = true;
      return new URL('./app/bridge/route-modules.ts', import.meta.url).pathname;
    },
    generateBundle() {
      if (!replaced) this.error('Remix no longer loads screens by routeModules.js');
    },
  };
}

/**
 * Drops variables by which Tailwind's utilities could influence each other but ours do not: the line
 * height of a text size, the style of a border (base.css gives every element `border: 0 solid`), and
 * properties that keep their initial value. That is a thirtieth of the style sheet. Tailwind's notice
 * is in NOTICE.
 */
function plainUtilities(): Plugin {
  return {
    name: 'plain-utilities',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /\/styles\.css(?!.*[?&]url)/.test(id) ? { code: withoutUnheard(code), map: null } : null,
  };
}

function withoutUnheard(css: string): string {
  const initial = new Map(
    [...css.matchAll(/@property (--tw-[\w-]+)\{[^}]*?initial-value:([^;}]*)/g)].map(
      ([, name, value]) => [name, value],
    ),
  );
  const rules = css
    .replace(/^\/\*!.*?\*\//s, '')
    .replace(':root,:host{', ':root{')
    .replace(/@layer properties\{@supports.*?\}\}\}/s, '')
    .replace(/border[\w-]*-style:var\(--tw-border-style\)(!important)?;?/g, '');
  const isSet = new Set(rules.match(/--tw-[\w-]+(?=:)/g));
  const plain = rules.replace(/var\((--tw-[\w-]+)\)/g, (read, name: string) =>
    isSet.has(name) ? read : (initial.get(name) ?? read),
  );
  return plain.replace(
    /@property (--tw-[\w-]+)\{[^}]*\}|(--tw-[\w-]+):[^;}]*;?/g,
    (all, declared, set) => (plain.includes(`var(${declared ?? set})`) ? all : ''),
  );
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), plainUtilities(), ownRouteModules(), remix(remixConfig)],
  resolve: {
    alias: {
      '~': new URL('./app', import.meta.url).pathname,
      '#db': new URL('./db', import.meta.url).pathname,
    },
  },
  build: {
    target: 'es2022',
    // 4 % less JavaScript than with esbuild.
    minify: isSsrBuild ? false : 'terser',
    // What one pass leaves unused, the next drops.
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
    // Remix's manifest says what a screen needs; what else is imported later is in one file.
    modulePreload: false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: pieces() } },
  },
}));
