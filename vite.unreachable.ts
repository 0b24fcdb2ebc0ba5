import type { Plugin } from 'vite';

/** A passage of a library's file, and what takes its place. */
type Cut = readonly [passage: string | RegExp, instead: string];

const REMIX = '/@remix-run/react/dist/esm/';

/**
 * What libraries have for others than us, and bundlers cannot know that we never reach: fetchers,
 * deferred data, loaders in the browser, links with prefetching, view transitions, routes discovered
 * later, React's API before version 18, and Internet Explorer. `unreachable()` fails the build if a
 * library's file no longer has a passage, or if a screen of ours begins to need it.
 */
export const CUTS: Readonly<Record<string, readonly Cut[]>> = {
  [`${REMIX}components.js`]: [
    // Our links are our own (app/ui/link.tsx); a name keeps Remix's from being dropped.
    ['NavLink.displayName = "NavLink";', ''],
    ['\nLink.displayName = "Link";', ''],
    ['isPageLinkDescriptor(link) ?', 'false ?'],
    // The server writes the scripts that begin; the browser finds them there.
    ['staticContext ? `window', 'false ? `window'],
    ['contextScript += !activeDeferreds ?', 'contextScript += true ?'],
    ['let routeModulesScript = !isStatic ?', 'let routeModulesScript = true ?'],
    ['if (!isStatic && typeof __remixContext === "object" && __remixContext.a) {', 'if (false) {'],
  ],
  [`${REMIX}routes.js`]: [
    ['routeModule.clientLoader', 'undefined'],
    ['routeModule.clientAction', 'undefined'],
    ['mod.clientLoader', 'undefined'],
    ['mod.clientAction', 'undefined'],
    ['route.hasClientLoader', 'false'],
    ['route.hasClientAction', 'false'],
    ['routeModule.HydrateFallback', 'undefined'],
    ['route.id === "root" ? RemixRootDefaultHydrateFallback : undefined', 'undefined'],
    // Only the root has a style sheet, and every page comes with it.
    ['cachedModule ? prefetchStyleLinks(route, cachedModule) : Promise', 'Promise'],
    ['await prefetchStyleLinks(route, routeModule);', ''],
    ['if (needsRevalidation) {', 'if (false) {'],
  ],
  [`${REMIX}browser.js`]: [
    ['router.createRoutesForHMR = createClientRoutesWithHMRRevalidationOptOut;', ''],
    [
      'shouldHydrateRouteLoader(manifestRoute, route, window.__remixContext.isSpaMode) && (',
      'false && (',
    ],
  ],
  [`${REMIX}single-fetch.js`]: [
    ['manifest.routes[m.route.id].hasClientLoader', 'false'],
    ['if (fetcherKey) {', 'if (false) {'],
  ],
  '/@remix-run/router/dist/router.js': [
    ['let patchRoutesOnNavigationImpl = init.patchRoutesOnNavigation;', ''],
    ['!patchRoutesOnNavigationImpl', 'true'],
    ['if (patchRoutesOnNavigationImpl)', 'if (false)'],
    ['    fetch,\n    revalidate,', '    revalidate,'],
    [/(?<=\n {2,4})(?=(?:revalidatingFetchers|fetchLoadMatches)\.forEach\()/g, 'false && '],
    ['() => revalidatingFetchers.forEach(', '() => false && revalidatingFetchers.forEach('],
    ['return result.type === ResultType.deferred;', 'return false;'],
    [
      'return deferred && typeof deferred === "object" && typeof deferred.data === "object"',
      'return false && typeof deferred.data === "object"',
    ],
    ['future.v7_fetcherPersist', 'true'],
    ['future.v7_normalizeFormMethod', 'true'],
    ['future.v7_partialHydration', 'true'],
    ['future.v7_prependBasename', 'true'],
    ['future.v7_skipActionErrorRevalidation', 'true'],
  ],
  '/react-router-dom/dist/index.js': [
    ['if (!viewTransitionOpts || isViewTransitionUnavailable) {', 'if (true) {'],
    ['if (renderDfd && pendingState && router.window) {', 'if (false) {'],
    ['if (options.navigate === false) {', 'if (false) {'],
    [
      'React.useEffect(() => UNSAFE_logV6DeprecationWarnings(future, router.future), [future, router.future]);',
      '',
    ],
  ],
  '/react-dom/cjs/react-dom.production.min.js': [
    ['"documentMode"in document', '!1'],
    ['document.documentMode', 'void 0'],
    [/exports\.findDOMNode=.*?(?=exports\.flushSync)/s, ''],
    [/exports\.hydrate=.*?(?=exports\.hydrateRoot)/s, ''],
    [/exports\.render=.*?(?=exports\.unstable_batchedUpdates)/s, ''],
    [/exports\.unstable_renderSubtreeIntoContainer=.*?(?=exports\.version)/s, ''],
  ],
};

/** What a screen must not export, as what Remix would do with it is cut. */
const NEEDS_THEM = /^(clientLoader|clientAction|HydrateFallback|links)$/;

/** What our code must not use, for the same reason. */
const USES_THEM =
  /\b(?:useFetchers?|Await|PrefetchPageLinks|Link|NavLink)\b(?=[^;]*from '@remix-run\/react')|\s(?:prefetch|viewTransition|fetcherKey|navigate)=["{]|\bnavigate: false\b/;

/** Leaves out of the browser's code what is never reached there. */
export function unreachable(): Plugin {
  const left = new Set(Object.keys(CUTS));
  return {
    name: 'unreachable',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    enforce: 'pre',
    transform(code, id) {
      const file = Object.keys(CUTS).find((end) => id.endsWith(end));
      if (!file) {
        const [used] = (/\/app\/.*\.tsx?(?:\?|$)/.test(id) && USES_THEM.exec(code)) || [];
        if (used) this.error(`${id} uses ${used.trim()}, which vite.unreachable.ts cuts`);
        return null;
      }
      left.delete(file);
      let rest = code;
      for (const [passage, instead] of CUTS[file] ?? []) {
        const before = rest;
        rest =
          typeof passage === 'string'
            ? rest.replaceAll(passage, () => instead)
            : rest.replace(passage, instead);
        if (rest === before) this.error(`${file} no longer has what is cut from it: ${passage}`);
      }
      return { code: rest, map: null };
    },
    generateBundle(_options, bundle) {
      for (const file of left) this.error(`${file} is no longer part of the code of browsers`);
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry || /\/root\./.test(chunk.facadeModuleId ?? ''))
          continue;
        const needed = chunk.exports.find((name) => NEEDS_THEM.test(name));
        if (needed) this.error(`${chunk.name} has ${needed}, which vite.unreachable.ts cuts`);
      }
    },
  };
}
