import { untilImported } from '~/ui/connection';

/** What is used here of a route in Remix's manifest, and of its code. */
interface Route {
  readonly id: string;
  readonly module: string;
  readonly imports?: readonly string[];
}

/** The files that the page came with. */
const loaded = new Set(
  [...document.querySelectorAll('link[rel=modulepreload]')].map((link) =>
    link.getAttribute('href'),
  ),
);

/**
 * In the browser's build this is Remix's `routeModules.js` (vite.config.ts), which reloads the page
 * if the code of a screen cannot be loaded: without a network that ends at the browser's error page,
 * and while the browser leaves the page or stores a file, which cuts off all that is being loaded,
 * it stops that (a log-out, in WebKit). This waits for the files first, and reloads only for files
 * that are gone. They are loaded at once, not one after the other by their imports; and an import
 * that has failed would fail for ever in some browsers.
 */
export async function loadRouteModule(
  { id, module, imports = [] }: Route,
  cache: Record<string, unknown>,
): Promise<unknown> {
  if (id in cache) return cache[id];
  let failed = false;
  const files = [module, ...imports].filter((file) => !loaded.has(file));
  const isThere = await untilImported(files, async () => {
    try {
      cache[id] = await import(/* @vite-ignore */ module);
    } catch (error) {
      // Tried again by somebody who is still here: this browser remembers the failure.
      if (failed) window.location.reload();
      failed = true;
      throw error;
    }
  });
  if (isThere) return cache[id];
  // The server has been updated since this page was loaded.
  window.location.reload();
  return new Promise(() => {});
}
